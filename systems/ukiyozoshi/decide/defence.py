"""Step three of an attack: parry, sidestep or nothing (受け判定)."""

from typing import Literal

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.blows import AnswerBlow
from tenmatsu.systems.ukiyozoshi.decide.aiming import FIST, find_arm, is_drawn
from tenmatsu.systems.ukiyozoshi.decide.budget import SIDESTEP, buy, find_turn, pay_defence, use_defence
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, continue_with, start_check, verify_check
from tenmatsu.systems.ukiyozoshi.decide.damage import pierce, recoil, roll_harm, strike, stun
from tenmatsu.systems.ukiyozoshi.decide.effects import combine_styles
from tenmatsu.systems.ukiyozoshi.decide.exchange import find_blow, finish_blow, land_with
from tenmatsu.systems.ukiyozoshi.decide.points import verify_points
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_able, refuse
from tenmatsu.systems.ukiyozoshi.events.blows import (
    DefenceDeclared,
    DefenceDeclined,
    DefenceOffered,
    Defended,
    Which,
)
from tenmatsu.systems.ukiyozoshi.events.combat import WeaponDrawn, WeaponPutAway
from tenmatsu.systems.ukiyozoshi.fight import Blow
from tenmatsu.systems.ukiyozoshi.rows import MissileRow, WeaponRow
from tenmatsu.systems.ukiyozoshi.state import Check, Figure, State


@land_with("blow", "back", "stun", "shot")
def offer_defence(work: Work, which: Which, blow: Blow) -> None:
    """Offer parry and sidestep to the one struck at, or let the blow land."""
    choices = list_defences(work.state, work.rules, blow)
    if choices:
        work.record(DefenceOffered(which=which, character=blow.target, stage="defend", choices=choices))
    else:
        _land(work, which, blow)


def _land(work: Work, which: Which, blow: Blow) -> None:
    if blow.style == "stun":
        stun(work, which, blow)
    else:
        strike(work, which, blow)


