"""
The order of commits on PostgreSQL.

A position is the transaction's own number with the place of the commit in it behind (22 bits), so it needs
no counter that all writers share. Transactions end in another order than they begin: followers read only
below the oldest that is still running, and so skip nothing (`Positions.settled`).
"""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from tenmatsu.engine.store import schema

BITS = 22
"""So many bits of a position count the commits of one transaction."""
_BASE = "position_base"
_NEWEST = f"""
SELECT (SELECT max(position) >> {BITS} FROM commits), pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
pg_snapshot_xmin(pg_current_snapshot())::text::bigint
"""  # noqa: S608  # a fixed number
_KEEP_BASE = """
INSERT INTO upkeep (name, value) VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""


class Positions:
    """
    The positions of one database.

    They follow the server's numbers of transactions, which begin anew where tables were restored on
    another server; so a base is added to them, which is kept with the tables.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._looking = engine.execution_options(postgresql_readonly=True)
        """For what only reads: a server that follows another one takes nothing else."""
        self._base: int | None = None

    def settle(self, lock: Callable[[Connection], None]) -> None:
        """See to it, one at a time, that new positions are above all that are there."""
        if self._missing_base() is None:
            return
        self._base = None
        with self._engine.begin() as connection:
            lock(connection)
            found = self._missing_base()
            if found is not None:
                connection.exec_driver_sql(_KEEP_BASE, (_BASE, found))

    def _missing_base(self) -> int | None:
        """Return the base that positions need, None where the present one will do."""
        with self._looking.connect() as connection:
            newest, current, oldest = connection.exec_driver_sql(_NEWEST).one()
            base = _find_base(connection)
        if newest is None or newest < current + base:
            return None
        return int(newest) + 1 - int(oldest)

    def next(self, place: str) -> str:
        """Return the transaction's number above the base, and behind it the commit's place in it."""
        return f"((pg_current_xact_id()::text::bigint + {self._read_base()}) << {BITS}) + {place}"

    def settled(self, cursor: Any) -> int:
        """Return the position below which every transaction has ended."""
        cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
        return ((int(cursor.fetchone()[0]) + self._read_base()) << BITS) - 1

    def _read_base(self) -> int:
        if self._base is None:
            with self._looking.connect() as connection:
                self._base = _find_base(connection)
        return self._base


def _find_base(connection: Connection) -> int:
    u = schema.upkeep.c
    return int(connection.execute(sa.select(u.value).where(u.name == _BASE)).scalar() or 0)
