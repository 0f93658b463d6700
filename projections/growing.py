"""Rows that only grow, kept so that one more costs little however many there are."""

from collections.abc import Iterator
from typing import TypeVar

RowT = TypeVar("RowT")
Rows = tuple[tuple[RowT, ...], ...]
"""Chunks of rows; all but the last are full."""
_FULL = 256


def add_row(rows: Rows[RowT], row: RowT) -> Rows[RowT]:
    """Return the rows with one more behind them; what is there is shared."""
    if not rows or len(rows[-1]) == _FULL:
        return (*rows, (row,))
    return (*rows[:-1], (*rows[-1], row))


def each_row(rows: Rows[RowT]) -> Iterator[RowT]:
    """Yield the rows in order."""
    for chunk in rows:
        yield from chunk
