"""バラバラ: dice that are not summed up but counted, `5B6>=4`."""

from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.cursor import Cursor
from tenmatsu.engine.bcdice.evaluation import ARROW, Asking, Evaluation, Typed, commas
from tenmatsu.engine.bcdice.pools import Condition, Groups, read_condition, read_groups, write_groups


class Barabara(Typed, frozen=True):
    """Dice, and what each has to meet."""

    groups: Groups
    condition: Condition | None
    sorts: bool = False

    def written(self) -> str:
        """Return the command."""
        return f"{write_groups(self.groups, 'B')}{self.condition or ''}"

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return sum(count for count, _ in self.groups)

    def roll(self) -> Asking:
        """Roll all dice at once and count."""
        asked = sum(((sides,) * count for count, sides in self.groups), ())
        faces = (yield asked) if asked else ()
        shown = sorted(faces) if self.sorts else list(faces)
        text = f"({self.written()}){ARROW}{commas(shown)}"
        if self.condition is None:
            return Evaluation(text=text)
        successes = self.condition.count(faces)
        return Evaluation(text=f"{text}{ARROW}成功数{successes}", successes=successes)


def read_barabara(word: str, bot: Bot) -> Barabara | None:
    """Read `5B6`, `2B6+4B10>3`."""
    if "B" not in word:
        return None
    cursor = Cursor(word)
    groups = read_groups(cursor, "B", bot)
    condition = read_condition(cursor, bot)
    cursor.end()
    if condition is None and bot.pool is not None:
        condition = Condition(*bot.pool)
    return Barabara(groups, condition, bot.sorts_pools)
