"""Say how two lines differ: what was done differently, the dice side by side, who stands how at the ends."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, cast

from tenmatsu.engine.api import (
    CommitPair,
    CommitSide,
    Lang,
    LineEnd,
    Outcome,
    PairKind,
    RollShown,
    SheetChange,
    SheetEntry,
    Value,
)
from tenmatsu.tools.cli.output import encode_json
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import say

MOST_LINES = 20
"""Lines shown of what stands on one line only, in a row; the log has the rest."""

_HEADS: dict[PairKind, str] = {
    "equal": "diff_equal",
    "command": "diff_command",
    "dice": "diff_dice",
    "outcome": "diff_outcome_of",
}


class Differing:
    """The words for two lines, called by their names, in one language."""

    def __init__(self, teller: Teller, lang: Lang, names: tuple[str, str]) -> None:
        self._teller = teller
        self._lang: Lang = lang
        self._names = names

    def pairs(self, pairs: Sequence[CommitPair], *, copied: bool) -> Iterator[str]:
        """
        Yield what was done differently, in order; what stands on one line only is told in one piece.

        Where a line was `copied`, decided again from another, table talk, which is not, is counted only.
        """
        talk = [pair for pair in pairs if copied and _is_talk(pair)]
        told = [pair for pair in pairs if pair not in talk] if talk else pairs
        for kind, run in groupby(told, key=lambda pair: pair.kind):
            if kind == "only_first":
                yield from self._alone(self._names[0], [pair.first for pair in run])
            elif kind == "only_second":
                yield from self._alone(self._names[1], [pair.second for pair in run])
            else:
                for pair in run:
                    yield from self.pair(pair)
        if talk:
            yield f"  {say('diff_talk', self._lang, count=len(talk))}"

    def _alone(self, name: str, sides: Iterable[CommitSide | None]) -> Iterator[str]:
        lines = [
            f"    {entry.version}  {self._teller.told(entry)}"
            for side in sides
            if side is not None
            for entry in side.entries
            if not self._teller.is_hidden(entry.tag)
        ]
        if lines:
            yield f"  {say('diff_only', self._lang, line=name)}"
        kept = MOST_LINES if len(lines) > MOST_LINES + 1 else len(lines)
        yield from lines[:kept]
        if lines[kept:]:
            yield f"    {say('diff_more', self._lang, count=len(lines) - kept)}"

    def pair(self, pair: CommitPair) -> Iterator[str]:
        """Yield how two commits that stand for the same differ; nothing where no word shows it."""
        first, second = pair.first, pair.second
        if first is None or second is None:
            return
        lines = list(self.dice(first.rolls, second.rolls))
        told = [self._told(side) for side in (first, second)]
        for name, own, others in zip(self._names, told, reversed(told), strict=True):
            lines += [f"{name}: {line}" for line in own if line not in others]
        if lines or pair.kind == "command":
            what = self.asked(first) if pair.kind != "command" else self._asked_both(first, second)
            head = say(_HEADS[pair.kind], self._lang, first=first.version, second=second.version, what=what)
            yield f"  {head}"
            yield from (f"    {line}" for line in lines)

    def asked(self, side: CommitSide) -> str:
        """Return what was asked, as it is typed; that it is sealed, where the reader may not see it."""
        if side.fields is None:
            return say("entry_sealed", self._lang)
        return self._typed(side.command, side.fields)

    def _asked_both(self, first: CommitSide, second: CommitSide) -> str:
        """Return what was asked on either line, the fields that are the same but once."""
        if first.command != second.command or first.fields is None or second.fields is None:
            return f"{self.asked(first)} → {self.asked(second)}"
        both = {key: value for key, value in first.fields.items() if second.fields.get(key) == value}
        own, other = (
            self._typed("", {key: value for key, value in fields.items() if key not in both}) or "-"
            for fields in (first.fields, second.fields)
        )
        return f"{self._typed(first.command, both)}: {own} → {other}"

    def _typed(self, command: str, fields: Mapping[str, Any]) -> str:
        words = [command.rpartition(".")[2], *(f"{key}={self._shown(fields[key])}" for key in fields)]
        return " ".join(word for word in words if word)

    def _shown(self, value: Any) -> str:
        if isinstance(value, str):
            return self._teller.name(value)
        if isinstance(value, list):
            return self._teller.value(cast("Sequence[str]", value))
        return encode_json(value)

    def dice(self, first: Sequence[RollShown], second: Sequence[RollShown]) -> Iterator[str]:
        """Yield the rolls of two commits side by side, those alone that differ."""
        for place in range(max(len(first), len(second))):
            one, other = (rolls[place] if place < len(rolls) else None for rolls in (first, second))
            if one is not None and other is not None and (one.by, one.for_) == (other.by, other.for_):
                if one.dice != other.dice:
                    yield f"{self._whose(one)}: {self._roll(one)} → {self._roll(other)}"
                continue
            for name, roll in zip(self._names, (one, other), strict=True):
                if roll is not None:
                    yield f"{name}: {self._whose(roll)}: {self._roll(roll)}"

    def _whose(self, roll: RollShown) -> str:
        return say("diff_roll", self._lang, who=self._teller.name(roll.by), what=self._teller.roll(roll.for_))

    def _roll(self, roll: RollShown) -> str:
        faces = f"[{','.join(map(str, roll.faces))}]"
        if roll.success is None:
            return faces
        return f"{faces} {say('diff_success' if roll.success else 'diff_failure', self._lang)}"

    def _told(self, side: CommitSide) -> list[str]:
        """Return what came of a commit in words, without its dice and book-keeping."""
        return [
            self._teller.told(entry)
            for entry in side.entries
            if entry.tag != "table.rolled" and not self._teller.is_hidden(entry.tag)
        ]

    def values(self, values: Iterable[SheetChange]) -> Iterator[str]:
        """Yield who stands how at both ends, then the table."""
        for character, run in groupby(values, key=lambda change: change.character):
            changes = list(run)
            yield f"  {self._teller.name(character) if character else say('table_state', self._lang)}"
            listed = {
                word for change in changes for word in (*_words_in(change.before), *_words_in(change.after))
            }
            yield from (
                f"    {self.change(one)}" for one in changes if not _is_flag(one) or one.key not in listed
            )

    def change(self, change: SheetChange) -> str:
        """Return a value of a sheet at both ends."""
        one, other = (
            self._value(change, value, limit)
            for value, limit in zip((change.before, change.after), change.limits, strict=True)
        )
        return f"{self._teller.label(change.key)}: {one} → {other}"

    def _value(self, change: SheetChange, value: Any, limit: int | None) -> str:
        shown = self._teller.entry_value(SheetEntry(key=change.key, value=value, typed=change.typed))
        return shown if limit is None or value is None else f"{shown}/{limit}"

    def outcomes(self, ends: Sequence[LineEnd]) -> Iterator[str]:
        """Yield what is open on each line, where that differs, and how it ended, where it did."""
        first, second = ends
        for name, end in zip(self._names, ends, strict=True):
            for one in end.pending if first.pending != second.pending else ():
                yield say("diff_waits", self._lang, branch=name, question=self._teller.question(one))
        for name, end in zip(self._names, ends, strict=True):
            if end.outcome is not None:
                yield say("diff_outcome", self._lang, branch=name, outcome=self.outcome(end.outcome))

    def outcome(self, outcome: Outcome) -> str:
        """Return how it ended, and who is alive, where the game tells."""
        said = self._teller.name(outcome.result)
        if not outcome.alive:
            return said
        alive = ("、" if self._lang == "ja" else ", ").join(map(self._teller.name, outcome.alive))
        return say("diff_alive", self._lang, outcome=said, alive=alive)


def _is_talk(pair: CommitPair) -> bool:
    """Return whether a commit that only one line has is table talk."""
    side = pair.second if pair.first is None else pair.first
    return pair.kind in ("only_first", "only_second") and side is not None and side.is_talk


def _words_in(value: Value | tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a list on a sheet, as of somebody's conditions."""
    return value if isinstance(value, tuple) else ()


