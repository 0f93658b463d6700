"""Fold the events of the part `mapping`."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.events.mapping import (
    DeployAsked,
    Deployed,
    DoorClosed,
    DoorOpened,
    MapLaid,
    MapNamed,
    Placed,
    SquareChanged,
    WindowBroken,
)
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.grid import Kind, with_kind
from tenmatsu.systems.ninjaslayer.state import Choice, Map, State

_replace = msgspec.structs.replace


def set_kind(state: State, square: str, kind: Kind) -> State:
    """Return the state with what a square holds changed."""
    return _replace(state, map=_replace(state.map, rows=with_kind(state.map, square, kind)))


def drop_choice(state: State, kind: str, whom: str) -> State:
    """Return the state without somebody's choice of a kind."""
    kept = tuple(one for one in state.choices if (one.kind, one.whom) != (kind, whom))
    return _replace(state, choices=kept)


def _fold_laid(state: State, event: MapLaid) -> State:
    """Lay the map: squares of the one before mean nothing on it."""
    characters = {one: _replace(figure, square="") for one, figure in state.characters.items()}
    bodies = {one: _replace(body, square="") for one, body in state.bodies.items()}
    laid = Map(rows=event.rows, areas=event.areas)
    return _replace(state, map=laid, characters=characters, bodies=bodies)


def _fold_named(state: State, event: MapNamed) -> State:
    return _replace(state, map=_replace(state.map, name=event.name))


def _fold_asked(state: State, event: DeployAsked) -> State:
    state = drop_choice(state, "deploy", event.character)
    choice = Choice(kind="deploy", whom=event.character, options=event.squares)
    return _replace(state, choices=(*state.choices, choice))


def _fold_deployed(state: State, event: Deployed) -> State:
    state = with_figure(drop_choice(state, "deploy", event.character), event.character, square=event.square)
    battle = state.battle
    if battle is None:
        return state
    waiting = tuple(one for one in battle.waiting if one != event.character)
    return _replace(state, battle=_replace(battle, waiting=waiting))


def _fold_placed(state: State, event: Placed) -> State:
    """Fold a square; without a map whoever is taken off leaves the battle, since nothing else would tell."""
    state, battle = with_figure(state, event.character, square=event.square), state.battle
    if event.square or state.map.rows or battle is None:
        return state
    left = event.character
    slots = tuple(
        _replace(slot, characters=tuple(one for one in slot.characters if one != left))
        for slot in battle.slots
    )
    return _replace(
        state,
        battle=_replace(battle, fighters=tuple(one for one in battle.fighters if one != left), slots=slots),
    )


MAPPING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    MapLaid: _fold_laid,
    MapNamed: _fold_named,
    SquareChanged: lambda state, event: set_kind(state, event.square, event.kind),
    Placed: _fold_placed,
    DeployAsked: _fold_asked,
    Deployed: _fold_deployed,
    DoorOpened: lambda state, event: set_kind(state, event.door, "door_open"),
    DoorClosed: lambda state, event: set_kind(state, event.door, "door_closed"),
    WindowBroken: lambda state, event: set_kind(state, event.window, "window_broken"),
}
