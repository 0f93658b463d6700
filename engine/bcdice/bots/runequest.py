"""RuneQuest of the old editions: how it judges a d100."""

from tenmatsu.engine.bcdice.arithmetic import divide
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.evaluation import Dice, Evaluation, Sign, graded


def _judge(text: str, sign: Sign, target: int, total: int, dice: Dice) -> Evaluation | None:
    """Return the degree of success of a lone d100 rolled under a chance; the total counts, not the face."""
    if sign != "<=" or [sides for sides, _ in dice] != [100]:
        return None
    twentieth = divide(target, 20, "R")
    if total <= max(1, twentieth):
        return graded(text, "決定的成功", "critical")
    if total >= 100:
        return graded(text, "致命的失敗", "fumble")
    if total <= divide(target, 5, "R"):
        return graded(text, "効果的成功", "special")
    if total <= target:
        return graded(text, "成功", "success")
    if total >= 95 + twentieth:
        return graded(text, "致命的失敗", "fumble")
    return graded(text, "失敗", "failure")


RUNEQUEST = Bot(id="RuneQuest", name="RuneQuest", judge=_judge)
