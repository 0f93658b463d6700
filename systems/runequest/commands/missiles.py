"""What can be asked of missiles: shots outside a melee, and what the GM sets down about one."""

from typing import Annotated, ClassVar

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.melee import Way


class Shoot(Command, frozen=True, kw_only=True, tag="runequest.shoot"):
    """Shoot or throw at somebody outside a melee."""

    character: str
    target: str
    arm: str
    metres: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """How far away the target is; as near as one likes where left out."""
    way: Way = "straight"
    """How the target moves: not at all or straight, across the line of fire, or evading."""
    unaware: bool = False
    """Whether the target does not know of it: +40 %."""
    plus: Annotated[int, msgspec.Meta(ge=-400, le=400)] = 0
    """Signed percent: what the GM says."""


class SetCover(Command, frozen=True, kw_only=True, tag="runequest.set_cover"):
    """Say which locations of a fighter are behind an obstacle; none takes the cover away."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    character: str
    locations: tuple[str, ...] = ()


class SetGroup(Command, frozen=True, kw_only=True, tag="runequest.set_group"):
    """Say who stand packed together, so that a shot may go at whoever of them; one alone leaves the group."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    members: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class SetWay(Command, frozen=True, kw_only=True, tag="runequest.set_way"):
    """Say how a fighter runs: straight, across the line of fire, or evading."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    character: str
    way: Way


MISSILE_COMMANDS: tuple[type[Command], ...] = (Shoot, SetCover, SetGroup, SetWay)
