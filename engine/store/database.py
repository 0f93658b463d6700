"""The database under the log: opening, checking, creating, transactions; what differs is a `Dialect`'s."""

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.address import show_address
from tenmatsu.engine.store.dialect import Dialect, make_dialect


class Database:
    """A database at the newest schema."""

    def __init__(self, url: str, *, create: bool = True, check: bool = True) -> None:
        try:
            self.url = make_url(url)
            self.dialect: Dialect = make_dialect(self.url)
        except NoSuchModuleError as error:
            raise StoreError("store_backend", url=show_address(url)) from error
        except (ArgumentError, ValueError) as error:
            raise StoreError("store_url", url=show_address(url)) from error
        self.engine: Engine = self.dialect.engine
        self.place = self.dialect.place
        if not create and not self.dialect.exists():
            raise StoreError("store_empty", path=self.place)
        self._writing = self.engine.execution_options(writes=True)
        self._reading = self.engine
        if self.engine.dialect.name == "postgresql":
            self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT", reads=True)
        self.driver: Any = self.engine.dialect.loaded_dbapi
        """The driver's own module: what its cursors raise is one of its errors."""
        self._keeps = self.engine.dialect.name == "sqlite"
        """Whether a connection that stored something is kept for the next, not given back to the pool."""
        self._kept: list[tuple[Any, Any, Any]] = []
        self._texts: dict[str, str] = {}
        made = create and self.dialect.claim()
        if not check:
            return
        try:
            self._check(create=create)
            self.dialect.settle()
        except StoreError:
            self.dialect.close()
            if made:
                self.dialect.unclaim()
            raise

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """Give a connection whose reads all see the same moment."""
        try:
            with self._begin_reading() as connection:
                yield connection
        except (DBAPIError, PoolTimeout, UnicodeDecodeError, self.driver.Error) as error:
            raise self._explain(error) from error

    @contextmanager
    def _begin_reading(self) -> Generator[Connection]:
        """Give a connection in a transaction; another one where the first broke while it rested."""
        for is_last in (False, True):
            with self._reading.connect() as connection:
                try:
                    work = connection.begin()
                except self.driver.Error as error:
                    if is_last or self.dialect.explain(error).code != "store_lost":
                        raise
                    connection.invalidate(error)
                    continue
                with work:
                    yield connection
                return

    @contextmanager
    def glancing(self) -> Generator[Any]:
        """Give the driver's own cursor, whose reads all see the same moment: the hot path of reading."""
        if not self._keeps:
            with self.reading() as connection:
                yield self.cursor(connection)
            return
        raw: Any = None
        driver: Any = None
        cursor: Any = None
        done = False
        try:
            raw, driver, cursor = self._take()
            cursor.execute("BEGIN")
            yield cursor
            cursor.execute("COMMIT")
            done = True
        except (DBAPIError, PoolTimeout, UnicodeDecodeError, self.driver.Error) as error:
            raise self._explain(error) from error
        finally:
            if done:
                self._kept.append((raw, driver, cursor))
            elif raw is not None:
                raw.close()

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """Give a connection in a transaction that is stored as a whole or not at all."""
        try:
            with self._writing.begin() as connection:
                yield connection
        except (DBAPIError, PoolTimeout, UnicodeDecodeError, self.driver.Error) as error:
            raise self._explain(error) from error

    @contextmanager
    def appending(self) -> Generator[Any]:
        """
        Give the driver's own cursor in a writing transaction: the hot path, with no layer between.

        Where the connection is lost while it is being ended, nobody can tell from here whether it is
        stored: `store_unsure`.
        """
        raw: Any = None
        driver: Any = None
        cursor: Any = None
        ending = done = False
        try:
            raw, driver, cursor = self._take()
            self.dialect.begin(cursor)
            yield cursor
            ending = True
            driver.commit()
            done = True
        except (DBAPIError, PoolTimeout, UnicodeDecodeError, self.driver.Error) as error:
            told = self._explain(error)
            if ending and told.code == "store_lost":
                told = StoreError("store_unsure", path=self.place)
            raise told from error
        finally:
            if done and self._keeps:
                self._kept.append((raw, driver, cursor))
            elif raw is not None:
                raw.close()

    def _take(self) -> tuple[Any, Any, Any]:
        """Return a connection of the pool, the driver's own in it, and a cursor; a kept one first."""
        with suppress(IndexError):
            return self._kept.pop()
        raw: Any = self.engine.raw_connection()
        return raw, raw.dbapi_connection, raw.cursor()

    def _explain(self, error: BaseException) -> StoreError:
        if isinstance(error, PoolTimeout):
            return StoreError("store_busy", path=self.place)
        return self.dialect.explain(error.orig if isinstance(error, DBAPIError) else error)

    def insert(self, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
        """Return an insert that can be told what to do where the row is there already."""
        if self.engine.dialect.name == "postgresql":
            return postgresql.insert(table)
        return sqlite.insert(table)

    def cursor(self, connection: Connection) -> Any:
        """Return the driver's own cursor, for hot paths without a layer between."""
        raw = connection.connection.dbapi_connection
        if raw is None:
            raise StoreError("store_failed", path=self.place, reason="no connection")
        return raw.cursor()

    def sql(self, statement: sa.sql.ClauseElement) -> str:
        """Return the driver-level text of a statement, its values in the order in which they stand there."""
        return str(statement.compile(dialect=self.engine.dialect))

    def text(self, name: str, make: Callable[[], sa.sql.ClauseElement]) -> str:
        """Return the same of a statement that is made once for a database."""
        found = self._texts.get(name)
        if found is None:
            found = self._texts[name] = self.sql(make())
        return found

    def revision(self) -> str | None:
        """Return the schema's revision, None for an empty database."""
        with self.reading() as connection:
            return self.revision_in(connection)

    def revision_in(self, connection: Connection) -> str | None:
        """Return the same as a transaction sees it."""
        names = self.dialect.tables(connection)
        if not names:
            return None
        if not names >= {"alembic_version", *(table.name for table in schema.LOG_TABLES)}:
            raise StoreError("store_foreign", path=self.place)
        row = connection.exec_driver_sql("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None

    def close(self) -> None:
        """Give up all connections."""
        while self._kept:
            self._kept.pop()[0].close()
        self.dialect.close()

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

    def _create(self) -> None:
        with self.writing() as connection:
            self.dialect.lock_schema(connection)
            if "alembic_version" in self.dialect.tables(connection):
                return
            self.dialect.create(connection)
            connection.exec_driver_sql(
                "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
                " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
            )
            connection.execute(sa.text("INSERT INTO alembic_version VALUES (:v)"), {"v": schema.REVISION})
