"""What can be asked of the clock: dates, and time that passes."""

from typing import Annotated, ClassVar

import msgspec

from tenmatsu.engine.contract import Command

Minute = Annotated[int, msgspec.Meta(ge=0, lt=1440)]


class SetCalendar(Command, frozen=True, kw_only=True, tag="ukiyozoshi.set_calendar"):
    """Set the date and the time of day; nothing falls due by it."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    year: int
    month: int
    day: int
    hour: str = ""
    """A 刻, in either style, or a time of today: `昼九ツ`, `午の刻`, `12:00`; empty takes `minute`."""
    minute: Minute = 360
    """Of the day, counted from midnight."""


class PassTime(Command, frozen=True, kw_only=True, tag="ukiyozoshi.pass_time"):
    """Let time pass; it stops at everything that falls due on the way."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    days: int = 0
    hours: int = 0
    minutes: int = 0
    to: str = ""
    """Up to the next such 刻 or time."""
    until_morning: bool = False
    usual: bool = False
    """Whether everybody eats, drinks and sleeps as usual meanwhile."""
    dry: bool = False
    """Whether there is no water to be had meanwhile."""


TIME_COMMANDS: tuple[type[Command], ...] = (SetCalendar, PassTime)
