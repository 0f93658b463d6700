"""Dice as the tables write them."""

import re

from tenmatsu.systems.runequest.decide.work import Work

_DICE = re.compile(r"(-?)(\d+)[Dd](\d+)([+-]\d+)?")


def roll_dice(work: Work, dice: str, by: str, for_: str = "damage", times: int = 1) -> int:
    """Roll `"1D8+1"` so many times, add it up; `"-1D4"` takes off; `"3"` rolls nothing; empty is 0."""
    count, sides, plus, sign = read_dice(dice)
    faces = work.roll((sides,) * (count * times), by=by, for_=for_) if sides else ()
    return sign * (sum(faces) + plus * times)


def read_dice(dice: str) -> tuple[int, int, int, int]:
    """Return what dice are made of: how many, of how many sides, what is added, and 1 or −1 for the whole."""
    match = _DICE.fullmatch(dice)
    if match is None:
        return 0, 0, int(dice or 0), 1
    return int(match[2]), int(match[3]), int(match[4] or 0), -1 if match[1] else 1
