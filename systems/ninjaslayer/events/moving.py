"""What happens when people move."""

from typing import Literal

from tenmatsu.events.base import Event

Way = Literal["move", "cartwheel", "free", "full", "leap"]
"""In the movement phase, by a cartwheel, outside battle, by a full move, by a leap outside battle."""


class Moved(Event, frozen=True, kw_only=True, tag="ninjaslayer.moved"):
    """Somebody moved; doors on the way are open now, windows broken."""

    character: str
    way: Way
    path: tuple[str, ...]
    square: str
    """Where they are now; empty without a map."""
    steps: int
    opened: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()

    @property
    def manner(self) -> str:
        """The way, and whether there is a map."""
        return self.way if self.square else f"{self.way}_unmapped"


class Cartwheeled(Event, frozen=True, kw_only=True, tag="ninjaslayer.cartwheeled"):
    """A cartwheel succeeded or failed; the actions behind it are harder either way."""

    character: str
    success: bool
    gained: int
    """Dodge dice."""
    dodge_dice: int
    """Now."""
    hampered: int
    """By how much the actions of the attack phase are harder now."""
    squares: int
    """How far it may go."""
    door: bool = False
    """Whether it passes blocked doors."""
    window: bool = False
    where: tuple[str, ...] = ()
    """The squares to choose from; empty where that is settled."""


class LeapAsked(Event, frozen=True, kw_only=True, tag="ninjaslayer.leap_asked"):
    """The NM asked for a cartwheel's judgement outside battle."""

    character: str
    to: str
    difficulty: str


class Leapt(Event, frozen=True, kw_only=True, tag="ninjaslayer.leapt"):
    """A leap succeeded or failed, or was left."""

    character: str
    result: Literal["success", "failure", "stayed"]
    to: str


MOVING_EVENTS: tuple[type[Event], ...] = (Moved, Cartwheeled, LeapAsked, Leapt)
