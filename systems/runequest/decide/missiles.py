"""Decide commands: of missiles; perform the shots of the queue."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.commands.missiles import SetCover, SetGroup, SetWay, Shoot
from tenmatsu.systems.runequest.decide.blowing import specify_attack, start_blow
from tenmatsu.systems.runequest.decide.checking import CheckSpec
from tenmatsu.systems.runequest.decide.given import check_given
from tenmatsu.systems.runequest.decide.performing import perform_with, specify_with
from tenmatsu.systems.runequest.decide.shooting import aim_shot, hinder_aim, loose
from tenmatsu.systems.runequest.decide.work import (
    Rulebook,
    Work,
    find_arm,
    find_awake,
    find_figure,
    find_melee,
    refuse,
)
from tenmatsu.systems.runequest.events.missiles import CoverSet, GroupsSet, ShotLoosed, WaySet
from tenmatsu.systems.runequest.melee import Action
from tenmatsu.systems.runequest.state import State

_LEAST_GROUP = 2


def make_shot(action: Action, target: str) -> Blow:
    """Return the blow of a shot of the queue."""
    step = action.step
    return Blow(
        attacker=action.character,
        target=target,
        arm=step.arm,
        kind="missile",
        action=action.id,
        packed=step.anyone,
    )


def _hinder(state: State, rules: Rulebook, action: Action, target: str) -> str:
    return hinder_aim(state, rules, make_shot(action, target))


@perform_with("shoot", hinder=_hinder)
def perform_shot(work: Work, action: Action, target: str) -> None:
    """Let a missile go; what comes of it is a blow."""
    _loose(work, make_shot(action, target))


@specify_with("shoot")
def specify_shot_due(state: State, rules: Rulebook, action: Action, target: str) -> CheckSpec:
    """Return the roll of a shot of the queue."""
    return specify_attack(state, rules, aim_shot(state, rules, make_shot(action, target)))


def _loose(work: Work, blow: Blow) -> None:
    """Begin the blow, and let the missile go where no earlier fumble takes the attack away."""
    before = (work.state.blow, work.state.blows)
    start_blow(work, blow)
    if (work.state.blow, work.state.blows) == before:
        return
    after = loose(work.state, work.rules, blow.attacker, blow.arm)
    work.record(
        ShotLoosed(
            character=blow.attacker,
            target=blow.target,
            arm=blow.arm,
            hand=after.hand,
            loaded=after.loaded,
            ready_round=after.ready_round,
            shots=after.shots,
        )
    )


def specify_shot(rules: Rulebook, command: Shoot) -> Blow:
    """Return the blow of a shot outside a melee."""
    modifiers = {"surprised": rules.tables.melee.surprised} if command.unaware else {}
    if command.plus:
        modifiers["gm_says"] = command.plus
    return Blow(
        attacker=command.character,
        target=command.target,
        arm=command.arm,
        kind="missile",
        metres=command.metres,
        way=command.way,
        modifiers=modifiers,
    )


def shoot(work: Work, command: Shoot) -> None:
    """Shoot or throw at somebody outside a melee."""
    find_awake(work, command.character)
    find_figure(work, command.target)
    find_arm(work, command.character, command.arm)
    if work.state.melee is not None:
        refuse(work, "in_melee")
    if command.character == command.target:
        refuse(work, "against_oneself", character=command.character)
    check_given(work, plus=command.plus > 0, unaware=command.unaware)
    blow = specify_shot(work.rules, command)
    why = hinder_aim(work.state, work.rules, blow)
    if why:
        refuse(work, "cannot_shoot", character=command.character, why=why)
    _loose(work, blow)


def set_cover(work: Work, command: SetCover) -> None:
    """Say what is behind an obstacle; something stays bare."""
    _find_member(work, command.character)
    figure = find_figure(work, command.character)
    for location in command.locations:
        if location not in figure.locations:
            refuse(work, "no_such_location", character=command.character, location=location)
    covered = tuple(name for name in figure.locations if name in command.locations)
    if covered and len(covered) == len(figure.locations):
        refuse(work, "cover_everything")
    work.record(CoverSet(character=command.character, locations=covered))


def set_group(work: Work, command: SetGroup) -> None:
    """Pack fighters together; whoever is named leaves the group they stood in before."""
    melee = find_melee(work)
    members = tuple(dict.fromkeys(command.members))
    for member in members:
        _find_member(work, member)
    if len(members) < _LEAST_GROUP and not any(members[0] in group for group in melee.packed):
        refuse(work, "group_too_small", character=members[0])
    rest = (tuple(one for one in group if one not in members) for group in melee.packed)
    groups = tuple(group for group in (*rest, members) if len(group) >= _LEAST_GROUP)
    work.record(GroupsSet(groups=groups))


def set_way(work: Work, command: SetWay) -> None:
    """Say how a fighter runs."""
    _find_member(work, command.character)
    work.record(WaySet(character=command.character, way=command.way))


def _find_member(work: Work, character: str) -> None:
    """Refuse whoever is not in the melee, able to act or not."""
    find_figure(work, character)
    if character not in find_melee(work).fighters:
        refuse(work, "not_in_melee", character=character)


MISSILE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    Shoot: shoot,
    SetCover: set_cover,
    SetGroup: set_group,
    SetWay: set_way,
}
"""By command class."""
