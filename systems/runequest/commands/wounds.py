"""What can be asked of wounds, healing, what sticks, what is broken, and time."""

from typing import Annotated, ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command

Points = Annotated[int, msgspec.Meta(ge=1, le=99)]
Span = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class FirstAid(Command, frozen=True, kw_only=True, tag="runequest.first_aid"):
    """Give first aid outside a melee: stop the bleeding (1 round), or heal a wound (5 rounds)."""

    character: str
    target: str
    location: str = ""
    """Left out: one that bleeds, else the worst wounded."""
    purpose: Literal["", "stop", "heal"] = ""
    """Left out: to stop where it bleeds, else to heal."""


class PullWeapon(Command, frozen=True, kw_only=True, tag="runequest.pull_weapon"):
    """Pull out a weapon outside a melee: one's own, or one that sticks in oneself; a round passes."""

    character: str
    arm: str = ""
    """One's own weapon, by its id; left out: what sticks in oneself or one's shield."""
    location: str = ""
    """The location, or shield of one's own, that it sticks in; left out: the first."""


class RepairArm(Command, frozen=True, kw_only=True, tag="runequest.repair_arm"):
    """Repair a weapon or shield by craft, outside a melee; at 0 HP or less its maximum falls by 1."""

    character: str
    arm: str
    owner: str = ""
    """Whose it is; left out: one's own."""


class PassTime(Command, frozen=True, kw_only=True, tag="runequest.pass_time"):
    """Let time pass outside a melee; what falls due on the way happens, wounds heal by the week."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    rounds: Span = 0
    minutes: Span = 0
    hours: Span = 0
    days: Span = 0
    weeks: Span = 0


class Hurt(Command, frozen=True, kw_only=True, tag="runequest.hurt"):
    """Hurt somebody: a fall, fire, a trap."""

    gm_only: ClassVar[bool] = True
    character: str
    points: Points
    location: str = ""
    """Left out: rolled."""
    ignores_armor: bool = False
    cuts: bool = False
    """Whether it severs limbs rather than maims them."""


class Mend(Command, frozen=True, kw_only=True, tag="runequest.mend"):
    """Give hit points back and treat a wound, by what the GM says."""

    gm_only: ClassVar[bool] = True
    character: str
    points: Points
    location: str = ""
    """Left out: the one that misses most."""


WOUND_COMMANDS: tuple[type[Command], ...] = (FirstAid, PullWeapon, RepairArm, PassTime, Hurt, Mend)
