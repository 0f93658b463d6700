"""What a typed command comes to, and how it asks for its dice."""

import operator
from collections.abc import Callable, Generator
from typing import Final, Literal

import msgspec

from tenmatsu.engine.errors import UsageError
from tenmatsu.events.table import Outcome

Die = Callable[[int], int]
"""From a number of sides, a face from 1 up."""

Dice = tuple[tuple[int, int], ...]
"""(sides, face) of each die in order."""

Asking = Generator[tuple[int, ...], tuple[int, ...], "Evaluation"]
"""Yields the sides of the next dice, gets their faces, and ends in the evaluation."""

MOST_POOL = 200
"""Dice of one term."""
MOST_DIE = 10_000
"""Sides of one die."""
MOST_DICE = 10_000
"""Dice of one command: as many are expected at most, and none of its explosions rolls more."""
MOST_NUMBER = 2**53
"""The whole numbers that every reader of a log can hold."""
ARROW: Final = " ＞ "
"""What stands between the parts of a text."""
CUT: Final = f"（{MOST_DICE}個で打ち切り）"
"""Follows dice that would have exploded on."""

Sign = Literal["<=", ">=", "<>", "<", ">", "="]
COMPARE: dict[Sign, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
"""What each comparison means."""


class Evaluation(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a command came to."""

    text: str
    """The line that tables know, word for word."""
    secret: bool = False
    success: bool = False
    failure: bool = False
    critical: bool = False
    fumble: bool = False
    total: int | None = None
    """The sum, the value read, or the row of a table."""
    successes: int | None = None
    """How many dice met the target."""
    outcome: Outcome | None = None
    """`critical`, `special`, `success`, `failure` or `fumble`, where the command judges."""
    dice: Dice = ()
    parts: "tuple[Evaluation, ...]" = ()
    """Of a repeat, what each time came to; of several sets, each set."""
    problem: str | None = None
    """The code of what is wrong with the command, where it is understood but cannot be rolled."""


class Typed(msgspec.Struct, frozen=True):
    """A command that was understood."""

    @property
    def remark(self) -> str | None:
        """What stands behind the command; None where it ends at the first blank."""
        return None

    @property
    def is_secret(self) -> bool:
        """Whether a part of it is secret."""
        return False

    def written(self) -> str:
        """Return the command as it is kept: upper case, numbers worked out."""
        raise NotImplementedError

    def expected(self) -> float:
        """Return how many dice it rolls on average."""
        return 0

    def roll(self) -> Asking:
        """Ask for the dice and return what they come to."""
        raise NotImplementedError


class Unread(Exception):
    """The text is no command of this kind."""


def check_pool(count: int, sides: int) -> int:
    """Return `count`; `UsageError` where a term has more dice, or larger ones, than the notation knows."""
    if not 0 <= count <= MOST_POOL:
        raise UsageError("typed_dice_count", count=count, most=MOST_POOL)
    if not 1 <= sides <= MOST_DIE:
        raise UsageError("typed_die_sides", sides=sides, most=MOST_DIE)
    return count


def check_number(value: int) -> int:
    """Return `value`; `UsageError` where it is too large for a log."""
    if abs(value) > MOST_NUMBER:
        raise UsageError("typed_number_large")
    return value


def graded(text: str, word: str, outcome: Outcome, total: int | None = None) -> Evaluation:
    """Return a degree of success or failure, its word behind the text."""
    won = outcome in ("critical", "special", "success")
    return Evaluation(
        text=f"{text}{ARROW}{word}",
        success=won,
        failure=not won,
        critical=outcome == "critical",
        fumble=outcome == "fumble",
        total=total,
        outcome=outcome,
    )


def replied(problem: str, text: str) -> Evaluation:
    """Return the fixed reply to a command that cannot be rolled."""
    return Evaluation(text=text, problem=problem)


def commas(faces: tuple[int, ...] | list[int]) -> str:
    """Return faces as they are shown."""
    return ",".join(map(str, faces))
