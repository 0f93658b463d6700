"""
Insert the rows of a commit on PostgreSQL, with as few ways to the server and back as there can be.

Head, commit and first event go in one statement, which moves and inserts nothing where the head is
elsewhere; further events as one stream of rows.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.inserting import Step, add_commit, move_head, move_values
from tenmatsu.engine.store.log_rows import commit_row, event_rows
from tenmatsu.events.envelope import Commit, Header


class PostgresInserter:
    """The statements, compiled once for a database."""

    def __init__(self, database: Database, step: Step) -> None:
        self._step = step
        self._add_at_head = _add_at_head(database)
        self._add_commit = add_commit(database)
        self._add_event = database.sql(sa.insert(schema.events))
        columns = ", ".join(column.name for column in schema.events.columns)
        self._copy_events = f"COPY events ({columns}) FROM STDIN"

    def add(self, cursor: Any, commit: Commit, header: Header) -> None:
        """Insert the rows of a commit: its own, and one for each event."""
        self._step("commit_row")
        cursor.execute(self._add_commit, commit_row(commit, header))
        self._step("event_rows")
        self._add_events(cursor, event_rows(commit))

    def add_at_head(self, cursor: Any, commit: Commit, header: Header) -> bool:
        """Move the line's head to a commit and insert its rows; return False where it is not before it."""
        self._step("head")
        first, *rest = event_rows(commit)
        values = (*move_values(commit), *commit_row(commit, header), *first)
        if cursor.execute(self._add_at_head, values).rowcount != 1:
            return False
        self._step("event_rows")
        self._add_events(cursor, rest)
        return True

    def _add_events(self, cursor: Any, rows: Sequence[tuple[object, ...]]) -> None:
        if len(rows) == 1:
            cursor.execute(self._add_event, rows[0])
        elif rows:
            with cursor.copy(self._copy_events) as copy:
                for row in rows:
                    copy.write_row(row)


def _add_at_head(database: Database) -> str:
    """Return the statement that moves a head and, only where it did, inserts a commit and its first event."""
    moved = move_head().returning(sa.literal_column("1")).cte("moved")
    position: sa.ColumnElement[int] = sa.literal_column(database.dialect.next_position("0"))
    commit = [column for column in schema.commits.columns if column.name != "position"]
    put = (
        sa.insert(schema.commits)
        .from_select(
            ["position", *(column.name for column in commit)],
            sa.select(position, *_values(commit)).select_from(moved),
        )
        .cte("put")
    )
    event = list(schema.events.columns)
    first = sa.select(*_values(event)).select_from(moved)
    return database.sql(
        sa.insert(schema.events).from_select([column.name for column in event], first).add_cte(put)
    )


def _values(columns: Sequence[sa.Column[Any]]) -> list[sa.BindParameter[Any]]:
    """Return places for the values of columns, of their types: nothing else tells the server in a SELECT."""
    return [sa.bindparam(f"{column.table.name}_{column.name}", type_=column.type) for column in columns]
