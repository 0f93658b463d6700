"""Decide what characters have: weapons and shields, in which hand, armour, what else they carry."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.building import is_held, make_arm, name_arm, other_hand
from tenmatsu.systems.runequest.commands.making import Carry, Equip, Unequip, WearArmor, Wield
from tenmatsu.systems.runequest.decide.given import check_given
from tenmatsu.systems.runequest.decide.naming import check_row
from tenmatsu.systems.runequest.decide.work import Work, find_arm, find_figure, refuse
from tenmatsu.systems.runequest.events.making import (
    ArmGained,
    ArmGivenAway,
    ArmHeld,
    ArmorWorn,
    LoadChanged,
)
from tenmatsu.systems.runequest.figures import Figure, Hand
from tenmatsu.systems.runequest.tables import Tables

HANDS: dict[Hand, tuple[Hand, ...]] = {
    "": (),
    "right": ("right",),
    "left": ("left",),
    "both": ("right", "left"),
}
"""The hands that something takes."""


def equip(work: Work, command: Equip) -> None:
    """Get a weapon or shield, carried or in hand."""
    figure, tables = _find_calm(work, command.character), work.rules.tables
    if not figure.embodied:
        refuse(work, "no_body", character=command.character)
    check_row(work, "weapons", command.weapon)
    reason = find_hand_refusal(tables, figure, command.weapon, command.hand) if command.hand else ""
    if reason:
        refuse(work, reason, character=command.character, weapon=command.weapon)
    check_given(work, iron=command.iron)
    gained = make_arm(tables, command.weapon, hand=command.hand, iron=command.iron, shots=command.shots)
    work.record(
        ArmGained(
            character=command.character,
            arm=name_arm(figure.arms, command.weapon),
            gained=gained,
            away=list_in_hands(figure, command.hand),
        )
    )


def unequip(work: Work, command: Unequip) -> None:
    """Give a weapon or shield away."""
    _find_calm(work, command.character)
    arm = find_arm(work, command.character, command.arm)
    if not is_held(work.rules.tables, arm.weapon):
        refuse(work, "part_of_body", character=command.character, weapon=arm.weapon)
    work.record(ArmGivenAway(character=command.character, arm=command.arm, weapon=arm.weapon))


def wield(work: Work, command: Wield) -> None:
    """Take a weapon or shield in hand, or put it away, outside a melee."""
    _find_calm(work, command.character)
    arm = find_arm(work, command.character, command.arm)
    if command.hand == "away":
        if not arm.hand:
            refuse(work, "not_in_hand", character=command.character, weapon=arm.weapon)
        work.record(ArmHeld(character=command.character, arm=command.arm, weapon=arm.weapon, hand=""))
        return
    take_in_hand(work, command.character, command.arm, command.hand, command.grip)


def take_in_hand(work: Work, character: str, arm: str, hand: Hand = "", grip: str = "") -> None:
    """
    Let somebody take a weapon or shield in hand, by a grip of its own; refuse where that cannot be.

    The hand is chosen where none is named. What was held there is put away. It rolls nothing.
    """
    figure, tables = find_figure(work, character), work.rules.tables
    found = find_arm(work, character, arm)
    reason = find_hold_refusal(tables, figure, arm, hand, grip)
    if reason:
        refuse(work, reason, character=character, weapon=grip or found.weapon)
    weapon = grip or found.weapon
    held = hand or find_hand(tables, figure, weapon)
    away = tuple(one for one in list_in_hands(figure, held) if one != arm)
    work.record(ArmHeld(character=character, arm=arm, weapon=weapon, hand=held, away=away))


def find_hold_refusal(tables: Tables, figure: Figure, arm: str, hand: Hand = "", grip: str = "") -> str:
    """Return why somebody cannot take a weapon or shield of theirs in hand, or nothing."""
    found = figure.arms.get(arm)
    if found is None:
        return "no_such_arm"
    row = tables.weapons.get(found.weapon)
    if row is None or found.broken:
        return "arm_broken"
    if found.stuck_in:
        return "arm_stuck"
    if grip and grip != found.weapon and grip not in row.grips:
        return "no_such_grip"
    weapon = grip or found.weapon
    return find_hand_refusal(tables, figure, weapon, hand or find_hand(tables, figure, weapon))


def find_hand(tables: Tables, figure: Figure, weapon: str) -> Hand:
    """Return the hand that a weapon is taken in where none is named."""
    row = tables.weapons[weapon]
    if row.hands > 1:
        return "both"
    return other_hand(figure.main_hand) if row.shield else figure.main_hand


def find_hand_refusal(tables: Tables, figure: Figure, weapon: str, hand: Hand) -> str:
    """Return why a weapon cannot be held in that hand, or nothing."""
    if not is_held(tables, weapon):
        return "part_of_body"
    if (tables.weapons[weapon].hands > 1) != (hand == "both"):
        return "wrong_hands"
    for side in HANDS[hand]:
        location = figure.locations.get(f"{side}_arm")
        if location is not None and (location.hp <= 0 or location.state != "whole"):
            return "arm_useless"
    return ""


def list_in_hands(figure: Figure, hand: Hand) -> tuple[str, ...]:
    """Return the ids of what is held in a hand, or in either."""
    taken = set(HANDS[hand])
    return tuple(name for name, arm in figure.arms.items() if taken & set(HANDS[arm.hand]))


def wear_armor(work: Work, command: WearArmor) -> None:
    """Put armour on, or take it off."""
    figure, tables = _find_calm(work, command.character), work.rules.tables
    if command.armor:
        check_row(work, "armor", command.armor)
    if not figure.locations:
        refuse(work, "no_body", character=command.character)
    for place in command.locations or ("",):
        if place not in figure.locations:
            refuse(work, "unknown_row", kind="locations", name=place, known=tuple(figure.locations))
    points = tables.armor[command.armor].points if command.armor else 0
    locations = tuple(dict.fromkeys(command.locations))
    work.record(
        ArmorWorn(character=command.character, armor=command.armor, points=points, locations=locations)
    )


def carry(work: Work, command: Carry) -> None:
    """Say what else is carried."""
    if not find_figure(work, command.character).embodied:
        refuse(work, "no_body", character=command.character)
    work.record(LoadChanged(character=command.character, now=command.enc))


def _find_calm(work: Work, character: str) -> Figure:
    """Return a character whose things may change now: in a melee the GM alone hands things around."""
    figure = find_figure(work, character)
    melee = work.state.melee
    if melee is not None and character in melee.fighters and not work.is_gm:
        refuse(work, "no_time_for_that", character=character)
    return figure


EQUIPPING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    Equip: equip,
    Unequip: unequip,
    Wield: wield,
    WearArmor: wear_armor,
    Carry: carry,
}
"""By command class."""
