"""打撃判定: what a blow does, from the dice to the endurance, reckoned without rolling."""

import msgspec

from tenmatsu.systems.ukiyozoshi.decide.aiming import find_arm
from tenmatsu.systems.ukiyozoshi.decide.effects import combine_styles
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Blow
from tenmatsu.systems.ukiyozoshi.rows import MissileRow, WeaponRow
from tenmatsu.systems.ukiyozoshi.state import Figure


class Harm(msgspec.Struct, frozen=True, kw_only=True):
    """What a damage roll comes to."""

    faces: tuple[int, ...]
    plus: int
    deadly: bool = False
    times: int = 1
    rolled: int
    """Before armour."""
    kept_off: int = 0
    """By armour, and for a blow through a parry by 体."""
    amount: int


def halve(amount: int, rules: Rulebook) -> int:
    """Return half, rounded as option `halves` has it."""
    return (amount + 1) // 2 if rules.options.halves == "up" else amount // 2


def is_deadly(face: int, striker: Figure, blow: Blow, rules: Rulebook) -> bool:
    """Return whether a die makes a deadly hit (致命的命中); 峰打ち never does."""
    row = find_arm(blow, rules)
    if row is None or not row.deadly or blow.style == "back":
        return False
    combat = rules.tables.combat
    return face in combat.deadly or (
        face in combat.deadly_more and combine_styles(striker, rules).deadly_more
    )


def find_more(faces: tuple[int, ...], striker: Figure, blow: Blow, rules: Rulebook) -> int:
    """Return the sides of one more damage die, 0 for none (option `deadly_repeat`)."""
    if len(faces) == 1:
        return 6 if is_deadly(faces[0], striker, blow, rules) else 0
    return 6 if rules.options.deadly_repeat == "again" and faces[-1] in rules.tables.combat.deadly else 0


def measure_plus(striker: Figure, blow: Blow, rules: Rulebook) -> int:
    """Return what weapon, 体 (追加打撃) and 拳法 add to the dice."""
    row = find_arm(blow, rules)
    if row is None:
        return 0
    plus = row.plus
    if row.body_bonus:
        plus += rules.tables.body_bonus_of(striker.tai)
    if isinstance(row, WeaponRow) and row.half_level:
        plus += striker.skills.get(row.skill, 0) // 2
    return plus


def reckon(
    faces: tuple[int, ...],
    striker: Figure,
    target: Figure,
    blow: Blow,
    rules: Rulebook,
    *,
    through: bool = False,
) -> Harm:
    """Return what the dice do to the target; `through` is a blow that goes through a parry."""
    row = find_arm(blow, rules)
    plus = measure_plus(striker, blow, rules)
    times = combine_styles(striker, rules).first_blow_times if blow.first else 1
    before = rules.options.triple == "before"
    rolled = _lessen(max(0, sum(faces) + plus) * (times if before else 1), target, blow, row, rules)
    deadly = is_deadly(faces[0], striker, blow, rules)
    whole = through and rules.options.pierce_armour == "whole"
    armour = (
        0
        if whole or _passes(faces[0], blow, rules, deadly=deadly)
        else _measure(striker, target, blow, rules)
    )
    full = rolled if before else max(0, rolled - armour) * times
    body = target.tai if through else 0
    amount = max(0, full - body - (armour if before else 0))
    return Harm(
        faces=faces,
        plus=plus,
        deadly=deadly,
        times=times,
        rolled=rolled if before else rolled * times,
        kept_off=body + armour,
        amount=amount,
    )


def _lessen(
    amount: int, target: Figure, blow: Blow, row: WeaponRow | MissileRow | None, rules: Rulebook
) -> int:
    """Return damage after 峰打ち, a target on horseback and a long way (乗馬戦闘, 飛び道具)."""
    if blow.style == "back":
        amount = halve(amount, rules)
    if target.mounted and isinstance(row, WeaponRow) and row.reach < 4:
        less = rules.tables.combat.mounted_one_ken_damage
        amount = halve(amount, rules) if row.reach < 2 else amount - less
    if blow.far:
        amount -= rules.tables.shots.far_damage
    return max(0, amount)


def _passes(face: int, blow: Blow, rules: Rulebook, *, deadly: bool) -> bool:
    """Return whether armour does not count (option `six_and_armour`)."""
    option = rules.options.six_and_armour
    six = face in rules.tables.combat.deadly
    if option == "six":
        return six
    return deadly and (option == "deadly" or six)


def _measure(striker: Figure, target: Figure, blow: Blow, rules: Rulebook) -> int:
    """Return what the target's armour keeps off: twice from afar, half against 鹿島."""
    armour = find_protection(target, rules) * (rules.tables.shots.far_armour if blow.far else 1)
    return halve(armour, rules) if combine_styles(striker, rules).enemy_armour_halved else armour


def find_protection(figure: Figure, rules: Rulebook) -> int:
    """Return the protection (防御点) of the armour worn."""
    row = rules.tables.armour.get(figure.armour)
    return 0 if row is None else row.protection
