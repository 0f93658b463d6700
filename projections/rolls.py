"""Every roll of a line: what was needed, what fell, how far it is proven."""

from typing import Literal

import msgspec

from tenmatsu.engine.contract import Verdict
from tenmatsu.engine.history import Entry
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


class Rolls(msgspec.Struct, frozen=True):
    """The rolls and checks of a line, and what the commit under way has rolled."""

    rolls: Rows[Roll] = ()
    checks: Rows[CheckRow] = ()
    commit: str = ""
    open: tuple[Roll, ...] = ()
    """Rolls of the newest commit that no check counts yet."""


def prove(event: Rolled, context: Context) -> tuple[Proof, tuple[str, ...]]:
    """Return how far a roll is proven and by whom, from the state before it."""
    if event.source != "ring":
        return event.source, ()
    ring = context.before.table.rings.get(event.ring or "")
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
    proof, witnesses = prove(event, context)
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
        return Rolls(add_row(state.rolls, roll), state.checks, entry.commit, (*waiting, roll))
    verdict = context.system.verdict(event) if isinstance(event, Event) else None
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
    return Rolls(state.rolls, add_row(state.checks, check), entry.commit, left)


def find_roll(rolls: tuple[Roll, ...], verdict: Verdict) -> Roll | None:
    """Return the roll whose faces a check counts: by whom it names, with just these faces."""
    fitting = [roll for roll in rolls if sorted(roll.faces) == sorted(verdict.faces)]
    own = [roll for roll in fitting if roll.by == verdict.by]
    return next(iter(own or fitting), None)


ROLLS = Projection(name="rolls", state=Rolls, start=Rolls, fold=_fold)


def rolls_of(state: Rolls) -> list[Roll]:
    """Return the rolls in order."""
    return list(each_row(state.rolls))


def checks_of(state: Rolls) -> list[CheckRow]:
    """Return the checks in order."""
    return list(each_row(state.checks))
