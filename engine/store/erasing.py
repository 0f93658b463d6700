"""
Take redacted words out of the database: out of their rows, then out of the file.

The first goes with the commit that names them. The second may have to wait for somebody who still
reads; until it is done SQLite's own `user_version` counts the redactions whose words may linger in the
write-ahead log or on free pages.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.events.digests import ItemKind
from tenmatsu.events.table import BranchNamed

_PATIENCE = 500
"""Milliseconds that cleaning waits for readers before it says so."""
_USUAL_PATIENCE = 10_000


class Erasure(msgspec.Struct, frozen=True, gc=False):
    """An item whose bytes go, and where it stands."""

    digest: bytes
    kind: ItemKind
    branch: str
    place: int
    """The version of an event, the number of a command's commit."""
    names: str = ""
    """The line that it gave its name, where it did."""


def find_places(cursor: Any, session: str, digests: Iterable[bytes]) -> list[Erasure]:
    """Return where those of these items stand that still have their bytes, in the order of the rows."""
    wanted = set(digests)
    if not wanted:
        return []
    events = cursor.execute(
        "SELECT digest, branch, version,"
        " CASE WHEN type = 'table.branch_named' THEN data END"
        " FROM events WHERE session = ? AND data IS NOT NULL",
        (session,),
    )
    found = [
        Erasure(digest, "event", branch, version, "" if name is None else _named(name))
        for digest, branch, version, name in events
        if digest in wanted
    ]
    commands = cursor.execute(
        "SELECT command_digest, branch, number FROM commits WHERE session = ? AND command IS NOT NULL",
        (session,),
    )
    found += [
        Erasure(digest, "command", branch, number) for digest, branch, number in commands if digest in wanted
    ]
    return found


def _named(data: bytes) -> str:
    """Return the line that an event names."""
    event = _read_name(data)
    return "" if event is None else event.branch


def _read_name(data: bytes) -> BranchNamed | None:
    try:
        return msgspec.json.decode(data, type=BranchNamed)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _newest_name(cursor: Any, session: str, branch: str) -> str:
    """Return the name that a line was given last, nothing where that is gone."""
    row = cursor.execute(
        "SELECT data FROM events WHERE session = ? AND branch = ? AND type = 'table.branch_named'"
        " ORDER BY version DESC LIMIT 1",
        (session, branch),
    ).fetchone()
    event = None if row is None or row[0] is None else _read_name(row[0])
    return "" if event is None else event.name


def erase(cursor: Any, session: str, digests: Sequence[bytes], places: Iterable[Erasure]) -> None:
    """Empty items within the transaction of `cursor`, and drop all caches that may repeat them."""
    run = cursor.execute
    cursor.executemany(
        "INSERT OR IGNORE INTO redactions (session, digest) VALUES (?, ?)",
        [(session, digest) for digest in digests],
    )
    for one in places:
        key = (session, one.branch, one.place, one.digest)
        if one.kind == "event":
            run(
                "UPDATE events SET data = NULL, salt = NULL"
                " WHERE session = ? AND branch = ? AND version = ? AND digest = ?",
                key,
            )
        else:
            run(
                "UPDATE commits SET command = NULL, command_salt = NULL"
                " WHERE session = ? AND branch = ? AND number = ? AND command_digest = ?",
                key,
            )
        if one.names:
            name = _newest_name(cursor, session, one.names)
            run("UPDATE branches SET name = ? WHERE session = ? AND id = ?", (name, session, one.names))
    for table in ("snapshots", "read_models"):
        run(f"DELETE FROM {table} WHERE session = ?", (session,))  # noqa: S608  # fixed names
    owe_cleaning(cursor)


def forget_participant(database: Database, session: str, participant: str) -> None:
    """Delete the row of a participant beside the log: their name, and whatever else stands with it."""
    p = schema.participants.c
    with database.writing() as connection:
        connection.execute(sa.delete(schema.participants).where(p.session == session, p.id == participant))
        owe_cleaning(database.cursor(connection))


def owe_cleaning(cursor: Any) -> None:
    """Note, within a transaction, that the file is to be cleaned behind it."""
    cursor.execute(f"PRAGMA user_version = {_owed(cursor) + 1}")


def _owed(cursor: Any) -> int:
    return int(cursor.execute("PRAGMA user_version").fetchone()[0])


def is_unclean(database: Database) -> bool:
    """Return whether redacted words may still linger in the database's files."""
    with database.reading() as connection:
        return _owed(database.cursor(connection)) > 0


def clean(database: Database) -> bool:
    """
    Clean the write-ahead log and all free pages of redacted words; return whether all is done.

    It has to wait while somebody reads: what they look at may still need the old pages.
    """
    raw: Any = database.engine.raw_connection()
    cursor = raw.cursor()
    try:
        owed = _owed(cursor)
        if not owed:
            return True
        cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
        if not _empty_log(cursor):
            return False
        cursor.execute("VACUUM")
        if not _empty_log(cursor):
            return False
        cursor.execute("BEGIN IMMEDIATE")
        if _owed(cursor) == owed:
            cursor.execute("PRAGMA user_version = 0")
        cursor.execute("COMMIT")
        _empty_log(cursor)
    except sqlite3.OperationalError:
        return False
    else:
        return True
    finally:
        if raw.dbapi_connection.in_transaction:
            raw.rollback()
        cursor.execute(f"PRAGMA busy_timeout = {_USUAL_PATIENCE}")
        raw.close()


def _empty_log(cursor: Any) -> bool:
    """Move the write-ahead log into the file and cut it to nothing; return False where somebody reads."""
    busy: int = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy
