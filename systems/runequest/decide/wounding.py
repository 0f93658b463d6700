"""Damage to bodies and arms, loss of consciousness, death: what every part does harm with."""

from typing import Literal

from tenmatsu.systems.runequest.blows import Hit
from tenmatsu.systems.runequest.decide.work import Work

Death = Literal["hp", "head", "bleeding", "chest", "abdomen", "magic"]
"""Why somebody died: cases of its line."""


def wound(work: Work, hit: Hit) -> int:
    """Let a hit through armour into its location, effects and all; return the points that went in."""
    raise NotImplementedError


def roll_location(work: Work, by: str, die: int = 20) -> str:
    """Roll a hit location (D20; D10 for one who lies on the ground)."""
    raise NotImplementedError


def heal(work: Work, character: str, location: str, points: int, *, magic: bool) -> int:
    """Give hit points back to a location (or where they are missing most) and the total; return how many."""
    raise NotImplementedError


def damage_arm(work: Work, character: str, arm: str, points: int) -> None:
    """Take hit points off a weapon or shield; of a part of the body this wounds the location."""
    raise NotImplementedError


def drop_arm(work: Work, character: str, arm: str) -> None:
    """Let a weapon or shield fall out of the hand."""
    raise NotImplementedError


def fall(work: Work, character: str) -> None:
    """Let somebody fall to the ground."""
    raise NotImplementedError


def faint(work: Work, character: str, rounds: int | None = None) -> None:
    """Let somebody lose consciousness, for so many rounds or until treated; their actions are lost."""
    raise NotImplementedError


def die(work: Work, character: str, why: Death) -> None:
    """Let somebody die."""
    raise NotImplementedError


def end_wounds_of_round(work: Work) -> None:
    """Do a round's bookkeeping, for `resume_round`: bleeding, spells that end, clocks, death at 0 or less."""
    raise NotImplementedError


def run_time(work: Work) -> bool:
    """Let the clock go on to `State.until` outside a melee; return whether it moved."""
    return False
