"""What can be asked of checks (行為判定)."""

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.boosting import Boosted
from tenmatsu.systems.akatsuki.state import Ability


class RollCheck(Boosted, frozen=True, kw_only=True, tag="akatsuki.roll_check"):
    """Roll 2D6 against an ability."""

    ability: Ability
    field: str = ""
    """The style that the act falls under."""
    difficulty: int = 0
    """What the GM adds to the target."""
    gear: int = 0
    """What a 業物 adds."""
    effect: int = 0
    """What a 高天力 or anything else adds."""
    against: str = ""
    """An NPC whose ability makes it harder or easier."""
    against_ability: Ability | None = None
    """Which of its abilities; the same one where left out."""


CHECK_COMMANDS: tuple[type[Command], ...] = (RollCheck,)
