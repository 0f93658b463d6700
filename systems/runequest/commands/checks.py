"""What can be asked of skills, characteristics and resistance."""

from typing import Annotated

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.figures import Characteristic

Plus = Annotated[int, msgspec.Meta(ge=-400, le=400)]
"""Signed percent: augments, time, tools, what the GM says."""
Divisor = Annotated[int, msgspec.Meta(ge=1, le=10)]
Characteristics = Annotated[tuple[Characteristic, ...], msgspec.Meta(min_length=1, max_length=2)]
"""One, or two that are added up (`STR` and `SIZ`)."""


class RollSkill(Command, frozen=True, kw_only=True, tag="runequest.roll_skill"):
    """Roll a skill, weapon, passion or rune."""

    character: str
    ability: str
    plus: Plus = 0
    divisor: Divisor = 1
    """What divides the skill: 2 a half."""


class RollCharacteristic(Command, frozen=True, kw_only=True, tag="runequest.roll_characteristic"):
    """Roll a characteristic times 5, or so many times."""

    character: str
    name: Characteristic
    times: Divisor | None = None
    plus: Plus = 0


class Resist(Command, frozen=True, kw_only=True, tag="runequest.resist"):
    """Make a resistance roll as the active side: against somebody's characteristics, or a figure."""

    character: str
    using: Characteristics = ("POW",)
    against: str = ""
    """Whose characteristics stand against it; nobody's where `value` says how strong it is."""
    against_using: Characteristics | None = None
    """The same ones where left out."""
    value: Annotated[int, msgspec.Meta(ge=0, le=200)] | None = None
    plus: Plus = 0


class Oppose(Command, frozen=True, kw_only=True, tag="runequest.oppose"):
    """Make an opposed roll: both roll, the better degree wins; what is over 100 % comes off the other."""

    character: str
    ability: str
    against: str
    against_ability: str = ""
    """The same one where left out."""
    plus: Plus = 0
    against_plus: Plus = 0


CHECK_COMMANDS: tuple[type[Command], ...] = (RollSkill, RollCharacteristic, Resist, Oppose)
