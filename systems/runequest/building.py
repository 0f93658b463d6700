"""How a character is put together from sheets: pure functions of figures and tables."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from tenmatsu.systems.runequest.derived import (
    Characteristics,
    find_bare_chance,
    find_base_skill,
    find_category,
    find_category_modifier,
    find_hit_points,
    find_location_points,
)
from tenmatsu.systems.runequest.figures import Arm, Characteristic, Figure, Hand, Location
from tenmatsu.systems.runequest.rows import OriginRow
from tenmatsu.systems.runequest.tables import Tables

HUNDRED = 100
BODILESS: tuple[Characteristic, ...] = ("INT", "POW", "CHA")
"""The characteristics of a spirit."""
TECHNIQUES = ("command", "combine", "separate", "summon", "dismiss", "tap")
"""Of sorcery."""


class Sheets(msgspec.Struct, frozen=True, kw_only=True):
    """The choices that a character is made of; the characteristics are settled already."""

    characteristics: dict[Characteristic, int]
    template: str = ""
    homeland: str = ""
    occupation: str = ""
    cult: str = ""
    spells: dict[str, int] = {}
    """Spirit spells with their points."""
    main_hand: Hand = "right"


def list_origins(tables: Tables, sheets: Sheets) -> list[OriginRow]:
    """Return homeland, occupation and cult, as far as they are chosen."""
    found = (
        tables.homelands.get(sheets.homeland),
        tables.occupations.get(sheets.occupation),
        tables.cults.get(sheets.cult),
    )
    return [row for row in found if row is not None]


def count_spell_points(origins: Iterable[OriginRow]) -> int:
    """Return the points of spirit magic that the sheets give."""
    return sum(row.spirit_points for row in origins)


def list_spirit_spells(tables: Tables, origins: Iterable[OriginRow]) -> list[str]:
    """Return the spirit spells that the sheets teach, in their order."""
    names = dict.fromkeys(spell for row in origins for spell in row.spells)
    return [name for name in names if tables.spells[name].magic == "spirit"]


def pick_spells(tables: Tables, origins: Sequence[OriginRow]) -> dict[str, int]:
    """
    Return the spirit spells of whoever leaves the choice open.

    Each that still fits at its least cost, in order; what is left makes the first variable one stronger.
    """
    left, picked = count_spell_points(origins), dict[str, int]()
    for name in list_spirit_spells(tables, origins):
        cost = tables.spells[name].cost
        if cost <= left:
            picked[name] = cost
            left -= cost
    first = next((name for name in picked if tables.spells[name].variable), None)
    if first is not None:
        picked[first] += left
    return picked


def find_known(tables: Tables, origins: Iterable[OriginRow], spells: Mapping[str, int]) -> dict[str, int]:
    """Return the spells known: of spirit magic those chosen, and whatever else the sheets list."""
    others = [name for row in origins for name in row.spells if tables.spells[name].magic != "spirit"]
    return {**spells, **dict.fromkeys(others, 1)}


def reckon_skills(
    tables: Tables, characteristics: Characteristics, origins: Iterable[OriginRow]
) -> dict[str, int]:
    """
    Return all skills with their percent: each that one has by nature, and what the sheets add.

    Of weapons only those learned, since half of a like skill may be better than the base chance.
    """
    added = add_up(row.skills for row in origins)
    names = dict.fromkeys([*tables.skills, *added])
    found = {name: find_base_skill(tables, name, characteristics, added.get(name, 0)) for name in names}
    return {name: percent for name, percent in found.items() if percent or name in added}


def add_up(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sums by key."""
    sums = dict[str, int]()
    for part in parts:
        for name, amount in part.items():
            sums[name] = sums.get(name, 0) + amount
    return sums


def make_locations(tables: Tables, total: int, origins: Iterable[OriginRow] = ()) -> dict[str, Location]:
    """Return the hit locations of somebody with so many hit points, in what the sheets give to wear."""
    worn = {place: piece for row in origins for place, piece in row.armor.items()}
    locations = dict[str, Location]()
    for name, row in tables.locations.items():
        points, piece = find_location_points(tables, name, total), worn.get(name, "")
        armor = tables.armor[piece].points if piece else 0
        locations[name] = Location(part=row.part, hp=points, max_hp=points, armor=armor, worn=piece)
    return locations


def make_arm(
    tables: Tables, weapon: str, *, hand: Hand = "", iron: bool = False, shots: int | None = None
) -> Arm:
    """Return a weapon or shield as it is new."""
    hp = tables.weapons[weapon].hp
    if iron:
        hp = hp * tables.derived.iron // HUNDRED
    return Arm(weapon=weapon, hp=hp, max_hp=hp, hand=hand, iron=iron, shots=shots)


def name_arm(arms: Iterable[str], weapon: str) -> str:
    """Return a free id for one more of its kind: `dagger`, then `dagger_2`."""
    taken, count, name = set(arms), 1, weapon
    while name in taken:
        count += 1
        name = f"{weapon}_{count}"
    return name


