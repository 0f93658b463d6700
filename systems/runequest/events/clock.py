"""What the clock brings: time that passes, what ends by it, weeks of natural healing."""

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.figures import Hindrance, Spell
from tenmatsu.systems.runequest.state import ROUNDS_A_DAY, ROUNDS_A_MINUTE, ROUNDS_AN_HOUR


class SpellsEnded(Event, frozen=True, kw_only=True, tag="runequest.spells_ended"):
    """Spells on somebody ran out."""

    character: str
    spells: tuple[Spell, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return their keys, for the line."""
        return tuple(one.spell for one in self.spells)


class HindrancesEnded(Event, frozen=True, kw_only=True, tag="runequest.hindrances_ended"):
    """What held somebody back ran out."""

    character: str
    hindrances: tuple[Hindrance, ...]


class ClockSet(Event, frozen=True, kw_only=True, tag="runequest.clock_set"):
    """The clock is to go on to a round."""

    until: int
    heals: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    """From when natural healing counts: the round at which a week of it is over, by character."""


class TimePassed(Event, frozen=True, kw_only=True, tag="runequest.time_passed"):
    """The clock went on."""

    rounds: int
    now: int

    @property
    def how(self) -> str:
        """How the line tells it."""
        if not self.rounds % ROUNDS_A_DAY:
            return "days"
        if not self.rounds % ROUNDS_AN_HOUR:
            return "hours"
        if self.rounds > ROUNDS_A_DAY:
            return "days_hours"
        if self.rounds > ROUNDS_AN_HOUR:
            return "hours_minutes"
        return "rounds" if self.rounds % ROUNDS_A_MINUTE else "minutes"

    @property
    def minutes(self) -> int:
        """Return the minutes that passed, for the line."""
        return self.rounds // ROUNDS_A_MINUTE

    @property
    def hours(self) -> int:
        """Return the hours that passed, for the line."""
        return self.rounds // ROUNDS_AN_HOUR

    @property
    def days(self) -> int:
        """Return the days that passed, for the line."""
        return self.rounds // ROUNDS_A_DAY

    @property
    def rest_hours(self) -> int:
        """Return the hours beyond whole days, for the line."""
        return self.rounds % ROUNDS_A_DAY // ROUNDS_AN_HOUR

    @property
    def rest_minutes(self) -> int:
        """Return the minutes beyond whole hours, for the line."""
        return self.rounds % ROUNDS_AN_HOUR // ROUNDS_A_MINUTE


class WeekHealed(Event, frozen=True, kw_only=True, tag="runequest.week_healed"):
    """A week of natural healing is over."""

    character: str
    heals_at: int | None = None
    """When the next one is over; None where nothing is left to heal."""


CLOCK_EVENTS: tuple[type[Event], ...] = (SpellsEnded, HindrancesEnded, ClockSet, TimePassed, WeekHealed)
