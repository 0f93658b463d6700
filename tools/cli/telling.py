"""Say what happened, what is asked, what a sheet shows: a session in words for one reader."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tenmatsu.engine.api import (
    EVERYTHING,
    Commit,
    Drawing,
    Entry,
    Event,
    Look,
    Pending,
    Revealed,
    Rolled,
    Said,
    Session,
    Sheet,
    SheetEntry,
    Unknown,
    Value,
    ValueChange,
    Viewer,
    Words,
    event_type,
    sight_of,
)
from tenmatsu.engine.language import Lang
from tenmatsu.projections.marks import Marks
from tenmatsu.projections.names import names_for
from tenmatsu.tools.cli.output import box
from tenmatsu.tools.cli.seen import seen
from tenmatsu.tools.cli.words import say

_TABS = ("main", "info", "chat")
_FRAME = (
    "table.session_",
    "table.participant_",
    "table.character_",
    "table.dice_",
    "table.nonces_",
    "table.entropy_",
    "table.branch_",
    "table.timeline_",
    "table.options_",
    "table.rules_",
)


class Teller:
    """The words of one session for one viewer in one language."""

    def __init__(self, session: Session, lang: Lang, viewer: Viewer = EVERYTHING) -> None:
        self._lang: Lang = lang
        self._words: Words = session.system.words()
        self._people = frozenset(session.table.seats)
        self.proofs: Mapping[str, str] = {}
        """What to say behind events, by their digest."""
        self._gms = frozenset(one for one, seat in session.table.seats.items() if seat.role == "gm")
        self._decode = session.folder.decode
        self._draw = session.system.drawings
        whole = viewer.id is None or viewer.is_gm
        self.names: Mapping[str, str] = (
            session.names() if whole else names_for(session, viewer, seen(session, viewer))
        )

    def name(self, one: str) -> str:
        """Return a person's or figure's name, or a label."""
        return self.names.get(one) or self._words.label(one, self._lang)

    def label(self, key: str) -> str:
        """Return the label of a key; a part behind a colon may be somebody."""
        return self._words.label(key, self._lang, self.names)

    def roll(self, key: str) -> str:
        """Return what a roll is for."""
        return self._words.roll(key, self._lang)

    def command(self, tag: str) -> str:
        """Return the help sentence of a command, or nothing."""
        return self._words.command(tag, self._lang)

    def is_participant(self, one: str) -> bool:
        """Return whether an id is a person's."""
        return one in self._people

    def is_hidden(self, tag: str) -> bool:
        """Return whether an event is book-keeping that readers do not need."""
        return self._words.is_hidden(tag)

    def event(self, event: Event | Unknown | None) -> str:
        """Return the line of an event; one that is gone or unknown is said to be so."""
        if event is None:
            return say("entry_redacted", self._lang)
        if isinstance(event, Unknown):
            return say("entry_unknown", self._lang, tag=event.tag or "?")
        line = self._words.event(event_type(event), event, self._lang, self.names)
        if not isinstance(event, Revealed):
            return line
        opened = [
            self.event(self._decode(item.text.encode())) for item in event.items if item.kind == "event"
        ]
        return f"{line}: {say('and_then', self._lang).join(opened)}"

    def told(self, entry: Entry) -> str:
        """Return an entry as an answer to a command: who sees it in front, where not everybody."""
        if entry.sealed:
            return say("entry_sealed", self._lang)
        return f"{self._who(entry)}{self.event(entry.event)}{self._proof(entry)}"

    def audience(self, audience: str) -> str:
        """Return who is of an audience, in words."""
        ids = [one for one in audience.removeprefix("!").split(",") if one]
        if "@gm" in ids:
            ids = [one for one in ids if one not in self._gms]
        return ("、" if self._lang == "ja" else ", ").join(self.name(one) for one in ids)

    def _who(self, entry: Entry) -> str:
        if entry.audience:
            return say("mark_secret", self._lang, who=self.audience(entry.audience))
        return say("mark_revealed", self._lang) if entry.revealed else ""

    def entry(self, entry: Entry) -> str:
        """Return the line of a history's entry, its tab in front."""
        if entry.sealed:
            return say("entry_sealed", self._lang)
        mark = say("mark_whatif", self._lang) if entry.whatif else ""
        mark += self._who(entry)
        mark += say("mark_retracted", self._lang) if entry.retracted else ""
        edited = say("mark_edited", self._lang) if entry.edited else ""
        return f"{mark}[{self._tab(entry)}] {self.event(entry.event)}{edited}{self._proof(entry)}"

    def _proof(self, entry: Entry) -> str:
        """Return what is said of an event's dice: at least where they are from, if not from a ring."""
        told, event = self.proofs.get(entry.digest, ""), entry.event
        if told or not isinstance(event, Rolled) or event.source == "ring":
            return told
        return say(f"proof_mark_{event.source}", self._lang, who=self.name(event.vouched or "-"))

    def marks(self, entry: Entry, marks: Marks) -> str:
        """Return what later events say of an entry: kept or not after a reroll, disputed, ruled on."""
        return marks.note(entry, self._lang, self._words, self.names)

    def value(self, value: Value | Sequence[str]) -> str:
        """Return a value of a sheet as a reader sees it."""
        return self._words.show(value, self._lang, self.names)

    def value_name(self, name: str) -> str:
        """Return the name of an adjustable value in words: `pc1.endurance` by the figure's name and label."""
        return self._words.owned(name, self._lang, self.names)

    def change(self, change: ValueChange) -> str:
        """Return a changed value: its name, before and after."""
        key = change.name.rpartition(".")[2]
        ends = [self._words.value(key, end, self._lang, self.names) for end in (change.before, change.after)]
        if change.before is None and change.name.rpartition(".")[0]:
            return f"{self.value_name(change.name)}: {ends[1]}"
        return f"{self.value_name(change.name)}: {ends[0]} → {ends[1]}"

    def telling_changes(self, changes: Iterable[ValueChange]) -> list[str]:
        """Return changed values in words; of somebody who appears only what says something."""
        return [
            self.change(one)
            for one in changes
            if one.before is not None or not self._says_nothing(one.name.rpartition(".")[2], one.after)
        ]

    def _says_nothing(self, key: str, value: Value) -> bool:
        return not value or self._words.is_word_of(key, value)

    def question(self, pending: Pending) -> str:
        """Return the question of an open choice."""
        return self._words.pending(pending.kind, pending, self._lang, self.names)

    def sheet(self, sheet: Sheet, title: str = "") -> list[str]:
        """Return a sheet as a framed box."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for entry in sheet.entries:
            shown = self.entry_value(entry)
            if entry.limit is not None:
                shown = f"{shown}/{entry.limit}"
            groups.setdefault(entry.group, []).append((self.label(entry.key), shown))
        parts = [(self.label(group) if group else "", rows) for group, rows in groups.items()]
        return box(title or self.name(sheet.character), parts)

    def drawings(self, game: Any, rules: Any, character: str) -> list[Drawing]:
        """Return what the game draws of a figure, or of the table where none is named."""
        look = Look(lang=self._lang, names=self.names)
        return list(self._draw(game, rules, character, look))

    def entry_value(self, entry: SheetEntry) -> str:
        """Return the value of a line of a sheet as a reader sees it, without its limit."""
        if entry.typed and isinstance(entry.value, tuple):
            return ("、" if self._lang == "ja" else ", ").join(entry.value)
        return self._words.value(entry.key, entry.value, self._lang, self.names)

    def _tab(self, entry: Entry) -> str:
        if isinstance(entry.event, Said) and entry.event.tab in _TABS:
            return self.label(entry.event.tab)
        if entry.tag.startswith(_FRAME):
            return say("tab_system", self._lang)
        return self.label("main")


def visible_events(
    session: Session, commit: Commit, viewer: Viewer
) -> Iterator[tuple[int, Event | Unknown | None]]:
    """Yield (version, event) of a commit for those that the viewer may see."""
    sight = sight_of(session.store, session.id, viewer)
    for version, item in enumerate(commit.events, commit.first_version):
        if sight.sees(item):
            yield version, session.folder.decode(item.data)


def plain_event(event: Event | Unknown | None) -> Any:
    """Return an event for JSON; the exact text of an unknown one."""
    if event is None:
        return None
    if isinstance(event, Unknown):
        return {"type": event.tag, "raw": event.raw.decode(errors="replace")}
    return msgspec.to_builtins(event)


def plain_entry(entry: Entry) -> dict[str, Any]:
    """Return a history's entry for JSON, always with the same keys."""
    return {
        "version": entry.version,
        "commit": entry.commit,
        "type": entry.tag or None,
        "event": plain_event(entry.event),
        "actor": entry.actor or None,
        "at": entry.at or None,
        "branch": entry.branch,
        "hash": entry.digest or None,
        "sealed": entry.sealed,
        "audience": sorted(entry.audience.removeprefix("!").split(",")) if entry.audience else None,
        "revealed": entry.revealed,
        "redacted": entry.redacted,
        "edited": entry.edited,
        "retracted": entry.retracted,
        "whatif": entry.whatif,
    }


def plain_sheet(sheet: Sheet, teller: Teller) -> dict[str, Any]:
    """Return a sheet for JSON, labels beside the keys."""
    entries = [
        {
            "key": entry.key,
            "label": teller.label(entry.key),
            "value": entry.value,
            "limit": entry.limit,
            "group": entry.group or None,
        }
        for entry in sheet.entries
    ]
    return {"character": sheet.character or None, "name": teller.name(sheet.character), "entries": entries}


def plain_changes(changes: Iterable[ValueChange]) -> list[dict[str, Any]]:
    """Return changed values for JSON."""
    return [{"name": one.name, "before": one.before, "after": one.after} for one in changes]
