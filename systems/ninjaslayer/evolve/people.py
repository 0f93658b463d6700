"""Change one figure of the state."""

from typing import Any

import msgspec

from tenmatsu.systems.ninjaslayer.state import State

_replace = msgspec.structs.replace


def with_figure(state: State, character: str, **changes: Any) -> State:
    """Return the state with a figure changed; unchanged where there is no such figure."""
    figure = state.characters.get(character)
    if figure is None:
        return state
    return _replace(state, characters={**state.characters, character: _replace(figure, **changes)})
