"""The lines of a session as a viewer knows them: which there are, and how they count along them."""

from typing import NamedTuple

from tenmatsu.engine.history import entries_of
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import Viewer, sight_of, visible_branches
from tenmatsu.engine.store import BranchRow, Segment


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
    found: dict[str, LineSeen] = {}
    counts: dict[str, list[tuple[int, int, str]]] = {}
    for row in rows.values():
        before, head = _at(counts.get(row.parent or "", []), row.fork_number)
        own = [(row.fork_number, before, head)]
        part = Segment(row.id, row.fork_version + 1, row.head_version, row.fork_number + 1, row.head_number)
        for commit in session.store.commits(session.id, [part]):
            shown = sum(1 for _ in entries_of(session, commit, sight))
            last = own[-1]
            own.append((commit.number, last[1] + shown, commit.hash.hex() if shown else last[2]))
        counts[row.id] = own
        found[row.id] = LineSeen(row, before + 1, own[-1][1], own[-1][2])
    return found


def _at(counts: list[tuple[int, int, str]], number: int) -> tuple[int, str]:
    """Return the viewer's count, and the last commit they see, at a commit of a line."""
    reached = [one for one in counts if one[0] <= number]
    return (reached[-1][1], reached[-1][2]) if reached else (0, "")
