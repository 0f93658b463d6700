"""What to show of a character: what they are, the body with its locations, arms, skills, magic."""

from collections.abc import Iterator, Mapping

from tenmatsu.engine.contract import Sheet, SheetEntry
from tenmatsu.systems.runequest.decide.ranks import find_usual
from tenmatsu.systems.runequest.decide.skills import find_skill
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.derived import (
    count_enc,
    find_category,
    find_damage_bonus,
    find_dex_sr,
    find_free_int,
    find_healing_rate,
    find_max_enc,
    find_siz_sr,
    find_spirit_damage,
)
from tenmatsu.systems.runequest.figures import CHARACTERISTICS, Arm, Figure
from tenmatsu.systems.runequest.overview import make_overview
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import OFF, Tables

__all__ = ["make_overview", "make_sheet"]
AT = ":"
"""Between what a line is about and the location, arm or spell that it is of."""
CONDITIONS = ("prone", "surprised", "bound", "unconscious", "bleeding", "dead")
"""Told where they hold."""


def make_sheet(state: State, rules: Rulebook, character: str) -> Sheet:
    """Return the sheet of a character; of one that was never made, an empty one."""
    figure = state.characters.get(character)
    if figure is None:
        return Sheet(character=character, entries=())
    entries = (
        *_list_person(figure),
        *_list_characteristics(figure, rules.tables),
        *_list_body(figure),
        *_list_locations(figure),
        *_list_arms(state, rules, character, figure),
        *_list_skills(figure, rules.tables),
        *_list_magic(state, rules, character, figure),
    )
    return Sheet(character=character, entries=entries)


def _list_person(figure: Figure) -> Iterator[SheetEntry]:
    group = "person"
    if figure.npc:
        yield SheetEntry(key="friendly", value=figure.friendly, group=group)
    whence = {"homelands": figure.homeland, "occupations": figure.occupation, "cults": figure.cult}
    for key, value in whence.items():
        if value:
            yield SheetEntry(key=key, value=value, group=group)
    if figure.shaman == "shaman":
        yield SheetEntry(key="shaman", value=True, group=group)
    if figure.mounted:
        yield SheetEntry(key="mounted", value=True, group=group)


def _list_characteristics(figure: Figure, tables: Tables) -> Iterator[SheetEntry]:
    """Yield the characteristics, and what follows from them; a spirit has no body to strike with."""
    for name in CHARACTERISTICS:
        if name in figure.characteristics:
            yield SheetEntry(key=name, value=figure.of(name), group="characteristics")
    group = "derived"
    if figure.embodied:
        yield SheetEntry(key="damage_bonus", value=_join(find_damage_bonus(tables, figure)), group=group)
    yield SheetEntry(key="spirit_damage", value=_join(find_spirit_damage(tables, figure)), group=group)
    if not figure.embodied:
        return
    values = {
        "sr_dex": find_dex_sr(tables, figure),
        "sr_siz": find_siz_sr(tables, figure),
        "move_units": tables.derived.move,
        "healing_rate": find_healing_rate(tables, figure),
    }
    for key, value in values.items():
        yield SheetEntry(key=key, value=value, group=group)
    load, most = count_enc(tables, figure), find_max_enc(figure)
    yield SheetEntry(key="encumbrance", value=load, limit=most, group=group)


def _join(dice: tuple[str, ...]) -> str:
    return "+".join(dice).replace("+-", "−").replace("-", "−") or "±0"


def _list_body(figure: Figure) -> Iterator[SheetEntry]:
    """Yield the points of body and magic, and what state they are in."""
    group = "body"
    if figure.embodied:
        yield SheetEntry(key="hp", value=figure.hp, limit=figure.max_hp, group=group)
    yield SheetEntry(key="mp", value=figure.mp, limit=figure.max_mp, group=group)
    if figure.max_rune_points:
        limit = figure.max_rune_points
        yield SheetEntry(key="rune_points", value=figure.rune_points, limit=limit, group=group)
    for key in ("natural_armor", "spirit_armor"):
        if points := getattr(figure, key):
            yield SheetEntry(key=key, value=points, group=group)
    for key in CONDITIONS:
        if getattr(figure, key) and (figure.embodied or key != "prone"):
            yield SheetEntry(key=key, value=True, group=group)
    if figure.dies_at is not None and not figure.dead:
        yield SheetEntry(key="dies_at", value=figure.dies_at, group=group)
    if figure.wakes is not None and figure.unconscious:
        yield SheetEntry(key="wakes", value=figure.wakes, group=group)
    if not figure.embodied:
        yield SheetEntry(key="visible", value=figure.visible, group=group)
    if figure.controlled_by:
        yield SheetEntry(key="controlled_by", value=figure.controlled_by, group=group)
    if hindered := tuple(dict.fromkeys(f"hindered.{one.kind}" for one in figure.hindrances)):
        yield SheetEntry(key="hindrances", value=hindered, group=group)


