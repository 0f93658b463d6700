"""What can be asked of missiles (飛び道具)."""

from typing import Annotated

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi.commands.checks import CheckCommand
from tenmatsu.systems.ukiyozoshi.commands.combat import Pay


class Shoot(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.shoot"):
    """Shoot or throw a missile at somebody."""

    target: str
    weapon: str
    ken: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """How far it is, where neither a map nor the GM has said."""
    target_moving: bool = False
    moving: bool = False
    aimed: Annotated[int, msgspec.Meta(ge=0)] = 0
    """What the GM grants for careful aim; no movement in this round then."""
    modifier: int = 0
    """What the GM adds for a small or half hidden target."""
    noticed: bool = True
    """Whether the target knows that it is shot at, and so may parry or sidestep."""


class ReadyMissile(Command, frozen=True, kw_only=True, tag="ukiyozoshi.ready_missile"):
    """Ready the next missile: one action for a thrown one, two for an arrow."""

    character: str
    weapon: str
    pay: Pay = "move"


class ReloadGun(Command, frozen=True, kw_only=True, tag="ukiyozoshi.reload_gun"):
    """Spend the whole round on reloading a gun, ten rounds in all."""

    character: str
    weapon: str = "鉄砲"


MISSILE_COMMANDS: tuple[type[Command], ...] = (Shoot, ReadyMissile, ReloadGun)
