"""Find what is to be opened in the log of a session, and who may open it."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from tenmatsu.engine.audiences import covers
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.sight import EVERYTHING, Viewer
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.finding import FoundEvent, find_by_digest
from tenmatsu.engine.store.rows import Segment
from tenmatsu.engine.table.secrets import Reveal
from tenmatsu.engine.table.state import TableState
from tenmatsu.engine.vault import may_open, open_events
from tenmatsu.events.base import event_type
from tenmatsu.events.envelope import Item, may_see
from tenmatsu.events.table import ChoiceMade, OpenedItem

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session

_START = re.compile("[0-9a-f]{8,64}")
_CHOICE = event_type(ChoiceMade)
_CHOICES = msgspec.json.Decoder(ChoiceMade)


class LogVault:
    """The closed items of a session's log; choices are those of one line."""

    def __init__(self, store: Store, session: str, segments: Sequence[Segment]) -> None:
        self._store = store
        self._session = session
        self._segments = segments

    def open(
        self, digests: Sequence[str], *, audience: str, by: str, table: TableState
    ) -> tuple[OpenedItem, ...]:
        """Return what opens these events to an audience."""
        places: dict[tuple[str, int], list[bytes]] = {}
        for digest in digests:
            found = find_by_digest(self._store.database, self._session, digest)
            if len(digest) != 64 or not found or not may_open(found[0].audience, by, table):
                raise RuleViolation("reveal_unknown", what=digest[:12])
            if covers(found[0].audience, audience):
                raise RuleViolation("reveal_open", what=digest[:12])
            places.setdefault((found[0].branch, found[0].number), []).append(found[0].digest)
        items: list[OpenedItem] = []
        for (branch, number), wanted in places.items():
            items += open_events(self._store.commit_at(self._session, branch, number), wanted, audience)
        return tuple(items)

    def choices(self, plot: str) -> tuple[str, ...]:
        """Return the digests of the newest choices of a plot on the line."""
        newest: dict[str, str] = {}
        for one in self._segments:
            place = (self._session, one.branch, one.first_version, one.last_version)
            for digest, data in self._store.reader.of_type(*place, _CHOICE):
                made = read_choice(data)
                if made is not None and made.plot == plot:
                    newest.pop(made.by, None)
                    newest[made.by] = bytes(digest).hex()
        return tuple(newest.values())


def read_choice(data: bytes | None) -> ChoiceMade | None:
    """Return the choice in these bytes, None where there is none to read."""
    try:
        return None if data is None else _CHOICES.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def name_revealed(session: "Session", command: Reveal) -> Reveal:
    """
    Return the command with the digests of the events that it opens.

    A version is one of the asker's own numbers, for the GM one of the log's own. The start of a commit's
    hash stands for all that it keeps closed. `UsageError` for what the asker does not see.
    """
    gm = session.table.is_gm(command.as_)
    viewer = EVERYTHING if gm else Viewer(command.as_, is_gm=False)
    found: dict[str, None] = {}
    for text in command.what:
        found |= dict.fromkeys(_events_meant(session, viewer, text.strip().lower().removeprefix("@")))
    if not found:
        raise UsageError("reveal_unknown", what=", ".join(command.what)[:40] or "-")
    return msgspec.structs.replace(command, what=tuple(found))


def _events_meant(session: "Session", viewer: Viewer, text: str) -> list[str]:
    from tenmatsu.engine.history import read_entries

    if text.isdecimal() and len(text) < 8:
        version = int(text)
        entries = read_entries(session, viewer, version, version) if version else iter(())
        entry = next(entries, None)
        if entry is None or not entry.digest:
            raise UsageError("reveal_unknown", what=text)
        return [entry.digest]
    if _START.fullmatch(text) is None:
        raise UsageError("reveal_unknown", what=text[:40])
    events = [one for one in find_by_digest(session.store.database, session.id, text) if _sees(viewer, one)]
    if len(events) > 1:
        raise UsageError("reveal_ambiguous", what=text)
    return [events[0].digest.hex()] if events else _closed_in(session, viewer, text)


def _closed_in(session: "Session", viewer: Viewer, start: str) -> list[str]:
    """Return the digests of the closed events, as far as the viewer sees them, of a commit on any line."""
    starts = [digest for digest in session.store.hashes(session.id) if digest.hex().startswith(start)]
    if len(starts) > 1:
        raise UsageError("reveal_ambiguous", what=start)
    place = session.store.find_commit(session.id, starts[0]) if starts else None
    events: tuple[Item, ...] = session.store.commit_at(session.id, *place).events if place else ()
    closed = [item.digest.hex() for item in events if item.audience and viewer.sees(item)]
    if not closed:
        raise UsageError("reveal_unknown", what=start)
    return closed


def _sees(viewer: Viewer, event: FoundEvent) -> bool:
    return may_see(event.audience, viewer.id, is_gm=viewer.is_gm)
