"""What changes a shot: range, moving targets, a melee or a packed group, how one may be met."""

import msgspec

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_skill
from tenmatsu.systems.runequest.decide.hindering import cannot_attack
from tenmatsu.systems.runequest.decide.shielding import (
    Misplaced,
    find_guarded,
    find_struck,
    is_held_up,
    stop_by_guard,
)
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.degrees import is_success
from tenmatsu.systems.runequest.engaging import find_distance, list_engaged
from tenmatsu.systems.runequest.events.missiles import ShotStrayed
from tenmatsu.systems.runequest.figures import Arm, Special
from tenmatsu.systems.runequest.melee import Way
from tenmatsu.systems.runequest.rows_arms import WeaponRow
from tenmatsu.systems.runequest.state import State

__all__ = [
    "Misplaced",
    "aim_shot",
    "count_reload",
    "find_guarded",
    "find_struck",
    "find_victim",
    "is_held_up",
    "is_reloading",
    "list_specials",
    "may_defend",
    "measure_shot",
    "stop_by_guard",
    "temper_shot",
]
_PERCENT = 100
GROUP = "packed_group"


def aim_shot(state: State, rules: Rulebook, blow: Blow) -> Blow:
    """Return a missile blow with its modifiers, halvings and crowd: range, moving target, melee, group."""
    if blow.kind != "missile":
        return blow
    halvings, modifiers = dict(blow.halvings), dict(blow.modifiers)
    missiles = rules.tables.missiles
    row = _find_row(state, rules, blow)
    metres = measure_shot(state, blow)
    if row is not None and metres is not None and metres > row.range and not row.thrown:
        medium = metres * _PERCENT <= row.range * missiles.medium
        key = "medium_range" if medium else "long_range"
        halvings[key] = missiles.medium_divisor if medium else missiles.far_divisor
    way = _find_way(state, blow)
    if way == "crossing":
        halvings["crossing"] = missiles.crossing
    elif way == "evading" and rules.options.evade_moving == "halves":
        halvings["evading"] = missiles.evading
    crowd = _find_group(state, blow.target) if blow.packed else _find_fray(state, blow)
    if blow.packed and crowd:
        modifiers[GROUP] = missiles.group * len(crowd)
    return msgspec.structs.replace(blow, halvings=halvings, modifiers=modifiers, crowd=crowd)


def measure_shot(state: State, blow: Blow) -> int | None:
    """Return how far a missile goes, in metres; None where nothing says it."""
    metres = find_distance(state, blow.attacker, blow.target)
    return blow.metres if metres is None else metres


def _find_row(state: State, rules: Rulebook, blow: Blow) -> WeaponRow | None:
    figure = state.characters.get(blow.attacker)
    arm = None if figure is None else figure.arms.get(blow.arm)
    return None if arm is None else rules.tables.weapons.get(arm.weapon)


def _find_way(state: State, blow: Blow) -> Way:
    """Return how the target runs: in a melee it counts in rounds in which it moved."""
    melee = state.melee
    if melee is None or blow.target not in melee.fighters:
        return blow.way
    return melee.ways.get(blow.target, "straight") if melee.moved.get(blow.target, 0) > 0 else "straight"


def _find_group(state: State, target: str) -> tuple[str, ...]:
    """Return the packed group that somebody stands in."""
    groups = () if state.melee is None else state.melee.packed
    return next((_keep_bodies(state, group) for group in groups if target in group), ())


def _find_fray(state: State, blow: Blow) -> tuple[str, ...]:
    """Return who fights hand to hand around the target: all whom one engagement joins to another."""
    found, ahead = {blow.target}, [blow.target]
    while ahead:
        fresh = [one for one in list_engaged(state, ahead.pop()) if one not in found]
        found.update(fresh)
        ahead += fresh
    found.discard(blow.attacker)
    return _keep_bodies(state, tuple(sorted(found))) if len(found) > 1 else ()


