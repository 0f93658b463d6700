"""Repairing weapons and shields."""

from tenmatsu.systems.runequest.commands.wounds import RepairArm
from tenmatsu.systems.runequest.decide.checking import CheckSpec, roll_check
from tenmatsu.systems.runequest.decide.skills import find_skill, list_burdens
from tenmatsu.systems.runequest.decide.work import Rulebook, Work, find_arm, find_awake, refuse
from tenmatsu.systems.runequest.degrees import is_success
from tenmatsu.systems.runequest.events.wounds import ArmRepaired
from tenmatsu.systems.runequest.state import State

CRAFT = "craft"


def repair_arm(work: Work, command: RepairArm) -> None:
    """Repair a weapon or shield by craft; it takes as long as the GM says."""
    owner = command.owner or command.character
    find_awake(work, command.character)
    held = find_arm(work, owner, command.arm)
    if work.state.melee is not None:
        refuse(work, "time_in_melee")
    if held.broken or held.max_hp <= 0:
        refuse(work, "beyond_repair", arm=command.arm)
    if held.hp >= held.max_hp:
        refuse(work, "not_damaged", arm=command.arm)
    if is_success(roll_check(work, specify_repair(work.state, work.rules, command.character))):
        restore_arm(work, owner, command.arm)


def specify_repair(state: State, rules: Rulebook, character: str) -> CheckSpec:
    """Return the roll of a repair."""
    return CheckSpec(
        character=character,
        purpose=CRAFT,
        ability=CRAFT,
        skill=find_skill(state, rules, character, CRAFT),
        circumstances=list_burdens(state, rules, character, CRAFT),
    )


def restore_arm(work: Work, owner: str, arm: str) -> None:
    """Give a weapon or shield all its points back; one at 0 or less loses 1 of them, and its magic."""
    held = work.state.characters[owner].arms.get(arm)
    if held is None or held.broken or held.hp >= held.max_hp:
        return
    plain = held.hp <= 0
    max_hp = held.max_hp - (work.rules.tables.wounds.repair if plain else 0)
    work.record(
        ArmRepaired(character=owner, arm=arm, weapon=held.weapon, hp=max_hp, max_hp=max_hp, plain=plain)
    )
