"""Sorcery: runes and techniques, mastered or borrowed, manipulation, free INT; what it all costs."""

from typing import Literal

import msgspec

from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.derived import find_free_int
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.rows_magic import ManipulationRow, SpellRow

Level = Literal["strength", "range", "duration"]
LEVELS: tuple[Level, ...] = ("strength", "range", "duration")


class Sorcery(msgspec.Struct, frozen=True, kw_only=True):
    """What the magic points of a sorcery spell are made of."""

    base: int
    """For runes and techniques."""
    manipulation: int
    """For its levels, inscribed ones too."""


def find_borrowed(rules: Rulebook, owned: tuple[str, ...], needed: tuple[str, ...]) -> int | None:
    """Return how many of these are borrowed from related ones; None where one has nothing related."""
    related, borrowed = rules.tables.magic.related, 0
    for one in needed:
        if one in owned:
            continue
        if not set(related.get(one, ())) & set(owned):
            return None
        borrowed += 1
    return borrowed


def measure_sorcery(rules: Rulebook, figure: Figure, row: SpellRow, levels: int) -> Sorcery | None:
    """Return what a sorcery spell costs; None where runes or techniques are missing."""
    runes = find_borrowed(rules, figure.mastered, row.runes)
    techniques = find_borrowed(rules, figure.techniques, row.techniques)
    if runes is None or techniques is None:
        return None
    magic, borrowed = rules.tables.magic, runes + techniques
    mastered = len(row.runes) + len(row.techniques) - borrowed
    times = 1
    if runes and techniques:
        times = magic.borrowed_both
    elif borrowed:
        times = magic.borrowed_one
    return Sorcery(
        base=mastered * magic.sorcery_point + borrowed * magic.borrowed_point, manipulation=levels * times
    )


def add_inscribed(figure: Figure, casting: Casting) -> Casting:
    """Return a casting with the levels that an item of the caster's holds, on top of those asked."""
    item = figure.inscribed.get(casting.spell, {})
    more = {name: getattr(casting, name) + item.get(name, 0) for name in LEVELS}
    return msgspec.structs.replace(casting, **more)


def count_levels(casting: Casting) -> int:
    """Return the levels of manipulation of a casting."""
    return casting.strength + casting.range + casting.duration


def hinder_manipulation(rules: Rulebook, figure: Figure, casting: Casting) -> str:
    """
    Return why a spell (with what is inscribed) cannot be manipulated so, as a key of `[labels]`.

    What an item holds does not count against free INT.
    """
    levels = count_levels(casting)
    if casting.magic != "sorcery":
        return "not_manipulated" if levels else ""
    own = levels - sum(figure.inscribed.get(casting.spell, {}).values())
    if own > find_free_int(rules.tables, figure):
        return "over_free_int"
    highest = len(rules.tables.manipulation) - 1
    return "over_levels" if max(casting.strength, casting.range, casting.duration) > highest else ""


def find_level(rules: Rulebook, level: int) -> ManipulationRow:
    """Return a row of the table of manipulation; its last one for all above."""
    rows = rules.tables.manipulation
    return rows[min(level, len(rows) - 1)]