def make_arms(tables: Tables, weapons: Iterable[str], main_hand: Hand = "right") -> dict[str, Arm]:
    """Return arms by id: the first weapon is in hand, beside it the first shield; a body's own come last."""
    arms, owned = dict[str, Arm](), list(weapons)
    for weapon in (*owned, *(name for name, row in tables.weapons.items() if row.inborn)):
        if weapon not in arms or not tables.weapons[weapon].inborn:
            arms[name_arm(arms, weapon)] = make_arm(tables, weapon)
    holdable = [name for name, arm in arms.items() if is_held(tables, arm.weapon)]
    first = next((name for name in holdable if not tables.weapons[arms[name].weapon].shield), None)
    shield = next((name for name in holdable if tables.weapons[arms[name].weapon].shield), None)
    both = first is not None and tables.weapons[arms[first].weapon].hands > 1
    if first is not None:
        arms[first] = msgspec.structs.replace(arms[first], hand="both" if both else main_hand)
    if shield is not None and not both:
        arms[shield] = msgspec.structs.replace(arms[shield], hand=other_hand(main_hand))
    return arms


def is_held(tables: Tables, weapon: str) -> bool:
    """Return whether it is held in a hand, and no part of the body."""
    row = tables.weapons.get(weapon)
    return row is not None and not row.inborn and not row.natural


def other_hand(hand: Hand) -> Hand:
    """Return the other of two hands."""
    return "left" if hand == "right" else "right"


def build_figure(tables: Tables, sheets: Sheets) -> Figure:
    """Return a player's character with everything reckoned."""
    origins = list_origins(tables, sheets)
    total = find_hit_points(tables, sheets.characteristics)
    power = sheets.characteristics.get("POW", 0)
    rune_points = sum(row.rune_points for row in origins)
    return Figure(
        template=sheets.template,
        homeland=sheets.homeland,
        occupation=sheets.occupation,
        cult=sheets.cult,
        characteristics=sheets.characteristics,
        skills=reckon_skills(tables, sheets.characteristics, origins),
        passions=add_up(row.passions for row in origins),
        runes=add_up(row.runes for row in origins),
        hp=total,
        max_hp=total,
        locations=make_locations(tables, total, origins),
        mp=power,
        max_mp=power,
        rune_points=rune_points,
        max_rune_points=rune_points,
        arms=make_arms(tables, (weapon for row in origins for weapon in row.arms), sheets.main_hand),
        main_hand="left" if sheets.main_hand == "left" else "right",
        known=find_known(tables, origins, sheets.spells),
        techniques=tuple(dict.fromkeys(name for row in origins for name in row.techniques)),
        mastered=tuple(dict.fromkeys(name for row in origins for name in row.mastered)),
        shaman=next((row.shaman for row in origins if row.shaman), ""),
    )


def change_characteristic(
    tables: Tables, figure: Figure, name: Characteristic, to: int
) -> tuple[Figure, dict[str, int]]:
    """
    Return a character with a characteristic changed, maxima and skills with it; and the skills that moved.

    A higher maximum of hit points lifts what there is by as much, since wounds stay the same; a lower one
    only caps it. Magic points come back by themselves.
    """
    before = figure.characteristics
    after: dict[Characteristic, int] = {**before, name: to}
    moved = dict[str, int]()
    for skill, percent in figure.skills.items():
        now = max(0, percent + _find_shift(tables, skill, before, after))
        if now != percent:
            moved[skill] = now
    total = find_hit_points(tables, after) if figure.embodied else 0
    locations = {
        place: _resize(location, find_location_points(tables, place, total))
        for place, location in figure.locations.items()
        if place in tables.locations
    }
    changed = msgspec.structs.replace(
        figure,
        characteristics=after,
        hp=_follow(figure.hp, figure.max_hp, total),
        max_hp=total,
        locations={**figure.locations, **locations},
        mp=min(figure.mp, after.get("POW", 0)),
        max_mp=after.get("POW", 0),
        skills={**figure.skills, **moved},
    )
    return changed, moved


def _find_shift(tables: Tables, skill: str, before: Characteristics, after: Characteristics) -> int:
    """Return how far a skill moves with characteristics: its base chance and its category's modifier."""
    shift = find_bare_chance(tables, skill, after) - find_bare_chance(tables, skill, before)
    category = find_category(tables, skill)
    if category:
        shift += find_category_modifier(tables, category, after)
        shift -= find_category_modifier(tables, category, before)
    return shift


def _follow(points: int, most: int, now: int) -> int:
    return min(points + max(0, now - most), now)


def _resize(location: Location, now: int) -> Location:
    hp = _follow(location.hp, location.max_hp, now)
    return msgspec.structs.replace(location, hp=hp, max_hp=now)
