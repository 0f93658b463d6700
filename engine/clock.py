"""
Game time that stops at whatever falls due: one clockwork for every game with a clock.

A game says what is coming and what happens then; its state says how much time is still to pass, so that a
choice can stop the clock and the next command lets it go on. The time of day is counted in minutes from 0:00.
"""

import re
from collections.abc import Iterable
from typing import Protocol

import msgspec

from tenmatsu.engine.errors import Fault

MINUTES_AN_HOUR = 60
MINUTES_A_DAY = 24 * MINUTES_AN_HOUR
MOST_AT_ONCE = 10_000
"""So many things that happen in one minute are taken for a clock that stands still."""
_TIME = re.compile(r"(\d\d?)[:：](\d\d)")


class Due(msgspec.Struct, frozen=True):
    """Something that falls due in so many minutes; of several at once the lower rank comes first."""

    minutes: int
    """From now on; 0 or less is due at once."""
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
        """Return the minutes that are still to pass; 0 where no time passes."""
        ...

    def coming(self) -> Iterable[Due]:
        """Return what is going to fall due as things stand, in any order."""
        ...

    def let_pass(self, minutes: int) -> None:
        """Record that so many minutes passed, in which nothing falls due."""
        ...

    def happen(self, due: Due) -> None:
        """Record what happens when something falls due; it comes no more, or only later."""
        ...


def run_clock(clock: Clockwork) -> bool:
    """
    Let time pass and everything on the way happen, until a choice stops the clock.

    Return whether all of the time has passed, and nothing is due any more. What is due at once happens even
    where no time is left. Raises `Fault` where something falls due again and again in the same minute.
    """
    at_once = 0
    while not clock.waits():
        due = min(clock.coming(), key=_order, default=None)
        left = clock.left()
        if due is None or due.minutes > left:
            if left > 0:
                clock.let_pass(left)
            return True
        if due.minutes > 0:
            clock.let_pass(due.minutes)
            at_once = 0
        at_once += 1
        if at_once > MOST_AT_ONCE:
            raise Fault(f"the clock stands still: {due!r} again and again")
        clock.happen(due)
    return False


def _order(due: Due) -> tuple[int, int, str]:
    return due.minutes, due.rank, due.character


def count_until(now: int, minute: int) -> int:
    """Return the minutes from `now` to the next such minute of a day; a whole day where it is now."""
    return (minute - now - 1) % MINUTES_A_DAY + 1


def read_time(text: str) -> int | None:
    """Return the minute of the day that a time on a clock names (`22:30`, `6:00`); None where it is none."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2])
    return hour * MINUTES_AN_HOUR + minute if hour < 24 and minute < MINUTES_AN_HOUR else None


def show_time(minute: int) -> str:
    """Return a minute of the day, or what a longer count leaves of it, on a clock: `18:30`."""
    hour, rest = divmod(minute % MINUTES_A_DAY, MINUTES_AN_HOUR)
    return f"{hour:02}:{rest:02}"