def _keep_bodies(state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those whom a missile can strike: with a body, and alive."""
    figures = state.characters
    return tuple(one for one in names if one in figures and figures[one].embodied and not figures[one].dead)


def temper_shot(state: State, rules: Rulebook, blow: Blow, spec: CheckSpec) -> CheckSpec:
    """
    Return the roll of an aimed missile, for `specify_attack` to end with.

    In a melee critical and special come from the chance divided by its people, in a group from the chance
    without its bonus; whoever rides and moves shoots no better than they ride.
    """
    if blow.kind != "missile":
        return spec
    changes: dict[str, object] = {}
    if blow.packed:
        changes["degrees_without"] = (*spec.degrees_without, GROUP)
    elif len(blow.crowd) > 1:
        changes["degrees_divisor"] = spec.degrees_divisor * len(blow.crowd)
    figure, melee = state.characters.get(blow.attacker), state.melee
    moved = melee is not None and melee.moved.get(blow.attacker, 0) > 0
    if figure is not None and figure.mounted and moved:
        changes["skill"] = min(spec.skill, find_skill(state, rules, blow.attacker, "ride"))
    return msgspec.structs.replace(spec, **changes) if changes else spec


def may_defend(state: State, rules: Rulebook, blow: Blow, kind: str) -> bool:
    """
    Return whether a missile can be met so: thrown ones as usual, shot ones by `dodge_missiles` alone.

    Nobody of a packed group knows that it comes for them.
    """
    if blow.kind != "missile" or kind in ("none", "spirit"):
        return True
    row = _find_row(state, rules, blow)
    if row is None or blow.packed:
        return False
    return row.thrown or (kind == "dodge" and _dodges_missiles(state, blow.target))


def _dodges_missiles(state: State, character: str) -> bool:
    """Return whether somebody gives the round to dodging missiles."""
    intent = None if state.melee is None else state.melee.intents.get(character)
    return intent is not None and any(step.kind == "dodge_missiles" for step in intent.steps)


def find_victim(work: Work, blow: Blow) -> str:
    """
    Return whom a missile strikes in a melee or a group, rolled where needed; else the target.

    In a melee the target is struck by what its part of the chance covers; above that, up to the whole
    chance, chance names one of all who fight there.
    """
    crowd = _keep_bodies(work.state, blow.crowd)
    attack = blow.attack
    if blow.kind != "missile" or attack is None or not is_success(attack.degree) or len(crowd) <= 1:
        return blow.target
    if not blow.packed and attack.face <= max(attack.limits.chance // len(crowd), attack.limits.special):
        return blow.target
    (face,) = work.roll((len(crowd),), by=blow.attacker, for_="victim")
    victim = crowd[face - 1]
    if victim != blow.target or blow.packed:
        work.record(ShotStrayed(character=blow.attacker, target=blow.target, victim=victim))
    return victim


def list_specials(rules: Rulebook, weapon: WeaponRow) -> tuple[Special, ...]:
    """Return the kinds of special damage of a weapon (option `sling_special`)."""
    return (rules.options.sling_special,) if weapon.sling else weapon.specials


def count_reload(weapon: WeaponRow) -> int:
    """Return every how many rounds a weapon can be shot; 0 where it is as often as strike ranks allow."""
    slow = weapon.rate.removeprefix("1/").removesuffix("R").removesuffix("M")
    return 0 if weapon.rate in ("", "S/MR") else int(slow or "1")


def is_reloading(state: State, arm: Arm) -> bool:
    """Return whether a slow weapon (1/MR, 1/2R …) is not ready again yet."""
    return state.now < arm.ready_round


def loose(state: State, rules: Rulebook, character: str, arm: str) -> Arm:
    """Return an arm as it is after its shot: a thrown one left the hand, a bow is empty, a crossbow rests."""
    before = state.characters[character].arms[arm]
    row = rules.tables.weapons[before.weapon]
    every = count_reload(row)
    shots = 0 if row.thrown and before.shots is None else before.shots
    left = None if shots is None else max(0, shots - 1)
    return msgspec.structs.replace(
        before,
        hand="" if row.thrown and not left else before.hand,
        loaded=bool(every) and left != 0 and not row.thrown,
        ready_round=state.now + every if every and state.melee is not None else before.ready_round,
        shots=left,
    )


def hinder_aim(state: State, rules: Rulebook, blow: Blow) -> str:
    """Return why a missile cannot be shot now, as a key of `[labels]`; empty where it can."""
    figure, target = state.characters.get(blow.attacker), state.characters.get(blow.target)
    arm = None if figure is None else figure.arms.get(blow.arm)
    row = _find_row(state, rules, blow)
    if arm is None or row is None or not arm.hand:
        return "not_in_hand"
    if not row.range:
        return "no_missile"
    if arm.broken or arm.stuck_in:
        return "broken_arm" if arm.broken else "not_in_hand"
    if figure is not None and cannot_attack(state, figure):
        return "cannot_attack"
    if arm.shots == 0:
        return "no_shots"
    if is_reloading(state, arm):
        return "reloading"
    if list_engaged(state, blow.attacker):
        return "in_close_combat"
    if target is None or target.dead or not (target.embodied or target.visible):
        return "no_target"
    return _hinder_range(rules, row, measure_shot(state, blow))


def _hinder_range(rules: Rulebook, row: WeaponRow, metres: int | None) -> str:
    if metres is None:
        return ""
    if row.least_range and metres <= row.least_range:
        return "too_near"
    most = _PERCENT if row.thrown else rules.tables.missiles.far
    return "too_far" if metres * _PERCENT > row.range * most else ""
