"""
The grid of a map (マップ): squares, what each holds, and the text that a map is written in.

A map is written as rows from north to south, one letter a square, all rows as long:

    .   floor                       #   wall; nothing is beyond the edge either
    D   closed door (ドア)          L   locked door: nobody passes before it is unlocked
    O   open door                   W   window (窓): it is passed like a door, and broken by that
    B   broken window               F   furniture or another obstacle (障害物)
    T   treasure box, an obstacle   G   gap: only a cartwheel passes it
    P   floor, where players' characters are deployed (初期配置エリア)
    E   floor, where foes are       1 … 9   floor, further such areas

Squares are named by column and row from the north-west: `A1`, `C4`, behind `Z` comes `AA`. Doors, windows and
walls are squares of their own. People stand on floor, in open doors and broken windows. Glass hides nobody.

Without a map nobody is on a square: everybody is adjacent and near, and the NM decides.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import Map, State

Kind = Literal[
    "floor",
    "wall",
    "door_closed",
    "door_locked",
    "door_open",
    "window",
    "window_broken",
    "furniture",
    "treasure",
    "gap",
]
LETTERS: dict[str, Kind] = {
    ".": "floor",
    "#": "wall",
    "D": "door_closed",
    "L": "door_locked",
    "O": "door_open",
    "W": "window",
    "B": "window_broken",
    "F": "furniture",
    "T": "treasure",
    "G": "gap",
}
WRITTEN: dict[Kind, str] = {kind: letter for letter, kind in LETTERS.items()}
AREAS = {"P": "players", "E": "foes", **{digit: digit for digit in "123456789"}}
"""Letters of floor that belongs to a deployment area, and the name of each area."""

DOORS: frozenset[Kind] = frozenset({"door_closed", "door_locked", "door_open"})
WINDOWS: frozenset[Kind] = frozenset({"window", "window_broken"})
OBSTACLES: frozenset[Kind] = frozenset({"furniture", "treasure"})
"""障害物: a cartwheel passes them, a move does not; they hide what is behind."""
STOOD_ON: frozenset[Kind] = frozenset({"floor", "door_open", "window_broken"})
SOLID: frozenset[Kind] = frozenset({"wall", "door_closed", "door_locked", "window"})
"""What nobody slips past where two of it meet at a corner."""
HIDING: frozenset[Kind] = OBSTACLES.union({"wall", "door_closed", "door_locked"})
"""What no line of sight passes; people may besides."""

STRAIGHT = ((0, -1), (1, 0), (0, 1), (-1, 0))
SLANTING = ((1, -1), (1, 1), (-1, 1), (-1, -1))
_NAME = re.compile(r"([A-Z]{1,2})([1-9][0-9]{0,2})")
_LETTERS_IN_ALPHABET = 26

Cell = tuple[int, int]
"""Column and row, from 0."""


def square(name: str) -> Cell | None:
    """Return column and row of a square, both from 0; None where that is no name of a square."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    column = 0
    for letter in match[1]:
        column = column * _LETTERS_IN_ALPHABET + ord(letter) - ord("A") + 1
    return column - 1, int(match[2]) - 1


def name_column(x: int) -> str:
    """Return the letters of a column, counted from 0."""
    if x < _LETTERS_IN_ALPHABET:
        return chr(ord("A") + x)
    return name_column(x // _LETTERS_IN_ALPHABET - 1) + chr(ord("A") + x % _LETTERS_IN_ALPHABET)


def name_of(x: int, y: int) -> str:
    """Return the name of a square."""
    return f"{name_column(x)}{y + 1}"


def kind_in(grid: Map, x: int, y: int) -> Kind:
    """Return what a square of the map holds; beyond its edge stands a wall."""
    if not (0 <= y < len(grid.rows) and 0 <= x < len(grid.rows[y])):
        return "wall"
    return LETTERS.get(grid.rows[y][x], "floor")


def kind_at(grid: Map, name: str) -> Kind:
    """Return what a named square holds; a wall where there is no such square."""
    cell = square(name)
    return "wall" if cell is None else kind_in(grid, *cell)


def is_on(grid: Map, name: str) -> bool:
    """Return whether the map has such a square."""
    cell = square(name)
    return cell is not None and cell[1] < len(grid.rows) and cell[0] < len(grid.rows[cell[1]])


def list_squares(grid: Map, kinds: Iterable[Kind]) -> Iterator[str]:
    """Yield the squares that hold one of these, row by row."""
    wanted = frozenset(kinds)
    for y, row in enumerate(grid.rows):
        for x in range(len(row)):
            if kind_in(grid, x, y) in wanted:
                yield name_of(x, y)


def with_kind(grid: Map, name: str, kind: Kind) -> tuple[str, ...]:
    """Return the rows with one square changed; the same rows where there is no such square."""
    cell = square(name)
    if cell is None or not is_on(grid, name):
        return grid.rows
    x, y = cell
    row = grid.rows[y]
    return (*grid.rows[:y], row[:x] + WRITTEN[kind] + row[x + 1 :], *grid.rows[y + 1 :])


def who_is_on(state: State, name: str) -> str:
    """Return who stands on a square; empty for nobody."""
    for character, figure in state.characters.items():
        if figure.square == name and figure.on_map:
            return character
    return ""


def list_people(state: State) -> dict[str, str]:
    """Return who stands on which square, by the square."""
    return {figure.square: one for one, figure in state.characters.items() if figure.on_map}


def is_free(state: State, name: str, *, ignoring: str = "") -> bool:
    """Return whether somebody may stand there: the ground bears them, and nobody else does."""
    return kind_at(state.map, name) in STOOD_ON and who_is_on(state, name) in ("", ignoring)


def is_placed(figure: Figure | None) -> bool:
    """Return whether somebody has a square, so that distances to them can be counted."""
    return figure is not None and figure.on_map


def distance(one: str, other: str) -> int:
    """Return how far two squares are apart, diagonals counted as 1; 0 where one is no square."""
    first, second = square(one), square(other)
    if first is None or second is None:
        return 0
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def slips_past(grid: Map, cell: Cell, step: Cell) -> bool:
    """Return whether a step passes its corner: a slanting one does not where two solid squares meet there."""
    (x, y), (dx, dy) = cell, step
    if not (dx and dy):
        return True
    return not (kind_in(grid, x + dx, y) in SOLID and kind_in(grid, x, y + dy) in SOLID)


def are_adjacent(state: State, one: str, other: str) -> bool:
    """
    Return whether two characters are adjacent (隣接状態), diagonals included; true without squares.

    A corner where two solid squares meet parts them.
    """
    first, second = state.characters.get(one), state.characters.get(other)
    if first is None or second is None or not (is_placed(first) and is_placed(second)):
        return True
    return are_squares_adjacent(state, first.square, second.square)


def are_squares_adjacent(state: State, one: str, other: str) -> bool:
    """Return whether two squares are neighbours that no solid corner parts."""
    first, second = square(one), square(other)
    if first is None or second is None or distance(one, other) != 1:
        return False
    return slips_past(state.map, first, (second[0] - first[0], second[1] - first[1]))


def are_enemies(state: State, one: str, other: str) -> bool:
    """Return whether two are of different sides."""
    first, second = state.characters.get(one), state.characters.get(other)
    return first is not None and second is not None and first.side != second.side
