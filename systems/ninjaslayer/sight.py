"""Lines on the map, exact in whole numbers: sight (視線), and where somebody is knocked to (弾き飛ばし)."""

from collections.abc import Iterator

import msgspec

from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.grid import (
    HIDING,
    OBSTACLES,
    SOLID,
    Cell,
    Kind,
    is_free,
    kind_in,
    list_people,
    name_of,
    slips_past,
    square,
)
from tenmatsu.systems.ninjaslayer.rooms import nearest_free
from tenmatsu.systems.ninjaslayer.state import State

_STOPPING: frozenset[Kind] = SOLID | OBSTACLES
"""What somebody flung crashes into (激突)."""
_HALF = 2


class Knock(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody is knocked to."""

    path: tuple[str, ...] = ()
    """The squares that they fly over, the last included; empty where a wall is right behind them."""
    wall: bool = False
    """Whether they crash into a wall or an obstacle."""
    ends: tuple[str, ...] = ()
    """Where they come to lie: one square, or several to choose from; empty without a map."""


def sees(state: State, rules: Rulebook, viewer: str, target: str) -> bool:
    """
    Return whether a line of sight (視線) leads from one character to another; true without squares.

    Walls, obstacles, closed doors and the viewer's enemies between them hide; allies and open doors do not.
    """
    one, other = state.characters.get(viewer), state.characters.get(target)
    if one is None or other is None or not (one.on_map and other.on_map):
        return True
    return sees_square(state, rules, viewer, other.square)


def sees_square(state: State, rules: Rulebook, viewer: str, name: str) -> bool:
    """Return whether a line of sight leads from a character to a square; true without squares."""
    one = state.characters.get(viewer)
    begin = square(one.square) if one is not None and one.on_map else None
    end = square(name)
    if one is None or begin is None or end is None or not state.map.rows:
        return True
    people, side = list_people(state), one.side

    def hides(cell: Cell) -> bool:
        if kind_in(state.map, *cell) in HIDING:
            return True
        other = state.characters.get(people.get(name_of(*cell), ""))
        return other is not None and other.side != side

    for cells in trace_line(begin, end):
        if len(cells) == 1 and hides(cells[0]):
            return False
        if len(cells) > 1 and rules.options.los_corner == "blocked" and all(map(hides, cells)):
            return False
    return True


def trace_line(begin: Cell, end: Cell) -> Iterator[tuple[Cell, ...]]:
    """
    Yield what the line from centre to centre passes between two squares, in order.

    Single squares that it crosses; where it goes exactly through a corner, the two on its sides.
    """
    dx, dy = abs(end[0] - begin[0]), abs(end[1] - begin[1])
    right, down = (1 if end[0] > begin[0] else -1), (1 if end[1] > begin[1] else -1)
    (x, y), across, along = begin, 0, 0
    while (x, y) != end:
        # the next upright border lies at (2·across+1)/2dx of the way, the next level one at (2·along+1)/2dy
        upright, level = (_HALF * across + 1) * dy, (_HALF * along + 1) * dx
        if upright == level:
            yield (x + right, y), (x, y + down)
        if upright <= level:
            x, across = x + right, across + 1
        if level <= upright:
            y, along = y + down, along + 1
        if (x, y) != end:
            yield ((x, y),)


def find_direction(begin: Cell, end: Cell) -> Cell:
    """Return in which of eight directions a square lies; none for the same square."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    right, down = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if abs(dx) > _HALF * abs(dy):
        return right, 0
    if abs(dy) > _HALF * abs(dx):
        return 0, down
    return right, down


def knock_line(state: State, rules: Rulebook, blow_from: str, target: str, squares: int) -> Knock:
    """
    Return where a character is knocked to, straight away from the square that the blow came from.

    Whoever stands in between is passed. A wall, an obstacle, a closed door or glass ends the flight with a
    crash. Where that is somebody's square, or a gap: the nearest free squares, behind a crash those along the
    wall first; without a crash the option `knock_overlap` says so, or to stop before it.
    """
    figure, begin = state.characters.get(target), square(blow_from)
    own = square(figure.square) if figure is not None and figure.on_map and state.map.rows else None
    if figure is None or begin is None or own is None or begin == own:
        return Knock()
    dx, dy = find_direction(begin, own)
    path, cell, wall = list[str](), own, False
    for _ in range(max(squares, 0)):
        onward = cell[0] + dx, cell[1] + dy
        if kind_in(state.map, *onward) in _STOPPING or not slips_past(state.map, cell, (dx, dy)):
            wall = True
            break
        cell = onward
        path.append(name_of(*cell))
    end = path[-1] if path else figure.square
    if is_free(state, end, ignoring=target):
        ends: tuple[str, ...] = (end,)
    elif wall or rules.options.knock_overlap == "nearest":
        ends = nearest_free(state, end, ignoring=target, along_wall=wall)
    else:
        before = (one for one in reversed(path) if is_free(state, one, ignoring=target))
        ends = (next(before, figure.square),)
    return Knock(path=tuple(path), wall=wall, ends=ends or (figure.square,))
