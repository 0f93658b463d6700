"""Put entries into words: from `words.toml` and fixed phrases alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tenmatsu.engine.contract import AnySystem, Verdict
from tenmatsu.engine.history import Entry
from tenmatsu.engine.language import Lang
from tenmatsu.events import table as t
from tenmatsu.events.base import Event
from tenmatsu.projections.marks import Marks
from tenmatsu.projections.phrases import say, tidy, tidy_line
from tenmatsu.projections.recap.shifts import Shifts
from tenmatsu.projections.recap.story import CheckShown, Line, Shift
from tenmatsu.projections.rolls import CheckRow
from tenmatsu.projections.sheets import Sheets

COMMIT_DIGITS = 12
"""Digits of a commit's hash that a line shows."""
_HOUSEKEEPING = frozenset(
    {
        "table.session_opened",
        "table.session_titled",
        "table.session_closed",
        "table.session_resumed",
        "table.participant_joined",
        "table.participant_left",
        "table.character_taken",
        "table.character_named",
        "table.scene_opened",
        "table.scene_closed",
        "table.branch_forked",
        "table.branch_named",
        "table.timeline_adopted",
        "table.speech_edited",
        "table.speech_retracted",
        "table.redacted",
        "table.aliased",
        "table.marked",
    }
)
"""Events of the table that a book shows in its title block, as headings, or not at all."""


def show_dice(dice: Sequence[tuple[int, int]]) -> str:
    """Return dice in notation: `3D6`, `2D6+1D4`."""
    counts: dict[int, int] = {}
    for sides, _ in dice:
        counts[sides] = counts.get(sides, 0) + 1
    return "+".join(f"{count}D{sides}" for sides, count in counts.items())


