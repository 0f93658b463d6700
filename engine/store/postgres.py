"""
PostgreSQL, the store of a server: many tables, many workers, one database.

A position is the transaction's own number with the place of the commit in it behind (22 bits), so it needs
no counter that all writers share. Transactions end in another order than they begin: followers read only
below the oldest that is still running, and so skip nothing (`settled_position`).
"""

import itertools
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.address import take_pool_options
from tenmatsu.engine.store.dialect import Stream
from tenmatsu.engine.store.postgres_connecting import Connector, Watch
from tenmatsu.engine.store.postgres_shape import read_shape
from tenmatsu.engine.store.postgres_tables import list_statements

CHANNEL = "tenmatsu_commits"
"""Those who wait for commits listen on it; what is said is the session's id."""
BITS = 22
"""So many bits of a position count the commits of one transaction."""
_CHUNK = 2_000
"""Rows that a stream asks for at once."""
_OWED = "cleaning"
_BASE = "position_base"
_CONFLICTS = ("23505", "40001", "40P01")
"""SQLSTATE: a unique row was there, a transaction could not be put in order, a deadlock."""
_TOO_MANY_CONNECTIONS = "53300"
_BUSY = ("55P03", "57014", _TOO_MANY_CONNECTIONS, *_CONFLICTS)
"""The same, or a lock or an answer that was waited for too long."""
_READ_ONLY = ("25006", "0A000")
"""The second one is what a server that follows another one says to who would write."""
_NO_RIGHT = "42501"
_HOLDS = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
AND (backend_xmin IS NOT NULL OR query = '<insufficient privilege>')
"""
"""Who may still look at dead rows; of another role's connections nothing is told, so each may."""
_LOCK = 0x74656E6D
"""The number of the lock that whoever makes or changes tables takes."""


