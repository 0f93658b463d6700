"""What happens in percentile rolls."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.degrees import Degree, Limits, Winner

_GIVEN = ("plus", "gm_says")
"""Circumstances that no rule reckons."""


class Checked(Event, frozen=True, kw_only=True, tag="runequest.checked"):
    """D100 fell against a chance: every percentile roll of the game is told by this event."""

    character: str
    purpose: str
    """What it is for: a key of `[rolls]`."""
    ability: str
    """A key of `[labels]`: a skill, a weapon, a characteristic, a rune, a passion."""
    skill: int
    """Before circumstances."""
    circumstances: tuple[Circumstance, ...] = ()
    limits: Limits
    face: int
    """00 is 100."""
    degree: Degree

    @property
    def given(self) -> int:
        """What was added or taken away by hand, in percent."""
        return sum(one.amount for one in self.circumstances if one.key in _GIVEN)

    @property
    def told(self) -> str:
        """How it is told: with what was given, where something was."""
        return "given" if self.given else "plain"


class OpposedSettled(Event, frozen=True, kw_only=True, tag="runequest.opposed_settled"):
    """Both sides of an opposed roll lay there; the better degree won."""

    one: str
    other: str
    winner: Winner
    degree: Degree
    other_degree: Degree


CHECK_EVENTS: tuple[type[Event], ...] = (Checked, OpposedSettled)
