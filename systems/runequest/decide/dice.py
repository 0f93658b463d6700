"""Dice as the tables write them."""

import re

from tenmatsu.systems.runequest.decide.work import Work

_DICE = re.compile(r"(-?)(\d+)[Dd](\d+)([+-]\d+)?")


def roll_dice(work: Work, dice: str, by: str, for_: str = "damage", times: int = 1) -> int:
    """Roll `"1D8+1"` so many times, add it up; `"-1D4"` takes off; `"3"` rolls nothing; empty is 0."""
    match = _DICE.fullmatch(dice)
    if match is None:
        return int(dice or 0) * times
    faces = work.roll((int(match[3]),) * (int(match[2]) * times), by=by, for_=for_)
    total = sum(faces) + int(match[4] or 0) * times
    return -total if match[1] else total
