"""What can happen of feats of classes and species."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.people import Ability, CurseType, RelationType


class FeatUsed(Event, frozen=True, kw_only=True, tag="bloodberry.feat_used"):
    """Somebody used a feat; its cost and its judge are recorded behind it."""

    character: str
    feat: str
    target: str = ""
    """Upon whom."""

    @property
    def upon(self) -> str:
        """Whether it was used upon somebody: a key of its line's cases."""
        return "somebody" if self.target else "nobody"


class FeatTold(Event, frozen=True, kw_only=True, tag="bloodberry.feat_told"):
    """What the player told about the use of a feat."""

    redactable: ClassVar[bool] = True
    character: str
    words: str


class FeatSettled(Event, frozen=True, kw_only=True, tag="bloodberry.feat_settled"):
    """What a feat's judge, or its price, brought about: a story that the table tells."""

    character: str
    feat: str
    success: bool
    target: str = ""
    way: str = ""
    """How, where there are several ways: `given`, `own`; `stop`, `delay`; `crushed`."""
    hours: int = 0

    @property
    def outcome(self) -> str:
        """A key of its line's cases."""
        if self.way:
            return self.way
        return f"{self.feat}_{'success' if self.success else 'failure'}"


class KeyHanded(Event, frozen=True, kw_only=True, tag="bloodberry.key_handed"):
    """Somebody handed another a key (合い鍵)."""

    character: str
    to_character: str
    keys: tuple[str, ...]
    """Whose keys they hold now."""


class TakenIn(Event, frozen=True, kw_only=True, tag="bloodberry.taken_in"):
    """Somebody not of this world hides in another's soul (淀みに浮かぶ泡沫の), whose ability rises."""

    character: str
    target: str
    ability: Ability
    now: int
    hosts: tuple[str, ...]
    """All who hide there."""


class LetOut(Event, frozen=True, kw_only=True, tag="bloodberry.let_out"):
    """Somebody came out of another's soul."""

    character: str
    target: str
    hosts: tuple[str, ...]
    """All who still hide there."""


class CheckBarred(Event, frozen=True, kw_only=True, tag="bloodberry.check_barred"):
    """破魔 made a type of somebody's checks unusable."""

    character: str
    target: str
    check: RelationType | CurseType


class BarHeld(Event, frozen=True, kw_only=True, tag="bloodberry.bar_held"):
    """Somebody could not make a check that 破魔 has made unusable."""

    character: str
    """Who made it so."""
    target: str
    check: RelationType | CurseType


class BarEnded(Event, frozen=True, kw_only=True, tag="bloodberry.bar_ended"):
    """A type of somebody's checks is usable again."""

    character: str
    target: str
    check: RelationType | CurseType
    why: Literal["lifted", "spent"]
    """By the will of who held it, or since no relation is left to pay with."""


class DominateAsked(Event, frozen=True, kw_only=True, tag="bloodberry.dominate_asked"):
    """Somebody is asked whether they consent to 完全支配."""

    character: str
    by: str


class DominateAnswered(Event, frozen=True, kw_only=True, tag="bloodberry.dominate_answered"):
    """They consented, or did not."""

    character: str
    by: str
    consents: bool


class Killed(Event, frozen=True, kw_only=True, tag="bloodberry.killed"):
    """Somebody died at once by 完全支配; feats are all that is left to them."""

    character: str
    by: str


class Held(Event, frozen=True, kw_only=True, tag="bloodberry.held"):
    """Somebody can make no relation checks for some hours (完全支配)."""

    character: str
    by: str
    hours: int
    until: int
    """The minute of the clock."""


class FairyCurseAsked(Event, frozen=True, kw_only=True, tag="bloodberry.fairy_curse_asked"):
    """Somebody is asked whether they let a fairy help them (妖精の呪い)."""

    character: str
    fairy: str
    options: tuple[str, ...]
    """The ability to lose and `decline`, or `consent` and `decline`."""
    ability: str = ""
    """What the fairy picked."""

    @property
    def how(self) -> str:
        """Whether the fairy picked: a key of its line's cases."""
        return "picked" if self.ability else "asked"


class FairyPickAsked(Event, frozen=True, kw_only=True, tag="bloodberry.fairy_pick_asked"):
    """A fairy is asked which ability 妖精の呪い is to take."""

    character: str
    target: str
    options: tuple[str, ...]


class FairyCursePicked(Event, frozen=True, kw_only=True, tag="bloodberry.fairy_curse_picked"):
    """A fairy picked the ability that 妖精の呪い is to take."""

    character: str
    target: str
    ability: Ability


class FairyCurseAnswered(Event, frozen=True, kw_only=True, tag="bloodberry.fairy_curse_answered"):
    """Somebody let a fairy help them, or did not."""

    character: str
    fairy: str
    ability: str = ""
    """What they lose for it; empty where they refused."""

    @property
    def answer(self) -> str:
        """A key of its line's cases."""
        return "consents" if self.ability else "declines"


class Blessed(Event, frozen=True, kw_only=True, tag="bloodberry.blessed"):
    """A fairy blessed the one they love for good and vanished (守護)."""

    character: str
    target: str
    ability: Ability
    amount: int
    now: int


FEAT_EVENTS: tuple[type[Event], ...] = (
    FeatUsed,
    FeatTold,
    FeatSettled,
    KeyHanded,
    TakenIn,
    LetOut,
    CheckBarred,
    BarHeld,
    BarEnded,
    DominateAsked,
    DominateAnswered,
    Killed,
    Held,
    FairyCurseAsked,
    FairyPickAsked,
    FairyCursePicked,
    FairyCurseAnswered,
    Blessed,
)
