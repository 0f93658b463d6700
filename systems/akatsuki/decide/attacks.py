"""Attacks: declared and rolled to hit, defended against, negated or taken."""

import msgspec

from tenmatsu.systems.akatsuki.commands.combat import Defend, Strike, TakeHit
from tenmatsu.systems.akatsuki.decide.checking import CheckSpec, list_modifiers, roll_check, verify_check
from tenmatsu.systems.akatsuki.decide.drawing import find_seen, has_fate, turn_fate
from tenmatsu.systems.akatsuki.decide.harming import suffer
from tenmatsu.systems.akatsuki.decide.paying import (
    check_payment,
    pay,
    spend_chivalry,
)
from tenmatsu.systems.akatsuki.decide.turns import can_act, measure_distance, pay_major
from tenmatsu.systems.akatsuki.decide.work import Rulebook, Work, find_combat, find_figure, refuse
from tenmatsu.systems.akatsuki.events.combat import (
    Attacked,
    AttackOpened,
    Defended,
    HitNegated,
    HitTaken,
    Missed,
)
from tenmatsu.systems.akatsuki.pending import list_ways
from tenmatsu.systems.akatsuki.rows import WeaponRow
from tenmatsu.systems.akatsuki.state import Attack, Figure, Harm, State

DEFENCES = ("guard", "dodge", "none")
"""防御, 回避, or nothing: keys of `[labels]`."""


def strike(work: Work, command: Strike) -> None:
    """Attack somebody: a player's character rolls to hit; against an NPC's attack its target defends."""
    find_combat(work)
    striker, target = find_figure(work, command.character), find_figure(work, command.target)
    row = _verify_strike(work, command, striker, target)
    spec = specify_hit(work.state, work.rules, command)
    payment = None
    if striker.npc:
        _verify_unboosted(work, command)
    else:
        verify_check(work, spec)
        payment = check_payment(work, command)
    pay_major(work, command.character)
    harm = find_harm(row, command.style)
    work.record(
        Attacked(
            character=command.character,
            target=command.target,
            weapon=command.weapon,
            style=command.style,
            harm=harm,
            rank=row.rank,
        )
    )
    if payment is not None and not roll_check(work, spec, pay(work, payment)).success:
        work.record(Missed(character=command.character, target=command.target))
        return
    eased = -work.rules.tables.combat.held_back if striker.npc and command.style == "held_back" else 0
    attack = Attack(
        attacker=command.character,
        target=command.target,
        weapon=command.weapon,
        harm=harm,
        rank=row.rank,
        stage="defend",
        choices=DEFENCES,
        eased=eased,
    )
    if target.npc or not can_act(work.state, work.rules, command.target):
        _offer(work, attack)
    else:
        work.record(AttackOpened(attack=attack))


def _verify_strike(work: Work, command: Strike, striker: Figure, target: Figure) -> WeaponRow:
    row = work.rules.tables.weapons.get(command.weapon)
    if row is None:
        refuse(work, "unknown_weapon", weapon=command.weapon)
    if command.character == command.target:
        refuse(work, "strikes_oneself")
    if target.dead:
        refuse(work, "is_dead", character=command.target)
    if striker.npc and target.npc:
        refuse(work, "npc_against_npc", character=command.character, against=command.target)
    distance = measure_distance(work.state, command.character, command.target)
    if distance is None:
        absent = command.target if target.lane is None else command.character
        refuse(work, "not_in_combat", character=absent)
    if distance > row.reach:
        refuse(work, "out_of_reach", weapon=command.weapon, target=command.target, lanes=distance)
    if command.style == "held_back":
        field = work.rules.tables.combat.held_back_field
        if not striker.has_field(field):
            refuse(work, "cannot_hold_back", character=command.character, field=field)
        if row.harm == "nonlethal":
            refuse(work, "nothing_to_hold_back", weapon=command.weapon)
    return row


def _verify_unboosted(work: Work, command: Strike) -> None:
    if command.plus or command.cards or command.chivalry:
        refuse(work, "npc_rolls_not", character=command.character)


def find_harm(row: WeaponRow, style: str) -> Harm:
    """Return the kind of harm that a way of striking does."""
    match style:
        case "vital":
            return "lethal"
        case "held_back":
            return "nonlethal"
        case _:
            return row.harm