def _list_locations(figure: Figure) -> Iterator[SheetEntry]:
    """Yield each location: hit points, armour, then what is wrong with it."""
    for place, one in figure.locations.items():
        yield SheetEntry(key=f"location_hp{AT}{place}", value=one.hp, limit=one.max_hp, group="locations")
    for place, one in figure.locations.items():
        if one.armor:
            yield SheetEntry(key=f"location_armor{AT}{place}", value=one.armor, group="armor_worn")
    group = "wounds"
    for place, one in figure.locations.items():
        if one.state != "whole":
            yield SheetEntry(key=f"location_state{AT}{place}", value=one.state, group=group)
        if one.bleeding:
            yield SheetEntry(key=f"location_bleeding{AT}{place}", value=True, group=group)
        for key, value in (("dies_at", one.dies_at), ("mend_until", one.mend_until)):
            if value is not None and not figure.dead:
                yield SheetEntry(key=f"{key}{AT}{place}", value=value, group=group)
        if one.missiles:
            yield SheetEntry(key=f"sticks{AT}{place}", value=one.missiles, group=group)


def _list_arms(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[SheetEntry]:
    """Yield each weapon and shield by the hand that holds it: damage, strike rank, faults, points."""
    for name, arm in figure.arms.items():
        row = rules.tables.weapons.get(arm.weapon)
        if row is None or row.natural or (not arm.max_hp and not row.range):
            continue
        key = f"{_place(arm)}{AT}{name}"
        rank = "" if row.range else f"SR {find_usual(state, rules, character, name)}"
        told = (row.damage, rank, *_list_faults(arm))
        yield SheetEntry(key=key, value=tuple(one for one in told if one), group="arms")
        if arm.max_hp:
            yield SheetEntry(key=f"arm_hp{AT}{name}", value=arm.hp, limit=arm.max_hp, group="arms")
        if arm.shots is not None:
            yield SheetEntry(key=f"shots{AT}{name}", value=arm.shots, group="arms")


def _place(arm: Arm) -> str:
    """Return where an arm is, as a key of `[labels]`."""
    return f"{arm.hand}_hand" if arm.hand else "stuck" if arm.stuck_in else "at_side"


def _list_faults(arm: Arm) -> Iterator[str]:
    if arm.stuck_in:
        yield arm.stuck_in
    if arm.loaded:
        yield "loaded"
    if arm.iron:
        yield "iron"
    if arm.broken:
        yield "broken_arm"
    elif arm.max_hp and arm.hp <= 0:
        yield "useless"


def _list_skills(figure: Figure, tables: Tables) -> Iterator[SheetEntry]:
    """Yield the skills in percent, by category; spells stand with the magic."""
    names = [name for name in figure.skills if name.removeprefix(OFF) not in tables.spells]
    groups = {name: find_category(tables, name.removeprefix(OFF)) for name in names}
    for category in (*tables.categories, ""):
        group = f"skills{AT}{category}" if category else "skills"
        for name in names:
            if groups[name] == category:
                yield SheetEntry(key=name, value=figure.skills[name], group=group)


def _list_magic(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[SheetEntry]:
    """Yield passions and runes in percent, the spells known by their kind, and those at work."""
    for group in ("passions", "runes"):
        percents: Mapping[str, int] = getattr(figure, group)
        for name, value in percents.items():
            yield SheetEntry(key=name, value=value, group=group)
    rows = rules.tables.spells
    for kind in ("spirit", "rune", "sorcery"):
        for name, points in figure.known.items():
            if name not in rows or rows[name].magic != kind:
                continue
            if kind == "rune":
                yield SheetEntry(key=f"rune_cost{AT}{name}", value=rows[name].cost, group="rune_magic")
                continue
            value = points if kind == "spirit" else find_skill(state, rules, character, name)
            yield SheetEntry(key=name, value=value, group=f"{kind}_magic")
    group = "sorcery_magic"
    for key in ("techniques", "mastered"):
        if names := getattr(figure, key):
            yield SheetEntry(key=key, value=names, group=group)
    if any(name in rows and rows[name].magic == "sorcery" for name in figure.known):
        yield SheetEntry(key="free_int", value=find_free_int(rules.tables, figure), group=group)
    for name in figure.inscribed:
        yield SheetEntry(key=f"inscribed{AT}{name}", value=True, group=group)
    yield from _list_working(figure)


def _list_working(figure: Figure) -> Iterator[SheetEntry]:
    """Yield the spells at work: what they come to, on what, and the round of the clock that ends them."""
    met: dict[str, int] = {}
    for one in figure.spells:
        key = f"works{AT}{one.spell}"
        met[key] = met.get(key, 0) + 1
        if met[key] > 1:
            key = f"{key}{AT}{met[key]}"
        until = "" if one.until is None else f"→ {one.until}"
        amount = f"{one.amount:+d}" if one.amount else ""
        told = (one.at, amount, one.dice, until)
        yield SheetEntry(key=key, value=tuple(part for part in told if part), group="working")
