"""Who is engaged with whom, and how far apart they are: asked of the state alone."""

from tenmatsu.systems.runequest.melee import pair
from tenmatsu.systems.runequest.state import State


def are_engaged(state: State, one: str, other: str) -> bool:
    """Return whether two are within each other's reach."""
    return state.melee is not None and pair(one, other) in state.melee.engaged


def list_engaged(state: State, character: str) -> tuple[str, ...]:
    """Return with whom somebody is engaged."""
    if state.melee is None:
        return ()
    return tuple(
        other if one == character else one for one, other in state.melee.engaged if character in (one, other)
    )


def find_distance(state: State, one: str, other: str) -> int | None:
    """Return the metres between two; None where one of them has no place."""
    places = {} if state.melee is None else state.melee.places
    if one not in places or other not in places:
        return None
    return abs(places[one] - places[other])


def are_foes(state: State, one: str, other: str) -> bool:
    """Return whether two stand on different sides."""
    first, second = state.characters.get(one), state.characters.get(other)
    return first is not None and second is not None and first.friendly != second.friendly


def list_threats(state: State, character: str) -> tuple[str, ...]:
    """Return the foes in reach who can still do something: whoever has none is free to move."""
    return tuple(
        one
        for one in list_engaged(state, character)
        if one in state.characters and state.characters[one].is_awake and not state.characters[one].bound
    )
