"""Insert the rows of a commit at the head of its line; `postgres_inserting.py` asks a server less often."""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.log_rows import commit_row, event_rows
from tenmatsu.events.envelope import Commit, Header

MANY = 32
"""So many rows of events go in one statement: one each costs a third more, and longer ones hardly less."""
_BLOB = bytearray
"""`sqlite3` takes it as it is; for each value that is `bytes` it looks, in vain, for an adapter."""
Step = Callable[[str], None]
"""Called before each statement; tests stop the world there."""


class Inserter:
    """The statements, compiled once for a database."""

    def __init__(self, database: Database, step: Step) -> None:
        self._step = step
        self._move_head = database.sql(move_head())
        self._add_commit = add_commit(database)
        self._add_event = database.sql(sa.insert(schema.events))
        into, row = self._add_event.split(" VALUES ")
        self._add_many_events = f"{into} VALUES {', '.join([row] * MANY)}"

    def add(self, cursor: Any, commit: Commit, header: Header) -> None:
        """Insert the rows of a commit: its own, and one for each event."""
        self._step("commit_row")
        cursor.execute(self._add_commit, commit_row(commit, header, _BLOB))
        self._step("event_rows")
        self._add_events(cursor, event_rows(commit, _BLOB))

    def add_at_head(self, cursor: Any, commit: Commit, header: Header) -> bool:
        """Do the same and move the line's head there; return False where it is not at the commit before."""
        self._step("head")
        if cursor.execute(self._move_head, move_values(commit)).rowcount != 1:
            return False
        self.add(cursor, commit, header)
        return True

    def _add_events(self, cursor: Any, rows: Sequence[tuple[object, ...]]) -> None:
        whole = len(rows) - len(rows) % MANY
        for at in range(0, whole, MANY):
            cursor.execute(self._add_many_events, tuple(chain.from_iterable(rows[at : at + MANY])))
        rest = rows[whole:]
        if len(rest) == 1:
            cursor.execute(self._add_event, rest[0])
        elif rest:
            cursor.executemany(self._add_event, rest)


def move_head() -> sa.Update:
    """Return what compares a line's head and moves it; a line that was left takes no more commits."""
    b = schema.branches.c
    moved: dict[str, Any] = {
        "head_number": sa.bindparam("n"),
        "head_version": sa.bindparam("v"),
        "head_hash": sa.bindparam("x"),
    }
    mine = (b.session == sa.bindparam("s"), b.id == sa.bindparam("i"))
    at_head = (b.head_hash == sa.bindparam("h"), b.is_left.is_(sa.false()))
    return sa.update(schema.branches).values(**moved).where(*mine, *at_head)


def move_values(commit: Commit) -> tuple[object, ...]:
    """Return the values of that statement for a commit."""
    place = (commit.session, commit.branch, commit.previous)
    return (commit.number, commit.last_version, commit.hash, *place)


def add_commit(database: Database) -> str:
    """Return the statement that stores a commit's row."""
    values: dict[str, Any] = {
        c.name: sa.bindparam(c.name) for c in schema.commits.columns if c.name != "position"
    }
    if position := database.dialect.next_position("0"):
        values["position"] = sa.literal_column(position)
    return database.sql(sa.insert(schema.commits).values(values).inline())
