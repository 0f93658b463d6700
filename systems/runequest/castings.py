"""Spells under way, and spirit combat (精霊戦闘)."""

from typing import Literal

import msgspec

from tenmatsu.systems.runequest.degrees import Degree
from tenmatsu.systems.runequest.figures import Magic


class Casting(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A spell being cast: announced, accepted or resisted, rolled, at work."""

    caster: str
    spell: str
    magic: Magic
    target: str = ""
    points: int = 1
    boost: int = 0
    strength: int = 0
    range: int = 0
    duration: int = 0
    rune: str = ""
    at: str = ""
    action: int = 0
    """The action of the queue that it comes from; 0 outside a melee."""
    stage: Literal["announced", "accepted", "rolled"] = "announced"
    """`accepted`: whether the target resists is settled; `rolled`: the casting roll lies there."""
    resisted: bool = False
    degree: Degree | None = None
    cost: int = 0
    """Magic points that the casting takes at its success."""


class SpiritFight(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Two in spirit combat; it is decided at SR 12 of each round."""

    one: str
    """Who began it."""
    other: str
    round: int = 1
    decided: bool = False
    """Whether this round of it is done."""
    dancing: tuple[str, ...] = ()
    """Who tries to get away by spirit dance this round: no combat for them."""
    leaving: tuple[str, ...] = ()
    """Who said that a win takes them away."""


class Returning(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A spirit driven off that needs a round to become visible again."""

    spirit: str
    until: int
