"""Look up what a correction is about: the words of an edit or retraction, the items of a redaction."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from tenmatsu.engine.command import Command
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.redacting import as_start, find_redaction
from tenmatsu.engine.table.commands import Roll
from tenmatsu.engine.table.corrections import Edit, Redact, Retract
from tenmatsu.events.base import event_type
from tenmatsu.events.table import Narrated, Noted, Redacted, Rolled, Said, SpeechEdited, SpeechRetracted

if TYPE_CHECKING:
    from tenmatsu.engine.history import Entry, Viewer
    from tenmatsu.engine.session import Session

SPEECH: frozenset[str] = frozenset(event_type(kind) for kind in (Said, Narrated, Noted))
"""The events whose text may be edited."""

_ROLLED = event_type(Rolled)
RETRACTABLE = SPEECH | {_ROLLED}
"""Those that may be taken back; of rolls the ones outside any rule."""
_FREE_ROLL = str(Roll.__struct_config__.tag)


def complete(session: "Session", command: Command, command_id: str | None) -> Command:
    """
    Return a correction with what it is about written in full; any other command as it is.

    A version is one of the asker's own numbers; the GM's are the log's. Raises `UsageError` where
    nothing, or more than one thing, is meant, `RuleViolation` where it cannot be corrected so.
    """
    if not isinstance(command, (Edit, Retract, Redact)):
        return command
    done = _done_before(session, command, command_id)
    if done is not None:
        return done
    if isinstance(command, Redact):
        return find_redaction(session, command, find_meant)
    entry = find_words(session, command.what, command.as_)
    if entry.redacted:
        raise RuleViolation("words_redacted", version=entry.version)
    if entry.tag not in SPEECH and not (isinstance(command, Retract) and _is_free_roll(entry)):
        raise RuleViolation("not_speech", version=entry.version)
    if isinstance(command, Retract) and entry.retracted:
        raise RuleViolation("retracted_already", version=entry.version)
    return replace(command, what=entry.digest, whose=entry.actor, audience=entry.audience)


def redacted_in(recorded: "list[Recorded]") -> list[bytes]:
    """Return the digests of the items that a decision takes out of the log."""
    named = [one.event.items for one in recorded if isinstance(one.event, Redacted)]
    return [bytes.fromhex(item) for items in named for item in items]


def _done_before(
    session: "Session", command: Edit | Retract | Redact, command_id: str | None
) -> Command | None:
    """Return a command as it was completed under the same id: what it names may be gone."""
    place = session.store.find_command(session.id, command_id) if command_id else None
    data = session.store.commit_at(session.id, *place).command.data if place else None
    try:
        done = session.commands.decode(data) if data is not None else None
    except msgspec.DecodeError:
        return None
    if isinstance(done, Redact) and isinstance(command, Redact):
        return replace(command, what=done.what, whose=done.whose, items=done.items)
    if isinstance(done, (Edit, Retract)) and isinstance(command, (Edit, Retract)):
        return replace(command, what=done.what, whose=done.whose, audience=done.audience)
    return None


class Text(NamedTuple):
    """One of the texts that words of the log have had, or what else was done to them."""

    kind: str
    """`said`, `edited`, `retracted`, `redacted`."""
    entry: "Entry"
    text: str | None
    """None where it is gone, or where nothing new was said."""


def read_texts(session: "Session", what: int | str, viewer: "Viewer | None" = None) -> list[Text]:
    """
    Return the history of an entry as a viewer may see it: each text with its time, oldest first.

    `what` is a version of that viewer's, or the start of a digest; `UsageError` where it is none.
    """
    from tenmatsu.engine.history import EVERYTHING, read_entries

    seen = viewer or EVERYTHING
    first = _find(session, what, seen, raw=True)
    texts = [Text("said", first, _text_of(first.event))]
    for entry in read_entries(session, seen, raw=True):
        match entry.event:
            case SpeechEdited(of=of, text=text) if of == first.digest:
                texts.append(Text("edited", entry, text))
            case SpeechRetracted(of=of) if of == first.digest:
                texts.append(Text("retracted", entry, None))
            case Redacted(items=items) if first.digest in items:
                texts.append(Text("redacted", entry, None))
            case _:
                pass
    return texts


def _text_of(event: object) -> str | None:
    text = getattr(event, "text", None)
    return text if isinstance(text, str) else None


def find_words(session: "Session", what: int | str, actor: str) -> "Entry":
    """Return the entry that holds the words meant; for an edit of them, theirs."""
    from tenmatsu.engine.history import EVERYTHING, Viewer

    viewer = EVERYTHING if session.table.is_gm(actor) else Viewer(actor, is_gm=False)
    return _find(session, what, viewer)


def _find(session: "Session", what: int | str, viewer: "Viewer", *, raw: bool = False) -> "Entry":
    from tenmatsu.engine.history import read_entries

    version = as_version(what)
    if version is not None:
        found = list(read_entries(session, viewer, version, version, raw=raw)) if version else []
        if not found:
            raise UsageError("version_unknown", version=version, last=session.version)
    else:
        start = as_start(what)
        told = read_entries(session, viewer, raw=raw)
        found = [entry for entry in told if entry.digest.startswith(start)]
    entry = one_of(found, what)
    if entry.sealed:
        raise UsageError("words_unknown", what=what)
    if isinstance(entry.event, SpeechEdited):
        return _find(session, entry.event.of, viewer, raw=raw)
    return entry


def find_meant(session: "Session", what: int | str, actor: str) -> Iterator[str]:
    """Yield the digest that a version names on the asker's line; nothing where it is a digest's start."""
    from tenmatsu.engine.history import EVERYTHING, Viewer, read_entries

    version = as_version(what)
    if version is None:
        return
    viewer = EVERYTHING if session.table.is_gm(actor) else Viewer(actor, is_gm=False)
    found = next(read_entries(session, viewer, version, version), None) if version else None
    if found is None:
        raise UsageError("version_unknown", version=version, last=session.version)
    if found.sealed:
        raise UsageError("words_unknown", what=what)
    yield found.digest


def as_version(what: int | str) -> int | None:
    """Return the version that somebody wrote, None where it is the start of a digest."""
    text = str(what).strip()
    return int(text) if text.isdecimal() and len(text) < 8 else None


def one_of(found: "list[Entry]", what: int | str) -> "Entry":
    """Return the only one of them; `UsageError` where there is none, or more."""
    if len({entry.digest for entry in found}) != 1:
        raise UsageError("words_ambiguous" if found else "words_unknown", what=str(what)[:40])
    return found[0]


def _is_free_roll(entry: "Entry") -> bool:
    return entry.tag == _ROLLED and entry.command == _FREE_ROLL
