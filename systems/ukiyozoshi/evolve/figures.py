"""Change one character in the state; an unknown one leaves it as it is."""

from typing import Any

import msgspec

from tenmatsu.systems.ukiyozoshi.state import State


def change(state: State, character: str, **values: Any) -> State:
    """Return the state with other values for a character."""
    figure = state.characters.get(character)
    if figure is None:
        return state
    changed = msgspec.structs.replace(figure, **values)
    return msgspec.structs.replace(state, characters={**state.characters, character: changed})
