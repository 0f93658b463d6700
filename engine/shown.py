"""A commit as somebody may see it: the one filter that stands before every output."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from tenmatsu.engine.edits import NO_EDITS, Edits
from tenmatsu.engine.folding import Fact
from tenmatsu.engine.sight import Sight
from tenmatsu.engine.unreadable import read_header
from tenmatsu.events.base import Event, Gap, Unknown, event_type
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import SEALED, Commit, Item, is_silent

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session


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
    def fact(self) -> Fact:
        """What a fold takes in: the event, or the gap that a redaction left."""
        return Gap(self.tag) if self.event is None and self.redacted else self.event


class Head(msgspec.Struct, frozen=True, gc=False):
    """What the entries of a commit have in common, as far as a viewer knows."""

    commit: str
    number: int
    branch: str
    at: str
    actor: str
    command: str
    whatif: bool


def make_head(
    digest: bytes, number: int, branch: str, header: bytes | None, command: bytes | None, *, whatif: bool
) -> Head:
    """Return it from a commit's hash and what may be known of its header; with that, of its command."""
    if header is None:
        return Head(digest.hex(), number, branch, "", "", "", whatif)
    told = read_header(header, digest)
    return Head(digest.hex(), number, branch, told.at, told.actor, tag_of(command or b""), whatif)


def make_entry(head: Head, sight: Sight, version: int, item: Item, fact: Fact) -> Entry:
    """Return the entry of an item that a viewer sees."""
    event = None if isinstance(fact, Gap) else fact
    opened = bool(sight.opened)
    return Entry(
        version=version,
        commit=head.commit,
        number=head.number,
        branch=head.branch,
        at=head.at,
        actor=head.actor,
        command=head.command,
        digest=item.digest.hex(),
        tag=fact.tag if isinstance(fact, Gap) else _tag(event),
        event=event,
        redacted=isinstance(fact, Gap),
        audience=sight.audience(item) if opened else item.audience,
        revealed=opened and sight.is_opened(item),
        whatif=head.whatif,
    )


class Shown:
    """A commit as a viewer sees it: the facts that they fold, and an entry for each that is asked for."""

    def __init__(
        self,
        session: "Session",
        commit: Commit,
        sight: Sight,
        *,
        whatif: bool = False,
        place: tuple[int, int] | None = None,
        edits: Edits = NO_EDITS,
    ) -> None:
        self.commit = commit
        self.edits = edits
        self.number = commit.number if place is None else place[1]
        """The viewer's number of it."""
        self.first = 0 if place is None else place[0] + 1
        """The viewer's version of its first entry; 0 where nothing is numbered."""
        whole = sight.viewer.id is None and session.view is None
        self._items: Sequence[Item | None] = (
            commit.events if whole else _seen_of(session, commit.events, sight)
        )
        self.facts: Sequence[Fact] = session.folder.decode_rows(
            [None if item is None else item.tag if item.data is None else item.data for item in self._items]
        )
        """What a fold takes in, in order; as first recorded."""
        self._sight = sight
        self._whatif = whatif
        self._head: Head | None = None

    def entry(self, place: int) -> Entry:
        """Return the entry of a fact."""
        item, commit = self._items[place], self.commit
        version = self.first and self.first + place
        if item is None:
            return Entry(
                version=version,
                commit=commit.hash.hex(),
                number=self.number,
                branch=commit.branch,
                sealed=True,
                whatif=self._whatif,
            )
        if self._head is None:
            self._head = self._read_head()
        entry = make_entry(self._head, self._sight, version, item, self.facts[place])
        return self.edits.lay_over(entry) if self.edits else entry

    def pick(self, wants: Collection[type[Event]] | None = None, low: int = 0) -> Iterator[tuple[int, Entry]]:
        """Yield the entries of these events, or all, from place `low` on, each with its place."""
        # the newest text may stand for one that was redacted
        kinds: Collection[type] | None = {*wants, Gap} if wants is not None and self.edits else wants
        for place in range(low, len(self.facts)):
            if kinds is None or self.facts[place].__class__ in kinds:
                entry = self.entry(place)
                if wants is None or entry.event.__class__ in wants:
                    yield place, entry

    def _read_head(self) -> Head:
        commit, sees = self.commit, self._sight.sees
        header = commit.header.data if sees(commit.header) else None
        command = commit.command.data if sees(commit.command) else None
        return make_head(commit.hash, self.number, commit.branch, header, command, whatif=self._whatif)


def _seen_of(session: "Session", items: Sequence[Item], sight: Sight) -> list[Item | None]:
    """Return a commit's events for a viewer: None, once, for what is sealed, nothing for what is silent."""
    found: list[Item | None] = []
    sealed = False
    for item in items:
        if sight.sees(item) and not _is_sealed(session, item):
            found.append(item)
        elif not sealed and not is_silent(item.audience):
            sealed = True
            found.append(None)
    return found


def entries_of(session: "Session", commit: Commit, sight: Sight, *, whatif: bool = False) -> Iterator[Entry]:
    """Yield a commit's events for a viewer; the rest is one sealed entry, or none. Nothing is numbered."""
    shown = Shown(session, commit, sight, whatif=whatif)
    return map(shown.entry, range(len(shown.facts)))


def _is_sealed(session: "Session", item: Item) -> bool:
    """Return whether a viewer's imported log holds no more of an item than that it is there."""
    return session.view is not None and item.audience == SEALED


def _tag(event: Event | Unknown | None) -> str:
    if event is None:
        return ""
    return event.tag if isinstance(event, Unknown) else event_type(event)
