"""Fold the deck laid out and the characters made."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.events.making import CharacterMade, ChipsPrinted
from tenmatsu.systems.akatsuki.state import Deck, State

_replace = msgspec.structs.replace


def _printed(state: State, event: ChipsPrinted) -> State:
    return _replace(state, chips=event.chips, deck=Deck(unseen=event.cards))


def _made(state: State, event: CharacterMade) -> State:
    return _replace(state, characters={**state.characters, event.character: event.figure})


MAKING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ChipsPrinted: _printed,
    CharacterMade: _made,
}
"""By event class."""
