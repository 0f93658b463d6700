"""Pick some events of a whole line: of these alone it is asked when and how they came about."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from tenmatsu.engine.edits import read_edits
from tenmatsu.engine.folding import Fact
from tenmatsu.engine.history import read_entries, whatif_from
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.shown import Entry, Head, make_entry, make_head
from tenmatsu.engine.sight import EVERYTHING, sight_of
from tenmatsu.engine.store.finding import find_told
from tenmatsu.events.base import Event, Gap, event_type
from tenmatsu.events.envelope import Item

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session


Picked = tuple[Sequence[Fact], Iterator[tuple[int, Entry]]]
"""Facts that follow one another, and the entries of those that were asked for, each with its place."""


def read_picked(session: "Session", wants: Collection[type[Event]], after: int = 0) -> Iterator[Picked]:
    """Yield all facts of a line behind a version, many at once, with the entries of these events."""
    picker = _Picker(session, wants)
    loader = Loader(session.store, session.folder, session.id)
    for facts in loader.read_facts(session.segments(), after):
        yield facts, picker.pick(after + 1, facts)
        after += len(facts)


class _Picker:
    """Makes the entries of some events of a line, as who sees all sees them."""

    def __init__(self, session: "Session", wants: Collection[type[Event]]) -> None:
        self._session = session
        self._wants = wants
        # what an older schema is lifted to is known when it is decoded: all of them may be wanted
        self._tags = sorted({*map(event_type, wants), *session.folder.codec.upcasters.tags})
        self._segments = session.segments()
        self._sight = sight_of(session.store, session.id, EVERYTHING)
        self._edits = read_edits(session, self._sight)
        self._after_fork = whatif_from(session)

    def pick(self, first: int, facts: Sequence[Fact]) -> Iterator[tuple[int, Entry]]:
        """Yield the wanted entries among the facts from version `first` on, each with its place."""
        # the newest text may stand for one that was redacted
        kinds: Collection[type] = {*self._wants, Gap} if self._edits else self._wants
        places = [place for place, fact in enumerate(facts) if fact.__class__ in kinds]
        told = self._told(first + places[0], first + places[-1]) if places and self._tags else {}
        for place in places:
            fact, found = facts[place], told.get(first + place)
            if found is not None:
                entry = make_entry(found[0], self._sight, first + place, found[1], fact)
                if self._edits:
                    entry = self._edits.lay_over(entry)
            elif isinstance(fact, Gap):
                continue
            else:  # it is stored under another name than its bytes have: an audit tells
                entry = next(read_entries(self._session, EVERYTHING, first + place))
            if entry.event.__class__ in self._wants:
                yield place, entry

    def _told(self, low: int, high: int) -> dict[int, tuple[Head, Item]]:
        """Return by version what is told of the events that may be wanted, between two versions."""
        database, session = self._session.store.database, self._session.id
        found: dict[int, tuple[Head, Item]] = {}
        for one in self._segments:
            if one.first_version > high or one.last_version < low:
                continue
            span = (one.branch, max(low, one.first_version), min(high, one.last_version))
            head: Head | None = None
            for version, digest, audience, number, commit, header, command in find_told(
                database, session, span, self._tags
            ):
                if head is None or number != head.number:
                    whatif = number > self._after_fork
                    head = make_head(commit, number, one.branch, header, command, whatif=whatif)
                found[version] = head, Item("event", digest, None, None, audience)
        return found
