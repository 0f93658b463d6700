"""A system of the notation: its own commands, and how it reads the general ones."""

from collections.abc import Callable

import msgspec

from tenmatsu.engine.bcdice.arithmetic import Mode
from tenmatsu.engine.bcdice.d66 import Swap
from tenmatsu.engine.bcdice.evaluation import Dice, Evaluation, Sign, Typed

ReadWord = Callable[[str, "Bot"], Typed | None]
"""Reads a folded command that ends at the first blank; None, or `Unread`, where it is another."""

Judge = Callable[[str, Sign, int, int, Dice], Evaluation | None]
"""From the text so far, the comparison, target, total and dice of an add-roll, its outcome."""


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """One system."""

    id: str
    name: str
    commands: tuple[ReadWord, ...] = ()
    """Its own commands, tried before the general ones."""
    rounding: Mode = "F"
    """How a division rounds that does not say."""
    pool: tuple[Sign, int] | None = None
    """What dice of a pool have to meet where the command does not say."""
    sorts_pools: bool = False
    """Whether the dice of pools are shown sorted."""
    d66: Swap = "N"
    """How a bare `D66` is read."""
    judge: Judge | None = None
    """Judges an add-roll; None, or its answer None, is a plain success or failure."""
