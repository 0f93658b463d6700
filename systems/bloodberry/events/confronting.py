"""What happens in confrontations."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.staging import Result


class ConfrontationBegun(Event, frozen=True, kw_only=True, tag="bloodberry.confrontation_begun"):
    """A confrontation (対峙) began."""

    curses: tuple[str, ...]
    camps: dict[str, tuple[str, ...]]
    sizes: dict[str, int]
    """The player characters of each camp: the most that its relation rises to."""

    @property
    def members(self) -> tuple[str, ...]:
        """Those of all camps."""
        return tuple(one for members in self.camps.values() for one in members)


class ConfrontCheckBegun(Event, frozen=True, kw_only=True, tag="bloodberry.confront_check_begun"):
    """Somebody tries to deepen the relation of their camp and a curse."""

    character: str
    target: str
    camp: str
    check: str
    needed: int


class ConfrontCheckDecided(Event, frozen=True, kw_only=True, tag="bloodberry.confront_check_decided"):
    """What came of it; a failure changes nothing."""

    character: str
    target: str
    camp: str
    check: str
    achievement: int
    against: int
    needed: int
    success: bool
    result: Literal["success", "failure", "cancelled"]


class CampStrengthChanged(Event, frozen=True, kw_only=True, tag="bloodberry.camp_strength_changed"):
    """The relation of a camp and a curse changed."""

    camp: str
    curse: str
    change: int
    now: int
    most: int


class ActionDefined(Event, frozen=True, kw_only=True, tag="bloodberry.action_defined"):
    """The GM defined a special turn action (特別な行動)."""

    redactable: ClassVar[bool] = True
    number: int
    text: str
    first: str = ""
    second: str = ""
    difficulty: int = 0
    gain: int = 0


class SpecialActionTaken(Event, frozen=True, kw_only=True, tag="bloodberry.special_action_taken"):
    """Somebody takes a special turn action."""

    character: str
    action: int
    target: str = ""


class SpecialActionSettled(Event, frozen=True, kw_only=True, tag="bloodberry.special_action_settled"):
    """A special turn action succeeded, or did not."""

    character: str
    action: int
    target: str = ""
    success: bool


class TurnsRenewed(Event, frozen=True, kw_only=True, tag="bloodberry.turns_renewed"):
    """Turns have gone round in the confrontation; everybody may have one again."""

    turns: int


class ConfrontationEnded(Event, frozen=True, kw_only=True, tag="bloodberry.confrontation_ended"):
    """A confrontation is over."""

    result: Result
    camp: str = ""
    """The camp that reached the most."""


CONFRONT_EVENTS: tuple[type[Event], ...] = (
    ConfrontationBegun,
    ConfrontCheckBegun,
    ConfrontCheckDecided,
    CampStrengthChanged,
    ActionDefined,
    SpecialActionTaken,
    SpecialActionSettled,
    TurnsRenewed,
    ConfrontationEnded,
)
