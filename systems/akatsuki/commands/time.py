"""What can be asked of the clock."""

from typing import ClassVar

from tenmatsu.engine.contract import Command


class SetClock(Command, frozen=True, kw_only=True, tag="akatsuki.set_clock"):
    """Say what day and time it is now; no time passes and nothing falls due by it."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    time: str
    """As in `22:30`."""
    day: int | None = None
    """Counted from 1; the present one where left out."""


class AdvanceClock(Command, frozen=True, kw_only=True, tag="akatsuki.advance_clock"):
    """Let time pass; every survival check on the way falls due in order, and stops the clock."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    days: int = 0
    hours: int = 0
    minutes: int = 0
    to: str = ""
    """The next time of day to go to, as in `06:00`, in place of a span."""


TIME_COMMANDS: tuple[type[Command], ...] = (SetClock, AdvanceClock)
