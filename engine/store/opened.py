"""Read what a session is opened with: its lines, what was redacted, its keys and seeds."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.caches import count_redactions
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.rows import BranchRow


class Opened(msgspec.Struct, frozen=True):
    """A session without what happened in it, all as of one moment."""

    current_branch: str
    branches: dict[str, BranchRow]
    redactions: int
    """How many items were redacted."""
    spent_keys: dict[str, int]
    seeds: dict[str, bytes]


def read_opened(database: Database, session: str) -> Opened:
    """
    Return what a session is opened with; `UsageError` if there is none.

    A state is read behind it, so no redaction goes uncounted.
    """
    redactions = database.text("redactions", count_redactions)
    with database.glancing() as cursor:
        current, branches = read_lines(database, cursor, session)
        if not branches:  # it is gone from under who had it open
            raise UsageError("session_unknown", session=session)
        redacted = int(cursor.execute(redactions, (session,)).fetchone()[0])
        spent = read_spent_keys(database, cursor, session)
        return Opened(current, branches, redacted, spent, read_seeds(database, cursor, session))


def read_lines(database: Database, cursor: Any, session: str) -> tuple[str, dict[str, BranchRow]]:
    """Return the id of the current timeline and all lines, parents before children."""
    now = cursor.execute(database.text("current", _current), (session,)).fetchone()
    rows = [_line(row) for row in cursor.execute(database.text("lines", _lines), (session,)).fetchall()]
    rows.sort(key=lambda row: len(row.id))
    return str(None if now is None else now[0]), {row.id: row for row in rows}


def read_spent_keys(database: Database, cursor: Any, session: str) -> dict[str, int]:
    """Return, for each ring, the number after the highest key spent on any line."""
    found = cursor.execute(database.text("spent_keys", _spent_keys), (session,)).fetchall()
    return {ring: highest + 1 for ring, highest in found}


def read_seeds(database: Database, cursor: Any, session: str) -> dict[str, bytes]:
    """Return the secret seeds of a session's rings."""
    found = cursor.execute(database.text("seeds", _seeds), (session,)).fetchall()
    return {ring: bytes(seed) for ring, seed in found}


_SESSION: sa.BindParameter[str] = sa.bindparam("s", type_=sa.String)


def _current() -> sa.Select[Any]:
    s = schema.sessions.c
    return sa.select(s.current_branch).where(s.id == _SESSION)


def _lines() -> sa.Select[Any]:
    b = schema.branches.c
    return sa.select(schema.branches).where(b.session == _SESSION).order_by(b.id)


def _line(row: Sequence[Any]) -> BranchRow:
    """Make a line of its row; a driver gives flags in its own way."""
    return BranchRow(*(*row[:-1], bool(row[-1])))


def _spent_keys() -> sa.Select[Any]:
    k = schema.keys_spent.c
    return sa.select(k.ring, sa.func.max(k.index)).where(k.session == _SESSION).group_by(k.ring)


def _seeds() -> sa.Select[Any]:
    r = schema.ring_seeds.c
    return sa.select(r.ring, r.seed).where(r.session == _SESSION)
