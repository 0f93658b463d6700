"""What pools of dice have in common: `2B6+3B10`, a threshold, a comparison."""

from collections.abc import Iterable

import msgspec

from tenmatsu.engine.bcdice.arithmetic import fold_at, read_sum, read_term
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.cursor import Cursor
from tenmatsu.engine.bcdice.evaluation import COMPARE, Sign, Unread, check_pool

Groups = tuple[tuple[int, int], ...]
"""(count, sides) of each group of dice."""


class Condition(msgspec.Struct, frozen=True, gc=False):
    """What a die or sum has to meet."""

    sign: Sign
    target: int

    def __str__(self) -> str:
        return f"{self.sign}{self.target}"

    def holds(self, value: int) -> bool:
        """Return whether a value meets it."""
        return COMPARE[self.sign](value, self.target)

    def count(self, values: Iterable[int]) -> int:
        """Return how many values meet it."""
        meets, target = COMPARE[self.sign], self.target
        return sum(1 for value in values if meets(value, target))

    def faces(self, sides: int) -> int:
        """Return how many faces of a die meet it."""
        equal = 1 if 1 <= self.target <= sides else 0
        below = min(max(self.target - 1, 0), sides)
        match self.sign:
            case "=":
                return equal
            case "<>":
                return sides - equal
            case "<":
                return below
            case "<=":
                return below + equal
            case ">":
                return sides - below - equal
            case ">=":
                return sides - below


def read_group(cursor: Cursor, letter: str, bot: Bot) -> tuple[int, int] | None:
    """Read `2B6`; None, and nothing read, where something else comes."""
    start = cursor.at
    count = read_term(cursor)
    if count is None or not cursor.take(letter):
        cursor.at = start
        return None
    sides = read_term(cursor)
    if sides is None:
        raise Unread
    found = fold_at(cursor, count, bot.rounding), fold_at(cursor, sides, bot.rounding)
    cursor.settle(lambda: check_pool(*found))
    return found


def read_groups(cursor: Cursor, letter: str, bot: Bot) -> Groups:
    """Read `2B6+3B10`; a plus that leads to no more dice is left."""
    first = read_group(cursor, letter, bot)
    if first is None:
        raise Unread
    groups = [first]
    while cursor.next() == "+":
        cursor.at += 1
        group = read_group(cursor, letter, bot)
        if group is None:
            cursor.at -= 1
            break
        groups.append(group)
    return tuple(groups)


def read_condition(cursor: Cursor, bot: Bot) -> Condition | None:
    """Read `>=4`, if a comparison comes next."""
    sign = cursor.comparison()
    return None if sign is None else Condition(sign, fold_at(cursor, read_sum(cursor), bot.rounding))


def write_groups(groups: Groups, letter: str) -> str:
    """Return groups as they are shown."""
    return "+".join(f"{count}{letter}{sides}" for count, sides in groups)