def _is_flag(change: SheetChange) -> bool:
    return isinstance(change.before, bool) or isinstance(change.after, bool)


def plain_pair(pair: CommitPair) -> dict[str, Any]:
    """Return a pair of commits for JSON."""
    return {"kind": pair.kind, "first": _plain_side(pair.first), "second": _plain_side(pair.second)}


def _plain_side(side: CommitSide | None) -> dict[str, Any] | None:
    if side is None:
        return None
    return {
        "commit": side.commit,
        "of": side.of or None,
        "branch": side.branch,
        "version": side.version,
        "actor": side.actor or None,
        "command": side.command or None,
        "fields": side.fields,
        "rolls": [_plain_roll(roll) for roll in side.rolls],
    }


def _plain_roll(roll: RollShown) -> dict[str, Any]:
    return {
        "by": roll.by,
        "for": roll.for_,
        "dice": roll.dice,
        "source": roll.source,
        "total": roll.total,
        "needed": roll.needed,
        "under": roll.under,
        "hits_from": roll.hits_from,
        "success": roll.success,
    }


def plain_values(values: Iterable[SheetChange], teller: Teller) -> list[dict[str, Any]]:
    """Return values that differ for JSON, labels beside the keys."""
    return [
        {
            "name": one.name,
            "before": one.before,
            "after": one.after,
            "character": one.character or None,
            "label": teller.label(one.key),
            "group": one.group or None,
            "limits": one.limits,
        }
        for one in values
    ]


def plain_end(end: LineEnd) -> dict[str, Any]:
    """Return where a line ends for JSON, and how it stands there."""
    outcome = None
    if end.outcome is not None:
        outcome = {
            "result": end.outcome.result,
            "values": end.outcome.values,
            "standing": end.outcome.standing,
            "alive": end.outcome.alive,
        }
    return {
        "branch": end.branch,
        "whatif": end.whatif,
        "version": end.version,
        "commits": end.commits,
        "commands": end.commands,
        "rolls": end.rolls,
        "outcome": outcome,
        "pending": [
            {"kind": one.kind, "whom": one.whom, "options": one.options, "command": one.command}
            for one in end.pending
        ],
    }
