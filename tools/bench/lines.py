"""Measure forks behind long histories, and reading a line a thousand forks deep."""

import itertools
from functools import partial
from pathlib import Path

from tenmatsu.engine.api import (
    EVERYTHING,
    Result,
    Session,
    Store,
    find_opened,
    fork,
    lines_seen,
    read_entries,
)
from tenmatsu.tools.bench.material import fill, open_evening
from tenmatsu.tools.bench.measure import Comparison, Contender, compare, timed

SHORT, LONG = 1_000, 1_000_000
DEPTH = 1_000
_EACH = 10
"""Events of the last commit of a history: a fork reads the commit that it leaves."""
_FORKS = 20


def forks(place: Path, *, long: int = LONG) -> Comparison:
    """Compare forking, and a fork's first roll, behind a short and a very long history."""
    sessions: dict[str, Session] = {}
    for count in (SHORT, long):
        session = open_evening(Store(f"sqlite:///{place / f'history{count}.db'}"))
        fill(session, count - _EACH, each=1_000)
        fill(session, _EACH, each=_EACH)
        sessions[f"{count:,} events"] = session
    names = itertools.count()

    def run(session: Session) -> tuple[int, float]:
        return timed(_FORKS, lambda: [_fork_and_roll(session, next(names)) for _ in range(_FORKS)])

    contenders: dict[str, Contender] = {
        f"fork and roll behind {length}": partial(run, session) for length, session in sessions.items()
    }
    return compare("Fork", "forks", contenders, aim="the same at both lengths")


def _fork_and_roll(session: Session, number: int) -> Result:
    line = fork(session, f"fork {number}", session.version, actor="gm", dice="same")
    return line.do({"type": "table.roll", "dice": "3d6"}, actor="gm")


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
