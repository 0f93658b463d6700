"""What can be asked of attacks and defences."""

from typing import Annotated, ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command


class Strike(Command, frozen=True, kw_only=True, tag="runequest.strike"):
    """Let somebody strike outside a melee, as the GM says."""

    gm_only: ClassVar[bool] = True

    character: str
    target: str
    arm: str = ""
    """The weapon; the first one in hand where it is left out."""
    how: Literal["melee", "aimed", "knockback", "free"] = "melee"
    """`free`: neither parried nor dodged."""
    location: str = ""
    """The location aimed at."""
    special: Literal["", "slash", "impale", "crush"] = ""
    """Which special damage is meant, of a weapon that has several."""
    unaware: bool = False
    """From behind, or from where the target cannot answer it: +40 %."""
    plus: Annotated[int, msgspec.Meta(ge=-400, le=400)] = 0
    """Signed percent: what the GM says."""


ATTACK_COMMANDS: tuple[type[Command], ...] = (Strike,)
