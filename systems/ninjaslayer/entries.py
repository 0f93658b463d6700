"""Where Ninja Slayer may enter (死神のエントリー): squares of the map by the row of the table."""

from collections.abc import Iterable

import msgspec

from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import (
    DOORS,
    OBSTACLES,
    STOOD_ON,
    WINDOWS,
    Kind,
    are_squares_adjacent,
    distance,
    is_free,
    list_squares,
    square,
)
from tenmatsu.systems.ninjaslayer.rooms import find_openings, find_room
from tenmatsu.systems.ninjaslayer.rows import EntryRow
from tenmatsu.systems.ninjaslayer.state import State

SLAYERS = ("slayer", "naraku")
"""The models that are Ninja Slayer: as he enters first, and as he may become."""


class Ways(msgspec.Struct, frozen=True):
    """Where an entry may take place."""

    possible: bool
    squares: tuple[str, ...] = ()
    """To choose from; none without a map."""
    npcs: tuple[str, ...] = ()
    """Without a map: whom he may have been disguised as."""


def is_slayer(figure: Figure) -> bool:
    """Return whether somebody is Ninja Slayer."""
    return figure.model in SLAYERS


def is_there(state: State, character: str) -> bool:
    """Return whether somebody is on the scene: not gone, and in a battle one of its fighters."""
    figure = state.characters.get(character)
    if figure is None or figure.exploded or figure.removed:
        return False
    return state.battle is None or character in state.battle.fighters


def find_slayer(state: State) -> str:
    """Return who stands for Ninja Slayer on the scene; empty where he is not there."""
    for character, figure in state.characters.items():
        staged = state.battle is not None or bool(figure.square)
        if is_slayer(figure) and staged and is_there(state, character):
            return character
    return ""


def list_those_there(state: State) -> dict[str, Figure]:
    """Return the ninjas on the scene (その場にいる), the unconscious too, but for Ninja Slayer himself."""
    return {
        character: figure
        for character, figure in state.characters.items()
        if figure.ninja and not is_slayer(figure) and is_there(state, character)
    }


def list_wanted(state: State) -> tuple[str, ...]:
    """Return the ninjas on the scene with the highest DKK, players in their fixed order first."""
    there = list_those_there(state)
    ties = state.scenario.ties if state.battle is None else state.battle.ties
    ordered = dict.fromkeys((*(one for one in ties if one in there), *there))
    most = max((there[one].dkk for one in ordered), default=0)
    return tuple(one for one in ordered if there[one].dkk == most)


def find_ways(state: State, row: EntryRow, target: str) -> Ways:
    """
    Return where an entry may take place, seen from the ninja whom it is for.

    Without a map, or where that ninja is on no square, the NM tells where it is: only a disguise needs
    somebody.
    """
    figure = state.characters[target]
    if not (state.map.rows and figure.on_map):
        npcs = tuple(_list_npcs(state, target)) if row.near == "npc" else ()
        return Ways(row.near != "npc" or bool(npcs), npcs=npcs)
    squares = _find_squares(state, row, target, figure.square)
    return Ways(bool(squares), squares)


def _find_squares(state: State, row: EntryRow, target: str, center: str) -> tuple[str, ...]:
    match row.near:
        case "target":
            return tuple(one for one in _list_free(state) if distance(center, one) in row.distances)
        case "door":
            return _list_beside(state, center, DOORS)
        case "window":
            return _list_beside(state, center, WINDOWS)
        case "treasure":
            return _list_at_box(state, center)
        case "npc":
            places = [state.characters[one].square for one in _list_npcs(state, target)]
            return _find_nearest(center, (one for one in places if one))


def _list_npcs(state: State, target: str) -> Iterable[str]:
    """Yield the GM's characters on the scene who are up, whichever side they are on, but for the target."""
    for character, figure in state.characters.items():
        npc = figure.kind != "pc" and not is_slayer(figure) and character != target
        if npc and figure.able and is_there(state, character):
            yield character


def _list_free(state: State) -> Iterable[str]:
    return (one for one in list_squares(state.map, STOOD_ON) if is_free(state, one))


def _list_beside(state: State, center: str, kinds: frozenset[Kind]) -> tuple[str, ...]:
    """
    Return the free squares of the room that have one of its doors or windows beside them.

    Straight ones come alone; where all are taken, slanting ones, then those on the other side.
    """
    room = find_room(state, center)
    openings = find_openings(state, room, kinds)
    near = [one for one in _list_free(state) if any(_touches(state, one, door) for door in openings)]
    within = [one for one in near if one in room]
    straight = [one for one in within if any(_is_straight(one, door) for door in openings)]
    return tuple(straight or within or near)


def _list_at_box(state: State, center: str) -> tuple[str, ...]:
    """Return the free squares beside the nearest treasure box; beside an obstacle where there is no box."""
    boxes = list(list_squares(state.map, ("treasure",))) or list(list_squares(state.map, OBSTACLES))
    free = list(_list_free(state))
    beside = {box: [one for one in free if _touches(state, one, box)] for box in boxes}
    nearest = _find_nearest(center, (box for box in boxes if beside[box]))
    return tuple(one for one in free if any(one in beside[box] for box in nearest))


def _find_nearest(center: str, squares: Iterable[str]) -> tuple[str, ...]:
    """Return the nearest of some squares; several where they are as near."""
    found = tuple(squares)
    least = min((distance(center, one) for one in found), default=0)
    return tuple(one for one in found if distance(center, one) == least)


def _touches(state: State, one: str, other: str) -> bool:
    return are_squares_adjacent(state, one, other)


def _is_straight(one: str, other: str) -> bool:
    first, second = square(one), square(other)
    return first is not None and second is not None and (first[0] == second[0] or first[1] == second[1])


def find_opening(state: State, row: EntryRow, target: str, where: str) -> str:
    """Return the door or window through which he comes to a square; empty where the entry needs none."""
    kinds = {"door": DOORS, "window": WINDOWS}.get(row.near)
    if kinds is None or not where:
        return ""
    room = find_room(state, state.characters[target].square)
    touching = [one for one in find_openings(state, room, kinds) if _touches(state, where, one)]
    touching.sort(key=lambda one: not _is_straight(one, where))
    return touching[0] if touching else ""
