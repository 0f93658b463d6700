"""Rows of spells, manipulation and spirit combat, as `tables.toml` holds them."""

from typing import Annotated, Literal

import msgspec

from tenmatsu.systems.runequest.figures import Magic
from tenmatsu.systems.runequest.rows import Count, Dice, Face, Positive, Row

EffectKey = Literal[
    "heal",
    "heal_all",
    "damage",
    "armor",
    "ward",
    "weapon_bonus",
    "weapon_damage",
    "missile_damage",
    "demoralize",
    "confuse",
    "strength",
    "agility",
    "speed",
    "slow",
    "countermagic",
    "dispel",
    "repair",
    "multispell",
    "spirit_armor",
    "regrow",
    "named",
]
"""What a spell does by itself; `named` is left to the GM."""
SpiritFumbleKey = Literal["lose_round", "lose_points", "exposed", "stunned"]
Lasting = Literal["instant", "temporal", "ritual"]


class SpellRow(Row, frozen=True, kw_only=True):
    """A spell."""

    magic: Magic
    cost: Positive
    """Magic points (spirit) or rune points; of a variable one the least."""
    variable: bool = False
    lasting: Lasting = "temporal"
    rounds: Count = 0
    """How long it lasts; spirit and rune magic differ by kind where 0."""
    range: Count = 0
    """In metres; 0 for touch or oneself by `target`."""
    target: Literal["self", "other", "weapon", "location", "area"] = "other"
    resisted: bool = False
    """Whether POW against POW decides where the target does not accept it."""
    effect: EffectKey = "named"
    amount: int = 0
    """Of each point."""
    dice: Dice = ""
    """Damage, or what it adds to damage; of sorcery see `strength`."""
    runes: tuple[str, ...] = ()
    """The affinities that a rune spell may be cast with; the runes of sorcery."""
    techniques: tuple[str, ...] = ()
    physical: bool = True
    """Whether armour counts against its damage."""


class ManipulationRow(Row, frozen=True, kw_only=True):
    """A level of sorcery's manipulation."""

    dice: Dice
    range: Positive
    minutes: Positive


class MagicRow(Row, frozen=True, kw_only=True):
    """Casting."""

    cast: Positive
    """POW times this, in percent: spirit magic."""
    concentrate: Positive
    """INT times this: other acts in spirit combat."""
    rune_sr: Positive
    spirit_sr: Positive
    """Of a spirit, which has no DEX."""
    sorcery_rounds: Positive
    """In which of them sorcery can be decided at the earliest."""
    sorcery_sr: Positive
    """SR for each magic point of manipulation or boost."""
    sorcery_point: Positive
    borrowed_point: Positive
    borrowed_one: Positive
    borrowed_both: Positive
    """Manipulation costs so many times as much."""
    rune_weight: Positive
    """What a rune point counts for against defensive magic."""
    related: dict[str, tuple[str, ...]]
    """Runes and techniques that can stand in for one that is not mastered."""
    inscribe: Positive
    """POW for an item, and as much for each level."""
    spirit_rounds: Positive
    """How long temporal spirit magic lasts: 25 rounds, 5 minutes."""
    rune_rounds: Positive


class SpiritFumbleRow(Row, frozen=True, kw_only=True):
    """An outcome of a fumble in spirit combat."""

    high: Face
    key: SpiritFumbleKey
    dice: Dice = ""
    amount: int = 0


class SpiritsRow(Row, frozen=True, kw_only=True):
    """Spirit combat."""

    sr: Positive
    times: Positive
    """What a special or critical multiplies damage by."""
    die: Annotated[int, msgspec.Meta(ge=2, le=20)]
    """Each such die of the damage is one point of wounds, by a special or critical."""
    assistant: Count
    shaman: Count
    appear: Positive
    """Rounds in which a spirit driven off becomes visible again."""
    fumbles: tuple[SpiritFumbleRow, ...]
