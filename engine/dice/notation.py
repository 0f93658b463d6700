"""The plain dice notation of rules: `3d6`, `d100`, `2d6+1d4`."""

import re
from functools import lru_cache

from tenmatsu.engine.errors import UsageError

MOST_DICE = 1_000
MOST_SIDES = 2**32
_TERM = re.compile(r"(\d{0,4})[dD](\d{1,10})")


@lru_cache(maxsize=256)
def parse_dice(text: str) -> tuple[int, ...]:
    """
    Return the sides of each die in `text`, in the order in which they fall; `D66` is two dice of six.

    Raises `UsageError` where it is no such notation or asks for more than 1,000 dice.
    """
    sides: list[int] = []
    for part in text.replace(" ", "").split("+"):
        match = _TERM.fullmatch(part)
        if match is None:
            raise UsageError("dice_notation", text=text)
        count, size = int(match[1] or 1), int(match[2])
        if not match[1] and match[2] == "66":
            count, size = 2, 6
        if not 1 <= size <= MOST_SIDES or len(sides) + count > MOST_DICE or count < 1:
            raise UsageError("dice_notation", text=text)
        sides += [size] * count
    return tuple(sides)
