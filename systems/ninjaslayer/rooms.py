"""Rooms (部屋) of the map: what walls, doors and windows enclose, and the free squares nearest to one."""

from collections import deque
from collections.abc import Iterable

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
    kind_at,
    kind_in,
    name_of,
    slips_past,
    square,
)
from tenmatsu.systems.ninjaslayer.state import State

_BOUNDS: frozenset[Kind] = DOORS | WINDOWS | {"wall"}
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
    wanted, inside, found = frozenset(kinds), frozenset(room), set[Cell]()
    for name in inside:
        cell = square(name)
        for dx, dy in (*STRAIGHT, (0, 0)) if cell is not None else ():
            beside = cell[0] + dx, cell[1] + dy
            if kind_in(state.map, *beside) in wanted:
                found.add(beside)
    return tuple(name_of(*cell) for cell in sorted(found, key=lambda cell: (cell[1], cell[0])))


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

    Nearness is steps, diagonals included, that no wall cuts off; `within` narrows them to some squares, as a room.
    With `along_wall` those next to a wall or obstacle come alone, where there are such. Empty where none is free.
    """
    begin = square(name)
    if begin is None or not state.map.rows:
        return ()
    allowed = None if within is None else frozenset(within)
    ring, seen = [begin], {begin}
    while ring:
        free = [name_of(*cell) for cell in sorted(ring, key=lambda cell: (cell[1], cell[0]))]
        free = [
            one
            for one in free
            if is_free(state, one, ignoring=ignoring) and (allowed is None or one in allowed)
        ]
        if free:
            beside = [one for one in free if _is_along_wall(state, one)] if along_wall else []
            return tuple(beside or free)
        onward: list[Cell] = []
        for x, y in ring:
            for dx, dy in (*STRAIGHT, *SLANTING):
                cell = x + dx, y + dy
                if (
                    cell in seen
                    or kind_in(state.map, *cell) in SOLID
                    or not slips_past(state.map, (x, y), (dx, dy))
                ):
                    continue
                seen.add(cell)
                onward.append(cell)
        ring = onward
    return ()


def _is_along_wall(state: State, name: str) -> bool:
    cell = square(name)
    if cell is None:
        return False
    sides = (
        name_of(cell[0] + dx, cell[1] + dy) for dx, dy in STRAIGHT if cell[0] + dx >= 0 and cell[1] + dy >= 0
    )
    stopping = SOLID | OBSTACLES
    return min(cell) == 0 or any(kind_at(state.map, one) in stopping for one in sides)
