"""What SQLite itself takes for the store's appends: their statements, recorded before and then only run."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tenmatsu.engine.api import Event, Store
from tenmatsu.engine.store.inserting import Inserter
from tenmatsu.tools.bench.material import Writer, open_evening
from tenmatsu.tools.bench.measure import Contender, each, timed

_Sent = list[tuple[str, tuple[Any, ...]]]


class _Recorder:
    """Stands for a cursor, and keeps what it is sent."""

    rowcount = 1

    def __init__(self) -> None:
        self.sent: _Sent = []

    def execute(self, statement: str, values: tuple[Any, ...]) -> "_Recorder":
        """Keep a statement."""
        self.sent.append((statement, values))
        return self


def replayed(store: Store, batches: Sequence[list[Event]]) -> Contender:
    """Return who runs the statements of appends, one transaction each; all else was done beforehand."""
    writer, inserter = Writer(open_evening(store)), Inserter(store.database, lambda _step: None)

    def record(events: list[Event]) -> _Sent:
        recorder, work = _Recorder(), writer.make(events)
        inserter.add_at_head(recorder, work.commit, work.header)
        return recorder.sent

    def contend() -> tuple[int, float]:
        recorded = [record(batch) for batch in batches]
        connection = store.database.engine.raw_connection()
        run = connection.cursor().execute
        try:
            return timed(sum(map(len, batches)), lambda: each(partial(_replay, run), recorded))
        finally:
            connection.close()

    return contend


def _replay(run: Callable[..., object], sent: _Sent) -> None:
    run("BEGIN IMMEDIATE")
    for statement, values in sent:
        run(statement, values)
    run("COMMIT")
