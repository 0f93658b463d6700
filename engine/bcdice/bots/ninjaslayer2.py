"""ニンジャスレイヤーTRPG 2版: pools such as `N5,3,U4[S]`."""

import re

from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.bots.extras import Extra, read_extra
from tenmatsu.engine.bcdice.bots.ninjaslayer2_tables import read_madness, read_row, read_wasshoi
from tenmatsu.engine.bcdice.evaluation import ARROW, Asking, Evaluation, Typed, check_pool, commas

DIFFICULTIES = {"K": 2, "E": 3, "N": 4, "H": 5, "U": 6, "UH": 6}
_SETS = re.compile(r"(?:UH|[KENHU])[0-9]+(?:,(?:UH|[KENHU])?[0-9]+)*,?")
_SET = re.compile(r"(UH|[KENHU])?([0-9]+)")
_EXTRAS = re.compile(r"(?:\[[^\[\]]*\])*")


class Judgement(Typed, frozen=True):
    """Sets of dice, each with its difficulty, and what else is looked at in each."""

    sets: tuple[tuple[str, int], ...]
    """(letter, count) of each."""
    extras: tuple[Extra, ...]

    def written(self) -> str:
        """Return the command."""
        sets = ",".join(f"{letter}{count}" for letter, count in self.sets)
        return sets + "".join(f"[{extra.typed}]" for extra in self.extras)

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return sum(count for _, count in self.sets)

    def roll(self) -> Asking:
        """Roll set after set; one success anywhere is a success."""
        asked = sum(count for _, count in self.sets)
        faces = (yield (6,) * asked) if asked else ()
        parts, at = list[Evaluation](), 0
        for letter, count in self.sets:
            parts.append(self._count(letter, faces[at : at + count]))
            at += count
        hits = sum(part.successes or 0 for part in parts)
        return Evaluation(
            text="".join(part.text for part in parts),
            success=hits > 0,
            failure=hits == 0,
            successes=hits,
            outcome="success" if hits else "failure",
            parts=tuple(parts) if len(parts) > 1 else (),
        )

    def _count(self, letter: str, faces: tuple[int, ...]) -> Evaluation:
        difficulty = DIFFICULTIES[letter]
        hits = sum(1 for face in faces if face >= difficulty)
        text = f"({len(faces)}B6>={difficulty}){ARROW}{commas(faces)}{ARROW}成功数:{hits}"
        text += "".join(extra.told(faces) for extra in self.extras)
        return Evaluation(
            text=f"{text} \n",
            success=hits > 0,
            failure=hits == 0,
            successes=hits,
            outcome="success" if hits else "failure",
            dice=tuple((6, face) for face in faces),
        )


def _read_judgement(word: str, bot: Bot) -> Judgement | None:
    match = _SETS.match(word)
    if match is None or not _EXTRAS.fullmatch(word, match.end()):
        return None
    inside = word[match.end() + 1 : -1]
    typed = inside.split("][") if match.end() < len(word) else []
    extras = [extra for one in typed if (extra := read_extra(one)) is not None]
    if len(extras) < len(typed):
        return None
    sets, letter = list[tuple[str, int]](), ""
    for one in _SET.finditer(match[0]):
        letter = one[1] or letter
        sets.append((letter, check_pool(int(one[2]), 6)))
    return Judgement(tuple(sets), tuple(extras))


NINJASLAYER2 = Bot(
    id="NinjaSlayer2",
    name="ニンジャスレイヤーTRPG 2版",
    commands=(_read_judgement, read_row, read_wasshoi, read_madness),
)
