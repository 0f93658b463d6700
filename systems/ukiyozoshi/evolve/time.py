"""Fold the clock, and what the passing of time does to everybody it counts for."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.events import time as t
from tenmatsu.systems.ukiyozoshi.state import Clock, Figure, Health, State

_replace = msgspec.structs.replace


def _set(state: State, event: t.CalendarSet) -> State:
    clock = Clock(dated=True, year=event.year, month=event.month, day=event.day, minute=event.minute)
    return _replace(state, clock=clock)


def _begun(state: State, event: t.TimeBegun) -> State:
    return _replace(
        state, clock=_replace(state.clock, left=event.minutes, usual=event.usual, dry=event.dry, running=True)
    )


def _ended(state: State, event: t.TimeEnded) -> State:
    return _replace(state, clock=_replace(state.clock, left=0, usual=False, dry=False, running=False))


def _passed(state: State, event: t.TimePassed) -> State:
    clock = _replace(
        state.clock,
        year=event.year,
        month=event.month,
        day=event.day,
        minute=event.minute,
        left=event.left,
        morning=False,
    )
    characters = {who: _age(figure, event.minutes) for who, figure in state.characters.items()}
    return _replace(state, clock=clock, characters=characters)


def _age(figure: Figure, minutes: int) -> Figure:
    """Return a character after some minutes: awake, asleep or senseless for so much longer."""
    if figure.dead:
        return figure
    health = figure.health
    if health.asleep:
        aged = _replace(health, slept=health.slept + minutes, sleep_left=max(0, health.sleep_left - minutes))
    elif not figure.can_act:
        aged = _replace(health, slept=health.slept + minutes)
    elif figure.npc and not figure.companion:
        aged = health  # whoever is not of the party sleeps when nobody looks
    else:
        aged = _replace(health, awake=health.awake + minutes)
    if health.serious:
        aged = _replace(aged, serious_for=health.serious_for + minutes)
    return _replace(figure, health=aged, faint_minutes=max(0, figure.faint_minutes - minutes))


def _morning(state: State, event: t.MorningCame) -> State:
    characters = {
        who: _replace(figure, health=_mark(figure.health)) if who in event.characters else figure
        for who, figure in state.characters.items()
    }
    return _replace(state, clock=_replace(state.clock, morning=True), characters=characters)


def _mark(health: Health) -> Health:
    return _replace(health, morning=True)


TIME_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    t.CalendarSet: _set,
    t.TimeBegun: _begun,
    t.TimePassed: _passed,
    t.TimeEnded: _ended,
    t.MorningCame: _morning,
}
"""By event class."""
