"""Read what can still be read of a damaged database, row by row, past every place that cannot."""

import os
import sqlite3
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database

Row = tuple[Any, ...]
Ask = Callable[[int, int], Iterator[Row]]
"""Yields the rows of a table between two places; `Unreadable` where one cannot be read."""
MOST_FAILURES = 200_000
"""Reads that may fail in one table before the rest of it is given up."""
_PAGE = 8192
_AT_ONCE = 40
"""Rows that a server hands out at a time."""
_SPARE = "/var/tmp"  # noqa: S108  # where SQLite puts its files without names
_FULL = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_WRITE")
"""What SQLite says where there is no room for what it has beside a file while somebody reads it."""
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
_HEADS = (
    "SELECT session, id, head_version FROM branches"
    " UNION ALL SELECT session, branch, first_version FROM commits"
)
_LAST = "SELECT session, branch, max(version) FROM events GROUP BY session, branch"


class Unreadable(Exception):
    """Rows that cannot be read."""


class Salvage:
    """
    The rows of the log that could be read, to be asked for session by session.

    They gather in a file without a name, which SQLite makes where it makes all such files
    (`SQLITE_TMPDIR`, else `TMPDIR`, else `/var/tmp`) and which is gone with the process: what is held in
    memory is a session, however large the database.
    """

    def __init__(self) -> None:
        self._kept = sqlite3.connect("", isolation_level=None)
        for table in _TABLES:
            self._kept.execute(f"CREATE TABLE {table.name} (kept_for, {_columns(table)})")

    def close(self) -> None:
        """Let all rows go."""
        self._kept.close()

    def pour(self, table: sa.Table, ask: Ask, low: int, high: int) -> None:
        """Keep the rows of a table between two places, halving the range wherever it cannot be read."""
        holes = ", ".join("?" * (1 + len(_names(table))))
        statement = f"INSERT INTO {table.name} VALUES ({holes})"  # noqa: S608  # fixed names
        left, failures = [(low, high)], 0
        while left:
            low, high = left.pop()
            try:
                with _room():
                    self._kept.execute("BEGIN")
                    self._kept.executemany(statement, ((str(row[0]), *row) for row in ask(low, high)))
                    self._kept.execute("COMMIT")
            except Unreadable:
                # what was read of the range is read again with its half
                self._kept.execute("ROLLBACK")
                failures += 1
                if low < high and failures < MOST_FAILURES:
                    middle = (low + high) // 2
                    left += [(middle + 1, high), (low, middle)]

    def settle(self) -> None:
        """Make all ready to be asked for: no more comes."""
        with _room():
            for table in _TABLES:
                self._kept.execute(f"CREATE INDEX {table.name}_kept ON {table.name} (kept_for)")

    def heads(self) -> Iterator[Row]:
        """Yield session, branch and a version of every line that a row speaks of, events apart."""
        yield from self._kept.execute(_HEADS)

    def sessions(self) -> Iterator[str]:
        """Yield the ids of all sessions that a row speaks of."""
        tables = ("sessions", "branches", "commits", "events")
        parts = [f"SELECT kept_for FROM {name}" for name in tables]  # noqa: S608  # fixed names
        for row in self._kept.execute(f"{' UNION '.join(parts)} ORDER BY 1"):
            yield str(row[0])

    def read(self, session: str) -> Mapping[str, list[Row]]:
        """Return the rows of a session by their tables, in no order."""
        found: dict[str, list[Row]] = {}
        for table in _TABLES:
            statement = f"SELECT {_columns(table)} FROM {table.name} WHERE kept_for = ?"  # noqa: S608
            found[table.name] = self._kept.execute(statement, (session,)).fetchall()
        return found


@contextmanager
def _room() -> Generator[None]:
    """Say where there was no room for what was read."""
    try:
        yield
    except sqlite3.Error as error:
        named = (os.environ.get(name) for name in ("SQLITE_TMPDIR", "TMPDIR"))
        raise StoreError("store_full", path=next(filter(None, named), _SPARE)) from error


@contextmanager
def salvage(url: str) -> Generator[Salvage]:
    """Give what can be read of a database; `StoreError` where it is not even known to be one."""
    address = make_url(url)
    with closing(Salvage()) as found:
        if address.get_backend_name() == "sqlite":
            _pour_file(found, address.database or "")
        else:
            _pour_server(found, url)
        found.settle()
        yield found


def _names(table: sa.Table) -> list[str]:
    return [column.name for column in table.columns if column.name != "position"]


