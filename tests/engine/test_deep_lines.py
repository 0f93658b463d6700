"""Forks cost the same behind any history; forks of forks, and many lines, are read in linear work."""

from collections.abc import Callable

import pytest
from sqlwork import counting
from toytable import append_raw, check_chain, facts, fixed_outside, fold_prefix, open_toy, roll, say

from tenmatsu.engine import timelines
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.history import EVERYTHING, Viewer, read_entries, state_for
from tenmatsu.engine.lines_seen import lines_seen
from tenmatsu.engine.marking import read_line_marks
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.refusing import sees_all
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import sight_of, visible_branches
from tenmatsu.engine.store import Store
from tenmatsu.engine.table.commands import Narrate
from tenmatsu.events.table import Narrated

P1 = Viewer("p1", is_gm=False)
LONG = 2_000


def _open() -> Session:
    return open_toy(Store("sqlite://", fixed_outside()))


def _lengthen(session: Session, count: int) -> Session:
    """Let a session have many more events, with a snapshot at its end as play leaves one."""
    for _ in range(0, count, LONG):
        told = [Recorded(Narrated(by="gm", text="……"))] * min(LONG, count)
        append_raw(session, Narrate(as_="gm", text="……"), *told)
    session.keep_snapshot()
    say(session)
    return session


def _chain(session: Session, depth: int) -> Session:
    """Return the last of so many forks of forks, on each of which something was said."""
    line = session
    for level in range(depth):
        line = timelines.fork(line, f"level {level}", line.version, actor="gm")
        say(line, actor="gm")
    return line


@pytest.mark.parametrize("dice", ["same", "fresh"])
def test_forking_reads_and_writes_as_much_behind_a_hundred_times_the_history(dice: str) -> None:
    steps: list[int] = []
    statements: list[int] = []
    for length in (LONG // 10, LONG * 10):
        session = _lengthen(_open(), length)
        with counting(session.store) as work:
            whatif = timelines.fork(
                session, "もしも", session.version, actor="gm", dice="same" if dice == "same" else "fresh"
            )
        steps.append(work.steps)
        statements.append(work.statements)
        assert whatif.version == session.version + 2
        session.store.close()

    assert statements[0] == statements[1]
    assert abs(steps[0] - steps[1]) <= 2, "tens of steps of SQLite's machine"


def test_playing_on_a_fork_reads_and_writes_as_much_behind_any_history() -> None:
    steps: list[int] = []
    for length in (LONG // 10, LONG * 10):
        session = _lengthen(_open(), length)
        whatif = timelines.fork(session, "もしも", session.version, actor="gm")
        with counting(session.store) as work:
            roll(whatif)
        steps.append(work.steps)
        session.store.close()

    assert abs(steps[0] - steps[1]) <= 2


READINGS: dict[str, Callable[[Session], object]] = {
    "state": lambda line: line.on(line.branch),
    "state of a player": lambda line: state_for(line, P1),
    "history": lambda line: list(read_entries(line)),
    "history of a player": lambda line: list(read_entries(line, P1)),
    "whether all is seen": lambda line: sees_all(line, P1),
    "a fork": lambda line: timelines.fork(line, f"x{line.version}", line.version, actor="gm"),
    "a fork of a player": lambda line: timelines.fork(line, f"y{line.version}", line.version, actor="p1"),
    "a command": say,
    "a roll": roll,
    "marks of lines": read_line_marks,
}


@pytest.mark.parametrize("reading", READINGS)
def test_a_deep_line_is_read_in_linear_work(reading: str) -> None:
    counts: list[int] = []
    for depth in (10, 20, 40):
        session = _open()
        line = _chain(session, depth)
        with counting(session.store) as work:
            READINGS[reading](line)
        counts.append(work.statements)
        session.store.close()

    assert counts[2] - counts[1] <= 2 * (counts[1] - counts[0]), counts
    assert counts[2] - counts[1] <= 2 * 20 + 2, "at most a query for commits and one for events a segment"


LISTINGS: dict[str, Callable[[Session], object]] = {
    "for who sees all": lambda session: lines_seen(session, EVERYTHING),
    "for a player": lambda session: lines_seen(session, P1),
    "visible ones": lambda session: visible_branches(
        session.store, session.id, sight_of(session.store, session.id, P1), session.branches
    ),
    "the table's line": lambda session: find_opened(session.store, session.id),
}


@pytest.mark.parametrize("listing", LISTINGS)
def test_lines_are_listed_without_a_query_for_each(listing: str) -> None:
    counts: list[int] = []
    for width in (5, 40):
        session = _open()
        for place in range(width):
            timelines.fork(session, f"line {place}", session.version, actor="gm")
        session.reload()
        with counting(session.store) as work:
            assert LISTINGS[listing](session)
        counts.append(work.statements)
        session.store.close()

    assert counts[0] == counts[1]


def test_fork_reads_no_line_that_is_known() -> None:
    counts: list[tuple[int, int]] = []
    for width in (5, 40):
        session = _open()
        for place in range(width):
            timelines.fork(session, f"line {place}", session.version, actor="gm")
        with counting(session.store) as work:
            timelines.fork(session, "もしも", session.version, actor="gm")
        counts.append((work.statements, work.steps))
        session.store.close()

    assert counts[0][0] == counts[1][0] == 5, "the sum of heads, a line, a commit and two events"
    assert counts[1][1] - counts[0][1] <= 35, "tens of steps: a few for each line more"


def test_undo_after_many_undos_is_linear_too() -> None:
    counts: list[int] = []
    for undone in (10, 20, 40):
        session = _open()
        for _ in range(undone):
            roll(session)
            timelines.undo(session, actor="gm")
        with counting(session.store) as work:
            roll(session)
            timelines.undo(session, actor="gm")
        counts.append(work.statements)
        session.store.close()

    assert counts[2] - counts[1] <= 2 * (counts[1] - counts[0]), counts


def test_a_line_a_hundred_forks_deep_is_whole() -> None:
    session = _open()
    line = _chain(session, 100)

    assert facts(find_opened(session.store, session.id, line.branch).state) == facts(line.state)
    assert facts(line.state) == facts(fold_prefix(line, line.version))
    assert [entry.version for entry in read_entries(line)] == list(range(1, line.version + 1))
    assert len(line.segments()) == 101
    check_chain(line)
    session.store.close()


def test_counts_of_lines_are_those_that_each_line_shows(session: Session) -> None:
    session.do({"type": "table.say", "text": "x", "to": ["p2"]}, actor="gm")
    session.do({"type": "table.say", "text": "y", "blind": True, "silent": True}, actor="gm")
    one = timelines.fork(session, "one", session.version, actor="gm")
    say(one, actor="gm")
    timelines.fork(one, "two", session.version, actor="gm")
    timelines.fork(one, "奥の手", one.version, actor="gm", secret=True)
    say(session)
    timelines.undo(session, actor="gm")

    for viewer in (P1, Viewer("p2", is_gm=False), Viewer("gm", is_gm=True)):
        seen = lines_seen(session, viewer)
        for line in seen.values():
            told = list(read_entries(session.on(line.row.id), viewer))
            assert (line.last, line.head) == (len(told), told[-1].commit), (viewer, line.row.id)
        assert ("奥の手" in {line.row.name for line in seen.values()}) == viewer.is_gm
