"""Spells under way, and spirit combat (精霊戦闘)."""

from typing import Literal

import msgspec

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
    stage: Literal["announced", "accepted"] = "announced"
    """`accepted`: whether the target resists is settled, the casting roll is to be made."""
    asked: bool = False
    """Whether the caster was asked to boost it."""
    resisted: bool = False


class SpiritFight(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Two in spirit combat; it is decided at SR 12 of each round."""

    one: str
    """Who began it."""
    other: str
    round: int = 1
    decided: int | None = None
    """The round of the clock in which it was decided last."""
    dancing: tuple[str, ...] = ()
    """Who tried to get away by spirit dance this round: no combat for them."""
    idle: dict[str, int] = {}
    """Who takes no part before a round of the clock, by a fumble."""
