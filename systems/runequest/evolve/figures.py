"""Change one part of the state; unchanged where it is not there."""

from typing import Any

import msgspec

from tenmatsu.systems.runequest.state import State

_replace = msgspec.structs.replace


def with_figure(state: State, character: str, /, **changes: Any) -> State:
    """Return the state with a character changed."""
    figure = state.characters.get(character)
    if figure is None:
        return state
    return _replace(state, characters={**state.characters, character: _replace(figure, **changes)})


def with_location(state: State, character: str, location: str, /, **changes: Any) -> State:
    """Return the state with a hit location of a character changed."""
    figure = state.characters.get(character)
    found = None if figure is None else figure.locations.get(location)
    if figure is None or found is None:
        return state
    locations = {**figure.locations, location: _replace(found, **changes)}
    return with_figure(state, character, locations=locations)


def with_arm(state: State, character: str, arm: str, /, **changes: Any) -> State:
    """Return the state with a weapon or shield of a character changed."""
    figure = state.characters.get(character)
    found = None if figure is None else figure.arms.get(arm)
    if figure is None or found is None:
        return state
    return with_figure(state, character, arms={**figure.arms, arm: _replace(found, **changes)})


def with_melee(state: State, /, **changes: Any) -> State:
    """Return the state with the melee changed."""
    return state if state.melee is None else _replace(state, melee=_replace(state.melee, **changes))


def with_action(state: State, number: int, /, **changes: Any) -> State:
    """Return the state with an action of the queue changed."""
    if state.melee is None:
        return state
    queue = tuple(_replace(one, **changes) if one.id == number else one for one in state.melee.queue)
    return with_melee(state, queue=queue)
