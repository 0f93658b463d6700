"""An attack under way, and the hit that comes of it."""

from typing import Literal

import msgspec

from tenmatsu.systems.runequest.degrees import Degree, Limits
from tenmatsu.systems.runequest.figures import Special
from tenmatsu.systems.runequest.melee import Way

BlowKind = Literal["melee", "missile", "knockback", "aimed", "free"]
"""`free`: against somebody who flees; no parry, no dodge."""
DamageKind = Literal["none", "normal", "special", "critical"]
"""What a cell of a result table lets through: `critical` is the maximum special damage."""
ParryLoss = Literal["none", "even", "weak", "weak2"]
"""What a parrying weapon takes: 通常, 弱, 弱弱."""
Counter = Literal["none", "even", "strong", "strong2"]
"""What the attacking weapon takes: 反撃 通常, 強, 強強."""


class Defence(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How an attack is met."""

    kind: Literal["none", "parry", "dodge", "spirit"]
    arm: str = ""


class Rolled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A percentile roll of a blow."""

    face: int
    limits: Limits
    degree: Degree


class Blow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An attack: declared, then met, then rolled and settled."""

    attacker: str
    target: str
    arm: str
    kind: BlowKind = "melee"
    action: int = 0
    """The action of the queue that it comes from; 0 outside a melee."""
    part: int | None = None
    """The percent of this part of a split attack."""
    off_hand: bool = False
    special: Special | None = None
    """Which special damage is meant, of a weapon that has several; None for its first."""
    aimed: str = ""
    """The location aimed at."""
    metres: int | None = None
    """How far a missile goes, where no places say it."""
    way: Way = "straight"
    """How the target of a missile moves, where no melee says it."""
    packed: bool = False
    """Whether a missile goes at whoever of a packed group."""
    crowd: tuple[str, ...] = ()
    """Who may be struck by a missile, the target among them: the melee around the target, or the group."""
    modifiers: dict[str, int] = {}
    """Signed percent, by a key of `[labels]`."""
    halvings: dict[str, int] = {}
    """What divides the skill (2 a half, 4 a quarter), by a key of `[labels]`."""
    stage: Literal["declared", "met", "rolled"] = "declared"
    """`met`: the defence is settled, dice are to fall; `rolled`: both sides' dice lie there."""
    defence: Defence | None = None
    attack: Rolled | None = None
    defended: Rolled | None = None


class Hit(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Damage on its way to a body."""

    target: str
    by: str = ""
    points: int
    location: str
    """Already rolled or chosen."""
    ignores_armor: bool = False
    special: Special | None = None
    arm: str = ""
    """The arm that did it, where it can stick."""
    cuts: bool = False
    """Whether a limb is severed by it, rather than maimed."""
    magic: bool = False
    """Whether a spell did it: spirits and magical armour care."""
