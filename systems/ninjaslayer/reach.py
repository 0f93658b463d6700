"""Where somebody may go: the cheapest way to each square, moving (通常移動) or by a cartwheel (連続側転)."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import (
    DOORS,
    OBSTACLES,
    SLANTING,
    STOOD_ON,
    STRAIGHT,
    WINDOWS,
    Cell,
    Kind,
    kind_in,
    list_people,
    name_of,
    slips_past,
    square,
)
from tenmatsu.systems.ninjaslayer.state import State

Bar = Literal[
    "", "no_step", "wall", "obstacle", "gap", "locked", "enemy", "blocked", "door_twice", "taken", "far"
]
"""Why a way does not work; empty where it does."""


class Going(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody goes."""

    cartwheel: bool = False
    """Diagonals, over people, obstacles and gaps; never back to where it began."""
    door: bool = False
    """Whether doors that a boss blocks may be passed ([6,6])."""
    window: bool = False
    """Whether such windows may be ([6,6,6])."""


class _Ground(msgspec.Struct, frozen=True):
    """What a way is found on: the state, who goes and how, who stands where."""

    state: State
    figure: Figure
    going: Going
    people: dict[str, str]


def count_squares(figure: Figure, rules: Rulebook, *, cartwheel: bool = False) -> int:
    """Return how many squares one movement phase allows: 脚力, twice that by a cartwheel, 20 at most."""
    legs = figure.ability("legs") * (rules.tables.rules.cartwheel_times if cartwheel else 1)
    return min(legs, rules.tables.rules.move_limit)


def find_reach(
    state: State,
    rules: Rulebook,
    character: str,
    *,
    cartwheel: bool = False,
    door: bool = False,
    window: bool = False,
    squares: int | None = None,
) -> dict[str, tuple[str, ...]]:
    """
    Return each square where somebody may end, with the cheapest way there (its squares, the last included).

    `squares` is how many may be gone, None for any number (exploration). The own square is not among them. No
    shortest way enters a square twice, so none passes a door twice. Empty without a map or a square.
    """
    figure = state.characters.get(character)
    begin = square(figure.square) if figure is not None and figure.on_map and state.map.rows else None
    if figure is None or begin is None:
        return {}
    ground = _Ground(state, figure, Going(cartwheel=cartwheel, door=door, window=window), list_people(state))
    came: dict[Cell, Cell] = {begin: begin}
    queue = deque([(begin, 0)])
    found: dict[str, tuple[str, ...]] = {}
    while queue:
        cell, gone = queue.popleft()
        if squares is not None and gone >= squares:
            continue
        for onward in _list_steps(ground, cell):
            if onward in came or _bar(ground, onward):
                continue
            came[onward] = cell
            queue.append((onward, gone + 1))
            if not _bar_end(ground, onward):
                found[name_of(*onward)] = _trace(came, onward)
    return found


def check_path(
    state: State, character: str, path: Sequence[str], *, going: Going, squares: int | None = None
) -> tuple[Bar, str]:
    """Return why a way, square by square, may not be gone, and where; empty where it may."""
    figure = state.characters.get(character)
    cell = square(figure.square) if figure is not None else None
    if figure is None or cell is None:
        return "no_step", ""
    ground, doors = _Ground(state, figure, going, list_people(state)), set[str]()
    for name in path:
        onward = square(name)
        if onward is None or onward not in _list_steps(ground, cell):
            return "no_step", name
        bar = _bar(ground, onward)
        if bar:
            return bar, name
        if kind_in(state.map, *onward) in DOORS:
            if name in doors:
                return "door_twice", name
            doors.add(name)
        cell = onward
    if squares is not None and len(path) > squares:
        return "far", path[-1]
    if not path:
        return "no_step", figure.square
    end = _bar_end(ground, cell)
    if not end and path[-1] == figure.square and going.cartwheel:
        end = "taken"
    return end, path[-1] if end else ""


def find_bar(state: State, character: str, to: str, *, going: Going) -> Bar:
    """Return why nobody can end on a square; empty where the ground lets them and only the way is missing."""
    figure, cell = state.characters.get(character), square(to)
    if figure is None or cell is None:
        return "no_step"
    ground = _Ground(state, figure, going, list_people(state))
    return _bar(ground, cell) or _bar_end(ground, cell)


def is_blocked(state: State, figure: Figure, name: str) -> bool:
    """
    Return whether a door or window is blocked (ブロックされている) for somebody.

    A hostile boss who is not down stands orthogonally next to it, or in it; mobs block nothing.
    """
    cell = square(name)
    if cell is None:
        return False
    sides = {name, *(name_of(cell[0] + dx, cell[1] + dy) for dx, dy in STRAIGHT)}
    return any(
        other.kind == "boss" and other.side != figure.side and other.able and other.square in sides
        for other in state.characters.values()
    )


def _list_steps(ground: _Ground, cell: Cell) -> Iterator[Cell]:
    """Yield where one step may lead; only a cartwheel goes slanting, and not between solid corners."""
    for dx, dy in (*STRAIGHT, *SLANTING) if ground.going.cartwheel else STRAIGHT:
        if slips_past(ground.state.map, cell, (dx, dy)):
            yield cell[0] + dx, cell[1] + dy


def _bar(ground: _Ground, cell: Cell) -> Bar:
    """Return why a square may not be entered."""
    kind: Kind = kind_in(ground.state.map, *cell)
    name, going = name_of(*cell), ground.going
    if kind == "wall":
        return "wall"
    if kind == "door_locked":
        return "locked"
    if not going.cartwheel:
        if kind in OBSTACLES:
            return "obstacle"
        if kind == "gap":
            return "gap"
        other = ground.state.characters.get(ground.people.get(name, ""))
        if other is not None and other.side != ground.figure.side:
            return "enemy"
    passes = going.door if kind in DOORS else going.window
    if kind in DOORS | WINDOWS and not passes and is_blocked(ground.state, ground.figure, name):
        return "blocked"
    return ""


def _bar_end(ground: _Ground, cell: Cell) -> Bar:
    """Return why nobody may stay on a square that can be entered; closed doors and glass have given way."""
    kind, name = kind_in(ground.state.map, *cell), name_of(*cell)
    if kind not in STOOD_ON | {"door_closed", "window"}:
        return "gap" if kind == "gap" else "obstacle"
    other = ground.people.get(name, "")
    return "taken" if other and ground.state.characters[other] is not ground.figure else ""


def _trace(came: dict[Cell, Cell], cell: Cell) -> tuple[str, ...]:
    """Return the way to a square, without the square where it began."""
    way: list[str] = []
    while came[cell] != cell:
        way.append(name_of(*cell))
        cell = came[cell]
    return tuple(reversed(way))
