"""What weapons do: dice, damage bonus, special damage, magic on the weapon."""

import re

import msgspec

from tenmatsu.systems.runequest.blows import DamageKind
from tenmatsu.systems.runequest.decide.dice import roll_dice
from tenmatsu.systems.runequest.decide.shooting import list_specials
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.derived import find_damage_bonus
from tenmatsu.systems.runequest.events.attacks import DamageRolled
from tenmatsu.systems.runequest.figures import Figure, Special
from tenmatsu.systems.runequest.rows_arms import WeaponRow
from tenmatsu.systems.runequest.spellbook import list_working
from tenmatsu.systems.runequest.tables import Tables
from tenmatsu.systems.runequest.wielding import get_row, get_weapon

_DICE = re.compile(r"(-?)(\d+)[Dd](\d+)([+-]\d+)?")
_DOUBLED: frozenset[Special] = frozenset({"slash", "impale"})
"""Specials that double the weapon's dice; `crush` adds the most of the damage bonus."""


class Formula(msgspec.Struct, frozen=True, kw_only=True):
    """What damage is made of."""

    dice: str
    times: int = 1
    """How often the weapon's own dice count."""
    maximum: bool = False
    """Whether they stand at their most."""
    bonus: tuple[str, ...] = ()
    extra: int = 0
    """The most of the damage bonus, that a crush adds."""
    halved: int = 1
    """What divides the damage bonus."""
    magic: tuple[str, ...] = ()
    """Of spirit magic and sorcery."""
    runic: tuple[str, ...] = ()
    """Of Rune magic, which harms spirits too."""


def find_most(dice: str) -> int:
    """Return the most that dice can add."""
    match = _DICE.fullmatch(dice)
    if match is None:
        return int(dice or 0)
    return 0 if match[1] else int(match[2]) * int(match[3]) + int(match[4] or 0)


def find_special(rules: Rulebook, weapon: WeaponRow, wanted: Special | None) -> Special | None:
    """Return which special damage a weapon does: the one that is meant, else its first."""
    known = list_specials(rules, weapon)
    if wanted in known:
        return wanted
    return known[0] if known else None


def list_bonus(tables: Tables, figure: Figure, weapon: WeaponRow) -> tuple[str, ...]:
    """Return the dice of the damage bonus: none for what is shot, nothing added by one on the ground."""
    if weapon.range and not weapon.thrown:
        return ()
    bonus = find_damage_bonus(tables, figure)
    return tuple(dice for dice in bonus if dice.startswith("-")) if figure.prone else bonus


def find_formula(
    rules: Rulebook,
    figure: Figure,
    arm: str,
    kind: DamageKind,
    *,
    special: Special | None = None,
    maximum: bool = False,
    plain: bool = False,
) -> Formula:
    """
    Return what the damage of a weapon is made of.

    A special or critical doubles the dice (slash, impale) or adds the most of the damage bonus (crush), once
    that bonus is rolled; a critical's dice stand at their most (option `critical_damage`). `plain`: the
    special effect is taken away and only a critical's most is left.
    """
    tables = rules.tables
    weapon = get_row(tables, figure, arm)
    bonus = list_bonus(tables, figure, weapon)
    halved = tables.missiles.thrown_bonus if weapon.thrown else 1
    mode = None if plain or kind == "normal" else find_special(rules, weapon, special)
    critical = kind == "critical" and rules.options.critical_damage == "maximum"
    extra = sum(find_most(dice) for dice in bonus) if mode == "crush" else 0
    added = [
        (one.magic, one.dice or (weapon.damage if tables.spells[one.spell].effect == "weapon_damage" else ""))
        for one in list_working(tables, figure, "weapon_bonus", "missile_damage", "weapon_damage", at=arm)
    ]
    return Formula(
        dice=weapon.damage,
        times=2 if mode in _DOUBLED else 1,
        maximum=maximum or critical,
        bonus=bonus,
        extra=-(-extra // halved),
        halved=halved,
        magic=tuple(dice for magic, dice in added if dice and magic != "rune"),
        runic=tuple(dice for magic, dice in added if dice and magic == "rune"),
    )


def roll_damage(
    work: Work,
    character: str,
    arm: str,
    kind: DamageKind,
    *,
    special: Special | None = None,
    maximum: bool = False,
    plain: bool = False,
    figure: Figure | None = None,
) -> int:
    """
    Roll what a weapon does, with damage bonus and magic on it; at least 0.

    `figure`: who does it, where not as they are now.
    """
    figure = figure or work.state.characters[character]
    formula = find_formula(work.rules, figure, arm, kind, special=special, maximum=maximum, plain=plain)
    if formula.maximum:
        points = find_most(formula.dice) * formula.times
    else:
        points = roll_dice(work, formula.dice, character, times=formula.times)
    bonus = sum(roll_dice(work, dice, character) for dice in formula.bonus)
    points += -(-bonus // formula.halved) + formula.extra
    points += sum(roll_dice(work, dice, character) for dice in formula.magic)
    runic = sum(roll_dice(work, dice, character) for dice in formula.runic)
    points = max(0, points + runic)
    row = get_row(work.rules.tables, figure, arm)
    shown = None if plain or kind == "normal" else find_special(work.rules, row, special)
    weapon = get_weapon(work.rules.tables, figure, arm)
    work.record(
        DamageRolled(character=character, weapon=weapon, kind=kind, special=shown, points=points, runic=runic)
    )
    return points
