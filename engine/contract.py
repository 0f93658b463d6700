"""The contract that a game system signs: pure functions under a stable id."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Literal, TypeVar

import msgspec

from tenmatsu.engine.command import Command, Value
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.drawings import Drawing, Look, draw_nothing
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.words import Words
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.upcasting import Upcasters


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that a rule gives to someone and that the game waits for."""

    id: str
    kind: str
    """A key of `[pending]` in `words.toml`."""
    whom: str
    """The character whose player chooses, or `@gm`."""
    options: tuple[str, ...]
    """The choices, each a key of `[labels]`."""
    command: str
    """The tag of the command that answers it."""
    details: dict[str, int | str] = {}
    """What its question names."""


class OpenField(msgspec.Struct, frozen=True):
    """A field of a move that is still to be filled in."""

    name: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    required: bool = True


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may legally be done now."""

    command: str
    """The tag of the command."""
    fields: dict[str, Any] = {}
    open: tuple[OpenField, ...] = ()


class Circumstance(msgspec.Struct, frozen=True):
    """Something that changes a roll by so much: a key of `[labels]` and a signed amount."""

    key: str
    amount: int


class Odds(msgspec.Struct, frozen=True):
    """The exact chance of one outcome: `favourable` of `possible`."""

    outcome: str
    """A key of `[labels]`."""
    favourable: int
    possible: int


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """What a check would need and how likely each outcome is, before the roll."""

    roll: str
    """What it is for: a key of `[rolls]`."""
    needed: int | None
    """The number that the dice must reach, or must not pass; None where it is not one number."""
    odds: tuple[Odds, ...]
    circumstances: tuple[Circumstance, ...] = ()
    under: bool = False
    """Whether low sums succeed: the dice may come to `needed` at most."""
    hits_from: int | None = None
    """In a pool, the face from which each die counts one (`needed` of them); None where faces add up."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a check needed and what came of it, as statistics and recaps read it from an event."""

    by: str
    what: str
    """A key of `[rolls]` or `[labels]`."""
    needed: int | None
    """The last sum, or count, that succeeds, the least or the most; None where there was no difficulty."""
    sides: int
    dice: int
    keep: int
    """How many of the highest dice count."""
    faces: tuple[int, ...]
    total: int
    success: bool | None
    under: bool = False
    """Whether low sums succeed: the dice may come to `needed` at most."""
    hits_from: int | None = None
    """In a pool, the face from which each die counts one (`needed` of them); None where faces add up."""

    @property
    def any_will_do(self) -> bool:
        """Return whether it succeeds whatever the dice show."""
        if self.needed is None:
            return False
        counted = min(self.keep, self.dice)
        if self.hits_from is not None:
            return self.needed >= counted if self.under else self.needed <= 0
        return self.needed >= counted * self.sides if self.under else self.needed <= counted


class SetAside(msgspec.Struct, frozen=True, kw_only=True):
    """
    The newest verdict of somebody counts no longer: a rule let them roll it again, or buy its outcome.

    The event that says so stands in the same commit as what takes its place, the cost with it. Said
    behind the new roll, it means that the new one does not count.
    """

    by: str
    again: bool = True
    """Whether dice are rolled again; else the outcome was bought."""
    cost: int = 0
    cost_of: str = ""
    """What was paid: a key of `[labels]`."""


class SheetEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a sheet."""

    key: str
    """A key of `[labels]`, and behind the character's id and a full stop the name for adjustments."""
    value: Value | tuple[str, ...]
    limit: int | None = None
    """The most it may be, where there is such a limit."""
    typed: bool = False
    """Whether it stands in somebody's own words, which have no labels."""
    group: str = ""
    """A key of `[labels]`: the box of the sheet it stands in."""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What to show of a character."""

    character: str
    entries: tuple[SheetEntry, ...]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a played-out situation ended, for rollouts."""

    result: str
    """A key of `[labels]`: who won."""
    values: dict[str, int] = {}
    """Figures worth a distribution, by character and a key of `[labels]`: `pc1.endurance`."""
    standing: tuple[str, ...] = ()
    """The characters still able to act."""
    alive: tuple[str, ...] = ()
    """The characters still alive: those standing, and those down who may rise again."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Whose turn it is in a situation that plays itself out, a fight for the most part."""

    character: str
    """Who acts next where no choice is open, or `@gm` where the GM moves the situation on."""
    round: int
    """Rounds of it, counted from 1: auto-play ends after so many."""


Rewinding = Literal["free", "last", "never"]
"""How far a story may be wound back: as the table likes; by the last declaration alone; not at all."""

StateT = TypeVar("StateT", bound=msgspec.Struct)
CommandT = TypeVar("CommandT", bound=Command)
OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)
TablesT = TypeVar("TablesT", bound=msgspec.Struct)


def set_nothing_aside(_: Event) -> SetAside | None:
    """Return nothing: the rules of a game without rerolls."""
    return None


