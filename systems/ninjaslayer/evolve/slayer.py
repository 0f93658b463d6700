"""Fold what happens to ニンジャスレイヤー alone."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.events.slayer import NarakuHeld, NarakuRose, NarakuSlept
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import State


def _fold_held(state: State, event: NarakuHeld) -> State:
    return with_figure(state, event.character, vitality=0)


def _fold_slept(state: State, event: NarakuSlept) -> State:
    return with_figure(state, event.character, unconscious=True, focused=False, returns=event.returns)


def _fold_rose(state: State, event: NarakuRose) -> State:
    if event.character not in state.characters:
        return state
    return replace(state, characters={**state.characters, event.character: event.figure})


SLAYER_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    NarakuHeld: _fold_held,
    NarakuSlept: _fold_slept,
    NarakuRose: _fold_rose,
}