class PostgresDialect:
    """A database on a server; what it holds is spread over partitions by session."""

    announcement = f" RETURNING pg_notify('{CHANNEL}', session)"
    """Told with the row itself: a statement of its own would be one more way to the server and back."""

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
            self._connector.url, creator=self._connector.connect, paramstyle="format", **pool
        )
        self._looking = self.engine.execution_options(postgresql_readonly=True)
        """For what only reads: a server that follows another one takes nothing else."""
        self._watch = Watch(self.engine)
        self._listening: Any = None
        self._base: int | None = None

    def exists(self) -> bool:
        """Return whether there is something to open: a server says so when it is asked."""
        return True

    def claim(self) -> bool:
        """Do nothing: databases of a server are made by whoever runs it."""
        return False

    def unclaim(self) -> None:
        """Do nothing."""

    def settle(self) -> None:
        """
        See to it that new positions are above all that are there.

        They follow the server's numbers of transactions, which begin anew where tables were restored
        on another server. Whoever may only read leaves it to those who write.
        """
        found = self._missing_base()
        if found is None:
            return
        try:
            with self.engine.begin() as connection:
                self.lock_schema(connection)
                found = self._missing_base()
                if found is not None:
                    connection.exec_driver_sql(
                        "INSERT INTO upkeep (name, value) VALUES (%s, %s)"
                        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                        (_BASE, found),
                    )
        except sa.exc.DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) not in {*_READ_ONLY, _NO_RIGHT}:
                raise self.explain(error.orig) from error
        self._base = None

    def _missing_base(self) -> int | None:
        """Return the base that positions need, None where the present one will do."""
        with self._looking.connect() as connection:
            newest, current, oldest = connection.exec_driver_sql(
                f"SELECT (SELECT max(position) >> {BITS} FROM commits),"  # noqa: S608  # a fixed number
                " pg_snapshot_xmax(pg_current_snapshot())::text::bigint,"
                " pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
            ).one()
            base = connection.execute(
                sa.select(schema.upkeep.c.value).where(schema.upkeep.c.name == _BASE)
            ).scalar()
        if newest is None or newest < current + (base or 0):
            return None
        return int(newest) + 1 - int(oldest)

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
                cursor = opened.enter_context(raw.cursor(name=f"stream_{next(names)}"))
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
        if self._is_lost(error, state):
            # the other connections of the pool may stand no better
            self._watch.doubt()
            return StoreError("store_lost", path=self.place, reason=reason)
        return StoreError("store_failed", path=self.place, reason=reason)

    def _is_lost(self, error: BaseException | None, state: str) -> bool:
        """Return whether a connection broke: the server says so, or it says nothing any more."""
        if state:
            return state.startswith(("08", "57P"))
        return isinstance(error, self._psycopg.OperationalError)

    # the order of commits

    def next_position(self, place: str) -> str:
        """Return the transaction's number above the base, and behind it the commit's place in it."""
        return f"((pg_current_xact_id()::text::bigint + {self._read_base()}) << {BITS}) + {place}"

    def settled_position(self, cursor: Any) -> int | None:
        """Return the position below which every transaction has ended."""
        cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
        return ((int(cursor.fetchone()[0]) + self._read_base()) << BITS) - 1

    def _read_base(self) -> int:
        """Return what is added to the server's transaction numbers, which begin anew on another server."""
        if self._base is None:
            u = schema.upkeep.c
            with self._looking.connect() as connection:
                found = connection.execute(sa.select(u.value).where(u.name == _BASE)).scalar()
            self._base = int(found or 0)
        return self._base

    def announce(self, cursor: Any, session: str) -> None:
        """Wake those who wait for commits, once the transaction is stored."""
        cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, session))

    def wait(self, seconds: float) -> bool:
        """Wait for the word that something was committed; return whether it came."""
        try:
            if self._listening is None:
                listening = self._connector.connect(autocommit=True)
                listening.execute(f"LISTEN {CHANNEL}")
                self._listening = listening
                return True
            return any(True for _ in self._listening.notifies(timeout=seconds, stop_after=1))
        except self._psycopg.Error as error:
            self._listening = None
            raise self.explain(error) from error

    # what redacted words leave behind

    def owe_cleaning(self, cursor: Any) -> None:
        """Note, within a transaction, that dead rows are to be cleaned behind it."""
        cursor.execute(
            "INSERT INTO upkeep (name, value) VALUES (%s, 1)"
            " ON CONFLICT (name) DO UPDATE SET value = upkeep.value + 1",
            (_OWED,),
        )

    def owed(self, cursor: Any) -> int:
        """Return how many redactions may linger in dead rows."""
        row = cursor.execute("SELECT value FROM upkeep WHERE name = %s", (_OWED,)).fetchone()
        return 0 if row is None else int(row[0])

    def clean(self) -> bool:
        """
        Take dead rows out of the tables; return whether all is done.

        Rows that a running transaction may still see stay, and whoever does not own the tables cleans
        nothing: the server passes over them with a warning. The server's own write-ahead log, its archive
        and its replicas keep the words until they are recycled: that is for whoever runs it.
        """
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            raw: Any = connection.connection.dbapi_connection
            cursor = raw.cursor()
            owed = self.owed(cursor)
            if not owed:
                return True
            held = connection.exec_driver_sql(_HOLDS).scalar_one()
            skipped: list[str] = []

            def note(told: Any) -> None:
                if told.severity_nonlocalized == "WARNING":
                    skipped.append(told.message_primary)

            raw.add_notice_handler(note)
            names = ("commits", "events", "branches", "participants", "snapshots", "read_models", "packs")
            try:
                for name in names:
                    connection.exec_driver_sql(f"VACUUM {name}")
            finally:
                raw.remove_notice_handler(note)
            if held or skipped:
                return False
            cursor.execute("UPDATE upkeep SET value = value - %s WHERE name = %s", (owed, _OWED))
            return True

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
        if self._listening is not None:
            self._listening.close()
            self._listening = None
        self.engine.dispose()
