"""Decide commands: of attacks and defences; perform what is declared of them in a melee."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.blows import Blow, BlowKind
from tenmatsu.systems.runequest.bodies import can_fight, is_weighed_down
from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.decide.blowing import specify_attack, start_blow
from tenmatsu.systems.runequest.decide.checking import CheckSpec
from tenmatsu.systems.runequest.decide.hands import find_default_arm
from tenmatsu.systems.runequest.decide.hindering import cannot_attack
from tenmatsu.systems.runequest.decide.performing import perform_with, specify_with
from tenmatsu.systems.runequest.decide.shooting import list_specials
from tenmatsu.systems.runequest.decide.work import Rulebook, Work, find_awake, find_figure, refuse
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import Action, StepKind
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import Tables
from tenmatsu.systems.runequest.wielding import get_row, is_at_hand

_KINDS: dict[StepKind, BlowKind] = {"attack": "melee", "knockback": "knockback", "aimed_blow": "aimed"}
_ATTACKS = frozenset(_KINDS)


def find_hindrance(state: State, rules: Rulebook, action: Action, target: str) -> str:
    """Return what stands in the way of an attack of the queue, as a key of `[labels]`."""
    figure, tables = state.characters[action.character], rules.tables
    arm = action.step.arm or find_default_arm(tables, figure)
    if not arm or not is_at_hand(tables, figure, arm):
        return "weapon_not_at_hand"
    if not can_fight(figure):
        return "shocked"
    if cannot_attack(state, figure):
        return "cannot_attack"
    row = get_row(tables, figure, arm)
    if row.shield and is_weighed_down(state, tables, action.character, arm):
        return "weapon_in_shield"
    used = {} if state.melee is None else state.melee.shields_used
    parried = used.get(f"{action.character}|{arm}") == "parry"
    if row.shield and parried and rules.options.shield_two_weapon == "either":
        return "shield_parried"
    if rules.options.natural_weapon_pair == "no" and _is_natural_pair(state, tables, action, arm):
        return "natural_second"
    return _find_obstacle(state, action, target) if target else ""


def _is_natural_pair(state: State, tables: Tables, action: Action, arm: str) -> bool:
    """Return whether a kick or bite would be one of two weapons of the round."""
    queue = () if state.melee is None else state.melee.queue
    figure = state.characters[action.character]
    before = [
        one.step.arm or find_default_arm(tables, figure)
        for one in queue
        if one.character == action.character and one.step.kind in _ATTACKS and one.state == "done"
    ]
    return any(
        other != arm and any(_is_natural(tables, figure, one) for one in (other, arm)) for other in before
    )


def _is_natural(tables: Tables, figure: Figure, arm: str) -> bool:
    return get_row(tables, figure, arm).natural in ("leg", "head")


def _find_obstacle(state: State, action: Action, target: str) -> str:
    found = state.characters.get(target)
    if found is None or found.dead:
        return "target_gone"
    unseen = not found.embodied and (not found.visible or action.step.kind != "attack")
    return "no_body" if unseen else ""


@perform_with("attack", "knockback", "aimed_blow", hinder=find_hindrance)
def perform_attack(work: Work, action: Action, target: str) -> None:
    """Start the blow that an action of the queue is."""
    start_blow(work, make_blow(work.state, work.rules, action, target))


def make_blow(state: State, rules: Rulebook, action: Action, target: str) -> Blow:
    """Return the blow that an action of the queue is."""
    step, figure = action.step, state.characters[action.character]
    return Blow(
        attacker=action.character,
        target=target,
        arm=step.arm or find_default_arm(rules.tables, figure),
        kind=_KINDS[step.kind],
        action=action.id,
        part=action.part,
        off_hand=action.off_hand,
        special=step.special or None,
        aimed=step.locations[0] if step.kind == "aimed_blow" and step.locations else "",
    )


@specify_with("attack", "knockback", "aimed_blow")
def specify_attack_due(state: State, rules: Rulebook, action: Action, target: str) -> CheckSpec:
    """Return the roll of an attack of the queue, before what the defence takes off."""
    return specify_attack(state, rules, make_blow(state, rules, action, target))


def strike(work: Work, command: Strike) -> None:
    """Let somebody strike outside a melee."""
    if work.state.melee is not None:
        refuse(work, "strike_in_melee")
    figure, target = find_awake(work, command.character), find_figure(work, command.target)
    tables = work.rules.tables
    arm = command.arm or find_default_arm(tables, figure)
    if not is_at_hand(tables, figure, arm):
        refuse(work, "not_at_hand", character=command.character, arm=arm)
    if target.dead or command.target == command.character:
        refuse(work, "no_target", target=command.target)
    row = get_row(tables, figure, arm)
    if row.range:
        refuse(work, "not_for_melee", arm=arm)
    if command.special and command.special not in list_specials(work.rules, row):
        refuse(work, "no_such_special", arm=arm, special=command.special)
    if not target.embodied and (not target.visible or command.how in ("aimed", "knockback")):
        refuse(work, "no_target", target=command.target)
    if (command.how == "aimed") != bool(command.location) or (
        command.location and command.location not in target.locations
    ):
        refuse(work, "aim_where", known=tuple(target.locations))
    if cannot_attack(work.state, figure):
        refuse(work, "cannot_attack", character=command.character)
    start_blow(work, specify_strike(tables, figure, command))


def specify_strike(tables: Tables, figure: Figure, command: Strike) -> Blow:
    """Return the blow that is struck outside a melee."""
    modifiers = {"surprised": tables.melee.surprised} if command.unaware else {}
    if command.plus:
        modifiers["gm_says"] = command.plus
    return Blow(
        attacker=command.character,
        target=command.target,
        arm=command.arm or find_default_arm(tables, figure),
        kind=command.how,
        special=command.special or None,
        aimed=command.location,
        modifiers=modifiers,
    )


ATTACK_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {Strike: strike}
"""By command class."""
