"""What spells at work on somebody come to: asked of the state alone."""

from tenmatsu.systems.runequest.figures import Figure, Spell
from tenmatsu.systems.runequest.tables import Tables


def list_working(tables: Tables, figure: Figure, *effects: str, at: str = "") -> tuple[Spell, ...]:
    """Return the spells with one of these effects on a body, or on an arm or location."""
    return tuple(
        one
        for one in figure.spells
        if one.at == at and one.spell in tables.spells and tables.spells[one.spell].effect in effects
    )


def sum_working(tables: Tables, figure: Figure, *effects: str, at: str = "") -> int:
    """Return what they add up to."""
    return sum(one.amount for one in list_working(tables, figure, *effects, at=at))
