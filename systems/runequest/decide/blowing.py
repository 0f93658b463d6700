"""The course of a blow: declared, met, rolled, settled by the result tables."""

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.blows import Blow, Defence, Rolled
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_chance, roll_told, set_against
from tenmatsu.systems.runequest.decide.choosing import continue_with, open_choice
from tenmatsu.systems.runequest.decide.damaging import roll_damage
from tenmatsu.systems.runequest.decide.defending import (
    PARRY,
    find_weapon_skill,
    list_arm_circumstances,
    list_defences,
    list_forfeits,
    list_stuck_divisors,
    specify_defence,
)
from tenmatsu.systems.runequest.decide.fumbling import roll_fumble
from tenmatsu.systems.runequest.decide.hindering import forfeit, is_held_back, sum_hindrances
from tenmatsu.systems.runequest.decide.queueing import see_as_due, settle_action
from tenmatsu.systems.runequest.decide.shooting import aim_shot, find_victim, temper_shot
from tenmatsu.systems.runequest.decide.striking import settle_blow
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.degrees import is_success
from tenmatsu.systems.runequest.events.attacks import (
    BlowBegun,
    BlowDeclared,
    BlowMet,
    BlowRolled,
    BlowSettled,
)
from tenmatsu.systems.runequest.state import Choice, State
from tenmatsu.systems.runequest.wielding import get_row, get_weapon

__all__ = [
    "list_defences",
    "resume_blow",
    "roll_damage",
    "roll_fumble",
    "specify_attack",
    "specify_defence",
    "start_blow",
]
_replace = msgspec.structs.replace


def start_blow(work: Work, blow: Blow) -> None:
    """
    Declare a blow; behind one that is under way it waits in `State.blows`.

    Whoever lost their next attack by a fumble loses this one.
    """
    if forfeit(work, blow.attacker, "no_attack"):
        settle_action(work, blow.action, "lost")
        return
    tables, figure = work.rules.tables, work.state.characters[blow.attacker]
    weapon = get_weapon(tables, figure, blow.arm)
    shield = bool(get_row(tables, figure, blow.arm).shield) and work.state.melee is not None
    work.record(BlowDeclared(blow=blow, weapon=weapon, shield=shield))


def resume_blow(work: Work) -> bool:
    """Take the next step of the blow under way; return whether there was one."""
    blow = work.state.blow
    if blow is None:
        if not work.state.blows:
            return False
        following = work.state.blows[0]
        work.record(BlowBegun(attacker=following.attacker, target=following.target))
    elif blow.stage == "declared":
        _meet(work, blow)
    elif blow.stage == "met":
        _roll(work, blow)
    else:
        settle_blow(work, blow)
    return True


def _meet(work: Work, blow: Blow) -> None:
    """Ask the target how they meet the blow, before the attack is rolled."""
    target = work.state.characters.get(blow.target)
    attacker = work.state.characters.get(blow.attacker)
    weapon = "" if attacker is None else get_weapon(work.rules.tables, attacker, blow.arm)
    if target is None or target.dead or not weapon:
        work.record(BlowSettled(attacker=blow.attacker, target=blow.target, outcome="void"))
        settle_action(work, blow.action, "done")
        return
    blow = _aim(work, blow)
    options = list_defences(work.state, work.rules, blow)
    if len(options) == 1:
        _settle_defence(work, blow, options[0])
        return
    chance = find_chance(work.rules, specify_attack(work.state, work.rules, blow))
    data: dict[str, int | str] = {"attacker": blow.attacker, "weapon": weapon, "chance": chance}
    open_choice(work, "defend", blow.target, options, "meet_blow", data)


def _aim(work: Work, blow: Blow) -> Blow:
    return aim_shot(work.state, work.rules, blow) if blow.kind == "missile" else blow


@continue_with("meet_blow")
def meet_blow(work: Work, choice: Choice, command: Choose) -> None:
    """Settle how the blow under way is met."""
    if work.state.blow is not None:
        _settle_defence(work, _aim(work, work.state.blow), command.use)


def read_defence(use: str) -> Defence:
    """Return the defence that an answer chooses."""
    if use.startswith(PARRY):
        return Defence(kind="parry", arm=use.removeprefix(PARRY))
    if use == "dodge":
        return Defence(kind="dodge")
    return Defence(kind="spirit" if use == "spirit" else "none")


