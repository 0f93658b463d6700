"""Fold wounds, sleep, food and fatigue."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.events import health as h
from tenmatsu.systems.ukiyozoshi.evolve.figures import change
from tenmatsu.systems.ukiyozoshi.evolve.purse import put_item
from tenmatsu.systems.ukiyozoshi.state import State

_replace = msgspec.structs.replace


def _health(state: State, character: str, **values: Any) -> State:
    """Return the state with other values for a character's health; an unknown one leaves it as it is."""
    figure = state.characters.get(character)
    return state if figure is None else change(state, character, health=_replace(figure.health, **values))


def _treated(state: State, event: h.WoundsTreated) -> State:
    state = _health(
        state,
        event.patient,
        treated=True,
        first_treated=True,
        treatment_failed=not event.success,
        medic=event.medic,
        medicine=event.medicine,
    )
    return _health(state, event.patient, serious=False, serious_for=0) if event.success else state


def _tended(state: State, event: h.WoundsTended) -> State:
    return _health(state, event.patient, treated=True, medic=event.medic, medicine=event.medicine)


def _used(state: State, event: h.ItemUsed) -> State:
    return put_item(state, event.character, event.item, event.now)


def _hurt(state: State, event: h.Recovered | h.SeriousWoundBled) -> State:
    figure = state.characters.get(event.character)
    helpless = figure is not None and figure.helpless and event.endurance <= 0
    state = change(state, event.character, endurance=event.endurance, helpless=helpless)
    return change(state, event.character, dead=True, death="wound") if event.dies else state


def _recovered(state: State, event: h.Recovered) -> State:
    values: dict[str, Any] = {"wounds": event.wounds, "recovering": False}
    values |= {"treated": False, "medic": 0, "medicine": ""}
    if event.wounds <= 0:
        values |= {"first_treated": False, "treatment_failed": False, "serious": False, "serious_for": 0}
    return _health(_hurt(state, event), event.character, **values)


def _bled(state: State, event: h.SeriousWoundBled) -> State:
    return _health(_hurt(state, event), event.character, wounds=event.wounds, serious_for=0)


def _asleep(state: State, event: h.FellAsleep) -> State:
    return _health(state, event.character, asleep=True, sleep_left=event.minutes, awake=0, awake_rolls=0)


def _resisted(state: State, event: h.SleepResisted) -> State:
    return _health(state, event.character, awake_rolls=event.rolls)


def _woke(state: State, event: h.Woke) -> State:
    return _health(state, event.character, asleep=False, sleep_left=0, awake=0, awake_rolls=0)


def _ate(state: State, event: h.Ate) -> State:
    return _health(state, event.character, meals=event.meals, drank=event.water)


def _tired(state: State, event: h.Tired) -> State:
    return _health(state, event.character, fatigued=event.fatigued)


def _turned(state: State, event: h.DayTurned) -> State:
    values: dict[str, Any] = {
        "short_sleep": event.short_sleep,
        "fatigued": event.fatigued,
        "scarce_days": event.scarce_days,
        "empty_days": event.empty_days,
        "recovering": event.recovering,
    }
    values |= {"slept": 0, "meals": 0, "drank": False, "morning": False}
    if event.rested:
        values |= {"awake": 0, "awake_rolls": 0}
    return _health(state, event.character, **values)


def _starved(state: State, event: h.Starved) -> State:
    state = change(state, event.character, endurance=event.endurance, helpless=event.helpless)
    return _health(state, event.character, hunger=event.hunger)


def _fed(state: State, event: h.Fed) -> State:
    state = change(state, event.character, endurance=event.endurance, helpless=False)
    return _health(state, event.character, hunger=event.hunger, helpless_days=0)


def _helpless(state: State, event: h.HelplessDayPassed) -> State:
    state = _health(state, event.character, helpless_days=event.days)
    return change(state, event.character, dead=True, death="hunger") if event.dies else state


HEALTH_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    h.WoundsTreated: _treated,
    h.WoundsTended: _tended,
    h.ItemUsed: _used,
    h.Recovered: _recovered,
    h.SeriousWoundBled: _bled,
    h.FellAsleep: _asleep,
    h.SleepResisted: _resisted,
    h.Woke: _woke,
    h.Ate: _ate,
    h.Tired: _tired,
    h.DayTurned: _turned,
    h.Starved: _starved,
    h.Fed: _fed,
    h.HelplessDayPassed: _helpless,
}
"""By event class."""
