"""Fold what the game asks and what is answered."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.events.choosing import ChoiceOpened, Chosen, WindowAnswered, WindowOpened
from tenmatsu.systems.runequest.state import State

_replace = msgspec.structs.replace


def _open_choice(state: State, event: ChoiceOpened) -> State:
    return _replace(state, choices=(*state.choices, event.choice))


def _close_choice(state: State, event: Chosen) -> State:
    place = next(
        (
            at
            for at, one in enumerate(state.choices)
            if one.kind == event.kind and one.whom in (event.character, "@gm")
        ),
        None,
    )
    if place is None:
        return state
    return _replace(state, choices=(*state.choices[:place], *state.choices[place + 1 :]))


def _open_window(state: State, event: WindowOpened) -> State:
    return _replace(state, windows=(*state.windows, event.window))


def _answer_window(state: State, event: WindowAnswered) -> State:
    return _replace(state, windows=event.windows)


CHOICE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ChoiceOpened: _open_choice,
    Chosen: _close_choice,
    WindowOpened: _open_window,
    WindowAnswered: _answer_window,
}
"""By event class."""
