"""PostgreSQL, the store of a server: many tables, many workers, one database."""

import itertools
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import postgres_cleaning
from tenmatsu.engine.store.address import take_pool_options
from tenmatsu.engine.store.dialect import Stream
from tenmatsu.engine.store.postgres_connecting import Connector, Watch
from tenmatsu.engine.store.postgres_positions import Positions
from tenmatsu.engine.store.postgres_shape import read_shape
from tenmatsu.engine.store.postgres_tables import list_statements
from tenmatsu.engine.store.postgres_waking import Bell, Waiter

_CHUNK = 2_000
"""Rows that a stream asks for at once."""
_CONFLICTS = ("23505", "40001", "40P01")
"""SQLSTATE: a unique row was there, a transaction could not be put in order, a deadlock."""
_TOO_MANY_CONNECTIONS = "53300"
_BUSY = ("55P03", "57014", _TOO_MANY_CONNECTIONS, *_CONFLICTS)
"""The same, or a lock or an answer that was waited for too long."""
_DYING = ("FATAL", "PANIC")
"""Severities with which a server ends a connection, whatever for."""
_READ_ONLY = ("25006", "0A000")
"""The second one is what a server that follows another one says to who would write."""
_NO_RIGHT = "42501"
_LOCK = 0x74656E6D
"""The number of the lock that whoever makes or changes tables takes."""


