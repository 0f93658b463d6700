"""Rooms (部屋) of the map: what walls, doors and windows enclose, and the free squares nearest to one."""

from collections import deque
from collections.abc import Iterable, Iterator

from tenmatsu.systems.ninjaslayer.grid import (
    DOORS,
    OBSTACLES,
    SLANTING,
    SOLID,
    STRAIGHT,
    WINDOWS,
    Cell,
    Kind,
    is_free,
    kind_in,
    name_of,
    slips_past,
    square,
)
from tenmatsu.systems.ninjaslayer.state import State

_BOUNDS: frozenset[Kind] = DOORS.union(WINDOWS, {"wall"})
"""What a room ends at, open or not."""


def find_room(state: State, name: str) -> frozenset[str]:
    """Return the squares of the room of a square; of a door or window, of the rooms on both sides with it."""
    begin = square(name)
    if begin is None or kind_in(state.map, *begin) == "wall":
        return frozenset()
    found, queue = {begin}, deque([begin])
    while queue:
        x, y = queue.popleft()
        for dx, dy in STRAIGHT:
            onward = x + dx, y + dy
            if onward not in found and kind_in(state.map, *onward) not in _BOUNDS:
                found.add(onward)
                queue.append(onward)
    return frozenset(name_of(*cell) for cell in found)


def find_openings(state: State, room: Iterable[str], kinds: Iterable[Kind]) -> tuple[str, ...]:
    """Return the doors or windows of a room, row by row."""
    wanted, found = frozenset(kinds), set[Cell]()
    for x, y in filter(None, map(square, room)):
        for dx, dy in (*STRAIGHT, (0, 0)):
            if kind_in(state.map, x + dx, y + dy) in wanted:
                found.add((x + dx, y + dy))
    return tuple(name_of(*cell) for cell in sorted(found, key=_reading_order))


def nearest_free(
    state: State,
    name: str,
    *,
    ignoring: str = "",
    along_wall: bool = False,
    within: Iterable[str] | None = None,
) -> tuple[str, ...]:
    """
    Return the free squares nearest to one, itself if it is free; several where they are equally near.

    Nearness is steps, diagonals included, that no wall cuts off; `within` narrows them to some squares, as a
    room. With `along_wall` those next to a wall or obstacle come alone, where there are such.
    """
    begin = square(name)
    if begin is None or not state.map.rows:
        return ()
    allowed = None if within is None else frozenset(within)
    ring, seen = [begin], {begin}
    while ring:
        names = [name_of(*cell) for cell in sorted(ring, key=_reading_order)]
        free = [one for one in names if allowed is None or one in allowed]
        free = [one for one in free if is_free(state, one, ignoring=ignoring)]
        if free:
            beside = [one for one in free if _is_along_wall(state, one)] if along_wall else []
            return tuple(beside or free)
        ring = list(_list_ring(state, ring, seen))
    return ()


def _list_ring(state: State, ring: Iterable[Cell], seen: set[Cell]) -> Iterator[Cell]:
    """Yield the squares one step further, and count them as seen."""
    for x, y in ring:
        for dx, dy in (*STRAIGHT, *SLANTING):
            cell = x + dx, y + dy
            if cell in seen or kind_in(state.map, *cell) in SOLID:
                continue
            if slips_past(state.map, (x, y), (dx, dy)):
                seen.add(cell)
                yield cell


def _is_along_wall(state: State, name: str) -> bool:
    cell = square(name)
    return cell is not None and any(
        kind_in(state.map, cell[0] + dx, cell[1] + dy) in SOLID | OBSTACLES for dx, dy in STRAIGHT
    )


def _reading_order(cell: Cell) -> Cell:
    return cell[1], cell[0]
