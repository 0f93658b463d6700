"""The words of the figures: what commands take, and what can be learned."""

from collections.abc import Mapping

from tenmatsu.systems.runequest.building import TECHNIQUES
from tenmatsu.systems.runequest.events.making import Lesson
from tenmatsu.systems.runequest.tables import Tables


def list_words(tables: Tables) -> Mapping[str, tuple[str, ...]]:
    """Return the words of the figures that commands take, by the label of their kind."""
    return {
        "templates": tuple(tables.templates),
        "homelands": tuple(tables.homelands),
        "occupations": tuple(tables.occupations),
        "cults": tuple(tables.cults),
        "weapons": tuple(tables.weapons),
        "armor": tuple(tables.armor),
        "skills": tuple(tables.skills),
        "spells": tuple(tables.spells),
        "locations": tuple(tables.locations),
        "passions": list_names(tables, "passions"),
        "runes": list_names(tables, "runes"),
        "techniques": list_names(tables, "techniques"),
    }


def list_names(tables: Tables, lesson: Lesson) -> tuple[str, ...]:
    """Return the passions, runes, techniques that the figures name anywhere."""
    origins = (*tables.homelands.values(), *tables.occupations.values(), *tables.cults.values())
    match lesson:
        case "passions":
            names = [name for row in origins for name in row.passions]
        case "runes" | "mastered":
            names = [name for row in origins for name in (*row.runes, *row.mastered)]
            names += [name for row in tables.spells.values() for name in row.runes]
        case "techniques":
            names = [*TECHNIQUES, *(name for row in tables.spells.values() for name in row.techniques)]
        case _:
            names = []
    return tuple(dict.fromkeys(names))
