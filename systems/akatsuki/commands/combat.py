"""What can be asked of a fight: lanes, turns, attacks and the answers to them."""

from typing import ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.boosting import Boosted

Style = Literal["plain", "vital", "held_back"]
"""An ordinary blow, 急所打ち, 手加減."""


class BeginCombat(Command, frozen=True, kw_only=True, tag="akatsuki.begin_combat"):
    """Begin a fight; the order of turns is as the GM says."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    characters: tuple[str, ...]
    lanes: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    """Where each stands; lane 0 where left out."""


class EndCombat(Command, frozen=True, kw_only=True, tag="akatsuki.end_combat"):
    """End the fight: zombie time ends, and the checks at its end fall due."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None


class JoinCombat(Command, frozen=True, kw_only=True, tag="akatsuki.join_combat"):
    """Bring somebody in, last in the order."""

    gm_only: ClassVar[bool] = True
    character: str
    lane: int = 0


class LeaveCombat(Command, frozen=True, kw_only=True, tag="akatsuki.leave_combat"):
    """Take somebody out of the fight."""

    gm_only: ClassVar[bool] = True
    character: str


class MoveLane(Command, frozen=True, kw_only=True, tag="akatsuki.move_lane"):
    """Go to a neighbouring lane: a minor action."""

    character: str
    lane: int


class Act(Command, frozen=True, kw_only=True, tag="akatsuki.act"):
    """Take a major or minor action of one's own devising."""

    redactable: ClassVar[bool] = True
    character: str
    timing: Literal["major", "minor"]
    text: str
    """What is done, in the player's words."""


class EndTurn(Command, frozen=True, kw_only=True, tag="akatsuki.end_turn"):
    """End one's turn: the next who can act follows, or the next round begins."""

    character: str


class Strike(Boosted, frozen=True, kw_only=True, tag="akatsuki.strike"):
    """Attack somebody: a major action. A player's character rolls to hit, an NPC does not."""

    target: str
    weapon: str
    """A key of `[weapons]`."""
    style: Style = "plain"
    """An ordinary blow, 急所打ち (lethal), 手加減 (nonlethal, −1 to hit; 決斗 alone)."""
    difficulty: int = 0
    gear: int = 0
    effect: int = 0


class Defend(Boosted, frozen=True, kw_only=True, tag="akatsuki.defend"):
    """Answer an attack: 防御, 回避, or nothing."""

    answers: ClassVar[frozenset[str]] = frozenset({"defend"})
    choice: Literal["guard", "dodge", "none"]
    difficulty: int = 0
    gear: int = 0
    effect: int = 0


class TakeHit(Command, frozen=True, kw_only=True, tag="akatsuki.take_hit"):
    """Negate a hit with a fate card (死中に活), or take it."""

    answers: ClassVar[frozenset[str]] = frozenset({"take"})
    character: str
    choice: Literal["negate", "negate_chivalry", "take"]
    card: str = ""
    """Which fate card negates it, where its owner has looked at it (option `fate_face`)."""


COMBAT_COMMANDS: tuple[type[Command], ...] = (
    BeginCombat,
    EndCombat,
    JoinCombat,
    LeaveCombat,
    MoveLane,
    Act,
    EndTurn,
    Strike,
    Defend,
    TakeHit,
)
