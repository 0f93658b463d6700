"""個数振り足し: dice that bring further dice, `6R6[6]>=4`."""

from collections import deque

from tenmatsu.engine.bcdice.arithmetic import fold_at, read_sum
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.cursor import Cursor
from tenmatsu.engine.bcdice.evaluation import (
    ARROW,
    CUT,
    MOST_DICE,
    Asking,
    Evaluation,
    Sign,
    Typed,
    Unread,
    commas,
    replied,
)
from tenmatsu.engine.bcdice.pools import Condition, Groups, read_condition, read_groups, write_groups

_ENDLESS = "条件が間違っています。2R6>=5 あるいは 2R6[5] のように振り足し目標値を指定してください。"


class Reroll(Typed, frozen=True):
    """Dice, which of them bring another, and what each has to meet."""

    groups: Groups
    again: Condition | None
    condition: Condition | None

    def written(self) -> str:
        """Return the command; the comparison inside the brackets stands only where it is another."""
        inside = ""
        if self.again is not None:
            same = self.condition is not None and self.condition.sign == self.again.sign
            inside = f"[{self.again.target if same else self.again}]"
        return f"{write_groups(self.groups, 'R')}{inside}{self.condition or ''}"

    def expected(self) -> float:
        """Return how many dice it rolls on average."""
        again = self.again
        if again is None or not self._ends(again):
            return 0
        return sum(count * sides / (sides - again.faces(sides)) for count, sides in self.groups)

    def roll(self) -> Asking:
        """Roll group by group; the dice that bring another make a new group at the end."""
        again = self.again
        if again is None or not self._ends(again):
            return replied("typed_reroll_endless", f"{self.written()}{ARROW}{_ENDLESS}")
        waiting, shown, fallen, successes = deque(self.groups), list[str](), 0, 0
        while waiting:
            count, sides = waiting.popleft()
            faces = (yield (sides,) * count) if count else ()
            fallen += count
            shown.append(commas(faces))
            successes += 0 if self.condition is None else self.condition.count(faces)
            if more := again.count(faces):
                if fallen + more > MOST_DICE:
                    shown[-1] += CUT
                else:
                    waiting.append((more, sides))
        text = f"({self.written()}){ARROW}{' + '.join(shown)}{ARROW}成功数{successes}"
        return Evaluation(text=text, successes=successes)

    def _ends(self, again: Condition) -> bool:
        """Return whether a die of every group can fall so that it brings no other."""
        return all(again.faces(sides) < sides for _, sides in self.groups)


def read_reroll(word: str, bot: Bot) -> Reroll | None:
    """Read `2R6>=3`, `2R6[5]>=3`, `2R4+2R6>=4@<=2`."""
    if "R" not in word:
        return None
    cursor = Cursor(word)
    groups = read_groups(cursor, "R", bot)
    given: tuple[Sign | None, int] | None = None
    if cursor.take("["):
        given = _read_threshold(cursor, bot)
        cursor.need("]")
    condition = read_condition(cursor, bot)
    if cursor.take("@"):
        if given is not None:
            raise Unread
        given = _read_threshold(cursor, bot)
    cursor.end()
    if condition is None and bot.pool is not None:
        condition = Condition(*bot.pool)
    if given is None:
        again = condition
    else:
        sign = given[0] or (condition.sign if condition is not None else ">=")
        again = Condition(sign, given[1])
    return Reroll(groups, again, condition)


def _read_threshold(cursor: Cursor, bot: Bot) -> tuple[Sign | None, int]:
    sign = cursor.comparison()
    return sign, fold_at(cursor, read_sum(cursor), bot.rounding)
