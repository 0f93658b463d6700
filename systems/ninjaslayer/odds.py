"""In how many ways pools of dice fall: successes and patterns, counted exactly."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ninjaslayer.pools import Pattern, count_sets, meet
from tenmatsu.systems.ninjaslayer.rows import DifficultyRow

SIX = 6


class Throw(msgspec.Struct, frozen=True, kw_only=True):
    """A pool that is to be rolled, and what is looked for in it."""

    roll: str
    """A key of `[rolls]`."""
    dice: int
    row: DifficultyRow
    circumstances: tuple[Circumstance, ...] = ()
    patterns: dict[str, Pattern] = {}
    """By keys of `[labels]`; of several only the first that fits a success is counted."""
    above: int | None = None
    """Successes that a counter has to exceed."""
    success: str = "succeeds"
    failure: str = "fails"
    sure: bool = False
    """Whether it succeeds whatever the faces; they still may hold a pattern."""


@cache
def count_falls(
    dice: int, row: DifficultyRow, patterns: tuple[Pattern, ...] = ()
) -> Mapping[tuple[int, tuple[bool, ...]], int]:
    """Return in how many ways so many dice fall, by their successes and by whether they hold each pattern."""
    if dice <= 0:
        return {(0, (False,) * len(patterns)): 1}
    import icepool  # takes a moment to load, and play never needs it

    class Falls(icepool.MultisetEvaluator[int, Any]):
        """Count hits and what is spare for each pattern, from the highest face on."""

        def next_state(self, state: Any, order: Any, outcome: int, /, *counts: int) -> Any:
            """Take the dice of one face, the highest face first."""
            if order is not icepool.Order.Descending:
                raise icepool.UnsupportedOrder
            hits, spares = (0, (0,) * len(patterns)) if state is None else state
            count = counts[0]
            spares = tuple(
                min(meet(pattern, spare, outcome, count), len(pattern))
                for pattern, spare in zip(patterns, spares, strict=True)
            )
            return (hits + count if outcome >= row.face else hits, spares)

        def final_outcome(
            self, final_state: Any, order: Any, outcomes: Any, /, *sizes: Any, **kwargs: Any
        ) -> Any:
            """Say how many successes they are, and which patterns they hold."""
            hits, spares = final_state
            held = tuple(
                bool(pattern) and spare >= 0 for pattern, spare in zip(patterns, spares, strict=True)
            )
            return (count_sets(hits, row), held)

    die: Any = Falls().evaluate(icepool.d6.pool(dice))
    return {outcome: die.quantity(outcome) for outcome in die.outcomes()}


def count_successes_of(dice: int, row: DifficultyRow) -> dict[int, int]:
    """Return in how many ways so many dice come to each number of successes."""
    ways: dict[int, int] = {}
    for (successes, _), count in count_falls(dice, row).items():
        ways[successes] = ways.get(successes, 0) + count
    return ways


def count_throw(throw: Throw) -> tuple[dict[str, int], int]:
    """Return in how many ways each outcome of a pool falls, by keys of `[labels]`, and all ways."""
    names = tuple(throw.patterns)
    falls = count_falls(throw.dice, throw.row, tuple(throw.patterns.values()))
    found = dict.fromkeys((throw.success, throw.failure, *names), 0)
    if throw.above is not None:
        found["counters"] = 0
    for (successes, held), ways in falls.items():
        success = successes > 0 or throw.sure
        found[throw.success if success else throw.failure] += ways
        if not success:
            continue
        first = next((name for name, one in zip(names, held, strict=True) if one), None)
        if first is not None:
            found[first] += ways
        if throw.above is not None and successes > throw.above:
            found["counters"] += ways
    return found, sum(falls.values())
