"""Read what two lines have behind the place where they part, each entry once."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from tenmatsu.engine.edits import read_edits
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import Entry, entries_of, whatif_from
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import Sight, Viewer, sight_of
from tenmatsu.engine.store import Segment
from tenmatsu.events.base import Event, Gap, Unknown
from tenmatsu.events.envelope import Commit

Fact = Event | Unknown | Gap | None

Versions = tuple[int | None, int | None]
"""Up to which version either line is read, in the viewer's numbers; None for its head."""


class Told(msgspec.Struct, frozen=True):
    """A commit of which a viewer sees something, and what that is."""

    commit: Commit
    entries: tuple[Entry, ...]


class Tail(msgspec.Struct, frozen=True, kw_only=True):
    """What a line has behind the parting, and its state at the end."""

    session: Session
    told: tuple[Told, ...]
    state: LineState


class Parting(msgspec.Struct, frozen=True, kw_only=True):
    """Two lines of one session from their last common commit on, as one viewer sees them."""

    sight: Sight
    common: str
    """The hash of the commit in which the last common entry stands, in hex; empty where nothing is common."""
    version: int
    first: Tail
    second: Tail


def read_parting(
    first: Session, second: Session, viewer: Viewer, versions: Versions = (None, None)
) -> Parting:
    """Read where two lines part; `UsageError` for two sessions, or a version that a line has not."""
    if first.id != second.id:
        raise UsageError("sessions_differ", first=first.id[:8], second=second.id[:8])
    sight = sight_of(first.store, first.id, viewer)
    if viewer.id is None and first.view is None:
        return _read_from_the_fork(first, second, sight, versions)
    return _read_as_seen(first, second, sight, versions)


def _read_from_the_fork(first: Session, second: Session, sight: Sight, versions: Versions) -> Parting:
    """Read no more than what stands behind the fork: for whom the log's own numbers hold."""
    sessions = (first, second)
    states = [
        session.state if version is None else session.state_at(version)
        for session, version in zip(sessions, versions, strict=True)
    ]
    lines = [session.segments(state.version) for session, state in zip(sessions, states, strict=True)]
    shared = _shared(*lines)
    version, common, after, start = 0, "", 0, (0, 0)
    if shared:
        last = shared[-1]
        version = last.last_version
        number = first.store.place_of(first.id, last.branch, version).number
        commit = first.store.commit_at(first.id, last.branch, number)
        common, after, start = commit.hash.hex(), number, (version, number)
        if commit.last_version > version:
            after, start = number - 1, (commit.first_version - 1, number - 1)
    tails = [
        Tail(
            session=session,
            told=_with_edits(session, sight, _cut(_read(session, sight, line, after, start), version, end)),
            state=state,
        )
        for session, line, state, end in zip(
            sessions, lines, states, [one.version for one in states], strict=True
        )
    ]
    return Parting(sight=sight, common=common, version=version, first=tails[0], second=tails[1])


def _read_as_seen(first: Session, second: Session, sight: Sight, versions: Versions) -> Parting:
    """Read the lines from their beginning: a viewer's numbers and states follow from what they saw."""
    sessions, lines = (first, second), (first.segments(), second.segments())
    shared = _shared(*lines)
    both = list(_read(first, sight, shared, 0, (0, 0)))
    after, start = (shared[-1].last_number if shared else 0), _count(both)
    behind = [
        [*both, *_read(session, sight, line, after, start)]
        for session, line in zip(sessions, lines, strict=True)
    ]
    ends = [_end(version, told) for version, told in zip(versions, behind, strict=True)]
    common = min(start[0], *ends)
    seen = _cut(both, 0, common)
    state = first.folder.fold(LineState(), _facts(seen))
    tails: list[Tail] = []
    for session, told, end in zip(sessions, behind, ends, strict=True):
        own = _cut(told, common, end)
        after_all = session.folder.fold(state, _facts(own))
        tails.append(Tail(session=session, told=_with_edits(session, sight, own), state=after_all))
    digest = seen[-1].commit.hash.hex() if seen else ""
    return Parting(sight=sight, common=digest, version=common, first=tails[0], second=tails[1])


def _shared(one: Sequence[Segment], other: Sequence[Segment]) -> list[Segment]:
    """Return the segments that two lineages have in common, the last one cut where one of them leaves."""
    found: list[Segment] = []
    for mine, theirs in zip(one, other, strict=False):
        if (mine.branch, mine.first_version) != (theirs.branch, theirs.first_version):
            break
        shorter = mine if mine.last_version <= theirs.last_version else theirs
        found.append(shorter)
        if mine.last_version != theirs.last_version:
            break
    return found


def _read(
    session: Session, sight: Sight, segments: Sequence[Segment], after: int, start: tuple[int, int]
) -> Iterator[Told]:
    """Yield the commits behind number `after` of which something is seen, counted on from `start`."""
    after_fork = whatif_from(session)
    version, number = start
    for commit in session.store.commits(session.id, segments, after):
        entries = list(entries_of(session, commit, sight, whatif=commit.number > after_fork))
        if not entries:
            continue
        number += 1
        yield Told(
            commit,
            tuple(
                replace(entry, version=place, number=number)
                for place, entry in enumerate(entries, version + 1)
            ),
        )
        version += len(entries)


def _count(told: Sequence[Told]) -> tuple[int, int]:
    """Return the viewer's numbers of the last entry and the last commit."""
    return (told[-1].entries[-1].version, told[-1].entries[-1].number) if told else (0, 0)


def _end(version: int | None, told: Sequence[Told]) -> int:
    last = _count(told)[0]
    if version is not None and not 1 <= version <= last:
        raise UsageError("version_unknown", version=version, last=last)
    return last if version is None else version


def _cut(told: Iterable[Told], after: int, upto: int) -> tuple[Told, ...]:
    """Return what stands behind one version and up to another; no more is read."""
    found: list[Told] = []
    for one in told:
        if one.entries[0].version > upto:
            break
        kept = tuple(entry for entry in one.entries if after < entry.version <= upto)
        if kept:
            found.append(one if len(kept) == len(one.entries) else Told(one.commit, kept))
    return tuple(found)


def _with_edits(session: Session, sight: Sight, told: tuple[Told, ...]) -> tuple[Told, ...]:
    if not told or not (edits := read_edits(session, sight)):
        return told
    return tuple(Told(one.commit, tuple(map(edits.lay_over, one.entries))) for one in told)


def _facts(told: Iterable[Told]) -> Iterator[Fact]:
    return (entry.fact for one in told for entry in one.entries)
