"""ニンジャスレイヤーTRPG 2版: rows of tables, the Wasshoi judgement, NRS."""

import re

from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.evaluation import ARROW, Asking, Evaluation, Typed, check_pool, commas
from tenmatsu.engine.bcdice.tables import row_text

_ROW = re.compile(r"(SB|WSE)(?:@([1-6]))?")
_TABLES = {"SB": ("satsubatsu", "サツバツ!!"), "WSE": ("entry", "ニンジャスレイヤー=サンのエントリー!!")}
_WASSHOI = re.compile(r"WS([1-9]|1[0-2])")
_MADNESS = re.compile(r"NRS(?:_(E|N|H|UH|U)([0-9]+))?(?:@([1-7]))?")
_DIFFICULTIES = {"E": 3, "N": 4, "H": 5, "U": 6, "UH": 6}
_ROWS = {"E": ("1D3", 3, 0), "N": ("1D6", 6, 0), "H": ("1D6+1", 6, 1)}
"""(as shown, sides, what is added) of the die for a row; U and UH are as H."""


class Row(Typed, frozen=True):
    """A row of a table, rolled or named."""

    command: str
    row: int | None

    def written(self) -> str:
        """Return the command."""
        return self.command if self.row is None else f"{self.command}@{self.row}"

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return 1 if self.row is None else 0

    def roll(self) -> Asking:
        """Roll for the row, unless it is named."""
        table, head = _TABLES[self.command]
        if self.row is not None:
            row, shown = self.row, f"{head}({self.row})"
        else:
            (row,) = yield (6,)
            shown = f"{head}(D6){ARROW}({row})"
        return Evaluation(text=f"{shown}{ARROW}{row_text(table, 'second', row)}", total=row)


class Wasshoi(Typed, frozen=True):
    """Whether ニンジャスレイヤー comes: bad for the players, so a judgement won is their failure."""

    karma: int

    def written(self) -> str:
        """Return the command."""
        return f"WS{self.karma}"

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return 2

    def roll(self) -> Asking:
        """Roll 2d6 under the karma."""
        first, second = yield (6, 6)
        total = first + second
        text = f"Wasshoi!判定(2D6){ARROW}({first}+{second}){ARROW}{total}"
        if total > self.karma:
            text += f"(>{self.karma}) 判定失敗"
        else:
            text += f"(<={self.karma}) 判定成功!! \nニンジャスレイヤー=サンのエントリーだ!!"
        spared = total > self.karma
        return Evaluation(
            text=text,
            success=spared,
            failure=not spared,
            total=total,
            outcome="success" if spared else "failure",
        )


class Madness(Typed, frozen=True):
    """A check against NRS, and the row of the madness where it fails."""

    letter: str | None
    count: int
    row: int | None

    def written(self) -> str:
        """Return the command."""
        check = "" if self.letter is None else f"_{self.letter}{self.count}"
        return f"NRS{check}" + ("" if self.row is None else f"@{self.row}")

    def expected(self) -> float:
        """Return how many dice it rolls at most."""
        return self.count + 1

    def roll(self) -> Asking:
        """Roll the check, then for the row."""
        if self.letter is None:
            row = self.row or 1
            return Evaluation(text=_symptom(str(row), row), total=row)
        difficulty = _DIFFICULTIES[self.letter]
        faces = (yield (6,) * self.count) if self.count else ()
        hits = sum(1 for face in faces if face >= difficulty)
        text = f"NRS判定({self.count}B6>={difficulty}){ARROW}{commas(faces)}{ARROW}成功数:{hits}"
        if hits:
            text = f"{text} NRS克服!!"
            return Evaluation(text=text, success=True, successes=hits, outcome="success")
        if self.row is not None:
            symptom, row = _symptom(str(self.row), self.row), self.row
        else:
            shown, sides, added = _ROWS.get(self.letter, _ROWS["H"])
            (face,) = yield (sides,)
            row = face + added
            symptom = _symptom(shown, row, f"{ARROW}({row})")
        text = f"{text} NRS発症!! \n{symptom}"
        return Evaluation(text=text, failure=True, successes=0, total=row, outcome="failure")


def _symptom(shown: str, row: int, rolled: str = "") -> str:
    return f"NRS発狂({shown}){rolled}{ARROW}{row_text('madness', 'second', row)}"


def read_row(word: str, bot: Bot) -> Row | None:
    """Read `SB`, `SB@3`, `WSE`, `WSE@3`."""
    match = _ROW.fullmatch(word)
    return Row(match[1], int(match[2]) if match[2] else None) if match else None


def read_wasshoi(word: str, bot: Bot) -> Wasshoi | None:
    """Read `WS8`."""
    match = _WASSHOI.fullmatch(word)
    return Wasshoi(int(match[1])) if match else None


def read_madness(word: str, bot: Bot) -> Madness | None:
    """Read `NRS_N3`, `NRS_N3@2`, `NRS@2`."""
    match = _MADNESS.fullmatch(word)
    if match is None or not (match[1] or match[3]):
        return None
    row = int(match[3]) if match[3] else None
    return Madness(match[1], check_pool(int(match[2] or 0), 6), row)
