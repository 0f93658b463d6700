"""`D66`: two dice of six read as tens and ones."""

import re
from typing import TYPE_CHECKING, Literal

from tenmatsu.engine.bcdice.evaluation import ARROW, Asking, Evaluation, Typed

if TYPE_CHECKING:
    from tenmatsu.engine.bcdice.bot import Bot

Swap = Literal["N", "A", "D"]
"""As rolled, the smaller die first, the larger die first."""
_COMMAND = re.compile(r"D66([ASDN]?)")
_SWAPS: dict[str, Swap] = {"A": "A", "S": "A", "D": "D", "N": "N"}


class D66(Typed, frozen=True):
    """Two dice, one number."""

    letter: str
    swap: Swap

    def written(self) -> str:
        """Return the command."""
        return f"D66{self.letter}"

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return 2

    def roll(self) -> Asking:
        """Roll both dice."""
        faces = yield (6, 6)
        if self.swap != "N":
            faces = tuple(sorted(faces, reverse=self.swap == "D"))
        total = faces[0] * 10 + faces[1]
        return Evaluation(text=f"({self.written()}){ARROW}{total}", total=total)


def read_d66(word: str, bot: "Bot") -> D66 | None:
    """Read `D66`, `D66A` or `D66S` (smaller first), `D66D` (larger first), `D66N` (as rolled)."""
    match = _COMMAND.fullmatch(word)
    if match is None:
        return None
    return D66(match[1], _SWAPS.get(match[1], bot.d66))
