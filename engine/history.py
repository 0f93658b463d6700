"""The history of a line as somebody may see it: the one filter that stands before every output."""

from collections.abc import Iterator

import msgspec

from tenmatsu.engine.folding import LineState
from tenmatsu.engine.session import Session
from tenmatsu.events.base import Event, Unknown, event_type
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import SEALED, Commit, Header, Item, is_silent, may_see

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
    audience: str = ""
    whatif: bool = False
    """Whether it happened on a what-if line that the table never adopted."""


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: a participant, or nobody in particular, who sees all."""

    id: str | None = None
    is_gm: bool = True

    def sees(self, item: Item) -> bool:
        """Return whether the viewer may see an item."""
        return may_see(item.audience, self.id, is_gm=self.is_gm)


EVERYTHING = Viewer()


def viewer_of(session: Session, participant: str | None) -> Viewer:
    """Return a participant as viewer, None for who sees all; `UsageError` where they are not at the table."""
    if participant is None:
        return EVERYTHING
    session.check_participant(participant)
    return Viewer(participant, session.table.is_gm(participant))


def read_commits(session: Session, after: int = 0) -> Iterator[Commit]:
    """Yield the commits of the session's line whose number is higher than `after`."""
    return session.store.commits(session.id, session.segments(), after)


def read_entries(
    session: Session, viewer: Viewer = EVERYTHING, first: int = 1, last: int | None = None
) -> Iterator[Entry]:
    """Yield the line's history for a viewer, from version `first` to `last` of that viewer's own numbers."""
    whatif_from = _whatif_from(session)
    version, shown = 0, 0
    after = _number_before(session, first) if viewer.id is None else 0
    for commit in read_commits(session, after):
        if after and not version:
            version = commit.first_version - 1
        number = commit.number if viewer.id is None else shown + 1
        for entry in _entries_of(session, commit, viewer, whatif=commit.number > whatif_from):
            version += 1
            shown = number
            if last is not None and version > last:
                return
            if version >= first:
                yield msgspec.structs.replace(entry, version=version, number=number)


def _number_before(session: Session, version: int) -> int:
    """Return the number of a commit that ends before a version."""
    if version <= 1 or version > session.version:
        return 0 if version <= 1 else session.state.number
    branch = session.segments(version)[-1].branch
    return session.store.number_at(session.id, branch, version) - 1


def _whatif_from(session: Session) -> int:
    """Return the commit number behind which the line is a what-if line; beyond its end where it is none."""
    if not session.is_whatif:
        return session.state.number
    branch = session.branches[session.branch]
    while branch.parent is not None and session.branches[branch.parent].why == "whatif":
        branch = session.branches[branch.parent]
    return branch.fork_number


def _entries_of(session: Session, commit: Commit, viewer: Viewer, *, whatif: bool) -> Iterator[Entry]:
    """Yield a commit's events for a viewer; what they may not see is one sealed entry, or none."""
    place = Entry(
        version=0, commit=commit.hash.hex(), number=commit.number, branch=commit.branch, whatif=whatif
    )
    shown = place
    if viewer.sees(commit.header) and commit.header.data is not None:
        header = _HEADER.decode(commit.header.data)
        asked = viewer.sees(commit.command) and commit.command.data is not None
        command = tag_of(commit.command.data or b"") if asked else ""
        shown = msgspec.structs.replace(place, at=header.at, actor=header.actor, command=command)
    sealed = False
    for item in commit.events:
        if not viewer.sees(item) or item.audience == SEALED:
            if not is_silent(item.audience) and not sealed:
                sealed = True
                yield msgspec.structs.replace(place, sealed=True)
            continue
        event = session.folder.decode(item.data)
        yield msgspec.structs.replace(
            shown,
            digest=item.digest.hex(),
            tag=_tag(event),
            event=event,
            redacted=item.data is None,
            audience=item.audience,
        )


def _tag(event: Event | Unknown | None) -> str:
    if event is None:
        return ""
    return event.tag if isinstance(event, Unknown) else event_type(event)


def state_for(session: Session, viewer: Viewer, at: int | None = None) -> LineState:
    """Return the state as a viewer may know it, folded from what they see alone."""
    if viewer.id is None:
        return session.state if at is None else session.state_at(at)
    return session.folder.fold(LineState(), (entry.event for entry in read_entries(session, viewer, last=at)))
