"""What weapons and styles allow: which are at hand, and how many attacks or shots they make of a pool."""

from collections.abc import Iterator
from typing import Literal

from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, forbid
from tenmatsu.systems.ninjaslayer.figures import Figure, Value
from tenmatsu.systems.ninjaslayer.rows import SkillRow, StyleRow, WeaponRow
from tenmatsu.systems.ninjaslayer.values import find_level, has_skill

Action = Literal["melee", "shooting"]
"""近接攻撃, 射撃."""
SHURIKEN = "shuriken"
UNARMED = "unarmed"
PLAIN = StyleRow(action="melee")
"""No style at all."""


def find_action(row: WeaponRow) -> Action | None:
    """Return what one does with a weapon; None where it is neither for blows nor for shots."""
    if row.source == "melee":
        return "melee"
    return "shooting" if row.source in ("shuriken", "gun") else None


def list_weapons(figure: Figure, rules: Rulebook) -> Iterator[str]:
    """Yield what somebody may attack with now: what is in hand, and shuriken, which every ninja may throw."""
    row = rules.tables.weapons.get(figure.wielded)
    if row is not None and find_action(row) is not None:
        yield figure.wielded
    if figure.ninja and SHURIKEN in rules.tables.weapons:
        yield SHURIKEN


def pick_weapon(figure: Figure, rules: Rulebook, character: str, weapon: str) -> str:
    """Return the weapon of an attack, what is in hand where none is named; refuse what is not at hand."""
    chosen = weapon or figure.wielded
    if chosen not in tuple(list_weapons(figure, rules)):
        forbid("not_in_hand", character=character, weapon=chosen, wielded=figure.wielded)
    return chosen


def is_quick_throw(figure: Figure, weapon: str) -> bool:
    """Return whether shuriken are thrown with another weapon in hand (咄嗟のスリケン投擲)."""
    return weapon == SHURIKEN and figure.wielded not in (UNARMED, SHURIKEN)


def list_styles(figure: Figure, rules: Rulebook, weapon: str) -> Iterator[str]:
    """Yield the styles that a weapon and one's skills allow, whatever else they ask for."""
    row = rules.tables.weapons[weapon]
    if is_quick_throw(figure, weapon):
        return
    for name, style in rules.tables.styles.items():
        own = style.skill and has_skill(figure, rules, style.skill) and style.weapon in ("", weapon)
        if style.action == find_action(row) and (name in row.styles or own):
            yield name


def pick_style(figure: Figure, rules: Rulebook, character: str, weapon: str, style: str) -> StyleRow:
    """Return the style of an attack, `PLAIN` for none; refused where weapon or skills do not allow it."""
    if not style:
        return PLAIN
    if is_quick_throw(figure, weapon):
        forbid("quick_throw_styleless", character=character, style=style, wielded=figure.wielded)
    if style not in tuple(list_styles(figure, rules, weapon)):
        forbid("style_not_allowed", character=character, style=style, weapon=weapon)
    return rules.tables.styles[style]


def find_attack_value(action: Action, style: StyleRow) -> Value:
    """Return what is rolled: 攻撃 or 射撃, 精密 where a style strikes by ワザマエ."""
    if action == "shooting":
        return "shooting"
    return "precision" if style.ability == "wazamae" else "attack"


def count_parts(figure: Figure, rules: Rulebook, weapon: str, style: StyleRow) -> int:
    """Return into how many attacks or shots somebody may split a pool."""
    row = rules.tables.weapons[weapon]
    if find_action(row) == "melee":
        return _count_attacks(figure, rules, row, style)
    return _count_shots(figure, rules, row, style)


def _count_attacks(figure: Figure, rules: Rulebook, row: WeaponRow, style: StyleRow) -> int:
    """
    Return how many blows somebody strikes at most: 連続攻撃 and the highest +X, none counting as 1.

    A style that strikes by ワザマエ may go by 連射 in place of it, but not by what adds to it. A fixed number
    is not raised.
    """
    attacks = style.attacks
    if not attacks:
        attacks = max(find_level(figure, rules, "multi_attack"), 1)
        if style.by_rapid_fire:
            attacks = max(attacks, find_level(figure, rules, "rapid_fire"))
        attacks += max((skill.more_attacks for skill in _list_skills(figure, rules)), default=0)
    return _cap(attacks, row.attacks_most, style.attacks_most)


def _count_shots(figure: Figure, rules: Rulebook, row: WeaponRow, style: StyleRow) -> int:
    """Return how many shots somebody fires at most: by the gun's 連射, else their own, and the highest +X."""
    shots = style.shots
    if not shots:
        own = max(find_level(figure, rules, "rapid_fire"), 1)
        shots = own if row.own_rapid_fire or not row.rapid_fire else row.rapid_fire
        shots += max((skill.more_shots for skill in _list_skills(figure, rules)), default=0)
    return _cap(shots, row.rapid_fire_most, style.shots_most)


def goes_by_own_fire(row: WeaponRow, style: StyleRow) -> bool:
    """Return whether shots are one's own 連射, not the gun's."""
    return bool(style.shots) or row.own_rapid_fire or not row.rapid_fire


def _list_skills(figure: Figure, rules: Rulebook) -> Iterator[SkillRow]:
    for own in figure.base.skills:
        row = rules.tables.skills.get(own.partition(":")[0])
        if row is not None:
            yield row


def _cap(count: int, *limits: int) -> int:
    return min((count, *(limit for limit in limits if limit)))


def may_split_targets(figure: Figure, rules: Rulebook, weapon: str) -> bool:
    """Return whether the parts may have different targets: blows may, shots as マルチターゲット allows."""
    row = rules.tables.weapons[weapon]
    if find_action(row) == "melee" or row.multi_target == "built_in":
        return True
    return row.multi_target == "by_skill" and has_skill(figure, rules, "multi_target")


def is_staggered(figure: Figure, rules: Rulebook, weapon: str, style: StyleRow) -> bool:
    """
    Return whether several parts on one target are staggered (時間差): blows always are.

    Shots are where the weapon is so itself, or allows it and one's own 連射 and 時間差 are used.
    """
    row = rules.tables.weapons[weapon]
    if find_action(row) == "melee" or row.staggered == "built_in":
        return True
    skilled = row.staggered == "by_skill" and has_skill(figure, rules, "staggered")
    return skilled and goes_by_own_fire(row, style)
