"""The newest texts of edited words, and what was taken back, laid over a history."""

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tenmatsu.events.base import Event, event_type
from tenmatsu.events.table import Narrated, Noted, Said, SpeechEdited, SpeechRetracted

if TYPE_CHECKING:
    from tenmatsu.engine.history import Entry
    from tenmatsu.engine.session import Session
    from tenmatsu.engine.sight import Sight

_SAID, _NARRATED, _NOTED = (event_type(kind) for kind in (Said, Narrated, Noted))


class Edits(msgspec.Struct, frozen=True):
    """What a viewer may know of the edits and retractions on a line, by the digest of what they are about."""

    texts: dict[str, SpeechEdited] = {}
    retracted: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.texts or self.retracted)

    def lay_over(self, entry: "Entry") -> "Entry":
        """Return an entry with its newest text, marked as edited or retracted."""
        edit = self.texts.get(entry.digest)
        if edit is not None and (event := _edited(entry, edit)) is not None:
            entry = replace(entry, event=event, edited=True)
        return replace(entry, retracted=True) if entry.digest in self.retracted else entry


NO_EDITS = Edits()


def read_edits(session: "Session", sight: "Sight") -> Edits:
    """Return the edits and retractions on a session's line that a viewer may see."""
    if not session.table.corrections:
        return NO_EDITS
    texts: dict[str, SpeechEdited] = {}
    retracted: set[str] = set()
    for segment in session.segments():
        low, high = segment.first_version, segment.last_version
        for kind in (SpeechEdited, SpeechRetracted):
            for item in session.store.reader.items_of_type(
                session.id, segment.branch, low, high, event_type(kind)
            ):
                event = session.folder.decode(item.data) if sight.sees(item) else None
                if isinstance(event, SpeechEdited):
                    texts[event.of] = event
                elif isinstance(event, SpeechRetracted):
                    retracted.add(event.of)
    return Edits(texts, frozenset(retracted))


def _edited(entry: "Entry", edit: SpeechEdited) -> Event | None:
    """Return the event with its newest text; made anew of the edit where the first text was redacted."""
    match entry.event:
        case Said() | Narrated() | Noted():
            return replace(entry.event, text=edit.text)
        case None if entry.redacted and entry.tag == _SAID:
            return Said(by=edit.by, text=edit.text)
        case None if entry.redacted and entry.tag == _NARRATED:
            return Narrated(by=edit.by, text=edit.text)
        case None if entry.redacted and entry.tag == _NOTED:
            return Noted(by=edit.by, text=edit.text)
        case _:
            return None