def _columns(table: sa.Table) -> str:
    return ", ".join(f'"{name}"' for name in _names(table))


def _pour_file(found: Salvage, place: str) -> None:
    uri = place if place.startswith("file:") else Path(place).resolve().as_uri()
    raw = sqlite3.connect(f"{uri}{'&' if '?' in uri else '?'}mode=ro", uri=True, isolation_level=None)
    try:
        raw.text_factory = partial(str, encoding="utf-8", errors="replace")
        # a file that is shorter than it says is refused otherwise
        raw.execute("PRAGMA writable_schema = ON")
        # all tables as of one moment: somebody may play on
        raw.execute("BEGIN")
        raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
        for table in _TABLES[:-1]:
            statement = f"SELECT {_columns(table)} FROM {table.name} NOT INDEXED WHERE rowid BETWEEN ? AND ?"  # noqa: S608
            found.pour(table, partial(_ask_file, raw, statement, ()), 0, _last_row(raw, table.name, place))
        statement = f"SELECT {_columns(schema.events)} FROM events"  # noqa: S608  # fixed names
        statement += " WHERE session = ? AND branch = ? AND version BETWEEN ? AND ?"
        for line, last in _last_versions(found, raw).items():
            found.pour(schema.events, partial(_ask_file, raw, statement, line), 1, last + _BEHIND)
    except sqlite3.Error as error:
        code = "store_full" if getattr(error, "sqlite_errorname", "") in _FULL else "store_not_database"
        raise StoreError(code, path=place) from error
    finally:
        raw.close()


def _last_versions(found: Salvage, raw: sqlite3.Connection) -> dict[Row, int]:
    """Return the last version of every line that a row speaks of, its events among them."""
    last: dict[Row, int] = {}
    for session, branch, version in chain(found.heads(), _ends(raw)):
        number = version if isinstance(version, int) and version < 1 << 40 else 0
        last[session, branch] = max(last.get((session, branch), 0), number)
    return last


def _ends(raw: sqlite3.Connection) -> Iterator[Row]:
    """Yield session, branch and last version of every line by its events, up to what cannot be read."""
    with suppress(sqlite3.Error):
        yield from raw.execute(_LAST)


def _ask_file(
    raw: sqlite3.Connection, statement: str, values: Sequence[Any], low: int, high: int
) -> Iterator[Row]:
    try:
        yield from raw.execute(statement, (*values, low, high))
    except (sqlite3.Error, OverflowError) as error:
        raise Unreadable from error


def _last_row(raw: sqlite3.Connection, table: str, place: str) -> int:
    """Return the number of a table's last row, or one that it cannot be above."""
    try:
        return int(raw.execute(f"SELECT max(rowid) FROM {table} NOT INDEXED").fetchone()[0] or 0)  # noqa: S608
    except (sqlite3.Error, TypeError, ValueError):
        # no row takes fewer bytes
        return Path(place).stat().st_size // 16 if Path(place).exists() else 1 << 20


def _pour_server(found: Salvage, url: str) -> None:
    with closing(Database(url, create=False, check=False)) as database, database.reading() as connection:
        for table in _TABLES:
            for part in _parts(connection, table.name):
                size = connection.exec_driver_sql("SELECT pg_relation_size(%s::regclass)", (part,))
                blocks = int(size.scalar_one()) // _PAGE
                statement = f"SELECT {_columns(table)} FROM {part} WHERE ctid >= %s::tid AND ctid < %s::tid"  # noqa: S608
                raw = connection.connection.dbapi_connection
                found.pour(table, partial(_ask_server, database, raw, statement), 0, blocks)


def _parts(connection: sa.Connection, table: str) -> list[str]:
    """Return the partitions of a table, or itself."""
    rows = connection.exec_driver_sql(
        "SELECT relid::regclass::text FROM pg_partition_tree(%s) WHERE isleaf", (table,)
    )
    return [str(row[0]) for row in rows] or [table]


def _ask_server(database: Database, raw: Any, statement: str, low: int, high: int) -> Iterator[Row]:
    """Yield rows as of the moment at which reading began; a failure goes back no further than to this."""
    try:
        with raw.transaction(), raw.cursor(name="salvage") as cursor:
            cursor.itersize = _AT_ONCE
            cursor.execute(statement, (f"({low},0)", f"({high + 1},0)"))
            yield from cursor
    except database.driver.Error as error:
        if raw.closed:
            raise
        raise Unreadable from error
