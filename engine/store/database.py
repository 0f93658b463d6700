"""The database under the log: opening, checking, creating, transactions, its failures in words."""

import errno
import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.immutability import sqlite_triggers

_FULL = ("database or disk is full", "disk i/o error", "disk full")
_READ_ONLY = ("readonly database", "read-only", "attempt to write a readonly")
_URI = "file:"
"""SQLite's own addresses, as `sqlite:///file:evening.db?mode=ro&uri=true`."""
_DAMAGED = ("malformed", "not a database", "file is encrypted")


def _sqlite_connect(raw: sqlite3.Connection, _record: object) -> None:
    raw.isolation_level = None
    for pragma in (
        "busy_timeout=10000",
        "synchronous=FULL",
        "foreign_keys=ON",
        "recursive_triggers=ON",
        "secure_delete=ON",
    ):
        raw.execute(f"PRAGMA {pragma}")


def _sqlite_begin(connection: Connection) -> None:
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
    if url.get_backend_name() != "sqlite":
        raise StoreError("store_backend", url=url.render_as_string())
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
    event.listen(engine, "connect", _sqlite_connect)
    event.listen(engine, "begin", _sqlite_begin)
    return engine


def explain(error: BaseException | None, place: str) -> StoreError:
    """Return the sentence for a failure of the database's driver."""
    text = str(error).lower()
    if any(part in text for part in _FULL):
        return StoreError("store_full", path=place)
    if any(part in text for part in _READ_ONLY):
        return StoreError("store_read_only", path=place)
    if any(part in text for part in _DAMAGED):
        return StoreError("store_not_database", path=place)
    if "locked" in text:
        return StoreError("store_busy", path=place)
    if "unable to open" in text:
        return StoreError("store_place", path=place)
    return StoreError("store_failed", path=place, reason=str(error))


class Database:
    """A database at the newest schema."""

    def __init__(self, url: str, *, create: bool = True, check: bool = True) -> None:
        try:
            self.url = make_url(url)
            self.engine = _make_engine(self.url)
        except (ArgumentError, NoSuchModuleError) as error:
            raise StoreError("store_url", url=url) from error
        self.place = self.url.database or ":memory:"
        plain = self.place != ":memory:" and not self.place.startswith(_URI)
        if not create and plain and not Path(self.place).exists():
            raise StoreError("store_empty", path=self.place)
        self._writing = self.engine.execution_options(writes=True)
        self.driver: Any = self.engine.dialect.loaded_dbapi
        """The driver's own module: what its cursors raise is one of its errors."""
        made = create and plain and self._touch()
        if not check:
            return
        try:
            self._check(create=create)
        except StoreError:
            if made:
                self._unmake()
            raise
        self._use_wal()

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """Give a connection whose reads all see the same moment."""
        try:
            with self.engine.connect() as connection, connection.begin():
                yield connection
        except DBAPIError as error:
            raise explain(error.orig, self.place) from error
        except self.driver.Error as error:
            raise explain(error, self.place) from error

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """Give a connection in a transaction that is stored as a whole or not at all."""
        try:
            with self._writing.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise explain(error.orig, self.place) from error
        except self.driver.Error as error:
            raise explain(error, self.place) from error

    @contextmanager
    def appending(self) -> Generator[Any]:
        """Give the driver's own cursor in a writing transaction: the hot path, with no layer between."""
        raw: Any = None
        try:
            raw = self.engine.raw_connection()
            cursor = raw.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            yield cursor
            raw.commit()
        except (DBAPIError, self.driver.Error) as error:
            raise explain(getattr(error, "orig", error), self.place) from error
        finally:
            if raw is not None:
                raw.close()

    def cursor(self, connection: Connection) -> Any:
        """Return the driver's own cursor, for hot paths without a layer between."""
        raw = connection.connection.dbapi_connection
        if raw is None:
            raise StoreError("store_failed", path=self.place, reason="no connection")
        return raw.cursor()

    def sql(self, statement: sa.sql.ClauseElement) -> str:
        """Return the driver-level text of a statement."""
        return str(statement.compile(dialect=self.engine.dialect))

    def revision(self) -> str | None:
        """Return the schema's revision, None for an empty database."""
        with self.reading() as connection:
            names = set(sa.inspect(connection).get_table_names())
            if not names:
                return None
            if not names >= {"alembic_version", *(table.name for table in schema.LOG_TABLES)}:
                raise StoreError("store_foreign", path=self.place)
            row = connection.exec_driver_sql("SELECT version_num FROM alembic_version").fetchone()
            return str(row[0]) if row else None

    def close(self) -> None:
        """Give up all connections."""
        self.engine.dispose()

    def _check(self, *, create: bool) -> None:
        found = self.revision()
        if found is None:
            if not create:
                raise StoreError("store_empty", path=self.place)
            self._create()
        elif found > schema.REVISION:
            raise StoreError("store_newer", path=self.place, found=found, known=schema.REVISION)
        elif found != schema.REVISION:
            raise StoreError("store_older", path=self.place, found=found, known=schema.REVISION)

    def _touch(self) -> bool:
        """Make the file for its owner alone, for it holds the seeds of the dice; return whether it is new."""
        file = Path(self.place)
        if file.exists():
            return False
        try:
            file.touch(mode=0o600)
        except OSError as error:
            code = "store_full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "store_place"
            raise StoreError(code, path=self.place) from error
        return True

    def _unmake(self) -> None:
        """Remove the file that was made in vain."""
        self.engine.dispose()
        for end in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{self.place}{end}").unlink(missing_ok=True)

    def _use_wal(self) -> None:
        """Let readers and a writer work side by side. It changes the file, so first it must be ours."""
        with self.engine.connect() as connection:
            raw = connection.connection.dbapi_connection
            try:
                if raw is not None:
                    raw.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                # A read-only file or medium cannot change its journal; it can still be read.
                return

    def _create(self) -> None:
        with self.writing() as connection:
            if "alembic_version" in sa.inspect(connection).get_table_names():
                return
            schema.metadata.create_all(connection)
            for trigger in sqlite_triggers():
                connection.exec_driver_sql(trigger)
            connection.exec_driver_sql(
                "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
                " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
            )
            connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (schema.REVISION,))
