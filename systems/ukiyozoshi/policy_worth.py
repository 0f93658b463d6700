"""What a 活劇点 is worth to the auto-player, and what it buys a roll for."""

from typing import NamedTuple

from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.state import Figure

LAST_POINT = 0.3
"""
What the last 活劇点 is worth, as a share of a fighter; the second last half of it, the third last a third.

So many points are spent freely, and the last ones where much of a life hangs on them.
"""


def price(figure: Figure, amount: int) -> float:
    """Return what it is worth to keep so many of the points that a figure has."""
    left = figure.katsugeki - amount
    return sum(LAST_POINT / max(1, count) for count in range(left + 1, figure.katsugeki + 1))


class Worth(NamedTuple):
    """What rolling, rerolling, buying and turning are worth where a success gains so much."""

    roll: float
    buy: float
    reroll: float
    turn: float


def weigh(figure: Figure, rules: Rulebook, chance: float, gain: float, bought: float | None = None) -> Worth:
    """
    Return the worth of each way to a success that gains `gain`; `bought` is what a bought one gains.

    A roll may be followed by one reroll, if that is worth its point.
    """
    costs = rules.tables.katsugeki
    sure = gain if bought is None else bought
    once = chance * gain - price(figure, costs.reroll)
    can_reroll = figure.katsugeki >= costs.reroll
    return Worth(
        roll=chance * gain + (1 - chance) * (max(0.0, once) if can_reroll else 0.0),
        buy=sure - price(figure, costs.automatic),
        reroll=once,
        turn=sure - price(figure, costs.turn),
    )
