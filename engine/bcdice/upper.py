"""上方無限: each die explodes and is summed up, `4U6[6]>=10`."""

from tenmatsu.engine.bcdice.arithmetic import fold_at, read_sum
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.cursor import Cursor
from tenmatsu.engine.bcdice.evaluation import (
    ARROW,
    CUT,
    MOST_DICE,
    MOST_DIE,
    Asking,
    Evaluation,
    Typed,
    Unread,
    check_number,
    commas,
    replied,
)
from tenmatsu.engine.bcdice.pools import Condition, Groups, read_condition, read_groups, write_groups

_ENDLESS = "無限ロールの条件がまちがっています"


class Upper(Typed, frozen=True):
    """Dice, from which face they explode, a modifier, and what each sum has to meet."""

    groups: Groups
    threshold: int
    """0 where none is given."""
    modifier: int
    condition: Condition | None

    def written(self) -> str:
        """Return the command."""
        return f"{write_groups(self.groups, 'U')}[{self.threshold}]{self._modifier()}{self.condition or ''}"

    def expected(self) -> float:
        """Return how many dice it rolls on average."""
        if self.threshold <= 1:
            return 0
        most = [(count, sides, min(sides, self.threshold - 1)) for count, sides in self.groups]
        return sum(count * sides / ends for count, sides, ends in most)

    def roll(self) -> Asking:
        """Roll die by die, each until it ends."""
        text = f"({self.written()}){ARROW}"
        if self.threshold <= 1:
            return replied("typed_upper_endless", f"{text}{_ENDLESS}")
        sums, shown, fallen = list[int](), list[str](), 0
        for sides in [sides for count, sides in self.groups for _ in range(count)]:
            faces, cut = list[int](), ""
            while True:
                (face,) = yield (sides,)
                faces.append(face)
                fallen += 1
                if face < self.threshold:
                    break
                if fallen >= MOST_DICE:
                    cut = CUT
                    break
            sums.append(sum(faces))
            shown.append((f"{sum(faces)}[{commas(faces)}]" if len(faces) > 1 else str(face)) + cut)
        text += f"{','.join(shown)}{self._modifier()}{ARROW}"
        most = max(sums, default=0) + self.modifier
        total = sum(sums) + self.modifier
        if self.condition is None:
            return Evaluation(text=f"{text}{most}/{total}(最大/合計)", total=total)
        successes = self.condition.count(one + self.modifier for one in sums)
        return Evaluation(text=f"{text}成功数{successes}", total=total, successes=successes)

    def _modifier(self) -> str:
        return f"{self.modifier:+d}" if self.modifier else ""


def read_upper(word: str, bot: Bot) -> Upper | None:
    """Read `4U6[6]`, `2U6+2U4[4]+6>=10`, `4U6+11>=21@6`."""
    if "U" not in word:
        return None
    cursor = Cursor(word)
    groups = read_groups(cursor, "U", bot)
    threshold: int | None = None
    if cursor.take("["):
        threshold = fold_at(cursor, read_sum(cursor), bot.rounding)
        cursor.need("]")
    modifier = 0
    if cursor.next() in ("+", "-"):
        modifier = fold_at(cursor, read_sum(cursor), bot.rounding)
    condition = read_condition(cursor, bot)
    if cursor.take("@"):
        if threshold is not None:
            raise Unread
        threshold = fold_at(cursor, read_sum(cursor), bot.rounding)
    cursor.end()
    check_number(abs(modifier) + 2 * MOST_DICE * MOST_DIE)
    return Upper(groups, threshold or 0, modifier, condition)