def rewind_freely(state: Any, options: Any) -> Rewinding:
    """Let the table wind back as it likes, as most games do."""
    return "free"


def take_no_turns(state: Any) -> Turn | None:
    """Return nothing: a game without a situation that auto-play could bring to its end."""
    return None


def hold_nothing_minor(state: Any, event: Event) -> bool:
    """Hold every highlight alike, as a game without extras does."""
    return False


def prepare_nothing(state: Any, rules: Any, character: str) -> Iterable[Move]:
    """Return nothing: a game that is played at once."""
    return ()


def know_no_words(tables: Any) -> Mapping[str, tuple[str, ...]]:
    """Return nothing: a game whose commands take no words of its figures."""
    return {}


@dataclass(frozen=True, kw_only=True)
class System(Generic[StateT, CommandT, OptionsT, TablesT]):
    """A game as the engine sees it: figures, words and pure functions; no id is ever tested."""

    id: str
    """Lower case; the part of every tag before the full stop."""
    rules_versions: range
    """Those that this release can decide; new sessions take the last."""
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    """What `evolve` gets: the game's own events, and those of the table that it wants."""
    state: type[StateT]
    options: type[OptionsT]
    """House rules: a frozen Struct in which every field has its documented default."""
    words: Callable[[], Words]
    tables: Callable[[int, str | None], TablesT]
    """Figures of a rules version under a table's own TOML text; `UsageError` where that does not fit."""
    tables_text: Callable[[int], str]
    """The exact text of the built-in figures of a rules version."""
    initial: Callable[[OptionsT], StateT]
    decide: Callable[[Decision[StateT, OptionsT, TablesT], CommandT], None]
    evolve: Callable[[StateT, Event], StateT]
    pending: Callable[[StateT], tuple[Pending, ...]]
    """The choices open now; each may be answered."""
    moves: Callable[[StateT, Rules[OptionsT, TablesT], str], Iterable[Move]]
    choose: Callable[[StateT, Rules[OptionsT, TablesT], str, Random], CommandT]
    outcome: Callable[[StateT], Outcome | None]
    """How the situation under way ended; None while it is open, or where there is none."""
    sheet: Callable[[StateT, Rules[OptionsT, TablesT], str], Sheet]
    overview: Callable[[StateT, Rules[OptionsT, TablesT]], Sheet]
    """What to show of the table as a whole: clock, round, order, pools."""
    drawings: Callable[[StateT, Rules[OptionsT, TablesT], str, Look], Iterable[Drawing]] = draw_nothing
    """What to draw of a character, or of the table as a whole where none is named: cards, a map, a web."""
    adjustable: Callable[[StateT], Mapping[str, Value]]
    """The values that a GM may set by hand, by the names that sheets show."""
    chance: Callable[[StateT, Rules[OptionsT, TablesT], CommandT], Chance]
    """The exact chances of a check; `RuleViolation` where the command rolls none."""
    verdict: Callable[[Event], Verdict | None]
    """What one of its `events` says of a check, None where it is none."""
    sets_aside: Callable[[Event], SetAside | None] = set_nothing_aside
    """What one of its `events` says of a check that counts no longer; None for others."""
    upcasters: Upcasters = Upcasters({})
    prepare: Callable[[StateT, Rules[OptionsT, TablesT], str], Iterable[Move]] = prepare_nothing
    """What makes ready for play: the GM's next steps for no character, else how one not made yet is."""
    vocabulary: Callable[[TablesT], Mapping[str, tuple[str, ...]]] = know_no_words
    """The words of the figures that commands take (skills, weapons), by a key of `[labels]`."""
    turn: Callable[[StateT], Turn | None] = take_no_turns
    """Whose turn it is, None outside situations that auto-play brings to an end."""
    rewinds: Callable[[StateT, OptionsT], Rewinding] = rewind_freely
    """How far what was played may be wound back; where it may not be, rulings correct numbers alone."""
    highlights: frozenset[str] = frozenset()
    """Tags of events that a digest should tell: deaths, great successes, things gained."""
    told: frozenset[str] = frozenset()
    """Tags of events that a novel tells in their own lines besides: contests, the passing of time."""
    card_rolls: frozenset[str] = frozenset()
    """Keys of `[rolls]` that draw one of the cards that remain: their faces say nothing of luck."""
    is_minor: Callable[[StateT, Event], bool] = hold_nothing_minor
    """Whether a highlight, given the state after it, comes behind others where a digest has little room."""


AnySystem = System[Any, Any, Any, Any]
"""A system seen by the engine, which looks into none."""

__all__ = [
    "AnySystem",
    "Chance",
    "Circumstance",
    "Command",
    "Drawing",
    "Event",
    "Look",
    "Move",
    "Odds",
    "OpenField",
    "Outcome",
    "Pending",
    "Rules",
    "SetAside",
    "Sheet",
    "SheetEntry",
    "System",
    "Turn",
    "Unknown",
    "Value",
    "Verdict",
]
