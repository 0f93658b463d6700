"""What can be asked when blows have hit: dodges, counters, barrages, rerolls of a part."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command


class Dodge(Command, frozen=True, kw_only=True, tag="ninjaslayer.dodge"):
    """Dodge what hits with so many dice (回避判定), dodge what differs in difficulty apart, or take it."""

    answers: ClassVar[frozenset[str]] = frozenset({"dodge"})
    character: str
    choice: Literal["dodge", "apart", "take"]
    with_dice: int = 0
    """Dodge dice (回避ダイス)."""
    emergency: int = 0
    """Emergency dodge dice (緊急回避ダイス)."""
    boost: bool = False
    """Whether アドレナリン・ブースト makes this dodge, and all until the phase ends, easier."""


class Counter(Command, frozen=True, kw_only=True, tag="ninjaslayer.counter"):
    """Strike back at one of those evaded (カウンターカラテ), or at none."""

    answers: ClassVar[frozenset[str]] = frozenset({"counter"})
    character: str
    choice: str
    """One of the attackers, or `none`."""


class CallBarrage(Command, frozen=True, kw_only=True, tag="ninjaslayer.call_barrage"):
    """Turn shots of mobs into one blow, smaller and harder to dodge (弾幕発生), or leave them."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    answers: ClassVar[frozenset[str]] = frozenset({"barrage"})
    choice: str
    """`none`, or a row of the barrages: `third`, `sixth`, `twelfth`."""


class UseSense(Command, frozen=True, kw_only=True, tag="ninjaslayer.use_sense"):
    """Roll a part of one's attack, or one's dodge, again (ニンジャ第六感), or keep what was rolled."""

    answers: ClassVar[frozenset[str]] = frozenset({"sense_part", "sense_dodge"})
    character: str
    choice: str
    """`keep`, `reroll` for a dodge, `part:2` for the second part of an attack."""


DODGING_COMMANDS: tuple[type[Command], ...] = (Dodge, Counter, CallBarrage, UseSense)
