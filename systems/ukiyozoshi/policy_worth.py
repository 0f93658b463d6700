"""What a 活劇点 is worth to the auto-player, and what it buys a roll for."""

from typing import NamedTuple

from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.state import Figure

LAST_POINT = 0.3
"""
What the last 活劇点 is worth, as a share of a fighter; the second last half of it, the third last a third.

So many points are spent freely, and the last ones where much of a life hangs on them.
"""
LIFE = 0.8
"""What the points are worth together that buy a player's character back from death (実は生きていた)."""


def price(figure: Figure, rules: Rulebook, amount: int) -> float:
    """Return what it is worth to keep so many of the points that a figure has."""
    reserve = rules.tables.katsugeki.survive if is_of_players(figure) else 0
    spent = range(figure.katsugeki - amount + 1, figure.katsugeki + 1)
    return sum([LIFE / reserve if 0 < count <= reserve else LAST_POINT / max(1, count) for count in spent])


def is_of_players(figure: Figure) -> bool:
    """Return whether somebody is on the players' side."""
    return not figure.npc or figure.companion


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
    once = chance * gain - price(figure, rules, costs.reroll)
    can_reroll = figure.katsugeki >= costs.reroll
    return Worth(
        roll=chance * gain + (1 - chance) * (max(0.0, once) if can_reroll else 0.0),
        buy=sure - price(figure, rules, costs.automatic),
        reroll=once,
        turn=sure - price(figure, rules, costs.turn),
    )
