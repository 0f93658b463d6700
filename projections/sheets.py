"""Sheets now or then, and the history of every value that they show."""

from collections.abc import Iterator, Mapping

import msgspec

from tenmatsu.engine.contract import AnySystem, Event, Sheet, Value
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, read_entries, state_for
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.engine.session import Session
from tenmatsu.events.table import DisputeRuled, SessionOpened
from tenmatsu.projections.growing import Rows, add_row, each_row
from tenmatsu.projections.names import names_for
from tenmatsu.projections.phrases import say
from tenmatsu.projections.projection import Projection, catch_up
from tenmatsu.projections.walking import Context


class Change(msgspec.Struct, frozen=True, gc=False):
    """A value became another; None where it was not there."""

    version: int
    commit: str
    """The commit's hash, in hex."""
    at: str
    actor: str
    tag: str
    """Of the event that did it."""
    old: Value
    new: Value
    dispute: int | None = None
    """The dispute that it answers, where a ruling corrected it."""


class Histories(msgspec.Struct, frozen=True):
    """Every value's changes, by its adjustable name."""

    changes: dict[str, Rows[Change]] = {}
    ruling: tuple[str, int] = ("", 0)
    """The commit of the newest ruling, and the dispute that it is on."""


def _fold(state: Histories, entry: Entry, context: Context) -> Histories:
    if isinstance(entry.event, DisputeRuled):
        return msgspec.structs.replace(state, ruling=(entry.commit, entry.event.dispute))
    changed = context.changes()
    if not changed:
        return state
    commit, number = state.ruling
    dispute = number if commit == entry.commit else None
    changes = dict(state.changes)
    for one in changed:
        row = Change(entry.version, entry.commit, entry.at, entry.actor, entry.tag, one.before, one.after)
        row = msgspec.structs.replace(row, dispute=dispute)
        changes[one.name] = add_row(changes.get(one.name, ()), row)
    return msgspec.structs.replace(state, changes=changes)


def _wants(system: AnySystem) -> frozenset[type[Event]]:
    """Return what changes a game, and the rulings that do it by hand."""
    return frozenset((SessionOpened, DisputeRuled, *system.events))


HISTORIES = Projection(name="value_histories", state=Histories, start=Histories, fold=_fold, wants=_wants)


class Sheets(msgspec.Struct, frozen=True):
    """Everything that sheets show at one moment."""

    version: int
    characters: dict[str, Sheet]
    overview: Sheet | None
    """The table as a whole; None before the session opens."""


def read_sheets(session: Session, viewer: Viewer = EVERYTHING, at: int | None = None) -> Sheets:
    """Return the sheets as a viewer may know them, now or at a version of that viewer's own numbers."""
    return sheets_of(session, state_for(session, viewer, at))


def sheets_of(session: Session, state: LineState) -> Sheets:
    """Return the sheets of a state: of all figures that it holds, and of the table as a whole."""
    if state.game is None:
        return Sheets(state.version, {}, None)
    rules, system = session.rules(state.table), session.system
    owners = (name.rpartition(".")[0] for name in system.adjustable(state.game))
    ids = dict.fromkeys([*state.table.characters, *(owner for owner in owners if owner)])
    sheets = {character: system.sheet(state.game, rules, character) for character in ids}
    return Sheets(state.version, sheets, system.overview(state.game, rules))


class HistoryLine(msgspec.Struct, frozen=True):
    """A change of a value with the line of the event that caused it."""

    change: Change
    text: str


def find_value(session: Session, who: str, what: str, viewer: Viewer = EVERYTHING) -> str:
    """
    Return the adjustable name of a value: `お竜` and `HP` give `pc1.hp`.

    `who` is an id or name, empty for the table's own values; `what` is a key or its label in either
    language. Raises `UsageError` listing what is known.
    """
    state = state_for(session, viewer)
    values: Mapping[str, Value] = {} if state.game is None else session.system.adjustable(state.game)
    owners = {name.rpartition(".")[0] for name in values}
    called = state.table.names()
    found = [one for one in sorted(owners) if who in (one, called.get(one))]
    if not found:
        known = ", ".join(sorted(called.get(one, one) for one in owners if one))
        raise UsageError("character_unknown", character=who, known=known)
    keys = {name: name.rpartition(".")[2] for name in values if name.rpartition(".")[0] == found[0]}
    words = session.system.words()
    for name, key in keys.items():
        spoken = {key, *(words.label(key, lang) for lang in LANGUAGES)}
        if what.casefold() in {one.casefold() for one in spoken}:
            return name
    raise UsageError("adjust_unknown", name=what, known=", ".join(sorted(keys)[:12]))


def read_history(session: Session, name: str, lang: Lang, viewer: Viewer = EVERYTHING) -> list[HistoryLine]:
    """Return every change of a value, oldest first, each with what caused it."""
    changes = list(each_row(catch_up(session, HISTORIES, viewer).changes.get(name, ())))
    names = names_for(session, viewer)
    words = session.system.words()
    texts = {
        entry.version: words.event(entry.tag, entry.event, lang, names)
        for entry in _entries_at(session, viewer, [one.version for one in changes])
        if entry.event is not None
    }
    return [HistoryLine(one, texts.get(one.version, one.tag) + _ruling(one, lang)) for one in changes]


def _ruling(change: Change, lang: Lang) -> str:
    """Return which dispute a change answers, in words."""
    return "" if change.dispute is None else say("adjusted_by_ruling", lang, dispute=change.dispute)


def _entries_at(session: Session, viewer: Viewer, versions: list[int]) -> Iterator[Entry]:
    if not versions:
        return
    wanted = frozenset(versions)
    for entry in read_entries(session, viewer, first=versions[0], last=versions[-1]):
        if entry.version in wanted:
            yield entry
