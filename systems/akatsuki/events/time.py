"""What happens to the clock."""

from tenmatsu.events.base import Event

LAST_DAY = 9_999
"""Days are counted up to it."""


class ClockSet(Event, frozen=True, kw_only=True, tag="akatsuki.clock_set"):
    """It was said what day and time it is; no time passed, so wounds are as old as they were."""

    now: int
    """Minutes from 0:00 of the first day."""
    day: int
    time: str


class TimeBegun(Event, frozen=True, kw_only=True, tag="akatsuki.time_begun"):
    """Time began to pass."""

    minutes: int
    """All that is to pass."""
    until: int
    """Minutes from 0:00 of the first day."""


class TimePassed(Event, frozen=True, kw_only=True, tag="akatsuki.time_passed"):
    """The clock moved, to its end or to where a check falls due."""

    minutes: int
    now: int
    day: int
    time: str


class TimeEnded(Event, frozen=True, kw_only=True, tag="akatsuki.time_ended"):
    """As much time passed as was to pass."""


TIME_EVENTS: tuple[type[Event], ...] = (ClockSet, TimeBegun, TimePassed, TimeEnded)
