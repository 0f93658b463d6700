"""Find all items of a session that a redaction takes out: words, commands, other texts, copies."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.store import schema
from tenmatsu.engine.table.commands import ENGINE_COMMANDS
from tenmatsu.engine.table.corrections import Redact
from tenmatsu.events.base import Event, event_type
from tenmatsu.events.codec import Codec, tag_of
from tenmatsu.events.envelope import may_see
from tenmatsu.events.table import Aliased, ChoiceMade, Marked, Narrated, Noted, Revealed, Said, SpeechEdited

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session

_SPOKEN = frozenset(event_type(kind) for kind in (Said, Narrated, Noted, Marked, ChoiceMade, SpeechEdited))
_ALIASED = event_type(Aliased)
_EDITED = event_type(SpeechEdited)
_REVEALED = event_type(Revealed)

_START = re.compile("[0-9a-f]{8,64}")
"""The start of a digest or hash: eight digits or more; fewer may be a version."""

FindMeant = Callable[["Session", int | str, str], Iterator[str]]


class _Words(msgspec.Struct, frozen=True, gc=False):
    """A redactable event of the session, on whatever line, and its commit."""

    digest: str
    tag: str
    branch: str
    audience: str
    data: bytes | None
    actor: str
    commit: str
    command: str
    """The digest of the command."""
    command_audience: str
    command_data: bytes | None


def find_redaction(session: "Session", command: Redact, find_meant: FindMeant) -> Redact:
    """
    Return a redaction with all items that it takes out.

    Beside the words named these are their commands, their edits, what revealed them and, on other lines, the
    same words by the same person. Raises `UsageError` for what is not there, `RuleViolation` for what holds
    no words, or is gone already.
    """
    if command.of and command.of not in session.table.seats:
        raise RuleViolation("participant_unknown", participant=command.of)
    if command.of and command.of != command.as_ and not session.table.is_gm(command.as_):
        raise RuleViolation("words_not_yours")
    search = _Search(session, command)
    named = [one for what in command.what for one in search.named(what, find_meant)]
    named += search.said_by(command.of) if command.of else []
    chosen = search.with_reveals(named if command.only else search.with_copies(named))
    items = search.items(chosen)
    if not items:
        raise RuleViolation("redacted_already" if named else "nothing_to_redact")
    whose = sorted({one.actor for one in chosen if one.tag != _REVEALED})
    return msgspec.structs.replace(command, what=(), whose=tuple(whose), items=items)


class _Search:
    """Searches the words of a session, on all its lines."""

    def __init__(self, session: "Session", command: Redact) -> None:
        self._session = session
        self._asker = command.as_
        self._is_gm = session.table.is_gm(command.as_)
        self._words = _read(session)
        self._order = {one.digest: place for place, one in enumerate(self._words)}
        kinds = (*ENGINE_COMMANDS, *session.commands.kinds)
        self._commands = frozenset(str(kind.__struct_config__.tag) for kind in kinds if kind.redactable)
        self._alike: dict[tuple[str, bytes], list[_Words]] = {}
        self._edits: dict[str, list[_Words]] = {}
        self._of: dict[str, str] = {}
        self._reveals: list[tuple[frozenset[str], _Words]] = []
        for one in self._words:
            if one.data is not None:
                self._alike.setdefault((one.actor, one.data), []).append(one)
            event = self._event(one) if one.tag in {_EDITED, _REVEALED} else None
            if isinstance(event, SpeechEdited):
                self._edits.setdefault(event.of, []).append(one)
                self._of[one.digest] = event.of
            elif isinstance(event, Revealed):
                self._reveals.append((frozenset(item.digest for item in event.items), one))

    def named(self, what: int | str, find_meant: FindMeant) -> Iterator[_Words]:
        """Yield the words that a version, or the start of a digest or of a commit's hash, names."""
        starts = list(find_meant(self._session, what, self._asker)) or [as_start(what)]
        found = [one for one in self._words if one.digest.startswith(starts[0]) and self._may_see(one)]
        found = found or [
            one for one in self._words if one.commit.startswith(starts[0]) and self._may_see(one)
        ]
        if not found:
            known = any(digest.startswith(starts[0]) for digest in self._all_digests())
            if known:
                raise RuleViolation("not_redactable", what=what)
            raise UsageError("words_unknown", what=what)
        if len({one.commit for one in found}) > 1:
            raise UsageError("words_ambiguous", what=what)
        yield from found

    def said_by(self, participant: str) -> Iterator[_Words]:
        """Yield all that a participant said: typed by them, or for them and their figures by the GM."""
        table = self._session.table
        theirs = {
            participant,
            *(one for one, who in table.characters.items() if who.participant == participant),
        }
        for one in self._words:
            event = self._event(one)
            if one.tag == _ALIASED:
                if isinstance(event, Aliased) and event.who == participant and self._is_gm:
                    yield one
            elif one.tag in _SPOKEN and (
                one.actor == participant
                or (self._is_gm and table.is_gm(one.actor) and getattr(event, "by", "") in theirs)
            ):
                yield one

    def with_copies(self, named: Iterable[_Words]) -> list[_Words]:
        """Return words with their other texts, and with what the same person said alike on other lines."""
        chosen: dict[str, _Words] = {}
        for one in named:
            first = self._of.get(one.digest, one.digest)
            said = [self._words[self._order[first]]] if first in self._order else []
            for member in [*said, *self._edits.get(first, [])] or [one]:
                chosen[member.digest] = member
                chosen |= {copy.digest: copy for copy in self._copies(member)}
        return list(chosen.values())

    def with_reveals(self, chosen: list[_Words]) -> list[_Words]:
        """Return words with the events that opened them: these repeat what they open."""
        inside = {digest for one in chosen for digest in (one.digest, one.command)}
        repeated = [one for opened, one in self._reveals if opened & inside]
        return list({one.digest: one for one in (*chosen, *repeated)}.values())

    def items(self, chosen: Iterable[_Words]) -> dict[str, tuple[str, ...]]:
        """Return, by audience, the digests of all that still stands of these words."""
        found: dict[str, dict[str, None]] = {}
        for one in sorted(chosen, key=lambda each: self._order[each.digest]):
            held = one.command_data is not None and one.tag != _REVEALED
            if held and tag_of(one.command_data or b"") in self._commands:
                found.setdefault(one.command_audience, {})[one.command] = None
            if one.data is not None:
                found.setdefault(one.audience, {})[one.digest] = None
        return {audience: tuple(digests) for audience, digests in found.items()}

    def _copies(self, one: _Words) -> Iterator[_Words]:
        if one.data is not None:
            alike = self._alike[one.actor, one.data]
            yield from (other for other in alike if other.branch != one.branch)

    def _may_see(self, one: _Words) -> bool:
        return self._is_gm or may_see(one.audience, self._asker, is_gm=False)

    def _event(self, one: _Words) -> Event | None:
        event = self._session.folder.decode(one.data)
        return event if isinstance(event, Event) else None

    def _all_digests(self) -> Iterator[str]:
        e = schema.events.c
        with self._session.store.database.reading() as connection:
            rows = connection.execute(sa.select(e.digest, e.audience).where(e.session == self._session.id))
            for digest, audience in rows:
                if self._is_gm or may_see(audience, self._asker, is_gm=False):
                    yield bytes(digest).hex()


