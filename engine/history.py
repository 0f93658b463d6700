"""The history of a line as somebody may see it: in whole or from one of its versions on."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tenmatsu.engine.edits import NO_EDITS, read_edits
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import Fact, LineState
from tenmatsu.engine.shown import Entry, Shown, entries_of
from tenmatsu.engine.sight import EVERYTHING, Viewer, sight_of
from tenmatsu.events.envelope import Commit

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session

__all__ = [
    "EVERYTHING",
    "Entry",
    "Fact",
    "Shown",
    "Viewer",
    "entries_in",
    "entries_of",
    "head_seen",
    "locate",
    "read_commits",
    "read_entries",
    "read_shown",
    "state_for",
    "version_at",
    "viewer_of",
    "whatif_from",
]


def viewer_of(session: "Session", participant: str | None) -> Viewer:
    """Return a participant as viewer, None for who sees all; `UsageError` where they are not at the table."""
    if participant is None:
        return EVERYTHING
    session.check_participant(participant)
    return Viewer(participant, session.table.is_gm(participant))


def read_commits(session: "Session", after: int = 0) -> Iterator[Commit]:
    """Yield the commits of the session's line whose number is higher than `after`."""
    return session.store.commits(session.id, session.segments(), after)


def read_entries(
    session: "Session",
    viewer: Viewer = EVERYTHING,
    first: int = 1,
    last: int | None = None,
    *,
    raw: bool = False,
) -> Iterator[Entry]:
    """
    Yield the line's history for a viewer, from version `first` to `last` of that viewer's own numbers.

    Edited words have their newest text; `raw` gives those first recorded.
    """
    for shown in read_shown(session, viewer, first, raw=raw):
        for place in range(max(first - shown.first, 0), len(shown.facts)):
            if last is not None and shown.first + place > last:
                return
            yield shown.entry(place)


def read_shown(
    session: "Session", viewer: Viewer = EVERYTHING, first: int = 1, *, raw: bool = False
) -> Iterator[Shown]:
    """Yield the commits of the line's history of which a viewer sees anything, that of `first` in front."""
    after_fork = whatif_from(session)
    version, number = 0, 0
    after = _number_before(session, first) if viewer.id is None else 0
    sight = sight_of(session.store, session.id, viewer)
    edits = NO_EDITS if raw else read_edits(session, sight)
    for commit in read_commits(session, after):
        if after and not version:
            version = commit.first_version - 1
        place = (version, commit.number if viewer.id is None else number + 1)
        shown = Shown(session, commit, sight, whatif=commit.number > after_fork, place=place, edits=edits)
        if shown.facts:
            version, number = version + len(shown.facts), shown.number
            yield shown


def _number_before(session: "Session", version: int) -> int:
    """Return the number of a commit that ends before a version."""
    if version <= 1 or version > session.version:
        return 0 if version <= 1 else session.state.number
    return session.store.place_of(session.id, session.branch_of(version), version).number - 1


def whatif_from(session: "Session") -> int:
    """Return the commit number behind which the line is a what-if line; beyond its end where it is none."""
    if not session.is_whatif:
        return session.state.number
    branch = session.branches[session.branch]
    while branch.parent is not None and session.branches[branch.parent].why == "whatif":
        branch = session.branches[branch.parent]
    return branch.fork_number


def entries_in(session: "Session", viewer: Viewer, commit: Commit) -> list[Entry]:
    """Return what a viewer sees of a commit of the line, under their own numbers."""
    if viewer.id is None:
        return list(read_entries(session, viewer, commit.first_version, commit.last_version))
    digest = commit.hash.hex()
    return [entry for entry in read_entries(session, viewer) if entry.commit == digest]


def head_seen(session: "Session", viewer: Viewer) -> str:
    """Return the hash of the last commit of the line of which a viewer sees anything, in hex."""
    if viewer.id is None:
        return session.head
    last = ""
    for entry in read_entries(session, viewer, raw=True):
        last = entry.commit
    return last


def locate(session: "Session", viewer: Viewer, version: int) -> int:
    """
    Return the log's own version of the end of the commit that ends with one of a viewer's own versions.

    Raises `UsageError` where there is no such version, or it is inside a commit, in the viewer's numbers.
    """
    if viewer.id is None:
        return version
    found, last, ends = "", 0, dict[str, int]()
    for entry in read_entries(session, viewer, raw=True):
        last = ends[entry.commit] = entry.version
        if entry.version == version:
            found = entry.commit
    if not found:
        raise UsageError("version_unknown", version=version, last=last)
    if ends[found] != version:
        before = max((end for end in ends.values() if end < version), default=0)
        raise UsageError("version_inside", version=version, before=before, after=ends[found])
    place = session.store.find_commit(session.id, bytes.fromhex(found))
    if place is None:
        raise UsageError("version_unknown", version=version, last=last)
    return session.store.commit_at(session.id, *place).last_version


def version_at(session: "Session", viewer: Viewer, commit: Commit) -> int:
    """Return a viewer's own number of their newest entry up to a commit of the line."""
    if viewer.id is None:
        return commit.last_version
    sight = sight_of(session.store, session.id, viewer)
    before = (one for one in read_commits(session) if one.number <= commit.number)
    return sum(1 for one in before for _ in entries_of(session, one, sight))


def state_for(session: "Session", viewer: Viewer, at: int | None = None) -> LineState:
    """Return the state as a viewer may know it, folded from what they see alone."""
    if viewer.id is None:
        return session.state if at is None else session.state_at(at)
    return session.folder.fold(
        LineState(), (entry.fact for entry in read_entries(session, viewer, last=at, raw=True))
    )
