"""The lines of a session as a viewer knows them: which there are, and how they count along them."""

from bisect import bisect_right
from typing import NamedTuple

from tenmatsu.engine.history import entries_of
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import Viewer, sight_of, visible_branches
from tenmatsu.engine.store import BranchRow


class LineSeen(NamedTuple):
    """A line, with the viewer's own numbers of its first and last entry and the last commit they see."""

    row: BranchRow
    first: int
    last: int
    head: str


def lines_seen(session: Session, viewer: Viewer) -> dict[str, LineSeen]:
    """Return the lines that a viewer knows of by id, parents before children."""
    sight = sight_of(session.store, session.id, viewer)
    rows = visible_branches(session.store, session.id, sight, session.branches)
    if viewer.id is None:
        return {
            row.id: LineSeen(row, row.fork_version + 1, row.head_version, row.head_hash.hex())
            for row in rows.values()
        }
    shown: dict[str, list[tuple[int, int, str]]] = {}
    for commit in session.store.reader.every_commit(session.id):
        if commit.branch in rows and (count := sum(1 for _ in entries_of(session, commit, sight))):
            shown.setdefault(commit.branch, []).append((commit.number, count, commit.hash.hex()))
    found: dict[str, LineSeen] = {}
    counts: dict[str, list[tuple[int, int, str]]] = {}
    for row in rows.values():
        before, head = _at(counts.get(row.parent or "", []), row.fork_number)
        own = [(row.fork_number, before, head)]
        for number, count, digest in shown.get(row.id, ()):
            own.append((number, own[-1][1] + count, digest))
        counts[row.id] = own
        found[row.id] = LineSeen(row, before + 1, own[-1][1], own[-1][2])
    return found


def _at(counts: list[tuple[int, int, str]], number: int) -> tuple[int, str]:
    """Return the viewer's count, and the last commit they see, at a commit of a line."""
    place = bisect_right(counts, number, key=lambda one: one[0])
    return counts[place - 1][1:] if place else (0, "")
