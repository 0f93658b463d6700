"""The history of a line as somebody may see it: the one filter that stands before every output."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from tenmatsu.engine.edits import NO_EDITS, read_edits
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.sight import EVERYTHING, Sight, Viewer, sight_of
from tenmatsu.events.base import Event, Gap, Unknown, event_type
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import SEALED, Commit, Header, Item, is_silent

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session

__all__ = [
    "EVERYTHING",
    "Entry",
    "Viewer",
    "entries_in",
    "entries_of",
    "head_seen",
    "locate",
    "read_commits",
    "read_entries",
    "state_for",
    "version_at",
    "viewer_of",
    "whatif_from",
]
_HEADER = msgspec.json.Decoder(Header)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a history: an event that the viewer may see, or a closed entry."""

    version: int
    """Counted from 1 for this viewer; the event's own version for who sees all."""
    commit: str
    """The commit's hash, in hex."""
    digest: str = ""
    """The event's digest, in hex; empty for a sealed entry."""
    number: int
    """The commit's own number for who sees all; for a viewer, counted over the commits they are shown."""
    branch: str
    at: str = ""
    actor: str = ""
    command: str = ""
    """The tag of the command it followed from, where the viewer may see that."""
    tag: str = ""
    event: Event | Unknown | None = None
    """None where sealed, or where the words were redacted."""
    sealed: bool = False
    redacted: bool = False
    edited: bool = False
    """Whether its words are not those first recorded."""
    retracted: bool = False
    """Whether it was taken back: recaps leave it out."""
    audience: str = ""
    """Who sees it, as far as the viewer knows; empty for everybody."""
    revealed: bool = False
    """Whether it was closed at first and opened later."""
    whatif: bool = False
    """Whether it happened on a what-if line that the table never adopted."""

    @property
    def fact(self) -> Event | Unknown | Gap | None:
        """What a fold takes in: the event, or the gap that a redaction left."""
        return Gap(self.tag) if self.event is None and self.redacted else self.event


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
    after_fork = whatif_from(session)
    version, shown = 0, 0
    after = _number_before(session, first) if viewer.id is None else 0
    sight = sight_of(session.store, session.id, viewer)
    edits = NO_EDITS if raw else read_edits(session, sight)
    for commit in read_commits(session, after):
        if after and not version:
            version = commit.first_version - 1
        number = commit.number if viewer.id is None else shown + 1
        whatif = commit.number > after_fork
        for entry in entries_of(session, commit, sight, whatif=whatif, place=(version, number)):
            version = entry.version
            shown = number
            if last is not None and version > last:
                return
            if version >= first:
                yield edits.lay_over(entry) if edits else entry


def _number_before(session: "Session", version: int) -> int:
    """Return the number of a commit that ends before a version."""
    if version <= 1 or version > session.version:
        return 0 if version <= 1 else session.state.number
    branch = session.segments(version)[-1].branch
    return session.store.number_at(session.id, branch, version) - 1


def whatif_from(session: "Session") -> int:
    """Return the commit number behind which the line is a what-if line; beyond its end where it is none."""
    if not session.is_whatif:
        return session.state.number
    branch = session.branches[session.branch]
    while branch.parent is not None and session.branches[branch.parent].why == "whatif":
        branch = session.branches[branch.parent]
    return branch.fork_number


def entries_of(
    session: "Session",
    commit: Commit,
    sight: Sight,
    *,
    whatif: bool = False,
    place: tuple[int, int] | None = None,
) -> Iterator[Entry]:
    """
    Yield a commit's events for a viewer; the rest is one sealed entry, or none.

    `place` is the viewer's version before the commit and their number of it; without it nothing is numbered.
    """
    version, number = place or (0, commit.number)
    digest, branch, each = commit.hash.hex(), commit.branch, int(place is not None)
    at = actor = command = ""
    if sight.sees(commit.header) and commit.header.data is not None:
        header = _HEADER.decode(commit.header.data)
        asked = sight.sees(commit.command) and commit.command.data is not None
        command = tag_of(commit.command.data or b"") if asked else ""
        at, actor = header.at, header.actor
    sealed, decode = False, session.folder.decode
    whole, opened = sight.viewer.id is None and session.view is None, bool(sight.opened)
    for item in commit.events:
        if not whole and (not sight.sees(item) or _is_sealed(session, item)):
            if not is_silent(item.audience) and not sealed:
                sealed = True
                version += each
                yield Entry(
                    version=version, commit=digest, number=number, branch=branch, sealed=True, whatif=whatif
                )
            continue
        event = decode(item.data)
        version += each
        yield Entry(
            version=version,
            commit=digest,
            number=number,
            branch=branch,
            at=at,
            actor=actor,
            command=command,
            digest=item.digest.hex(),
            tag=_tag(event) or item.tag,
            event=event,
            redacted=item.data is None,
            audience=sight.audience(item) if opened else item.audience,
            revealed=opened and sight.is_opened(item),
            whatif=whatif,
        )


def _is_sealed(session: "Session", item: Item) -> bool:
    """Return whether a viewer's imported log holds no more of an item than that it is there."""
    return session.view is not None and item.audience == SEALED


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


def _tag(event: Event | Unknown | None) -> str:
    if event is None:
        return ""
    return event.tag if isinstance(event, Unknown) else event_type(event)


def state_for(session: "Session", viewer: Viewer, at: int | None = None) -> LineState:
    """Return the state as a viewer may know it, folded from what they see alone."""
    if viewer.id is None:
        return session.state if at is None else session.state_at(at)
    return session.folder.fold(
        LineState(), (entry.fact for entry in read_entries(session, viewer, last=at, raw=True))
    )
