"""Every roll of a line: what was needed, what fell, how far it is proven."""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from tenmatsu.engine.contract import AnySystem, SetAside, Verdict
from tenmatsu.engine.history import Entry
from tenmatsu.engine.table.state import Ring
from tenmatsu.events.base import Event
from tenmatsu.events.table import DiceSourceName, Rolled
from tenmatsu.projections.growing import Rows, add_row, each_row
from tenmatsu.projections.projection import Projection
from tenmatsu.projections.walking import Context

Proof = Literal["witnessed", "worded", "alone", "fixed", "entered", "imported", "scripted", "whatif", "same"]
"""
How far the dice are proven. From a ring: `witnessed` by participants, `worded`, `alone` (the keeper might
have picked the seed) or `fixed` (the seed was given from outside). Else the source: nothing is proven.
"""


class Roll(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Dice that fell."""

    version: int
    commit: str
    """The commit's hash, in hex."""
    digest: str
    """The event's digest, in hex, by which a dispute names it."""
    at: str
    by: str
    """The character or participant who rolled."""
    player: str
    """The participant behind them; empty where nobody is known."""
    for_: str
    """A key of the system's `[rolls]`."""
    dice: tuple[tuple[int, int], ...]
    """(sides, face) in order."""
    source: DiceSourceName
    proof: Proof
    witnesses: tuple[str, ...] = ()
    vouched: str | None = None
    retry_of: str | None = None
    of: str | None = None
    kept: bool = True
    """Whether it counts: False where a rule set its check aside (不採用)."""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces alone."""
        return tuple(face for _, face in self.dice)


class CheckRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a check needed and what came of it."""

    version: int
    """Of the event that says so."""
    commit: str
    roll: int | None
    """The version of the roll whose faces it counts, where that stands in the same commit."""
    player: str
    verdict: Verdict
    kept: bool = True
    """Whether it counts: False where a rule let it be rolled again or bought (不採用)."""
    replaces: int | None = None
    """The version of the check that a reroll put it in the place of."""
    cost: int = 0
    """What the reroll cost, of `cost_of`, a key of `[labels]`."""
    cost_of: str = ""


class AsideRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A check that counts no longer, and what was paid for that."""

    version: int
    """Of the event that says so."""
    commit: str
    check: int
    """The version of the check set aside."""
    roll: int | None
    by: str
    again: bool
    """Whether it was rolled again; else its outcome was bought."""
    cost: int = 0
    cost_of: str = ""


class Rolls(msgspec.Struct, frozen=True):
    """The rolls and checks of a line, and what the commit under way has rolled."""

    rolls: Rows[Roll] = ()
    checks: Rows[CheckRow] = ()
    commit: str = ""
    open: tuple[Roll, ...] = ()
    """Rolls of the newest commit that no check counts yet."""
    asides: Rows[AsideRow] = ()
    newest: dict[str, tuple[int, int | None]] = {}
    """(version, version of its roll) of everybody's newest check."""


def without_cards(rolls: Iterable[Roll], system: AnySystem) -> list[Roll]:
    """Return the rolls that are dice, and not cards drawn from a deck."""
    return [roll for roll in rolls if roll.for_ not in system.card_rolls]


def prove(event: Rolled, rings: Mapping[str, Ring]) -> tuple[Proof, tuple[str, ...]]:
    """Return how far a roll is proven and by whom, from the rings as they stood when it fell."""
    if event.source != "ring":
        return event.source, ()
    ring = rings.get(event.ring or "")
    if ring is None:
        return "alone", ()
    if ring.fixed:
        return "fixed", ()
    if ring.witnesses:
        return "witnessed", ring.witnesses
    return ("worded" if ring.worded else "alone"), ()


def _player(by: str, context: Context) -> str:
    table = context.after.table
    return by if by in table.seats else table.player_of(by) or ""


def _roll(entry: Entry, event: Rolled, context: Context) -> Roll:
    proof, witnesses = prove(event, context.before.table.rings)
    return Roll(
        version=entry.version,
        commit=entry.commit,
        digest=entry.digest,
        at=entry.at,
        by=event.by,
        player=_player(event.by, context),
        for_=event.for_,
        dice=event.dice,
        source=event.source,
        proof=proof,
        witnesses=witnesses,
        vouched=event.vouched,
        retry_of=event.retry_of,
        of=event.of,
    )


def _fold(state: Rolls, entry: Entry, context: Context) -> Rolls:
    waiting = state.open if state.commit == entry.commit else ()
    event = entry.event
    if isinstance(event, Rolled):
        roll = _roll(entry, event, context)
        rolls = add_row(state.rolls, roll)
        return Rolls(rolls, state.checks, entry.commit, (*waiting, roll), state.asides, state.newest)
    if not isinstance(event, Event):
        return state
    aside = context.system.sets_aside(event)
    if aside is not None:
        return _set_aside(state, entry, aside)
    verdict = context.system.verdict(event)
    if verdict is None:
        return state
    found = find_roll(waiting, verdict)
    check = CheckRow(
        version=entry.version,
        commit=entry.commit,
        roll=found.version if found else None,
        player=_player(verdict.by, context),
        verdict=verdict,
    )
    left = tuple(roll for roll in waiting if roll is not found)
    return replace(
        state,
        checks=add_row(state.checks, check),
        commit=entry.commit,
        open=left,
        newest={**state.newest, verdict.by: (check.version, check.roll)},
    )


def _set_aside(state: Rolls, entry: Entry, aside: SetAside) -> Rolls:
    newest = state.newest.get(aside.by)
    if newest is None:
        return state
    row = AsideRow(
        version=entry.version,
        commit=entry.commit,
        check=newest[0],
        roll=newest[1],
        by=aside.by,
        again=aside.again,
        cost=aside.cost,
        cost_of=aside.cost_of,
    )
    return replace(state, asides=add_row(state.asides, row))


def find_roll(rolls: tuple[Roll, ...], verdict: Verdict) -> Roll | None:
    """Return the roll whose faces a check counts: by whom it names, with just these faces."""
    fitting = [roll for roll in rolls if sorted(roll.faces) == sorted(verdict.faces)]
    own = [roll for roll in fitting if roll.by == verdict.by]
    return next(iter(own or fitting), None)


def _wants(system: AnySystem) -> frozenset[type[Event]]:
    """Return what rolls and checks are read from: dice, and what a game says of its own events."""
    return frozenset((Rolled, *system.events))


ROLLS = Projection(name="rolls", state=Rolls, start=Rolls, fold=_fold, wants=_wants)


def rolls_of(state: Rolls) -> list[Roll]:
    """Return the rolls in order, each with whether it counts."""
    dropped = {row.roll for row in each_row(state.asides)}
    return [replace(roll, kept=False) if roll.version in dropped else roll for roll in each_row(state.rolls)]


def checks_of(state: Rolls) -> list[CheckRow]:
    """Return the checks in order, each with whether it counts and what it stands for."""
    asides = list(each_row(state.asides))
    dropped = {row.check for row in asides}
    again = {(row.commit, row.by): row for row in asides if row.again}
    found: list[CheckRow] = []
    for check in each_row(state.checks):
        marked = replace(check, kept=check.version not in dropped)
        row = again.get((check.commit, check.verdict.by))
        if row is not None and check.version > row.version:
            marked = replace(marked, replaces=row.check, cost=row.cost, cost_of=row.cost_of)
            del again[check.commit, check.verdict.by]
        found.append(marked)
    return found


def asides_of(state: Rolls) -> list[AsideRow]:
    """Return the checks that count no longer, as they were set aside."""
    return list(each_row(state.asides))
