"""
Time that passes: up to the next minute in which survival checks fall due; once they are rolled, it goes on.

What is still to pass stands in the state; `run_time` is called after every command with nothing open behind
it, and goes on where it can.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tenmatsu.engine.clock import (
    MINUTES_A_DAY,
    MINUTES_AN_HOUR,
    Due,
    count_until,
    read_time,
    run_clock,
    show_time,
)
from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.time import AdvanceClock, SetClock
from tenmatsu.systems.akatsuki.decide.clock import list_checks, list_due_now
from tenmatsu.systems.akatsuki.decide.harming import queue_checks
from tenmatsu.systems.akatsuki.decide.work import Work, refuse
from tenmatsu.systems.akatsuki.events.time import LAST_DAY, ClockSet, TimeBegun, TimeEnded, TimePassed
from tenmatsu.systems.akatsuki.pending import list_pending

MOST_DAYS = 30
"""So many pass at once, at most: more is a slip of the finger."""


def _set_clock(work: Work, command: SetClock) -> None:
    """Say what day and time it is."""
    today = work.state.clock.now // MINUTES_A_DAY + 1
    day = today if command.day is None else command.day
    if not 1 <= day <= LAST_DAY:
        refuse(work, "no_such_day", day=day, last=LAST_DAY)
    now = (day - 1) * MINUTES_A_DAY + _read_time(work, command.time)
    work.record(ClockSet(now=now, day=day, time=show_time(now)))


def _read_time(work: Work, time: str) -> int:
    minute = read_time(time)
    if minute is None:
        refuse(work, "unknown_time", time=time)
    return minute


def _advance_clock(work: Work, command: AdvanceClock) -> None:
    """Let time pass; `run_time` does the rest."""
    if work.state.combat is not None:
        refuse(work, "time_in_fight")
    now, minutes = work.state.clock.now, _measure_span(work, command)
    work.record(TimeBegun(minutes=minutes, until=now + minutes))


def _measure_span(work: Work, command: AdvanceClock) -> int:
    """Return the minutes that are to pass, or refuse: a span or a time to reach."""
    span = (command.days * 24 + command.hours) * MINUTES_AN_HOUR + command.minutes
    parts = (command.days, command.hours, command.minutes)
    if any(parts) == bool(command.to) or span < 0:
        refuse(work, "one_span")
    if command.to:
        return count_until(work.state.clock.now, _read_time(work, command.to))
    if not span:
        refuse(work, "one_span")
    if span > MOST_DAYS * MINUTES_A_DAY:
        refuse(work, "too_long", most=MOST_DAYS)
    return span


class _Checks:
    """The clockwork of this game: survival checks fall due, and stop it."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def waits(self) -> bool:
        return bool(list_pending(self._work.state))

    def left(self) -> int:
        clock = self._work.state.clock
        return 0 if clock.until is None else max(0, clock.until - clock.now)

    def coming(self) -> Iterator[Due]:
        state = self._work.state
        return list_checks(state, self._work.rules, state.clock.now)

    def let_pass(self, minutes: int) -> None:
        now = self._work.state.clock.now + minutes
        day = now // MINUTES_A_DAY + 1
        self._work.record(TimePassed(minutes=minutes, now=now, day=day, time=show_time(now)))

    def happen(self, due: Due) -> None:
        """Queue all of this minute at once: what is to come is later than now."""
        queue_checks(self._work, list_due_now(self._work.state, self._work.rules))


def run_time(work: Work) -> None:
    """Let the clock go on where it stopped for checks; in a fight it stands."""
    if work.state.clock.until is None or work.state.combat is not None:
        return
    if run_clock(_Checks(work)):
        work.record(TimeEnded())


TIME_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    SetClock: _set_clock,
    AdvanceClock: _advance_clock,
}
"""By command class."""
