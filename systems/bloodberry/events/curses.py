"""What can happen of curse checks, losses and healing."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.people import Ability, CurseType


class CurseSettled(Event, frozen=True, kw_only=True, tag="bloodberry.curse_settled"):
    """Somebody withstood a curse (呪い判定), or did not."""

    character: str
    check: CurseType
    curse: str = ""
    """The embodied curse it came from; empty of a formless one."""
    success: bool

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        return f"{'embodied' if self.curse else 'formless'}_{'withstood' if self.success else 'given_in'}"


class LossThreatened(Event, frozen=True, kw_only=True, tag="bloodberry.loss_threatened"):
    """Somebody is about to lose of an ability, which others may take over by vigour."""

    character: str
    ability: Ability
    amount: int
    by: str = ""
    """Whose doing it is; empty where it is nobody's."""
    asked: tuple[str, ...]
    """Those who may take it over, in the order in which they are asked."""


class TakeOverPassed(Event, frozen=True, kw_only=True, tag="bloodberry.take_over_passed"):
    """Somebody did not take another's loss over."""

    character: str
    victim: str
    left: tuple[str, ...] = ()
    """Those still to be asked."""


class LossTakenOver(Event, frozen=True, kw_only=True, tag="bloodberry.loss_taken_over"):
    """Somebody paid vigour to take another's loss onto the same ability of their own."""

    character: str
    victim: str
    ability: Ability
    amount: int
    vigour: int
    """What is left of the vigour."""


class AbilityLost(Event, frozen=True, kw_only=True, tag="bloodberry.ability_lost"):
    """An ability fell."""

    character: str
    ability: Ability
    amount: int
    """By how much."""
    now: int
    lost: int
    """All that this ability has lost and not been healed of."""
    why: Literal["loss", "taken_over", "spent"] = "loss"
    by: str = ""


class FellOut(Event, frozen=True, kw_only=True, tag="bloodberry.fell_out"):
    """An ability is at 0: somebody is out (脱落) until healed."""

    character: str
    ability: Ability


class AbilityHealed(Event, frozen=True, kw_only=True, tag="bloodberry.ability_healed"):
    """An ability got back what it had lost, or a part of it."""

    character: str
    ability: Ability
    amount: int
    now: int
    lost: int
    """What it has still lost."""


class CameBack(Event, frozen=True, kw_only=True, tag="bloodberry.came_back"):
    """Nothing is at 0 any more: somebody may act again."""

    character: str


class SessionsMissed(Event, frozen=True, kw_only=True, tag="bloodberry.sessions_missed"):
    """Whoever was still out at the session's end misses so many sessions."""

    character: str
    sessions: int


CURSE_EVENTS: tuple[type[Event], ...] = (
    CurseSettled,
    LossThreatened,
    TakeOverPassed,
    LossTakenOver,
    AbilityLost,
    FellOut,
    AbilityHealed,
    CameBack,
    SessionsMissed,
)
