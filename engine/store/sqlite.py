"""SQLite, the embedded default: a file with a write-ahead log, or memory."""

import errno
import os
import sqlite3
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.pool import StaticPool

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.dialect import Stream
from tenmatsu.engine.store.immutability import sqlite_triggers

_FULL = ("database or disk is full", "disk i/o error", "disk full")
_READ_ONLY = ("readonly database", "read-only", "attempt to write a readonly")
_URI = "file:"
"""SQLite's own addresses, as `sqlite:///file:evening.db?mode=ro&uri=true`."""
_DAMAGED = ("malformed", "not a database", "file is encrypted")
_PATIENCE = 500
"""Milliseconds that cleaning waits for readers before it says so."""
_USUAL_PATIENCE = 10_000
_GLANCE = 0.05
"""Seconds between two looks for something new."""


def _connect(raw: sqlite3.Connection, _record: object) -> None:
    raw.isolation_level = None
    for pragma in (
        f"busy_timeout={_USUAL_PATIENCE}",
        "synchronous=FULL",
        "foreign_keys=ON",
        "recursive_triggers=ON",
        "secure_delete=ON",
    ):
        raw.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    raw: Any = connection.connection.dbapi_connection
    writes = connection.get_execution_options().get("writes", False)
    raw.execute("BEGIN IMMEDIATE" if writes else "BEGIN")


def _reading_address(file: Path) -> str | None:
    """
    Return SQLite's address of a database in a folder where nothing can be written; None elsewhere.

    Such a database cannot have the files that its write-ahead log needs. Where they are there, somebody
    else has it open, and it is read with them; where they are not, it is taken as one that nobody changes.
    """
    real = file.resolve()
    if not real.is_file() or not real.stat().st_size or os.access(real.parent, os.W_OK):
        return None
    in_use = any(Path(f"{real}{end}").exists() for end in ("-wal", "-shm", "-journal"))
    return f"{real.as_uri()}?{'mode=ro' if in_use else 'immutable=1'}"


def _engine_at(url: URL, address: str) -> Engine:
    return sa.create_engine(
        url, creator=lambda: sqlite3.connect(address, uri=True, check_same_thread=False, timeout=10)
    )


def _make_engine(url: URL) -> Engine:
    path = url.database
    if path and path.startswith(_URI):
        engine = sa.create_engine(url)
    elif path and path != ":memory:":
        file = Path(path)
        if file.is_dir() or not file.parent.is_dir():
            raise StoreError("store_place", path=path)
        address = _reading_address(file)
        engine = sa.create_engine(url) if address is None else _engine_at(url, address)
    else:
        engine = sa.create_engine(url, poolclass=StaticPool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _connect)
    event.listen(engine, "begin", _begin)
    return engine


