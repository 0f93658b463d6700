"""Fold the characters made."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.events.making import FigureMade
from tenmatsu.systems.runequest.state import State


def _made(state: State, event: FigureMade) -> State:
    return msgspec.structs.replace(state, characters={**state.characters, event.character: event.figure})


MAKING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {FigureMade: _made}
"""By event class."""
