"""Commands that roll a check, and what may be paid to raise its target."""

from tenmatsu.engine.contract import Command


class Boosted(Command, frozen=True, kw_only=True):
    """A command with a check whose target awakening points may raise (目標値のブースト)."""

    character: str
    plus: int = 0
    """How much the target is raised."""
    cards: tuple[str, ...] = ()
    """The awakening cards that pay for it: `matsu_1`, an NPC's `chip_20`."""
    chivalry: int = 0
    """Chips of 義侠魂 that pay as well."""
