"""Fold the clock."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.events import time as t
from tenmatsu.systems.akatsuki.state import Clock, Figure, State

_replace = msgspec.structs.replace


def set_now(state: State, now: int) -> State:
    """Return the state at another reading of the clock: no time passed, wounds stay as old as they were."""
    shift = now - state.clock.now
    characters = {who: _shift(figure, shift) for who, figure in state.characters.items()}
    return _replace(state, clock=Clock(now=now), characters=characters)


def _shift(figure: Figure, minutes: int) -> Figure:
    wound = figure.wound
    if wound is None:
        return figure
    return _replace(figure, wound=_replace(wound, since=wound.since + minutes))


def _set(state: State, event: t.ClockSet) -> State:
    return set_now(state, event.now)


def _begun(state: State, event: t.TimeBegun) -> State:
    return _replace(state, clock=_replace(state.clock, until=event.until))


def _passed(state: State, event: t.TimePassed) -> State:
    return _replace(state, clock=_replace(state.clock, now=event.now))


def _ended(state: State, event: t.TimeEnded) -> State:
    return _replace(state, clock=_replace(state.clock, until=None))


TIME_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    t.ClockSet: _set,
    t.TimeBegun: _begun,
    t.TimePassed: _passed,
    t.TimeEnded: _ended,
}
"""By event class."""
