"""Fold damage cards, survival checks, faints, zombie time and death."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.events import damage as d
from tenmatsu.systems.akatsuki.evolve.figures import with_figure
from tenmatsu.systems.akatsuki.state import State

_replace = msgspec.structs.replace


def _wound(state: State, event: d.WoundChanged) -> State:
    return with_figure(state, event.character, wound=event.wound)


def _due(state: State, event: d.SurvivalDue) -> State:
    return _replace(state, due=(*state.due, *event.due))


def _settled(state: State, event: d.SurvivalSettled) -> State:
    left = list(state.due)
    first = next((due for due in left if due.character == event.character), None)
    if first is None:
        return state
    left.remove(first)
    return _replace(state, due=tuple(left))


def _unconscious(state: State, event: d.FellUnconscious) -> State:
    return with_figure(state, event.character, unconscious=True)


def _came_round(state: State, event: d.CameRound) -> State:
    return with_figure(state, event.character, unconscious=False)


def _doomed(state: State, event: d.Doomed) -> State:
    return with_figure(
        state,
        event.character,
        doomed=True,
        zombie_counters=event.zombie_counters,
        zombie_from=event.zombie_from,
        majors=event.majors,
    )


def _lost(state: State, event: d.CountersLost) -> State:
    return with_figure(state, event.character, zombie_counters=event.now)


def _died(state: State, event: d.Died) -> State:
    return with_figure(state, event.character, dead=True, zombie_counters=0, zombie_from=None)


def _treated(state: State, event: d.WoundTreated) -> State:
    return with_figure(state, event.patient, wound=event.wound)


DAMAGE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    d.WoundChanged: _wound,
    d.SurvivalDue: _due,
    d.SurvivalSettled: _settled,
    d.FellUnconscious: _unconscious,
    d.CameRound: _came_round,
    d.Doomed: _doomed,
    d.CountersLost: _lost,
    d.Died: _died,
    d.WoundTreated: _treated,
}
"""By event class."""