def specify_hit(state: State, rules: Rulebook, command: Strike) -> CheckSpec:
    """Return the check that a player's character hits with; an unknown weapon counts as the bare hand's."""
    rows, row = rules.tables.combat, rules.tables.weapons.get(command.weapon)
    target = state.characters.get(command.target)
    against = command.target if target is not None and target.npc else ""
    return CheckSpec(
        character=command.character,
        purpose="hit",
        ability="goro" if row is None else row.ability,
        field=rows.hit_field,
        modifiers=list_modifiers(
            held_back=rows.held_back if command.style == "held_back" else 0,
            difficulty=command.difficulty,
            gear=command.gear,
            effect=command.effect,
        ),
        against=against,
        against_ability=rows.evade_ability,
    )


def specify_defence(state: State, rules: Rulebook, command: Defend, attack: Attack) -> CheckSpec:
    """Return the check of a defence: the rate of an NPC who attacks changes its target."""
    rows, row = rules.tables.combat, rules.tables.weapons.get(attack.weapon)
    attacker = state.characters.get(attack.attacker)
    guards = command.choice == "guard"
    return CheckSpec(
        character=command.character,
        purpose="guard" if guards else "dodge",
        ability=rows.guard_ability if guards else rows.dodge_ability,
        field=rows.guard_field if guards else rows.dodge_field,
        modifiers=list_modifiers(
            held_back=attack.eased,
            difficulty=command.difficulty,
            gear=command.gear,
            effect=command.effect,
        ),
        against=attack.attacker if attacker is not None and attacker.npc else "",
        against_ability=None if row is None else row.ability,
    )


def defend(work: Work, command: Defend) -> None:
    """Answer an attack; what is not stopped hits."""
    attack = _find_attack(work, command.character, "defend")
    if command.choice == "none":
        if command.plus or command.cards or command.chivalry:
            refuse(work, "no_defence_to_boost")
        _offer(work, attack)
        return
    spec = specify_defence(work.state, work.rules, command, attack)
    verify_check(work, spec)
    payment = check_payment(work, command)
    if roll_check(work, spec, pay(work, payment)).success:
        work.record(Defended(character=command.character, attacker=attack.attacker, choice=command.choice))
        return
    _offer(work, attack)


def offer_hit(work: Work, *, attacker: str, target: str, weapon: str = "", harm: Harm, rank: int) -> None:
    """
    Let somebody negate a hit, or take it where there is nothing to negate it with.

    No attacker stands for harm that comes from nobody: a fall, a fire.
    """
    _offer(
        work,
        Attack(attacker=attacker, target=target, weapon=weapon, harm=harm, rank=rank, stage="take"),
    )


def _offer(work: Work, attack: Attack) -> None:
    figure = find_figure(work, attack.target)
    ways = ["negate"] if has_fate(figure) else []
    if figure.chivalry and work.rules.options.chips_as_damage == "yes":
        ways.append("negate_chivalry")
    if not ways:
        _take(work, attack)
        return
    offered = msgspec.structs.replace(attack, stage="take", choices=(*ways, "take"))
    work.record(AttackOpened(attack=offered))


def answer_hit(work: Work, command: TakeHit) -> None:
    """Negate a hit with a fate card (死中に活) or a chip, or take it."""
    attack = _find_attack(work, command.character, "take")
    if command.choice not in list_ways(work.state, attack):
        refuse(work, "cannot_negate", choice=command.choice)
    if command.card and command.choice != "negate":
        refuse(work, "no_card_to_turn", card=command.card)
    if command.choice == "take":
        _take(work, attack)
        return
    if command.choice == "negate":
        place = find_seen(work, command.character, command.card) if command.card else 0
        turn_fate(work, command.character, "negated", place)
    else:
        spend_chivalry(work, command.character)
    work.record(HitNegated(character=command.character, attacker=attack.attacker, by=command.choice))


def _take(work: Work, attack: Attack) -> None:
    work.record(
        HitTaken(character=attack.target, attacker=attack.attacker, harm=attack.harm, rank=attack.rank)
    )
    suffer(work, attack.target, attack.harm, attack.rank)


def _find_attack(work: Work, character: str, stage: str) -> Attack:
    attack = work.state.attack
    if attack is None or attack.stage != stage or attack.target != character:
        refuse(work, "not_attacked", character=character)
    return attack
