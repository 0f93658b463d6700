"""What happens on the clock."""

from tenmatsu.engine.clock import show_time
from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.measures import show_hour


class CalendarSet(Event, frozen=True, kw_only=True, tag="ukiyozoshi.calendar_set"):
    """The date and the time of day were set."""

    year: int
    month: int
    day: int
    minute: int

    @property
    def hour(self) -> str:
        """Return the 刻, a key of `[labels]`."""
        return show_hour(self.minute, "ja")


class TimeBegun(Event, frozen=True, kw_only=True, tag="ukiyozoshi.time_begun"):
    """Time began to pass."""

    minutes: int
    """All that is to pass."""
    usual: bool = False
    dry: bool = False


class TimePassed(Event, frozen=True, kw_only=True, tag="ukiyozoshi.time_passed"):
    """Some time passed, up to the next thing that fell due."""

    minutes: int
    left: int
    """Minutes that are still to pass."""
    year: int
    month: int
    day: int
    minute: int

    @property
    def hour(self) -> str:
        """Return the 刻, a key of `[labels]`."""
        return show_hour(self.minute, "ja")

    @property
    def clock(self) -> str:
        """Return the time on a clock of today."""
        return show_time(self.minute)


class TimeEnded(Event, frozen=True, kw_only=True, tag="ukiyozoshi.time_ended"):
    """All the time passed that was to pass, and everything due is settled."""


class MorningCame(Event, frozen=True, kw_only=True, tag="ukiyozoshi.morning_came"):
    """A new day broke."""

    year: int
    month: int
    day: int
    characters: tuple[str, ...]
    """Whose day it closes: the players' characters and their companions."""


TIME_EVENTS: tuple[type[Event], ...] = (CalendarSet, TimeBegun, TimePassed, TimeEnded, MorningCame)
