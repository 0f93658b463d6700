"""Characters of RuneQuest for tests, put into the state by hand."""

from typing import Any

import msgspec
from kit import Play

from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.derived import find_hit_points, find_location_points
from tenmatsu.systems.runequest.figures import CHARACTERISTICS, Arm, Characteristic, Figure, Hand, Location
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import load

TABLES = load(1)
BASIC = Figure()
"""Where a character's value is not given."""


def hold(weapon: str, hand: Hand = "right", **changes: Any) -> Arm:
    """Return a weapon or shield as somebody has it in hand."""
    hp = TABLES.weapons[weapon].hp
    return msgspec.structs.replace(Arm(weapon=weapon, hp=hp, max_hp=hp, hand=hand), **changes)


def make_figure(armor: int = 0, **values: Any) -> Figure:
    """
    Return a character with 13 everywhere but DEX 16, with a broadsword and a medium shield.

    STR, CON, … may be given by name; hit points, magic points and locations follow.
    """
    characteristics: dict[Characteristic, int] = dict.fromkeys(CHARACTERISTICS, 13)
    characteristics["DEX"] = 16
    characteristics |= {name: values.pop(name) for name in CHARACTERISTICS if name in values}
    total = find_hit_points(TABLES, characteristics)
    locations = dict[str, Location]()
    for name, row in TABLES.locations.items():
        points = find_location_points(TABLES, name, total)
        locations[name] = Location(part=row.part, hp=points, max_hp=points, armor=armor)
    defaults: dict[str, Any] = {
        "characteristics": characteristics,
        "skills": {"broadsword": 60, "medium_shield": 60, "dodge": 40},
        "hp": total,
        "max_hp": total,
        "locations": locations,
        "mp": characteristics["POW"],
        "max_mp": characteristics["POW"],
        "arms": {"broadsword": hold("broadsword"), "medium_shield": hold("medium_shield", "left")},
    }
    return msgspec.structs.replace(BASIC, **{**defaults, **values})


def make_foe(**values: Any) -> Figure:
    """Return an NPC of the other side."""
    return make_figure(npc=True, friendly=False, **values)


def begin(tables: str | None = None, options: dict[str, str] | None = None, **characters: Figure) -> Play:
    """Return a game with these characters in play, under a table's own figures and options."""
    play = Play(SYSTEM, tables, players={name: f"p_{name}" for name in characters}, **(options or {}))
    return play.given_state(State(characters=characters))
