"""A commit as somebody may see it: the one filter that stands before every output."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from tenmatsu.engine.edits import NO_EDITS, Edits
from tenmatsu.engine.sight import Sight
from tenmatsu.events.base import Event, Gap, Unknown, event_type
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import SEALED, Commit, Header, Item, is_silent

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session

Fact = Event | Unknown | Gap | None
"""What a fold takes in of an event: a `Gap` where it was redacted, None where it is sealed."""
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
    def fact(self) -> Fact:
        """What a fold takes in: the event, or the gap that a redaction left."""
        return Gap(self.tag) if self.event is None and self.redacted else self.event


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
        self._head: tuple[str, str, str, str] | None = None

    def entry(self, place: int) -> Entry:
        """Return the entry of a fact."""
        item, fact, commit = self._items[place], self.facts[place], self.commit
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
            self._head = _head_of(commit, self._sight)
        digest, at, actor, command = self._head
        event = None if isinstance(fact, Gap) else fact
        opened = bool(self._sight.opened)
        entry = Entry(
            version=version,
            commit=digest,
            number=self.number,
            branch=commit.branch,
            at=at,
            actor=actor,
            command=command,
            digest=item.digest.hex(),
            tag=_tag(event) or item.tag,
            event=event,
            redacted=item.data is None,
            audience=self._sight.audience(item) if opened else item.audience,
            revealed=opened and self._sight.is_opened(item),
            whatif=self._whatif,
        )
        return self.edits.lay_over(entry) if self.edits else entry


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


def _head_of(commit: Commit, sight: Sight) -> tuple[str, str, str, str]:
    """Return a commit's hash, and when it was made, by whom, with which command as far as a viewer knows."""
    digest = commit.hash.hex()
    if not sight.sees(commit.header) or commit.header.data is None:
        return digest, "", "", ""
    header = _HEADER.decode(commit.header.data)
    asked = sight.sees(commit.command) and commit.command.data is not None
    return digest, header.at, header.actor, tag_of(commit.command.data or b"") if asked else ""


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
