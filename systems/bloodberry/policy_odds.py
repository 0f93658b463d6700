"""What the auto-player reckons with: exact chances of judges, as they stand and as they could be."""

from collections.abc import Iterator
from functools import cache

import msgspec

from tenmatsu.systems.bloodberry.chance import count_hits
from tenmatsu.systems.bloodberry.decide.judging import count_dice
from tenmatsu.systems.bloodberry.decide.settling import find_winner, needs_roll
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.judges import Judge, Side
from tenmatsu.systems.bloodberry.state import State


def rate_winner(judge: Judge, winner: str, of: str) -> float:
    """Return what it is worth to a side of a judge that this one succeeds, or that nobody does."""
    if judge.active is None or judge.passive is None:
        return float(winner == of)
    if of == "active":
        return float(winner == "active")
    return 0.0 if winner == "active" else 1.0


def weigh(state: State, rules: Rulebook, judge: Judge, of: str, again: str = "") -> float:
    """
    Return the chance of the outcome that a side wants.

    The dice of both sides are still to fall before the dice; afterwards they lie as they fell, but for the
    side `again`, whose dice are rolled once more.
    """
    total = 0.0
    for active, one in _foresee(state, rules, judge, "active", again):
        for passive, other in _foresee(state, rules, judge, "passive", again):
            fallen = msgspec.structs.replace(judge, active=active, passive=passive)
            total += one * other * rate_winner(judge, find_winner(fallen, rules), of)
    return total


def _foresee(
    state: State, rules: Rulebook, judge: Judge, of: str, again: str
) -> Iterator[tuple[Side | None, float]]:
    """Yield how a side may come out, with its probability."""
    side = judge.side(of)
    falls = judge.stage == "before" or of == again
    if side is None or not falls or not needs_roll(judge, rules, of):
        yield side, 1.0
        return
    row = rules.tables.judge
    dice = side.dice if of == again else count_dice(state, side)
    ways = count_hits(dice, row.hit, row.sides)
    for hits, count in enumerate(ways):
        yield (
            msgspec.structs.replace(side, faces=(row.hit,) * hits, hit=row.hit),
            count / row.sides**dice,
        )


@cache
def reach(dice: int, needed: int, hit: int, sides: int) -> float:
    """Return the chance that so many dice show so many faces that count."""
    ways = count_hits(max(0, dice), hit, sides)
    possible: int = sides ** max(0, dice)
    return sum(ways[max(0, needed) :]) / possible


@cache
def beat(dice: int, against: int, needed: int, hit: int, sides: int) -> float:
    """Return the chance of an achievement that is at least `needed` and above that of so many dice."""
    total = 0.0
    for hits, ways in enumerate(count_hits(max(0, against), hit, sides)):
        total += ways / sides ** max(0, against) * reach(dice, max(needed, hits + 1), hit, sides)
    return total
