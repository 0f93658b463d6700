"""How likely pools succeed, and what blows are worth: what the auto-player reckons with."""

from functools import cache
from math import comb

from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.rows import DifficultyRow

SIX = 6
BOSS = 2.0
"""What a boss is worth, beside a mob's 1."""
EVADED = 0.08
"""What is left of a blow that is dodged: the dice that it took."""


@cache
def find_chance(dice: int, face: int, needed: int = 1) -> float:
    """Return the chance that so many dice show at least `needed` of a face or more."""
    if dice < needed:
        return 0.0
    hit = (SIX + 1 - face) / SIX
    missed = sum(comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(needed))
    return 1.0 - missed


def find_success(dice: int, row: DifficultyRow) -> float:
    """Return the chance that a pool succeeds: as many hits as make one success."""
    return find_chance(dice, row.face, row.count)


def count_endurance(figure: Figure) -> int:
    """Return how much damage takes somebody out of the battle, 1 at least."""
    spirit = max(figure.spirit, 0) if figure.ninja and figure.kind != "mob" else 0
    return max(figure.vitality + spirit, 1)


def weigh_damage(figure: Figure, damage: float) -> float:
    """Return what damage done to somebody is worth, in shares of a mob: no more than is left of them."""
    left = max(damage - figure.base.reduction, 0.0) / count_endurance(figure)
    return min(left, 1.0) * (1.0 if figure.kind == "mob" else BOSS)


def find_evasion(figure: Figure, dodge: DifficultyRow) -> float:
    """Return how likely somebody evades a blow, with half of the dodge dice that are left."""
    if not figure.dodges or not figure.able:
        return 0.0
    dice = max(figure.dodge_dice, 0)
    return find_success(min((dice + 1) // 2, 4), dodge)
