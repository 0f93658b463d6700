"""The database under the log: opening, checking, creating, transactions, its failures in words."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
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
        engine = sa.create_engine(url)
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
        if create and plain:
            self._touch()
        if check:
            self._check(create=create)
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

    def _touch(self) -> None:
        """Make the file for its owner alone: it holds the seeds of the dice."""
        try:
            Path(self.place).touch(mode=0o600)
        except OSError as error:
            if not Path(self.place).exists():
                raise StoreError("store_place", path=self.place) from error

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
