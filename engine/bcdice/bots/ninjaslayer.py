"""ニンジャスレイヤー, the bot of the first edition: `NJ4[H]`, `EV4/2`, `AT5`, `EL3`, `SB`."""

import re
from typing import Literal

from tenmatsu.engine.bcdice.arithmetic import fold_at, read_term
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.cursor import Cursor
from tenmatsu.engine.bcdice.evaluation import ARROW, Asking, Evaluation, Typed, Unread, check_pool, commas
from tenmatsu.engine.bcdice.tables import row_text

Kind = Literal["NJ", "EV", "AT", "EL"]
_KINDS: tuple[Kind, ...] = ("NJ", "EV", "AT", "EL")
_NORMAL = 4
_DIFFICULTIES = {"K": 2, "E": 3, "N": 4, "H": 5, "UH": 6, **{str(face): face for face in range(2, 7)}}
_DIFFICULTY = re.compile(r"\[(K|E|N|H|UH|[2-6])\]|@(K|E|N|H|UH|[2-6])")
_TABLE_ROWS = 6


class Check(Typed, frozen=True):
    """A pool against a difficulty."""

    kind: Kind
    count: int
    difficulty: int
    attack: int | None = None
    """The successes of the attack that is evaded."""

    def written(self) -> str:
        """Return the command."""
        attack = "" if self.attack is None else f"/{self.attack}"
        return f"{self.kind}{self.count}[{self.difficulty}]{attack}"

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return self.count

    def roll(self) -> Asking:
        """Roll, count, and say what the kind of check adds."""
        faces = (yield (6,) * self.count) if self.count else ()
        hits = sum(1 for face in faces if face >= self.difficulty)
        sixes = faces.count(6)
        text = f"({self.count}B6>={self.difficulty}){ARROW}{commas(faces)}{ARROW}成功数{hits}"
        match self.kind:
            case "EV" if self.attack is not None and hits > self.attack:
                text += f"{ARROW}カウンターカラテ!!"
            case "AT" if sixes >= 2:
                text += f"{ARROW}サツバツ!!"
            case "EL" if sixes:
                text += f" + {sixes}{ARROW}{hits + sixes}"
                hits += sixes
            case _:
                pass
        return Evaluation(text=text, successes=hits)


class SatsubatsuRow(Typed, frozen=True):
    """A row of the サツバツ table."""

    def written(self) -> str:
        """Return the command."""
        return "SB"

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return 1

    def roll(self) -> Asking:
        """Roll for the row."""
        (row,) = yield (_TABLE_ROWS,)
        return Evaluation(text=f"サツバツ表({row}){ARROW}{row_text('satsubatsu', 'first', row)}", total=row)


def _read_check(word: str, bot: Bot) -> Check | None:
    cursor = Cursor(word)
    kind: Kind | None = next((one for one in _KINDS if cursor.take(one)), None)
    if kind is None:
        return None
    term = read_term(cursor)
    if term is None:
        raise Unread
    count = fold_at(cursor, term, bot.rounding)
    cursor.settle(lambda: check_pool(count, 6))
    difficulty = _NORMAL
    if match := _DIFFICULTY.match(word, cursor.at):
        difficulty, cursor.at = _DIFFICULTIES[match[1] or match[2]], match.end()
    attack = None
    if kind == "EV" and cursor.take("/"):
        attack = cursor.number()
        if attack is None:
            raise Unread
    cursor.end()
    return Check(kind, count, difficulty, attack)


def _read_table(word: str, bot: Bot) -> SatsubatsuRow | None:
    return SatsubatsuRow() if word == "SB" else None


NINJASLAYER = Bot(
    id="NinjaSlayer",
    name="ニンジャスレイヤーTRPG",
    commands=(_read_check, _read_table),
    pool=(">=", _NORMAL),
)