def list_defences(state: State, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """Return what the one struck at may do: free, for a point, or nothing at all."""
    figure = state.characters.get(blow.target)
    if figure is None or not figure.can_act or figure.rank == "extra" or not blow.noticed:
        return ()
    turn = find_turn(state, blow.target)
    if turn.countered and rules.options.counter_parry == "not":
        return ()
    row = find_arm(blow, rules)
    gun = isinstance(row, MissileRow) and row.gun
    rich = figure.katsugeki >= rules.tables.katsugeki.action
    choices: list[str] = []
    weapons = () if gun or turn.reloading else list_parries(figure, rules, blow)
    if any(pay_defence(figure, turn, weapon, rules) for weapon in weapons):
        choices.append("parry")
    elif weapons and rich:
        choices.append("buy_parry")
    if not gun or rules.options.gun_dodge == "sidestep":
        if pay_defence(figure, turn, SIDESTEP, rules):
            choices.append("sidestep")
        elif rich:
            choices.append("buy_sidestep")
    return (*choices, "none") if choices else ()


def list_parries(figure: Figure, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """Return what a blow can be parried with: weapons in hand, drawable blades, fists against fists."""
    rows = rules.tables.weapons
    ready = tuple(w for w in figure.hands if w in rows and rows[w].parries)
    drawable = tuple(w for w in figure.belongings if is_drawn(figure, w, rules))
    bare = isinstance(row := find_arm(blow, rules), WeaponRow) and row.bare
    return tuple(dict.fromkeys((*ready, *drawable, *((FIST,) if bare else ()))))


def specify_defence(
    state: State, rules: Rulebook, which: str, blow: Blow, kind: str, weapon: str
) -> CheckSpec:
    """Return the roll of a parry or sidestep: against the total of the blow, or what a missile needs."""
    figure = state.characters.get(blow.target, Figure())
    row = rules.tables.weapons.get(weapon)
    difficulty = blow.total
    if blow.style == "shot":
        difficulty = rules.tables.shots.stop_far if blow.far else rules.tables.shots.stop_near
    return CheckSpec(
        character=blow.target,
        roll=kind,
        skill=SIDESTEP if kind == "sidestep" or row is None else row.skill,
        difficulty=difficulty,
        circumstances=gather_styles(state, rules, blow, figure, kind),
        then="defended",
        data={"which": which, "kind": kind, "weapon": weapon},
    )


def gather_styles(
    state: State, rules: Rulebook, blow: Blow, figure: Figure, kind: str
) -> tuple[Circumstance, ...]:
    """Return what the schools and perks of both do to a defence."""
    own = combine_styles(figure, rules)
    foe = combine_styles(state.characters.get(blow.striker, Figure()), rules)
    ease = own.parry_ease if kind == "parry" else own.sidestep_ease
    parts = (
        ("style", -ease),
        ("parry_penalty", own.parry_penalty if kind == "parry" else 0),
        ("foe_style", foe.foe_defence_penalty),
        ("first_blow", foe.first_blow_penalty if blow.first else 0),
        ("drawn_blow", foe.drawn_blow_penalty if blow.drawn else 0),
        ("after_parry", foe.counter_after_parry if blow.after_parry and kind == "parry" else 0),
    )
    return tuple(Circumstance(key, amount) for key, amount in parts if amount)


def answer_blow(work: Work, command: AnswerBlow) -> None:
    """Parry, sidestep, or neither."""
    exchange = work.state.exchange
    blow = None if exchange is None else exchange.blow(exchange.now)
    if exchange is None or blow is None or exchange.stage != "defend" or blow.target != command.character:
        refuse(work, "nothing_open", character=command.character)
    if command.choice not in exchange.choices:
        refuse(work, "not_offered", choice=command.choice, choices=exchange.choices)
    if command.choice == "none":
        work.record(DefenceDeclined(character=command.character))
        _land(work, exchange.now, blow)
        return
    kind: Literal["parry", "sidestep"] = "parry" if command.choice.endswith("parry") else "sidestep"
    _defend(work, command, exchange.now, blow, kind)


def _defend(
    work: Work, command: AnswerBlow, which: Which, blow: Blow, kind: Literal["parry", "sidestep"]
) -> None:
    figure = find_able(work, command.character)
    bought = command.choice.startswith("buy_")
    turn = find_turn(work.state, command.character)
    weapon = _choose_parry(work, command, figure, blow, bought=bought) if kind == "parry" else ""
    paid = pay_defence(figure, turn, weapon or SIDESTEP, work.rules)
    if not paid and not bought:
        refuse(work, "no_defence_left", character=command.character)
    row = work.rules.tables.katsugeki
    cost = (row.action if bought else 0) + (row.automatic if command.bought else 0)
    verify_points(work, command.character, cost, selfish=command.selfish, forced=command.forced)
    spec = _declare(command, specify_defence(work.state, work.rules, which, blow, kind, weapon))
    verify_check(work, spec)
    if bought:
        turn, paid = buy(work, command.character, "defence", selfish=command.selfish), "usual"
    if weapon and is_drawn(figure, weapon, work.rules):
        hands = (*figure.hands, weapon)
        work.record(WeaponDrawn(character=command.character, weapon=weapon, hands=hands, striking=True))
    turn = use_defence(turn, weapon or SIDESTEP, paid)
    work.record(DefenceDeclared(character=command.character, kind=kind, weapon=weapon, turn=turn))
    start_check(work, spec)


def _declare(command: AnswerBlow, spec: CheckSpec) -> CheckSpec:
    return msgspec.structs.replace(
        spec, bought=command.bought, stand=command.stand, selfish=command.selfish, forced=command.forced
    )


def _choose_parry(work: Work, command: AnswerBlow, figure: Figure, blow: Blow, *, bought: bool) -> str:
    """Return the weapon named, or the first that may still parry."""
    weapons = list_parries(figure, work.rules, blow)
    if command.weapon and command.weapon not in weapons:
        refuse(work, "cannot_parry_with", character=command.character, weapon=command.weapon)
    turn = find_turn(work.state, command.character)
    able = [w for w in weapons if bought or pay_defence(figure, turn, w, work.rules)]
    return command.weapon or (able[0] if able else weapons[0])


@continue_with("defended")
def _finish_defence(work: Work, check: Check) -> None:
    which, blow = find_blow(work, check.data.get("which"))
    if blow is None:
        return
    if not check.success:
        _land(work, which, blow)
        return
    kind: Literal["parry", "sidestep"] = "parry" if check.data.get("kind") == "parry" else "sidestep"
    weapon = str(check.data.get("weapon", ""))
    own = combine_styles(work.state.characters.get(blow.target, Figure()), work.rules)
    work.record(
        Defended(
            which=which,
            character=blow.target,
            striker=blow.striker,
            kind=kind,
            weapon=weapon,
            after_parry=work.rules.options.ono_counter
            if kind == "parry" and own.counter_after_parry > 0
            else "",
        )
    )
    if kind == "parry" and blow.style != "shot":
        _follow_parry(work, which, blow, weapon)
    else:
        finish_blow(work, which, "defended")


def _follow_parry(work: Work, which: Which, blow: Blow, weapon: str) -> None:
    """Do what a parry leads to: hurt fists, damage that goes through, a broken weapon."""
    row = work.rules.tables.weapons.get(weapon)
    struck = work.rules.tables.weapons.get(blow.weapon)
    if struck is not None and struck.bare:
        if row is not None and not row.bare:
            recoil(work, which, blow, weapon)
        else:
            finish_blow(work, which, "defended")
        return
    effects = combine_styles(work.state.characters.get(blow.striker, Figure()), work.rules)
    pierces = effects.pierces_parry and (work.rules.options.pierce == "every" or blow.first)
    if not pierces and not effects.breaks_weapon:
        finish_blow(work, which, "defended")
        return
    harm = roll_harm(work, blow, through=True)
    if effects.breaks_weapon and harm.deadly:
        _break(work, blow.target, weapon)
    if pierces:
        pierce(work, which, blow, harm)
    else:
        finish_blow(work, which, "defended")


def _break(work: Work, character: str, weapon: str) -> None:
    """Break the parrying weapon (武器砕き)."""
    figure = work.state.characters.get(character, Figure())
    hands = list(figure.hands)
    if weapon in hands:
        hands.remove(weapon)
    left = max(0, figure.belongings.get(weapon, 0) - 1)
    work.record(
        WeaponPutAway(character=character, weapon=weapon, hands=tuple(hands), how="broken", left=left)
    )
