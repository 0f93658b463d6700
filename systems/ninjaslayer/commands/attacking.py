"""What can be asked of attacks."""

from typing import Annotated, ClassVar

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.assaults import Source

Dice = Annotated[int, msgspec.Meta(ge=1, le=99)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=99)]
Place = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""A place in the ladder of difficulties, 0 for KIDS."""


class Attack(Command, frozen=True, kw_only=True, tag="ninjaslayer.attack"):
    """Strike neighbours (近接攻撃), or shoot at those in sight (射撃), with what is in hand."""

    character: str
    targets: tuple[str, ...] = ()
    """Whom each part is aimed at, in order, twice for two attacks; an area of the map names nobody."""
    split: tuple[int, ...] = ()
    """Dice of each part; left out: as even as can be, the first the larger."""
    quick: Amount = 0
    """即応ダイス added to the pool."""
    style: str = ""
    weapon: str = ""
    """Left out: what is in hand; `shuriken` throws them, whatever is in hand (咄嗟のスリケン投擲)."""
    boost: bool = False
    """Whether アドレナリン・ブースト comes right before the roll."""


class MobAttack(Command, frozen=True, kw_only=True, tag="ninjaslayer.mob_attack"):
    """Let mobs of one initiative strike or shoot, all at once."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    characters: tuple[str, ...]
    targets: tuple[str, ...]
    """One target for all, or one for each mob in order."""
    weapon: str = ""
    """Left out: what each has in hand."""


class Inflict(Command, frozen=True, kw_only=True, tag="ninjaslayer.inflict"):
    """Deal damage that no attack of the rules brings: by a ジツ, hacking, a fall, an explosion."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    targets: tuple[str, ...]
    amount: Amount
    source: Source = "other"
    attacker: str = ""
    """Whose it is, if anybody's."""
    dodge: Place = 2
    """回避難易度 before the atmosphere; NORMAL where it is left out."""
    staggered: bool = False
    area: bool = False
    moving: bool = False
    undodgeable: bool = False
    death: bool = False
    """即死!"""


class DamageDodgeDice(Command, frozen=True, kw_only=True, tag="ninjaslayer.damage_dodge_dice"):
    """Take dodge dice away (回避ダイスダメージ); they may go below 0."""

    gm_only: ClassVar[bool] = True
    character: str
    amount: Dice


ATTACKING_COMMANDS: tuple[type[Command], ...] = (Attack, MobAttack, Inflict, DamageDodgeDice)