class Wording:
    """The words for one game, language and viewer."""

    def __init__(
        self,
        system: AnySystem,
        lang: Lang,
        names: Mapping[str, str],
        sheets: Sheets,
        checks: Sequence[CheckRow],
        people: Iterable[str],
        marks: Marks,
    ) -> None:
        self._marks = marks
        self._system = system
        self._words = system.words()
        self._lang: Lang = lang
        self._names = names
        self._people = frozenset(people)
        self._known = frozenset(_names_on(sheets))
        self._decided = {check.version: check for check in checks}
        self._rolled = {check.roll: check for check in checks if check.roll is not None}

    def name(self, key: str) -> str:
        """Return the name of a participant or figure."""
        return tidy_line(self._words.show(key, self._lang, self._names))

    def line(
        self,
        entry: Entry,
        changes: Sequence[tuple[str, object, object]] = (),
        outcome: str = "",
        *,
        minor: bool = False,
    ) -> Line:
        """Return an entry in words."""
        lang, event = self._lang, entry.event
        disputed = tuple(self._marks.dispute_notes(entry, lang, self._names))
        if entry.retracted:
            return Line(
                kind="event",
                version=entry.version,
                commit=entry.commit[:COMMIT_DIGITS],
                at=entry.at,
                text=say("retracted", lang),
                whatif=entry.whatif,
                hidden=True,
                housekeeping=True,
            )
        if event is None:
            kind = "sealed" if entry.sealed else "redacted"
            return Line(
                kind="sealed" if entry.sealed else "redacted",
                version=entry.version,
                commit=entry.commit[:COMMIT_DIGITS],
                at=entry.at,
                text=say(kind, lang),
                secret=bool(entry.audience),
                whatif=entry.whatif,
                disputed=disputed,
            )
        line = Line(
            kind="event",
            version=entry.version,
            commit=entry.commit[:COMMIT_DIGITS],
            at=entry.at,
            tag=entry.tag,
            text=tidy_line(self._words.event(entry.tag, event, lang, self._names)) + self._edited(entry),
            edited=entry.edited,
            secret=bool(entry.audience),
            whatif=entry.whatif,
            hidden=self._words.is_hidden(entry.tag),
            housekeeping=entry.tag in _HOUSEKEEPING,
            highlight=entry.tag in self._system.highlights,
            minor=minor,
            told=entry.tag in self._system.told,
            outcome=say("outcome", lang, result=self.name(outcome)) if outcome else "",
            changes=tuple(self._changes(changes)),
            disputed=disputed,
        )
        if not (line.hidden or line.housekeeping):
            line = replace(line, marked=tuple(self._marks.mark_notes(entry, lang, self._names)))
        return self._of_kind(line, entry) if isinstance(event, Event) else line

    def shifts(self, shifts: Shifts) -> Iterator[Shift]:
        """Yield what a sitting changed of the values that sheets show."""
        for name, old, place in shifts.found():
            if name not in self._known:
                continue
            who, _, key = name.rpartition(".")
            yield Shift(
                who=self.name(who) if who else "",
                what=self._words.value_name(key, self._lang, self._names),
                old=self._value(key, old),
                new=self._value(key, place.new),
                version=place.version,
                commit=place.commit[:COMMIT_DIGITS],
            )

    def _of_kind(self, line: Line, entry: Entry) -> Line:
        mark = self._edited(entry)
        match entry.event:
            case t.SceneOpened(scene=scene, title=title):
                return replace(line, kind="scene", words=tidy(title), number=scene)
            case t.Said(by=by, text=text, tab=tab):
                speaker = replace(line, kind="speech", speaker=by, name=self.name(by))
                return replace(speaker, words=tidy(text), tab=tab, in_character=self._is_figure(by))
            case t.Narrated(by=by, text=text):
                words = tidy(text) + mark
                return replace(line, kind="narration", speaker=by, name=self.name(by), words=words)
            case t.Noted(by=by, text=text):
                return replace(line, kind="note", speaker=by, name=self.name(by), words=tidy(text) + mark)
            case t.Adjusted(name=name, old=old, new=new):
                return replace(line, text=self._change("adjusted", name, old, new), changes=())
            case t.Rolled() as rolled:
                check = self._rolled.get(entry.version)
                shown = self._roll(rolled) if check is None else self._check(check.verdict)
                shown = replace(shown, text=shown.text + self._origin(rolled))
                return replace(line, kind="roll", check=self._marked(shown, entry))
            case t.DisputeOpened(carried=True) | t.DisputeRuled(carried=True):
                return replace(line, housekeeping=True)
            case t.DisputeRuled(answer="corrected" | "wound_back" as answer):
                return replace(line, ruled=answer)
            case _:
                decided = self._decided.get(entry.version)
                if decided is None:
                    return replace(line, text=line.text + self._kept_note(entry))
                shown = self._marked(self._check(decided.verdict), entry)
                return replace(line, check=shown, decides=True)

    def _kept_note(self, entry: Entry) -> str:
        return self._marks.kept_note(entry.version, self._lang, self._words)

    def _marked(self, check: CheckShown, entry: Entry) -> CheckShown:
        """Return a check with whether it counts after a reroll."""
        return replace(check, kept=self._marks.is_kept(entry.version), note=self._kept_note(entry))

    def _edited(self, entry: Entry) -> str:
        return say("edited", self._lang) if entry.edited else ""

    def _is_figure(self, by: str) -> bool:
        return by not in self._people

    def _roll(self, event: t.Rolled) -> CheckShown:
        who, what = self.name(event.by), tidy_line(self._words.roll(event.for_, self._lang))
        faces = ", ".join(map(str, event.faces))
        if event.for_ in self._system.card_rolls:
            count, number = event.dice[0][0], len(event.dice)
            phrase = "card_drawn" if number == 1 else "cards_drawn"
            text = say(phrase, self._lang, who=who, what=what, count=count, number=number, place=faces)
            return CheckShown(who=who, what=what, text=text, success=None)
        text = say("roll", self._lang, who=who, what=what, dice=show_dice(event.dice), faces=faces)
        return CheckShown(who=who, what=what, text=text, success=None)

    def _origin(self, event: t.Rolled) -> str:
        """Return where dice come from, if not from a ring, and whether they stand for undone ones."""
        source = "" if event.source == "ring" else say(f"from_{event.source}", self._lang)
        return source + ("" if event.retry_of is None else say("thrown_again", self._lang))

    def _check(self, verdict: Verdict) -> CheckShown:
        lang = self._lang
        who, what = self.name(verdict.by), tidy_line(self._words.roll(verdict.what, lang))
        keep = say("check_keep", lang, keep=verdict.keep) if verdict.keep < verdict.dice else ""
        needed = ""
        if verdict.needed is not None:
            phrase = "check_at_most" if verdict.under else "check_needed"
            if verdict.hits_from is not None:
                phrase = "check_hits_at_most" if verdict.under else "check_hits"
            phrase = "check_any" if verdict.any_will_do else phrase
            needed = say(phrase, lang, needed=verdict.needed, face=verdict.hits_from)
        faces = ", ".join(map(str, verdict.faces))
        dice = f"{verdict.dice}D{verdict.sides}"
        text = say("check", lang, who=who, what=what, dice=dice, keep=keep, needed=needed, faces=faces)
        return CheckShown(who=who, what=what, text=text, success=verdict.success)

    def _changes(self, changes: Sequence[tuple[str, object, object]]) -> Iterator[str]:
        for name, old, new in changes:
            if name not in self._known or old is None:
                continue
            yield self._change("change", name, old, new)

    def _change(self, phrase: str, name: str, old: object, new: object) -> str:
        who, _, key = name.rpartition(".")
        owner = say("change_owner", self._lang, who=self.name(who)) if who else ""
        label = self._words.value_name(key, self._lang, self._names)
        ends = {"old": self._value(key, old), "new": self._value(key, new)}
        return say(phrase, self._lang, who=owner, what=label, **ends)

    def _value(self, key: str, value: object) -> str:
        return tidy_line(self._words.value(key, value, self._lang, self._names))


def _names_on(sheets: Sheets) -> Iterator[str]:
    """Yield the adjustable names of the values that sheets show."""
    for who, sheet in sheets.characters.items():
        yield from (f"{who}.{entry.key}" for entry in sheet.entries)
    if sheets.overview is not None:
        yield from (entry.key for entry in sheets.overview.entries)