def _settle_defence(work: Work, blow: Blow, use: str) -> None:
    defence = read_defence(use)
    figure, arm = work.state.characters[blow.target], defence.arm
    tried, counted = 0, defence.kind in ("parry", "dodge")
    if counted and work.state.melee is not None:
        tried = work.state.melee.defences.get(blow.target, 0) + 1
    shield = bool(get_row(work.rules.tables, figure, arm).shield)
    weapon = get_weapon(work.rules.tables, figure, arm)
    for what in list_forfeits(work.state, work.rules, blow):
        forfeit(work, blow.target, what)
    work.record(
        BlowMet(
            blow=_replace(blow, defence=defence, stage="met"),
            weapon=weapon,
            defences=tried,
            shield=shield and work.state.melee is not None,
        )
    )


def _roll(work: Work, blow: Blow) -> None:
    """Let the dice of both sides fall: a parry or dodge declared is rolled even against a miss."""
    attack = specify_attack(work.state, work.rules, blow)
    defended: Rolled | None = None
    if blow.defence is None or blow.defence.kind == "none":
        rolled = _roll_side(work, attack)
    else:
        attack, defence = set_against(attack, specify_defence(work.state, work.rules, blow), work.rules)
        rolled = _roll_side(work, attack)
        defended = _roll_side(work, defence)
    victim = blow.target
    if blow.kind == "missile" and is_success(rolled.degree):
        victim = find_victim(work, _replace(blow, attack=rolled, defended=defended))
    if victim != blow.target:
        defended = None
    work.record(BlowRolled(target=victim, attack=rolled, defended=defended))


def _roll_side(work: Work, spec: CheckSpec) -> Rolled:
    told = roll_told(work, spec)
    return Rolled(face=told.face, limits=told.limits, degree=told.degree)


def specify_attack(state: State, rules: Rulebook, blow: Blow) -> CheckSpec:
    """Return the roll of the attacker, before what is over 100 % is set against the defence."""
    spec = _specify_awake(state, rules, blow)
    if blow.kind == "missile":
        return temper_shot(state, rules, blow, spec)
    if not state.characters[blow.target].is_helpless:
        return spec
    real, helpless = find_chance(rules, spec), rules.tables.melee.helpless
    by_skill = rules.options.helpless_degrees == "skill"
    return _replace(
        spec,
        skill=helpless,
        circumstances=(),
        divisors={},
        degrees_from=real if by_skill else helpless,
        fumble_from=real,
    )


def _specify_awake(state: State, rules: Rulebook, blow: Blow) -> CheckSpec:
    """Return the roll of the attacker against one who is not helpless."""
    state = see_as_due(state, blow.action)
    figure = state.characters[blow.attacker]
    if blow.part is None:
        skill = find_weapon_skill(state, rules, blow.attacker, blow.arm, off=blow.off_hand)
    else:
        skill = blow.part
    told = [
        *(Circumstance(key, amount) for key, amount in blow.modifiers.items()),
        *_list_openings(state, rules, blow),
        *list_arm_circumstances(state, rules, blow.attacker, blow.arm),
    ]
    melee, divisors = rules.tables.melee, dict(blow.halvings)
    if figure.prone:
        divisors["prone_attacker"] = melee.prone_attacker
    if blow.kind == "aimed":
        divisors["aimed_blow"] = melee.aimed
    arm = figure.arms.get(blow.arm)
    if arm is not None and arm.max_hp and arm.hp <= 0:
        divisors["broken_weapon"] = melee.broken_weapon
    divisors |= list_stuck_divisors(state, rules.tables, blow.attacker, blow.arm)
    return CheckSpec(
        character=blow.attacker,
        purpose="attack",
        ability=get_weapon(rules.tables, figure, blow.arm),
        skill=skill,
        circumstances=tuple(one for one in told if one.amount),
        divisors=divisors,
    )


def _list_openings(state: State, rules: Rulebook, blow: Blow) -> list[Circumstance]:
    """Return what the state of the target adds to an attack."""
    target, melee = state.characters[blow.target], rules.tables.melee
    told = list[Circumstance]()
    if target.surprised and "surprised" not in blow.modifiers:
        told.append(Circumstance("surprised", melee.surprised))
    if target.prone:
        told.append(Circumstance("prone", melee.prone))
    if is_held_back(state, target, "exposed"):
        told.append(Circumstance("exposed", sum_hindrances(state, target, "exposed")))
    return told
