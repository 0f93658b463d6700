"""What happens when wounds are healed and treated."""

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.degrees import Degree
from tenmatsu.systems.runequest.state import Treatment


class Healed(Event, frozen=True, kw_only=True, tag="runequest.healed"):
    """Hit points came back; everything as it stands now."""

    character: str
    location: str = ""
    """Empty where the total alone got some back."""
    points: int
    left: int = 0
    """Of the location."""
    hp: int
    wounds: int = 0

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "location" if self.location else "total"


class Treated(Event, frozen=True, kw_only=True, tag="runequest.treated"):
    """A wounded location was treated: what it loses no longer, and whether its shock is over."""

    character: str
    location: str
    clock: bool
    """Whether it can no longer kill by bleeding."""
    eased: bool
    """Whether its shock is over."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "clock" if self.clock else "wound"


class TreatmentBegun(Event, frozen=True, kw_only=True, tag="runequest.treatment_begun"):
    """Somebody began first aid."""

    treatment: Treatment

    @property
    def purpose(self) -> str:
        """How the line tells it."""
        return self.treatment.purpose


class TreatmentEnded(Event, frozen=True, kw_only=True, tag="runequest.treatment_ended"):
    """First aid came to its end, or was broken off."""

    treatment: Treatment
    degree: Degree | None = None
    """None where it was broken off."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "broken_off" if self.degree is None else f"{self.treatment.purpose}_{self.degree}"


class WoundSpent(Event, frozen=True, kw_only=True, tag="runequest.wound_spent"):
    """A wound has had its one try of first aid."""

    character: str
    location: str
    wounds: int


HEALING_EVENTS: tuple[type[Event], ...] = (Healed, Treated, TreatmentBegun, TreatmentEnded, WoundSpent)
