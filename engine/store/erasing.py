"""
Take redacted words out of the database: out of their rows, then out of the file.

The first goes with the commit that names them. The second may have to wait for somebody who still
reads; until it is done the database counts the redactions whose words may linger (`Dialect.owed`).
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.events.digests import ItemKind
from tenmatsu.events.table import BranchNamed

_NAMED = "table.branch_named"


class Erasure(msgspec.Struct, frozen=True, gc=False):
    """An item whose bytes go, and where it stands."""

    digest: bytes
    kind: ItemKind
    branch: str
    place: int
    """The version of an event, the number of a command's commit."""
    names: str = ""
    """The line that it gave its name, where it did."""


class Eraser:
    """The statements that take words out of rows, compiled once for a database."""

    def __init__(self, database: Database) -> None:
        sql = database.sql
        e, c, b, r = schema.events.c, schema.commits.c, schema.branches.c, schema.redactions.c
        session: sa.BindParameter[str] = sa.bindparam("s", type_=sa.String)
        one: sa.BindParameter[str] = sa.bindparam("b", type_=sa.String)
        place: sa.BindParameter[int] = sa.bindparam("n", type_=sa.Integer)
        digest: sa.BindParameter[bytes] = sa.bindparam("d", type_=sa.LargeBinary)
        tag: sa.ColumnElement[str] = sa.literal_column(f"'{_NAMED}'")
        name = sa.case((e.type == tag, e.data))
        self._dialect = database.dialect
        s = schema.sessions.c
        self._hold = sql(sa.select(s.id).where(s.id == session).with_for_update())
        self._find_events = sql(
            sa.select(e.digest, e.branch, e.version, name).where(e.session == session, e.data.is_not(None))
        )
        self._find_commands = sql(
            sa.select(c.command_digest, c.branch, c.number).where(
                c.session == session, c.command.is_not(None)
            )
        )
        self._newest_name = sql(
            sa.select(e.data)
            .where(e.session == session, e.branch == one, e.type == tag)
            .order_by(e.version.desc())
        )
        self._newest_name += " LIMIT 1"
        self._note = sql(
            database.insert(schema.redactions)
            .values(session=session, digest=digest)
            .on_conflict_do_nothing(index_elements=[r.session, r.digest])
        )
        self._empty_event = sql(
            sa.update(schema.events)
            .values(data=sa.null(), salt=sa.null())
            .where(e.session == session, e.branch == one, e.version == place, e.digest == digest)
        )
        self._empty_command = sql(
            sa.update(schema.commits)
            .values(command=sa.null(), command_salt=sa.null())
            .where(c.session == session, c.branch == one, c.number == place, c.command_digest == digest)
        )
        self._name_line = sql(
            sa.update(schema.branches)
            .values(name=sa.bindparam("x", type_=sa.Text))
            .where(b.session == session, b.id == one)
        )
        self._drop = [sql(sa.delete(table).where(table.c.session == session)) for table in schema.CACHES]

    def find_places(self, cursor: Any, session: str, digests: Iterable[bytes]) -> list[Erasure]:
        """Return where those of these items stand that still have their bytes, in the order of the rows."""
        wanted = set(digests)
        if not wanted:
            return []
        cursor.execute(self._find_events, (session,))
        found = [
            Erasure(bytes(digest), "event", branch, version, "" if name is None else _named(bytes(name)))
            for digest, branch, version, name in cursor.fetchall()
            if bytes(digest) in wanted
        ]
        cursor.execute(self._find_commands, (session,))
        found += [
            Erasure(bytes(digest), "command", branch, number)
            for digest, branch, number in cursor.fetchall()
            if bytes(digest) in wanted
        ]
        return found

    def erase(self, cursor: Any, session: str, digests: Sequence[bytes], places: Iterable[Erasure]) -> None:
        """Empty items within the transaction of `cursor`, and drop all caches that may repeat them."""
        run = cursor.execute
        # whoever writes a cache holds the same row: `Caches`
        run(self._hold, (session,))
        cursor.executemany(self._note, [(session, digest) for digest in digests])
        for one in places:
            empty = self._empty_event if one.kind == "event" else self._empty_command
            run(empty, (session, one.branch, one.place, one.digest))
            if one.names:
                run(self._name_line, (self._find_name(cursor, session, one.names), session, one.names))
        for drop in self._drop:
            run(drop, (session,))
        self._dialect.owe_cleaning(cursor)

    def _find_name(self, cursor: Any, session: str, branch: str) -> str:
        """Return the name that a line was given last, nothing where that is gone."""
        cursor.execute(self._newest_name, (session, branch))
        row = cursor.fetchone()
        event = None if row is None or row[0] is None else _read_name(bytes(row[0]))
        return "" if event is None else event.name


def _named(data: bytes) -> str:
    """Return the line that an event names."""
    event = _read_name(data)
    return "" if event is None else event.branch


def _read_name(data: bytes) -> BranchNamed | None:
    try:
        return msgspec.json.decode(data, type=BranchNamed)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def forget_participant(database: Database, session: str, participant: str) -> None:
    """Delete the row of a participant beside the log: their name, and whatever else stands with it."""
    p = schema.participants.c
    with database.writing() as connection:
        connection.execute(sa.delete(schema.participants).where(p.session == session, p.id == participant))
        database.dialect.owe_cleaning(database.cursor(connection))


def is_unclean(database: Database) -> bool:
    """Return whether redacted words may still linger in the database's files."""
    with database.reading() as connection:
        return database.dialect.owed(database.cursor(connection)) > 0
