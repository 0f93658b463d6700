"""RuneQuest: Roleplaying in Glorantha: `RQG<=70`, `RES(12-9)M10`, `RSA11`."""

from tenmatsu.engine.bcdice.arithmetic import divide, fold_at, read_sum, read_term
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.cursor import Cursor
from tenmatsu.engine.bcdice.evaluation import ARROW, Asking, Evaluation, Typed, check_number, graded, replied

_UNTREATED = "\n決定的成功、効果的成功、ファンブルは未処理。必要なら確認すること。"
_EVEN = 50
"""The chance of a resistance between equals."""


class Skill(Typed, frozen=True):
    """A d100 against a chance; None where it is only rolled."""

    chance: int | None
    hides_zero: bool = False
    """Whether a chance of 0 fails unseen."""
    command: str = ""

    def written(self) -> str:
        """Return the command."""
        return self.command or ("RQG" if self.chance is None else f"RQG<={self.chance}")

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return 1

    def roll(self) -> Asking:
        """Roll the die and judge it."""
        (face,) = yield (100,)
        if self.chance is None:
            return Evaluation(text=f"(1D100){ARROW}{face}", total=face)
        text = f"(1D100<={self.chance}){ARROW}"
        if self.hides_zero and self.chance == 0:
            return Evaluation(text=f"{text}失敗", failure=True, total=face, outcome="failure")
        return _judge(f"{text}{face}", self.chance, face)


def _judge(text: str, chance: int, face: int) -> Evaluation:
    """Return the degree of success."""
    if face <= max(1, divide(chance, 20, "R")):
        return graded(text, "決定的成功", "critical", face)
    if face >= min(100, 101 - divide(100 - chance, 20, "R")):
        return graded(text, "ファンブル", "fumble", face)
    if face >= 96 or face > max(chance, 5):
        return graded(text, "失敗", "failure", face)
    if face <= divide(chance, 5, "R"):
        return graded(text, "効果的成功", "special", face)
    return graded(text, "成功", "success", face)


class Active(Typed, frozen=True):
    """The active side of a resistance, whose other side only the GM knows."""

    active: int
    bonus: int

    def written(self) -> str:
        """Return the command."""
        return f"RSA{self.active}" + (f"M{self.bonus}" if self.bonus else "")

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return 1 if self.active else 0

    def roll(self) -> Asking:
        """Roll the die and say up to which value of the other side it succeeds."""
        if self.active == 0:
            return replied("typed_active_zero", "0は指定できません。")
        (face,) = yield (100,)
        text = f"(1D100<={5 * self.active + self.bonus}){ARROW}{face}{ARROW}"
        if face >= 96:
            return Evaluation(text=f"{text}失敗{_UNTREATED}", failure=True, total=face, outcome="failure")
        if face <= max(5, self.bonus):
            return Evaluation(text=f"{text}成功{_UNTREATED}", success=True, total=face, outcome="success")
        up_to = self.active + (_EVEN + self.bonus - face) // 5
        return Evaluation(text=f"{text}相手側能力値{up_to}まで成功{_UNTREATED}", total=face)


def _read_skill(word: str, bot: Bot) -> Skill | None:
    cursor = Cursor(word)
    if not cursor.take("RQG"):
        return None
    if cursor.ended:
        return Skill(None)
    cursor.take("<=")
    chance = fold_at(cursor, read_sum(cursor), bot.rounding)
    cursor.end()
    return Skill(check_number(chance), hides_zero=True)


def _read_resistance(word: str, bot: Bot) -> Skill | None:
    cursor = Cursor(word)
    if not cursor.take("RES"):
        return None
    difference = fold_at(cursor, read_sum(cursor), bot.rounding)
    bonus = _read_bonus(cursor, bot)
    chance = _EVEN + 5 * max(-10, difference) + bonus
    cursor.end()
    command = f"RES({difference})" + (f"M{bonus}" if bonus else "")
    return Skill(check_number(chance), command=command)


def _read_active(word: str, bot: Bot) -> Active | None:
    cursor = Cursor(word)
    if not cursor.take("RSA"):
        return None
    term = read_term(cursor)
    if term is None:
        return None
    active = fold_at(cursor, term, bot.rounding)
    bonus = _read_bonus(cursor, bot)
    cursor.end()
    if active < 0:
        return None
    check_number(5 * active + abs(bonus))
    return Active(active, bonus)


def _read_bonus(cursor: Cursor, bot: Bot) -> int:
    return fold_at(cursor, read_sum(cursor), bot.rounding) if cursor.take("M") else 0


GLORANTHA = Bot(
    id="RuneQuestRoleplayingInGlorantha",
    name="RuneQuest：Roleplaying in Glorantha",
    commands=(_read_skill, _read_resistance, _read_active),
    rounding="R",
)
