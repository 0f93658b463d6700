"""RuneQuest of the old editions: how it judges a d100."""

from tenmatsu.engine.bcdice.arithmetic import divide
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.evaluation import ARROW, Dice, Evaluation, Sign


def _judge(text: str, sign: Sign, target: int, total: int, dice: Dice) -> Evaluation | None:
    """Return the degree of success of a lone d100 rolled under a chance; the total counts, not the face."""
    if sign != "<=" or [sides for sides, _ in dice] != [100]:
        return None
    twentieth = divide(target, 20, "R")
    if total <= max(1, twentieth):
        word, outcome = "決定的成功", "critical"
    elif total >= 100:
        word, outcome = "致命的失敗", "fumble"
    elif total <= divide(target, 5, "R"):
        word, outcome = "効果的成功", "special"
    elif total <= target:
        word, outcome = "成功", "success"
    elif total >= 95 + twentieth:
        word, outcome = "致命的失敗", "fumble"
    else:
        word, outcome = "失敗", "failure"
    won = outcome not in ("fumble", "failure")
    return Evaluation(
        text=f"{text}{ARROW}{word}",
        success=won,
        failure=not won,
        critical=outcome == "critical",
        fumble=outcome == "fumble",
        outcome=outcome,
    )


RUNEQUEST = Bot(id="RuneQuest", name="RuneQuest", judge=_judge)
