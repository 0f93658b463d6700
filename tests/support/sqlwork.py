"""Counts what SQLite does in a block: statements, and steps of its machine, which no clock disturbs."""

from collections.abc import Generator
from contextlib import contextmanager

from tenmatsu.engine.store import Store


class Work:
    """What was done so far."""

    def __init__(self) -> None:
        self.statements = 0
        """Beside those that begin and end transactions."""
        self.steps = 0
        """Instructions of SQLite's virtual machine, in tens: every row that is read or written takes some."""

    def trace(self, statement: str) -> None:
        """Count a statement."""
        self.statements += not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"))

    def step(self) -> int:
        """Count ten steps, and let SQLite go on."""
        self.steps += 1
        return 0


@contextmanager
def counting(store: Store) -> Generator[Work]:
    """Count what the one connection of a store in memory does."""
    work = Work()
    raw = store.database.engine.raw_connection()
    connection = raw.driver_connection
    assert connection is not None
    connection.set_trace_callback(work.trace)
    connection.set_progress_handler(work.step, 10)
    raw.close()
    try:
        yield work
    finally:
        connection.set_trace_callback(None)
        connection.set_progress_handler(None, 0)
