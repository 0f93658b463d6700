"""Measure forks behind long histories, and reading a line a thousand forks deep."""

import itertools
from functools import partial
from pathlib import Path

from tenmatsu.engine.api import (
    EVERYTHING,
    Session,
    Store,
    find_opened,
    fork,
    lines_seen,
    read_entries,
)
from tenmatsu.tools.bench.baseline import STREAM, connect
from tenmatsu.tools.bench.material import Writer, mixed_events, open_evening
from tenmatsu.tools.bench.measure import Aim, Comparison, Contender, compare, each, timed

SHORT, LONG = 1_000, 1_000_000
DEPTH = 1_000
_EACH = 10
"""Events of the last commit of a history: a fork reads the commit that it leaves."""
_FORKS = 20


def forks(place: Path, *, long: int = LONG) -> Comparison:
    """Compare forking behind a short and a very long history with a bare row of a table of branches."""
    sessions: dict[str, Session] = {}
    for count in (SHORT, long):
        session = open_evening(Store(f"sqlite:///{place / f'history{count}.db'}"))
        writer, events = Writer(session), list(mixed_events(1_000))
        for _ in range((count - _EACH) // 1_000):
            writer.append(events)
        writer.append(events[:_EACH])
        session.reload()
        session.keep_snapshot()
        sessions[f"fork behind {count:,} events"] = session
    names, database = itertools.count(), connect(place / "bare.db")
    database.execute(
        "CREATE TABLE branches (stream TEXT, id INT, parent INT, at INT, PRIMARY KEY (stream, id))"
    )

    def row(number: int) -> None:
        database.execute("INSERT INTO branches VALUES (?, ?, 0, ?)", (STREAM, number, number))

    def run(session: Session) -> tuple[int, float]:
        return timed(_FORKS, lambda: [_fork(session, next(names)) for _ in range(_FORKS)], waits=True)

    bare = "bare sqlite3, one row of a branch"
    contenders: dict[str, Contender] = {
        bare: lambda: timed(_FORKS, lambda: each(row, itertools.islice(names, _FORKS)), waits=True),
        **{name: partial(run, session) for name, session in sessions.items()},
    }
    first, second = sessions
    aims = [Aim(first, bare, 0.5), Aim(second, bare, 0.5), Aim(second, first, 0.9)]
    return compare("Fork, on disk", "forks", contenders, aims=aims)


def _fork(session: Session, number: int) -> Session:
    return fork(session, f"fork {number}", session.version, actor="gm")


class Deep:
    """Two sessions of as many events: one a thousand forks of forks, one that was never forked."""

    def __init__(self, place: Path, depth: int = DEPTH) -> None:
        self.deep = open_evening(Store(f"sqlite:///{place / 'deep.db'}"))
        line = self.deep
        for level in range(depth):
            line = fork(line, f"level {level}", line.version, actor="gm")
            line.do({"type": "table.say", "text": "いざ"}, actor="gm")
        self.line = line.branch
        self.flat = open_evening(Store(f"sqlite:///{place / 'flat.db'}"))
        while self.flat.version < line.version:
            self.flat.do({"type": "table.say", "text": "いざ"}, actor="gm")


def deep_lines(deep: Deep) -> list[Comparison]:
    """Compare opening and reading the deepest line with a history as long that was never forked."""
    flat, line, count = deep.flat, deep.deep.on(deep.line), 20

    def opened(session: Session, branch: str | None) -> object:
        return find_opened(session.store, session.id, branch)

    opening = {
        "unforked history as long": lambda: timed(count, lambda: [opened(flat, None) for _ in range(count)]),
        "the 1,000th fork of forks": lambda: timed(
            count, lambda: [opened(deep.deep, deep.line) for _ in range(count)]
        ),
    }
    reading = {
        "unforked history as long": lambda: timed(flat.version, lambda: list(read_entries(flat, EVERYTHING))),
        "the 1,000th fork of forks": lambda: timed(
            line.version, lambda: list(read_entries(line, EVERYTHING))
        ),
    }
    listing = {
        "one line": lambda: timed(1, lambda: lines_seen(flat, EVERYTHING)),
        "1,001 lines, all seen": lambda: timed(1, lambda: lines_seen(deep.deep, EVERYTHING)),
    }
    return [
        compare("Open a line a thousand forks deep", "lines", opening),
        compare("Read a line a thousand forks deep", "events", reading),
        compare("List the lines of a session", "listings", listing),
    ]
