"""個数カウント: how often each face fell, `10TY6`."""

from collections import Counter

from tenmatsu.engine.bcdice.arithmetic import fold_at, read_term
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.cursor import Cursor
from tenmatsu.engine.bcdice.evaluation import (
    ARROW,
    Asking,
    Evaluation,
    Typed,
    check_pool,
    commas,
    replied,
)

_MOST_SIDES = 20


class Tally(Typed, frozen=True):
    """Dice, and whether faces that did not fall are shown."""

    count: int
    sides: int
    zeros: bool
    sorts: bool = False

    def written(self) -> str:
        """Return the command."""
        return f"{self.count}T{'Z' if self.zeros else 'Y'}{self.sides}"

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return 0 if self.sides > _MOST_SIDES else self.count

    def roll(self) -> Asking:
        """Roll all dice at once and count the faces."""
        text = f"({self.written()}){ARROW}"
        if self.sides > _MOST_SIDES:
            return replied("typed_tally_sides", f"{text}面数は1以上、{_MOST_SIDES}以下としてください")
        faces = yield (self.sides,) * self.count
        fallen = Counter(faces)
        shown = [face for face in range(1, self.sides + 1) if self.zeros or fallen[face]]
        counts = ", ".join(f"[{face}]×{fallen[face]}" for face in shown)
        return Evaluation(text=f"{text}{commas(sorted(faces) if self.sorts else faces)}{ARROW}{counts}")


def read_tally(word: str, bot: Bot) -> Tally | None:
    """Read `5TY6`, `5TZ6`."""
    cursor = Cursor(word)
    count = read_term(cursor) if "T" in word else None
    if count is None or not cursor.take("T"):
        return None
    zeros = cursor.take("Z")
    if not zeros:
        cursor.need("Y")
    sides = read_term(cursor)
    if sides is None:
        return None
    found = fold_at(cursor, count, bot.rounding), fold_at(cursor, sides, bot.rounding)
    cursor.end()
    if min(found) < 1:
        return None
    if found[1] <= _MOST_SIDES:
        check_pool(*found)
    return Tally(*found, zeros, bot.sorts_pools)
