"""Read what can still be read of a damaged database, row by row, past every place that cannot."""

import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database

Row = tuple[Any, ...]
MOST_FAILURES = 200_000
"""Reads that may fail in one table before the rest of it is given up."""
_PAGE = 8192
_BEHIND = 1000
"""Versions that are looked for behind the last one that is known of a line."""
_TABLES = (
    schema.sessions,
    schema.branches,
    schema.participants,
    schema.adoptions,
    schema.keys_spent,
    schema.commits,
    schema.events,
)


class Salvage:
    """The rows of the log that could be read, in no order, and the tables of which some could not."""

    def __init__(self) -> None:
        self.rows: dict[str, list[Row]] = {table.name: [] for table in _TABLES}
        self.lossy: set[str] = set()

    def read(self, table: str, ask: Callable[[int, int], Iterable[Row]], low: int, high: int) -> None:
        """Read the rows of a table between two places, halving the range wherever it cannot be read."""
        left, failures = [(low, high)], 0
        while left:
            low, high = left.pop()
            try:
                found = list(ask(low, high))
            except (sqlite3.Error, DBAPIError, OverflowError):
                failures += 1
                self.lossy.add(table)
                if low < high and failures < MOST_FAILURES:
                    middle = (low + high) // 2
                    left += [(middle + 1, high), (low, middle)]
            else:
                self.rows[table] += found


def salvage(url: str) -> Salvage:
    """Return what can be read of a database; `StoreError` where it is not even known to be one."""
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        return _from_file(address.database or "")
    return _from_server(url)


def _columns(table: sa.Table) -> str:
    return ", ".join(f'"{column.name}"' for column in table.columns if column.name != "position")


def _from_file(place: str) -> Salvage:
    found = Salvage()
    uri = place if place.startswith("file:") else Path(place).resolve().as_uri()
    raw = sqlite3.connect(f"{uri}{'&' if '?' in uri else '?'}mode=ro", uri=True)
    try:
        raw.text_factory = partial(str, encoding="utf-8", errors="replace")
        # a file that is shorter than it says is refused otherwise
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
        for table in _TABLES[:-1]:
            statement = f"SELECT {_columns(table)} FROM {table.name} NOT INDEXED"  # noqa: S608  # fixed names
            ask = partial(_ask_rows, raw, statement)
            found.read(table.name, ask, 0, _last_row(raw, table.name, place))
        for (session, branch), last in _lines(found).items():
            found.read("events", partial(_ask_events, raw, session, branch), 1, last + _BEHIND)
    except sqlite3.Error as error:
        raise StoreError("store_not_database", path=place) from error
    finally:
        raw.close()
    return found


def _ask_rows(raw: sqlite3.Connection, statement: str, low: int, high: int) -> list[Row]:
    return raw.execute(f"{statement} WHERE rowid BETWEEN ? AND ?", (low, high)).fetchall()


def _ask_events(raw: sqlite3.Connection, session: str, branch: str, low: int, high: int) -> list[Row]:
    statement = f"SELECT {_columns(schema.events)} FROM events"  # noqa: S608  # fixed names
    where = " WHERE session = ? AND branch = ? AND version BETWEEN ? AND ?"
    return raw.execute(statement + where, (session, branch, low, high)).fetchall()


def _last_row(raw: sqlite3.Connection, table: str, place: str) -> int:
    """Return the number of a table's last row, or one that it cannot be above."""
    try:
        return int(raw.execute(f"SELECT max(rowid) FROM {table} NOT INDEXED").fetchone()[0] or 0)  # noqa: S608
    except (sqlite3.Error, TypeError, ValueError):
        # no row takes fewer bytes
        return Path(place).stat().st_size // 16 if Path(place).exists() else 1 << 20


def _lines(found: Salvage) -> dict[tuple[str, str], int]:
    """Return the last version of every line that a row speaks of."""
    last: dict[tuple[str, str], int] = {}
    heads = [(row[0], row[1], row[9]) for row in found.rows["branches"]]
    ends = [(row[0], row[1], row[3]) for row in found.rows["commits"]]
    for session, branch, version in (*heads, *ends):
        number = version if isinstance(version, int) and version < 1 << 40 else 0
        last[session, branch] = max(last.get((session, branch), 0), number)
    return last


def _from_server(url: str) -> Salvage:
    found = Salvage()
    database = Database(url, create=False, check=False)
    try:
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            for table in _TABLES:
                for part in _parts(connection, table.name):
                    size = connection.exec_driver_sql("SELECT pg_relation_size(%s::regclass)", (part,))
                    blocks = int(size.scalar_one()) // _PAGE
                    statement = f"SELECT {_columns(table)} FROM {part}"  # noqa: S608  # names of our own
                    found.read(table.name, partial(_ask_blocks, connection, statement), 0, blocks)
    finally:
        database.close()
    return found


def _parts(connection: sa.Connection, table: str) -> list[str]:
    """Return the partitions of a table, or itself."""
    rows = connection.exec_driver_sql(
        "SELECT relid::regclass::text FROM pg_partition_tree(%s) WHERE isleaf", (table,)
    )
    return [str(row[0]) for row in rows] or [table]


def _ask_blocks(connection: sa.Connection, statement: str, low: int, high: int) -> list[Row]:
    where = " WHERE ctid >= %s::tid AND ctid < %s::tid"
    rows = connection.exec_driver_sql(statement + where, (f"({low},0)", f"({high + 1},0)"))
    return [tuple(row) for row in rows]
