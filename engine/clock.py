"""
Game time that stops at whatever falls due: one clockwork for every game with a clock.

A game says what is coming and what happens then; its state says how much time is still to pass, so that a
choice can stop the clock and the next command lets it go on.
"""

from collections.abc import Iterable
from typing import Protocol

import msgspec

MINUTES_A_DAY = 24 * 60


class Due(msgspec.Struct, frozen=True):
    """Something that falls due in so many minutes; of several at once the lower rank comes first."""

    minutes: int
    rank: int
    kind: str
    """What it is, in the game's own terms."""
    character: str = ""


class Clockwork(Protocol):
    """What a game tells of its clock while time passes."""

    def waits(self) -> bool:
        """Return whether a choice stops the clock."""
        ...

    def left(self) -> int:
        """Return the minutes that are still to pass."""
        ...

    def coming(self) -> Iterable[Due]:
        """Return what is going to fall due, in any order."""
        ...

    def let_pass(self, minutes: int) -> None:
        """Record that so many minutes passed."""
        ...

    def happen(self, due: Due) -> None:
        """Record what happens when something falls due."""
        ...


def run_clock(clock: Clockwork) -> bool:
    """
    Let time pass and everything on the way happen, until a choice stops the clock.

    Return whether all of the time has passed.
    """
    while not clock.waits():
        due = min(clock.coming(), key=_order, default=None)
        left = clock.left()
        if due is None or due.minutes > left:
            if left:
                clock.let_pass(left)
            return True
        if due.minutes:
            clock.let_pass(due.minutes)
        clock.happen(due)
    return False


def _order(due: Due) -> tuple[int, int, str]:
    return due.minutes, due.rank, due.character


def count_until(now: int, minute: int) -> int:
    """Return the minutes from `now` to the next such minute of a day; a whole day where it is now."""
    return (minute - now - 1) % MINUTES_A_DAY + 1
