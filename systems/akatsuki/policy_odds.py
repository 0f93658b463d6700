"""
The exact chances that the auto-player reckons with, and what it pays to raise them.

What happens to somebody is measured in shares of a fighter: 1 is one who is out of the fight for good.
"""

from typing import Literal, NamedTuple

from tenmatsu.systems.akatsuki.commands.combat import Defend
from tenmatsu.systems.akatsuki.decide.attacks import specify_defence
from tenmatsu.systems.akatsuki.decide.checking import measure_level, measure_target
from tenmatsu.systems.akatsuki.decide.drawing import count_fate
from tenmatsu.systems.akatsuki.decide.paying import price_plus
from tenmatsu.systems.akatsuki.decide.stacking import Stacked, stack
from tenmatsu.systems.akatsuki.decide.turns import can_act
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.state import Attack, Figure, Harm, State
from tenmatsu.systems.akatsuki.tables import RANKS

_CHANCES = tuple(
    sum(1 for one in range(1, 7) for other in range(1, 7) if one + other <= most) / 36 for most in range(13)
)
DEFENDING: tuple[Literal["guard", "dodge"], ...] = ("guard", "dodge")
CERTAIN = 12
"""A target that no two dice miss."""
DOWN_UNTIL_LATER = 0.6
"""What it is to lie unconscious, in shares of one's life."""
COUNTER = 0.12
"""What a zombie counter gives back to those who were to lose a fighter."""
NEARER = 0.05
"""What each rank of a damage card is worth while its owner stands."""


class Boost(NamedTuple):
    """How much a target is raised, and what pays for it."""

    plus: int = 0
    cards: tuple[str, ...] = ()
    chivalry: int = 0
    points: int = 0


def reach(target: int) -> float:
    """Return the chance of two dice to come to at most a target."""
    return 0.0 if target < 0 else 1.0 if target > CERTAIN else _CHANCES[target]


# ---- harm ----


def measure_failure(figure: Figure, rules: Rulebook, stacked: Stacked) -> float:
    """Return the chance of the survival check that a stacked hit brings to fail; 1 where there is none."""
    if stacked.harm == "lethal" and stacked.rank >= RANKS:
        return 1.0
    return 1.0 - reach(find_survival(figure, rules, stacked.harm, stacked.rank))


def find_survival(figure: Figure, rules: Rulebook, harm: Harm, rank: int) -> int:
    """Return the target of the survival check of a damage card, without boosts."""
    ability = "taiku"
    if harm == "lethal":
        ability = "fate_points" if rules.options.survival_target == "points" else "fate_cards"
    return measure_level(figure, ability) + rules.tables.wound(harm, rank).modifier


def weigh_hit(figure: Figure, rules: Rulebook, harm: Harm, rank: int) -> float:
    """Return what a hit that is taken does for those who strike."""
    if figure.doomed:
        return min(rank, figure.zombie_counters) / max(figure.zombie_counters, 1)
    if figure.unconscious:
        return 0.0
    stacked = stack(rules.options, figure.wound, harm, rank)
    failure = measure_failure(figure, rules, stacked)
    out = 1.0
    if stacked.harm == "lethal" and figure.important:
        out -= COUNTER * rules.tables.wound("lethal", stacked.rank).counters
    return failure * out + (1.0 - failure) * NEARER * stacked.rank


def fear_hit(figure: Figure, rules: Rulebook, harm: Harm, rank: int) -> float:
    """Return what a hit that is taken does to its target: a life weighs more than a faint."""
    if figure.doomed:
        return min(rank, figure.zombie_counters) / max(figure.zombie_counters, 1)
    stacked = stack(rules.options, figure.wound, harm, rank)
    failure = measure_failure(figure, rules, stacked)
    deadly = stacked.harm == "lethal" or stacked.rank >= RANKS
    return failure * (1.0 if deadly else DOWN_UNTIL_LATER) + (1.0 - failure) * NEARER * stacked.rank


def share_of_fate(figure: Figure) -> float:
    """Return the part of a fighter that one landed hit stands for, while fate cards can negate it."""
    return 1.0 / (1 + count_fate(figure))


def measure_defence(state: State, rules: Rulebook, attack: Attack) -> float:
    """Return the chance of an unboosted defence; 0 for those who have none."""
    figure = state.characters.get(attack.target, Figure())
    if figure.npc or not can_act(state, rules, attack.target):
        return 0.0
    return reach(find_defence(state, rules, attack)[0])


def find_defence(state: State, rules: Rulebook, attack: Attack) -> tuple[int, Defend]:
    """Return the better of 防御 and 回避 with its target, the first of equals."""
    ways: list[tuple[int, Defend]] = []
    for choice in DEFENDING:
        command = Defend(character=attack.target, choice=choice)
        spec = specify_defence(state, rules, command, attack)
        ways.append((measure_target(state, rules, spec)[0], command))
    return max(ways, key=lambda way: way[0])


# ---- points ----


def find_boost(figure: Figure, rules: Rulebook, target: int, stake: float, price: float) -> Boost:
    """
    Return the boost whose gain is worth most over what it costs; none where none is.

    `stake` is what success is worth, `price` what a point is; points kept from before are left alone.
    """
    base, best, most = reach(target), Boost(), 0.0
    for plus in range(max(1, 2 - target), CERTAIN - target + 1):
        boost = _pay_for(figure, rules, plus)
        if boost is None:
            break
        gain = (reach(target + plus) - base) * stake - boost.points * price
        if gain > most:
            best, most = boost, gain
    return best


def _pay_for(figure: Figure, rules: Rulebook, plus: int) -> Boost | None:
    """Return the smallest cards and chips that pay for a plus, none of them in vain."""
    tables, needed = rules.tables, plus * price_plus(rules)
    units = sorted((tables.points(held), held.card) for held in figure.awakening)
    each = tables.cards.chivalry
    chips = min(figure.chivalry, -(-needed // each)) if each else 0
    paid, taken = chips * each, list[tuple[int, str]]()
    for unit in units:
        if paid >= needed:
            break
        taken.append(unit)
        paid += unit[0]
    if paid < needed:
        return None
    for unit in sorted(taken, reverse=True):
        if paid - unit[0] >= needed:
            taken.remove(unit)
            paid -= unit[0]
    while chips and paid - each >= needed:
        chips, paid = chips - 1, paid - each
    return Boost(plus=plus, cards=tuple(card for _, card in taken), chivalry=chips, points=paid)
