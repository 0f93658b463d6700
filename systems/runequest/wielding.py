"""What somebody fights with, and where it is: weapons in hand, parts of the body, their hit points."""

from tenmatsu.systems.runequest.figures import Arm, Figure
from tenmatsu.systems.runequest.rows_arms import WeaponRow
from tenmatsu.systems.runequest.tables import Tables

HANDS = 2
_NO_ROW = WeaponRow(category="", base=0, damage="")


def get_arm(tables: Tables, figure: Figure, arm: str) -> Arm | None:
    """Return a weapon that somebody owns, or a part of the body that everybody fights with (`fist`)."""
    row = tables.weapons.get(arm)
    if arm in figure.arms or row is None or not row.natural:
        return figure.arms.get(arm)
    return Arm(weapon=arm, hp=0, max_hp=0)


def get_row(tables: Tables, figure: Figure, arm: str) -> WeaponRow:
    """Return the row of a weapon, owned or of the body; one of nothing where there is none."""
    found = get_arm(tables, figure, arm)
    return _NO_ROW if found is None else tables.weapons.get(found.weapon, _NO_ROW)


def get_weapon(tables: Tables, figure: Figure, arm: str) -> str:
    """Return the key of a weapon's row; empty where there is none."""
    found = get_arm(tables, figure, arm)
    return "" if found is None else found.weapon


def find_side(figure: Figure, arm: Arm) -> str:
    """Return the hand that a weapon goes by; of one in both hands, or in none, the better one."""
    return arm.hand if arm.hand in ("right", "left") else figure.main_hand


def find_side_location(tables: Tables, part: str, side: str) -> str:
    """Return the location of a part on one side; the first of its kind where none is named so."""
    names = [name for name, row in tables.locations.items() if row.part == part]
    return next((name for name in names if name.startswith(side)), names[0] if names else "")


def find_natural_location(tables: Tables, figure: Figure, arm: str) -> str:
    """Return the location that stands for a natural weapon's hit points; empty where it is made."""
    found, row = get_arm(tables, figure, arm), get_row(tables, figure, arm)
    if found is None or not row.natural:
        return ""
    side = find_side(figure, found)
    if row.natural == "arm" and not found.hand and _is_full(tables, figure, side):
        side = "left" if side == "right" else "right"
    return find_side_location(tables, row.natural, side)


def _is_full(tables: Tables, figure: Figure, side: str) -> bool:
    return any(
        one.hand in (side, "both") and not tables.weapons[one.weapon].natural for one in figure.arms.values()
    )


def find_arm_points(tables: Tables, figure: Figure, arm: str) -> int:
    """Return the hit points of a weapon or shield; of a natural one those of its location; at least 0."""
    found = get_arm(tables, figure, arm)
    if found is None:
        return 0
    place = figure.locations.get(find_natural_location(tables, figure, arm))
    return max(0, found.hp if place is None else place.hp)


def is_at_hand(tables: Tables, figure: Figure, arm: str) -> bool:
    """Return whether a weapon is in hand and free; parts of the body are, a fist where a hand is empty."""
    found = get_arm(tables, figure, arm)
    if found is None or found.broken or found.stuck_in:
        return False
    row = get_row(tables, figure, arm)
    if not row.natural:
        return bool(found.hand)
    place = figure.locations.get(find_natural_location(tables, figure, arm))
    if place is not None and (place.hp <= 0 or place.state != "whole"):
        return False
    return row.natural != "arm" or bool(found.hand) or count_hands(tables, figure) < HANDS


def count_hands(tables: Tables, figure: Figure) -> int:
    """Return how many hands hold something."""
    held = (one for one in figure.arms.values() if one.hand and not tables.weapons[one.weapon].natural)
    return sum(HANDS if one.hand == "both" else 1 for one in held)
