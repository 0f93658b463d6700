"""Change one person of the state."""

from typing import Any

import msgspec

from tenmatsu.systems.bloodberry.state import State

_replace = msgspec.structs.replace


def with_person(state: State, character: str, **changes: Any) -> State:
    """Return the state with a person changed; unchanged where there is no such person."""
    person = state.people.get(character)
    if person is None:
        return state
    return _replace(state, people={**state.people, character: _replace(person, **changes)})
