"""Check edits, retractions and redactions: whose words, before whom, and that nothing is gone in silence."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.audiences import covers
from tenmatsu.engine.audit.chain import Problem
from tenmatsu.engine.corrections import RETRACTABLE, SPEECH
from tenmatsu.engine.redacting import redactable_tags
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event, Unknown, event_type
from tenmatsu.events.codec import Codec
from tenmatsu.events.envelope import Commit, Item
from tenmatsu.events.table import Redacted, Revealed, SpeechEdited, SpeechRetracted

_REVEALED = event_type(Revealed)
Correction = SpeechEdited | SpeechRetracted | Redacted


class _Seen(msgspec.Struct, frozen=True):
    """A correction where the audit met it."""

    commit: str
    event: Correction
    audience: str
    actor: str
    is_gm: bool


class _Place(msgspec.Struct, frozen=True):
    """An item that a correction is about, as its row has it."""

    kind: str
    tag: str
    actor: str
    audience: str
    is_there: bool


class Corrections:
    """Gathers the corrections of a session, and the items that lack their bytes."""

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self._seen: list[_Seen] = []
        self._emptied: dict[str, tuple[str, str]] = {}

    @cached_property
    def _redactable(self) -> frozenset[str]:
        return frozenset(tag.partition("@")[0] for tag in redactable_tags(self._codec))

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(tag.partition("@")[0] for tag in self._codec.types)

    def see(
        self, commit: Commit, events: Sequence[Event | Unknown | None], actor: str, table: TableState
    ) -> None:
        """Note a commit's corrections; `table` stood before it."""
        for item in (commit.command, *commit.events):
            if item.data is None:
                self._emptied[item.digest.hex()] = (commit.hash.hex(), item.kind)
        for item, event in zip(commit.events, events, strict=True):
            if isinstance(event, (SpeechEdited, SpeechRetracted, Redacted)):
                is_gm = table.is_gm(actor)
                self._seen.append(_Seen(commit.hash.hex(), event, item.audience, actor, is_gm))

    def is_gap(self, item: Item) -> bool:
        """Return whether an item is a redacted one on which no rule depends."""
        tag = item.tag.partition("@")[0]
        return item.data is None and (tag in self._redactable or tag not in self._known)

    @property
    def count(self) -> int:
        """How many items were redacted by somebody who said so."""
        return len(self._named() & self._emptied.keys())

    def check(self, store: Store, session: str) -> Iterator[tuple[str, Problem]]:
        """Yield (commit, problem) for what is gone without a word, and corrections that nobody might make."""
        named = self._named()
        for digest, (commit, kind) in self._emptied.items():
            if digest not in named:
                yield commit, ("audit_emptied", {"item": kind, "digest": digest[:12]})
        stored = {digest.hex() for digest in store.redacted(session)}
        for digest in sorted(stored - named):
            yield "", ("audit_emptied", {"item": "-", "digest": digest[:12]})
        about = {of for one in self._seen for of in _about(one.event)}
        places = _find(store, session, about)
        for one in self._seen:
            if not all(self._may(one, places.get(of)) for of in _about(one.event)):
                yield one.commit, ("audit_correction_wrong", {"by": one.actor})

    def still_there(self, store: Store, session: str) -> Iterator[tuple[str, Problem]]:
        """Yield (commit, problem) for words that were redacted and are here all the same."""
        named = {
            item: one.commit
            for one in self._seen
            if isinstance(one.event, Redacted)
            for item in one.event.items
        }
        places = _find(store, session, set(named))
        for digest, place in places.items():
            if place.is_there:
                yield named[digest], ("audit_not_emptied", {"digest": digest[:12]})

    def _named(self) -> set[str]:
        return {item for one in self._seen if isinstance(one.event, Redacted) for item in one.event.items}

    def _may(self, one: _Seen, place: _Place | None) -> bool:
        if place is None or not covers(one.audience, place.audience):
            return False
        if not (one.is_gm or place.actor == one.actor or place.tag == _REVEALED):
            return False  # what revealed words repeats them, whoever did it
        if place.kind == "command":
            return isinstance(one.event, Redacted)
        match one.event:
            case SpeechEdited():
                return place.tag in SPEECH
            case SpeechRetracted():
                return place.tag in RETRACTABLE
            case Redacted():
                return place.tag in self._redactable or place.tag not in self._known


def _about(event: Correction) -> tuple[str, ...]:
    return event.items if isinstance(event, Redacted) else (event.of,)


def _find(store: Store, session: str, digests: set[str]) -> Mapping[str, _Place]:
    """Return where items stand, by digest."""
    found: dict[str, _Place] = {}
    if not digests:
        return found
    e, c = schema.events.c, schema.commits.c
    here = (e.session == c.session) & (e.branch == c.branch) & (e.number == c.number)
    events = sa.select(e.digest, e.type, c.actor, e.audience, e.salt.is_not(None)).select_from(
        schema.events.join(schema.commits, here)
    )
    commands = sa.select(c.command_digest, c.actor, c.command_audience, c.command_salt.is_not(None))
    with store.database.reading() as connection:
        rows: Any = connection.execute(events.where(e.session == session))
        for digest, tag, actor, audience, there in rows:
            if (name := bytes(digest).hex()) in digests:
                found[name] = _Place("event", tag.partition("@")[0], actor, audience, bool(there))
        rows = connection.execute(commands.where(c.session == session))
        for digest, actor, audience, there in rows:
            if (name := bytes(digest).hex()) in digests:
                found[name] = _Place("command", "", actor, audience, bool(there))
    return found
