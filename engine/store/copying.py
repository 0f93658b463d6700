"""
Copy the rows of whole sessions from one database to another, as they stand.

Nothing is decoded on the way, so hashes, salts and gaps of redacted words stay what they are. Caches are
left out: they are made anew.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.dialect import Stream
from tenmatsu.engine.store.generations import PREFIX

Row = tuple[Any, ...]
_CHUNK = 2_000
_HOLE = "POSITION_OF_THE_COMMIT"
_COPIED = (
    schema.sessions,
    schema.participants,
    schema.branches,
    schema.commits,
    schema.events,
    schema.redactions,
    schema.adoptions,
    schema.keys_spent,
)
"""What is copied of a session; the seeds of its dice only where they are asked for."""
_ENCODER = msgspec.msgpack.Encoder()


class Copier:
    """The statements that read and write the rows of sessions, compiled once for a database."""

    def __init__(self, database: Database, *, with_seeds: bool) -> None:
        self._database = database
        self._tables = (*_COPIED, schema.ring_seeds) if with_seeds else _COPIED
        self._read = {table.name: database.sql(_reading(table)) for table in self._tables}
        self._booleans = {
            table.name: [
                place for place, column in enumerate(table.columns) if isinstance(column.type, sa.Boolean)
            ]
            for table in self._tables
        }

    def rows(self, connection: sa.Connection, session: str) -> Iterator[tuple[sa.Table, Iterator[Row]]]:
        """Yield the tables with their rows of a session, in an order that does not hang on the database."""
        with self._database.dialect.streaming(connection) as stream:
            for table in self._tables:
                rows = self._guarded(stream, self._read[table.name], session)
                booleans = self._booleans[table.name]
                yield table, (_with_booleans(row, booleans) for row in rows) if booleans else rows

    def _guarded(self, stream: Stream, statement: str, session: str) -> Iterator[Row]:
        """Yield rows; what goes wrong is told of the database that they come from."""
        try:
            yield from stream(statement, (session,))
        except self._database.driver.Error as error:
            raise self._database.dialect.explain(error) from error

    def write(
        self, connection: sa.Connection, table: sa.Table, rows: Iterator[Row], *, keep_positions: bool
    ) -> Iterator[Row]:
        """
        Store the rows of a table and hand them on.

        Commits get new positions unless these are kept, which is for a new file only.
        """
        cursor = self._database.cursor(connection)
        position = "?" if keep_positions else self._database.dialect.next_position("%s")
        is_log = table is schema.commits
        statement = self._insert(table, position) if is_log else self._database.sql(sa.insert(table))
        done = 0
        while chunk := list(islice(rows, _CHUNK)):
            stored = chunk
            if is_log and not position:
                stored = [row[1:] for row in chunk]
            elif is_log and not keep_positions:
                stored = [(place, *row[1:]) for place, row in enumerate(chunk, done)]
            cursor.executemany(statement, stored)
            done += len(chunk)
            yield from chunk

    def _insert(self, table: sa.Table, position: str) -> str:
        values: dict[str, Any] = {
            column.name: sa.bindparam(column.name) for column in table.columns if column.name != "position"
        }
        if position:
            values["position"] = sa.literal_column(_HOLE)
        return self._database.sql(sa.insert(table).values(values).inline()).replace(_HOLE, position)


class Sum:
    """The SHA-256 of a session's rows, wherever they lie, and how many commits and events there are."""

    def __init__(self) -> None:
        self._whole = sha256()
        self.counts: dict[str, int] = {}

    def add(self, table: sa.Table, rows: Iterator[Row]) -> None:
        """Take in the rows of a table; the position of a commit is the database's own."""
        skipped = 1 if table is schema.commits else 0
        count = 0
        update, encode = self._whole.update, _ENCODER.encode
        update(table.name.encode())
        for row in rows:
            update(encode(row[skipped:]))
            count += 1
        self.counts[table.name] = count

    def digest(self) -> bytes:
        """Return what two equal copies have in common."""
        return self._whole.digest()


def sum_rows(copier: Copier, connection: sa.Connection, session: str) -> Sum:
    """Return the sum of a session's rows as a transaction sees them."""
    found = Sum()
    for table, rows in copier.rows(connection, session):
        found.add(table, rows)
    return found


def copy_checkpoints(source: sa.Connection, target: sa.Connection) -> None:
    """Copy how far followers are; those of read models begin anew, for their states are caches."""
    f = schema.followers.c
    rows = source.execute(
        sa.select(schema.followers).where(~f.name.startswith(PREFIX, autoescape=True))
    ).mappings()
    if values := [dict(row) for row in rows]:
        target.execute(sa.insert(schema.followers), values)


def is_untouched(database: Database) -> bool:
    """Return whether a database has no session yet and nobody follows it."""
    with database.reading() as connection:
        return not any(
            connection.execute(sa.select(sa.func.count()).select_from(table)).scalar()
            for table in (schema.sessions, schema.followers)
        )


def _reading(table: sa.Table) -> sa.Select[Any]:
    key = table.c.id if table is schema.sessions else table.c.session
    if table is schema.commits:
        # the sum keeps SQLite from walking the commits of all sessions in this order
        return sa.select(table).where(key == sa.bindparam("s")).order_by(table.c.position + sa.text("0"))
    return sa.select(table).where(key == sa.bindparam("s")).order_by(*table.primary_key.columns)


def _with_booleans(row: Row, places: list[int]) -> Row:
    found = list(row)
    for place in places:
        found[place] = bool(found[place])
    return tuple(found)
