"""What happens in a scenario outside its battles: stages, cash, treasure, leisure."""

import re
from typing import ClassVar

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.figures import Ability, Place

_SQUARE = re.compile(r"[A-Z]+[0-9]+")


class ScenarioBegun(Event, frozen=True, kw_only=True, tag="ninjaslayer.scenario_begun"):
    """A scenario began with its briefing; the foes of the last one are gone."""

    number: int
    ties: tuple[str, ...]
    """Player characters in the order in which they act at equal initiative."""
    cleared: tuple[str, ...]
    """Foes of the last scenario, and those who fell since."""
    slayer: str
    """The character who would stand for Ninja Slayer; empty where none was named."""


class PlayBegun(Event, frozen=True, kw_only=True, tag="ninjaslayer.play_begun"):
    """The briefing is over, the play begins."""

    number: int


class PlayEnded(Event, frozen=True, kw_only=True, tag="ninjaslayer.play_ended"):
    """The play is over, the evaluation begins."""

    number: int
    pool: int
    """What the cash pool holds."""


class Rated(Event, frozen=True, kw_only=True, tag="ninjaslayer.rated"):
    """The NM rated the scenario."""

    redactable: ClassVar[bool] = True
    rating: str


class Rewarded(Event, frozen=True, kw_only=True, tag="ninjaslayer.rewarded"):
    """Somebody was paid for the scenario."""

    character: str
    amount: int
    cash: int


class PoolDivided(Event, frozen=True, kw_only=True, tag="ninjaslayer.pool_divided"):
    """The cash pool was divided."""

    total: int
    count: int
    """Among how many."""
    left: int
    """What stays in the pool."""


class CashShared(Event, frozen=True, kw_only=True, tag="ninjaslayer.cash_shared"):
    """Somebody got a share of the cash pool."""

    character: str
    amount: int
    cash: int


class LeisureBegun(Event, frozen=True, kw_only=True, tag="ninjaslayer.leisure_begun"):
    """The evaluation is over, the leisure begins."""

    number: int


class ScenarioEnded(Event, frozen=True, kw_only=True, tag="ninjaslayer.scenario_ended"):
    """The leisure is over, and the scenario with it; its treasures are gone."""

    number: int
    foes: tuple[str, ...]
    """Its foes, gone when the next one begins."""


class Treated(Event, frozen=True, kw_only=True, tag="ninjaslayer.treated"):
    """An injury was treated."""

    character: str
    place: Place
    cost: int
    cash: int

    @property
    def part(self) -> str:
        """The key of its label: `legs` alone is the ability."""
        return f"part_{self.place}"


class AbilityTrained(Event, frozen=True, kw_only=True, tag="ninjaslayer.ability_trained"):
    """A base ability rose by cash, or was lowered for good."""

    character: str
    ability: Ability
    amount: int
    """Below 0 where it was lowered."""
    now: int
    """The base ability after it."""
    vitality: int
    """The most, after it."""
    spirit: int
    legs: int
    cost: int
    cash: int
    skills: tuple[str, ...] = ()
    """Automatic skills, with their level, that it brought or took away."""

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        way = "raised" if self.amount > 0 else "lowered"
        return f"{way}_skills" if self.skills else way


class Pursued(Event, frozen=True, kw_only=True, tag="ninjaslayer.pursued"):
    """Somebody pursued something of their own in leisure."""

    redactable: ClassVar[bool] = True
    character: str
    what: str

    @property
    def told(self) -> bool:
        """Whether there are words for it."""
        return bool(self.what)


class CashCollected(Event, frozen=True, kw_only=True, tag="ninjaslayer.cash_collected"):
    """What a fallen mob carried went to the cash pool."""

    character: str
    cash: int
    pool: int


class BodyLeft(Event, frozen=True, kw_only=True, tag="ninjaslayer.body_left"):
    """A foe fell and left what they carried on their square."""

    character: str
    square: str
    """Empty without a map."""
    cash: int

    @property
    def mapped(self) -> bool:
        """Whether it lies on a square."""
        return bool(self.square)


class TreasurePut(Event, frozen=True, kw_only=True, tag="ninjaslayer.treasure_put"):
    """There is something to be looted: in a box, or on somebody who still carries it."""

    target: str
    square: str
    carried: bool
    cash: int
    items: tuple[str, ...]
    emergency: int
    quick: int


class Looted(Event, frozen=True, kw_only=True, tag="ninjaslayer.looted"):
    """A box or somebody fallen was looted; its cash went to the pool."""

    character: str
    target: str
    cash: int
    pool: int

    @property
    def shape(self) -> str:
        """Return what was looted, a box (whose name is its square) or a body, and whether cash was in it."""
        what = "box" if _SQUARE.fullmatch(self.target) else "body"
        return f"{what}_cash" if self.cash else what


SCENARIO_EVENTS: tuple[type[Event], ...] = (
    ScenarioBegun,
    PlayBegun,
    PlayEnded,
    Rated,
    Rewarded,
    PoolDivided,
    CashShared,
    LeisureBegun,
    ScenarioEnded,
    Treated,
    AbilityTrained,
    Pursued,
    CashCollected,
    BodyLeft,
    TreasurePut,
    Looted,
)