def as_start(what: int | str) -> str:
    """Return the start of a digest or hash that somebody wrote; `UsageError` where it is none."""
    text = str(what).strip().lower()
    if _START.fullmatch(text) is None:
        raise UsageError("words_unknown", what=text[:40])
    return text


def redactable_tags(codec: Codec) -> frozenset[str]:
    """Return the stored names, also the older ones, of the events that hold words of people."""
    plain = {tag.partition("@")[0] for tag, kind in codec.types.items() if kind.redactable}
    known = (*codec.types, *codec.upcasters.tags)
    return frozenset(tag for tag in known if tag.partition("@")[0] in plain)


def _read(session: "Session") -> list[_Words]:
    """Return the redactable events of a session with their commits, in the order of the commits."""
    e, c = schema.events.c, schema.commits.c
    here = (e.session == c.session) & (e.branch == c.branch) & (e.number == c.number)
    statement = (
        sa.select(
            e.digest,
            e.type,
            e.branch,
            e.audience,
            e.data,
            c.actor,
            c.hash,
            c.command_digest,
            c.command_audience,
            c.command,
        )
        .select_from(schema.events.join(schema.commits, here))
        .where(e.session == session.id, e.type.in_(redactable_tags(session.folder.codec)))
        .order_by(c.position, e.version)
    )
    with session.store.database.reading() as connection:
        return [
            _Words(
                digest=bytes(row[0]).hex(),
                tag=row[1],
                branch=row[2],
                audience=row[3],
                data=row[4],
                actor=row[5],
                commit=bytes(row[6]).hex(),
                command=bytes(row[7]).hex(),
                command_audience=row[8],
                command_data=row[9],
            )
            for row in connection.execute(statement)
        ]