class PostgresDialect:
    """A database on a server; what it holds is spread over partitions by session."""

    def __init__(self, url: URL) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise StoreError("store_driver", extra="postgres") from error
        self._psycopg = psycopg
        address, pool = take_pool_options(url)
        host = address.host or address.query.get("host", "localhost")
        self.place = f"{host if isinstance(host, str) else ','.join(host)}/{address.database or ''}"
        self._connector = Connector(address.set(drivername="postgresql+psycopg"), self.place)
        self.engine = sa.create_engine(
            self._connector.url,
            creator=self._connector.connect,
            paramstyle="format",
            pool_reset_on_return=None,
            **pool,
        )
        sa.event.listen(self.engine, "begin", _begin)
        self._watch = Watch(self.engine)
        self._positions = Positions(self.engine)
        self._waiter = Waiter(self._connector)
        self._bell = Bell(self._connector)

    def exists(self) -> bool:
        """Return whether there is something to open: a server says so when it is asked."""
        return True

    def claim(self) -> bool:
        """Do nothing: databases of a server are made by whoever runs it."""
        return False

    def unclaim(self) -> None:
        """Do nothing."""

    def settle(self) -> None:
        """See to it that new positions are above all there are; who may only read leaves it to others."""
        try:
            self._positions.settle(self.lock_schema)
        except sa.exc.DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in {*_READ_ONLY, _NO_RIGHT}:
                raise self.explain(error.orig) from error

    def tables(self, connection: Connection) -> set[str]:
        """Return the names of the tables that are there."""
        return set(sa.inspect(connection).get_table_names())

    def create(self, connection: Connection) -> None:
        """Make all tables, partitions, indexes and triggers of the newest schema."""
        for statement in list_statements():
            connection.exec_driver_sql(statement)

    def lock_schema(self, connection: Connection) -> None:
        """Let one connection at a time make or change tables."""
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))

    @contextmanager
    def streaming(self, connection: Connection) -> Generator[Stream]:
        """Give what yields the rows of a statement one by one, by a cursor that the server keeps."""
        raw: Any = connection.connection.dbapi_connection
        names = itertools.count()
        with ExitStack() as opened:

            def stream(statement: str, values: tuple[object, ...]) -> Iterator[tuple[Any, ...]]:
                cursor = opened.enter_context(raw.cursor(name=f"stream_{next(names)}", binary=True))
                cursor.itersize = _CHUNK
                cursor.execute(statement, values)
                return iter(cursor)

            yield stream

    def begin(self, cursor: Any) -> None:
        """Do nothing: the first statement begins the transaction."""

    def is_conflict(self, error: BaseException) -> bool:
        """Return whether somebody else was faster."""
        return getattr(error, "sqlstate", None) in _CONFLICTS

    def explain(self, error: BaseException | None) -> StoreError:
        """Return the sentence for a failure of the driver."""
        state = str(getattr(error, "sqlstate", None) or "")
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        if self._is_lost(error, state):
            # the other connections of the pool may stand no better
            self._watch.doubt()
            return StoreError("store_lost", path=self.place, reason=reason)
        if state in _BUSY:
            return StoreError("store_busy", path=self.place)
        if state.startswith("53"):
            return StoreError("store_full", path=self.place)
        if state in _READ_ONLY:
            return StoreError("store_read_only", path=self.place)
        if state == _NO_RIGHT:
            return StoreError("store_rights", path=self.place, reason=reason)
        if state.startswith("XX"):
            return StoreError("store_not_database", path=self.place)
        return StoreError("store_failed", path=self.place, reason=reason)

    def _is_lost(self, error: BaseException | None, state: str) -> bool:
        """
        Return whether a connection broke: the server says so, or it says nothing any more.

        A server that falls over a full disk says why, and what it did before that nobody knows.
        """
        if state:
            severity = getattr(getattr(error, "diag", None), "severity_nonlocalized", None)
            return severity in _DYING or state.startswith(("08", "57P"))
        return isinstance(error, self._psycopg.OperationalError)

    # the order of commits, and who waits for them

    def next_position(self, place: str) -> str:
        """Return the transaction's number above the base, and behind it the commit's place in it."""
        return self._positions.next(place)

    def settled_position(self, cursor: Any) -> int | None:
        """Return the position below which every transaction has ended."""
        return self._positions.settled(cursor)

    def ring(self) -> None:
        """Wake those who wait for commits."""
        self._bell.ring()

    def wait(self, seconds: float) -> bool:
        """Wait for the word that something was committed; return whether it came."""
        try:
            return self._waiter.wait(seconds)
        except self._psycopg.Error as error:
            self._waiter.forget()
            raise self.explain(error) from error

    # what redacted words leave behind

    def owe_cleaning(self, cursor: Any) -> None:
        """Note, within a transaction, that dead rows are to be cleaned behind it."""
        postgres_cleaning.owe_cleaning(cursor)

    def owed(self, cursor: Any) -> int:
        """Return how many redactions may linger in dead rows."""
        return postgres_cleaning.count_owed(cursor)

    def clean(self) -> bool:
        """Take dead rows out of the tables; return whether all is done. What fails is owed still."""
        try:
            return postgres_cleaning.clean(self.engine)
        except (sa.exc.DBAPIError, self._psycopg.Error, StoreError):
            return False

    # health

    def damage(self, connection: Connection) -> list[str]:
        """Return what the server's own checks say is wrong: each index must be valid."""
        rows = connection.exec_driver_sql(
            "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
            " WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace"
        )
        return [str(row[0]) for row in rows]

    def shape(self, connection: Connection) -> Mapping[str, str]:
        """Return columns, partitions, indexes, triggers and functions by name, as the server tells them."""
        return read_shape(connection)

    def expected_shape(self) -> Mapping[str, str] | None:
        """
        Return the same of tables made anew in a schema of their own, which is gone afterwards.

        None for who may not make a schema: whoever made the tables may.
        """
        with self.engine.connect() as connection, connection.begin() as work:
            may = "SELECT has_database_privilege(current_database(), 'CREATE')"
            if not connection.exec_driver_sql(may).scalar_one():
                return None
            connection.exec_driver_sql("CREATE SCHEMA tenmatsu_as_made")
            connection.exec_driver_sql("SET LOCAL search_path TO tenmatsu_as_made")
            self.create(connection)
            found = self.shape(connection)
            work.rollback()
        return {name: text.replace("tenmatsu_as_made.", "") for name, text in found.items()}

    def close(self) -> None:
        """Give up all connections."""
        self._waiter.close()
        self._bell.close()
        self.engine.dispose()


def _begin(connection: Connection) -> None:
    """
    Begin what only reads by a word of its own; what writes begins with its first statement.

    So a connection that broke while it rested is found before anything is asked, by no further message.
    """
    if connection.get_execution_options().get("reads"):
        raw: Any = connection.connection.dbapi_connection
        raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
