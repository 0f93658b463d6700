"""Read the text that a map is written in, as `grid.py` describes it."""

from collections.abc import Iterable, Sequence
from typing import Literal
from unicodedata import normalize

import msgspec

from tenmatsu.systems.ninjaslayer.grid import AREAS, LETTERS, STOOD_ON, WRITTEN, name_of

MOST = 99
"""Rows, and columns."""
Flaw = Literal["map_empty", "map_letter", "map_uneven", "map_large", "map_without_floor"]


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a text, and where: row and column count from 1."""

    reason: Flaw
    """A refusal, without the game's name before it."""
    details: dict[str, int | str] = {}


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """A map as it was read."""

    rows: tuple[str, ...]
    """One letter a square; floor of a deployment area is floor."""
    areas: dict[str, tuple[str, ...]]
    """The squares of each deployment area."""


def split_rows(rows: Iterable[str]) -> tuple[str, ...]:
    """Return rows as they were given, or the lines of one text; full-width letters become narrow ones."""
    lines = [line.strip() for row in rows for line in row.split("\n")]
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    return tuple("".join(map(_narrow, line)) for line in lines)


def read_map(given: Iterable[str]) -> Read | Fault:
    """Return the map that a text writes, or the first thing that is wrong with it."""
    rows = split_rows(given)
    fault = _find_fault(rows)
    if fault is not None:
        return fault
    areas: dict[str, list[str]] = {}
    floor = WRITTEN["floor"]
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter in AREAS:
                areas.setdefault(AREAS[letter], []).append(name_of(x, y))
    return Read(
        rows=tuple("".join(floor if letter in AREAS else letter for letter in row) for row in rows),
        areas={name: tuple(squares) for name, squares in sorted(areas.items())},
    )


def _find_fault(rows: Sequence[str]) -> Fault | None:
    if not rows:
        return Fault(reason="map_empty")
    if len(rows) > MOST or len(rows[0]) > MOST:
        return Fault(reason="map_large", details={"rows": len(rows), "columns": len(rows[0]), "most": MOST})
    for number, row in enumerate(rows, 1):
        for column, letter in enumerate(row, 1):
            if letter not in LETTERS and letter not in AREAS:
                known = "".join((*LETTERS, *AREAS))
                details: dict[str, int | str] = {"row": number, "column": column, "letter": letter}
                return Fault(reason="map_letter", details={**details, "known": known})
        if len(row) != len(rows[0]):
            at: dict[str, int | str] = {"row": number, "column": min(len(row), len(rows[0])) + 1}
            return Fault(reason="map_uneven", details={**at, "length": len(row), "first": len(rows[0])})
    if not any(letter in AREAS or LETTERS[letter] in STOOD_ON for row in rows for letter in row):
        return Fault(reason="map_without_floor")
    return None


def _narrow(letter: str) -> str:
    narrow = normalize("NFKC", letter).upper()
    return narrow if len(narrow) == 1 else letter