class SqliteDialect:
    """A database in a file or in memory; what lingers of redacted words is counted in `user_version`."""

    def __init__(self, url: URL) -> None:
        self.place = url.database or ":memory:"
        self.engine = _make_engine(url)
        self._plain = self.place != ":memory:" and not self.place.startswith(_URI)
        self._seen: int | None = None

    def exists(self) -> bool:
        """Return whether the file is there; memory and SQLite's own addresses always are."""
        return not self._plain or Path(self.place).exists()

    def claim(self) -> bool:
        """Make the file for its owner alone, for it holds the seeds of the dice; return whether it is new."""
        file = Path(self.place)
        if not self._plain or file.exists():
            return False
        try:
            file.touch(mode=0o600)
        except OSError as error:
            code = "store_full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "store_place"
            raise StoreError(code, path=self.place) from error
        return True

    def unclaim(self) -> None:
        """Remove the file that was made in vain."""
        self.engine.dispose()
        for end in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{self.place}{end}").unlink(missing_ok=True)

    def settle(self) -> None:
        """Let readers and a writer work side by side. It changes the file, so first it must be ours."""
        with self.engine.connect() as connection:
            raw = connection.connection.dbapi_connection
            try:
                if raw is not None:
                    raw.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                # A read-only file or medium cannot change its journal; it can still be read.
                return

    def tables(self, connection: Connection) -> set[str]:
        """Return the names of the tables that are there."""
        return set(sa.inspect(connection).get_table_names())

    def create(self, connection: Connection) -> None:
        """Make all tables, indexes and triggers of the newest schema."""
        schema.metadata.create_all(connection)
        for trigger in sqlite_triggers():
            connection.exec_driver_sql(trigger)

    def lock_schema(self, connection: Connection) -> None:
        """Do nothing: one writer at a time has the whole file."""

    @contextmanager
    def streaming(self, connection: Connection) -> Generator[Stream]:
        """Give what yields the rows of a statement one by one; what is no text is replaced in it."""
        raw: Any = connection.connection.dbapi_connection
        kept = raw.text_factory
        raw.text_factory = partial(str, encoding="utf-8", errors="replace")
        try:
            yield raw.execute
        finally:
            raw.text_factory = kept

    def begin(self, cursor: Any) -> None:
        """Begin a writing transaction: one writer at a time, the others wait."""
        cursor.execute("BEGIN IMMEDIATE")

    def is_conflict(self, error: BaseException) -> bool:
        """Return whether a unique row was there already."""
        return isinstance(error, sqlite3.IntegrityError)

    def explain(self, error: BaseException | None) -> StoreError:
        """Return the sentence for a failure of the driver."""
        if isinstance(error, UnicodeDecodeError):
            # damaged words within SQLite's own message
            return StoreError("store_not_database", path=self.place)
        text = str(error).lower()
        if any(part in text for part in _FULL):
            return StoreError("store_full", path=self.place)
        if any(part in text for part in _READ_ONLY):
            return StoreError("store_read_only", path=self.place)
        if any(part in text for part in _DAMAGED):
            return StoreError("store_not_database", path=self.place)
        if "locked" in text:
            return StoreError("store_busy", path=self.place)
        if "unable to open" in text:
            return StoreError("store_place", path=self.place)
        return StoreError("store_failed", path=self.place, reason=str(error))

    def next_position(self, place: str) -> str:
        """Return nothing: the row's own number is its position, and writers come one after another."""
        return ""

    def settled_position(self, cursor: Any) -> int | None:
        """Return None: positions are committed in their order."""
        return None

    def ring(self) -> None:
        """Do nothing: those who wait look at the file's own counter."""

    def wait(self, seconds: float) -> bool:
        """Wait until another connection changed the file; return whether something may be new."""
        end = time.monotonic() + seconds
        while True:
            found = self._counter()
            if found != self._seen:
                self._seen = found
                return True
            left = end - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(_GLANCE, left))

    def _counter(self) -> int:
        with self.engine.connect() as connection:
            newest = connection.exec_driver_sql("SELECT max(position) FROM commits").scalar()
            return int(newest or 0)

    # what redacted words leave behind

    def owe_cleaning(self, cursor: Any) -> None:
        """Note, within a transaction, that the file is to be cleaned behind it."""
        cursor.execute(f"PRAGMA user_version = {self.owed(cursor) + 1}")

    def owed(self, cursor: Any) -> int:
        """Return how many redactions may linger in the write-ahead log or on free pages."""
        return int(cursor.execute("PRAGMA user_version").fetchone()[0])

    def clean(self) -> bool:
        """
        Clean the write-ahead log and all free pages of redacted words; return whether all is done.

        It has to wait while somebody reads: what they look at may still need the old pages.
        """
        raw: Any = self.engine.raw_connection()
        cursor = raw.cursor()
        try:
            owed = self.owed(cursor)
            if not owed:
                return True
            cursor.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
            if not _empty_log(cursor):
                return False
            cursor.execute("VACUUM")
            if not _empty_log(cursor):
                return False
            cursor.execute("BEGIN IMMEDIATE")
            if self.owed(cursor) == owed:
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

    # health

    def damage(self, connection: Connection) -> list[str]:
        """Return what SQLite's own checks of the file say is wrong."""
        found = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
        found += [str(tuple(row)) for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]
        return [line for line in found if line != "ok"]

    def shape(self, connection: Connection) -> Mapping[str, str]:
        """Return the text that made each table, index and trigger, blanks apart."""
        rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        shapes = {str(name): "".join(str(sql).split()) for name, sql in rows}
        return {name: text for name, text in shapes.items() if not name.startswith("sqlite_")}

    def expected_shape(self) -> Mapping[str, str]:
        """Return the same of a fresh database in memory."""
        return _shape_as_made()

    def close(self) -> None:
        """Give up all connections."""
        self.engine.dispose()


@cache
def _shape_as_made() -> Mapping[str, str]:
    fresh = SqliteDialect(sa.make_url("sqlite://"))
    try:
        with fresh.engine.begin() as connection:
            fresh.create(connection)
            return fresh.shape(connection)
    finally:
        fresh.close()


def _empty_log(cursor: Any) -> bool:
    """Move the write-ahead log into the file and cut it to nothing; return False where somebody reads."""
    busy: int = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy
