"""A blow whose dice lie there: what comes of it by the result tables, down to the body."""

import msgspec

from tenmatsu.systems.runequest.blows import Blow, DamageKind, Defence, Hit
from tenmatsu.systems.runequest.decide import shoving
from tenmatsu.systems.runequest.decide.damaging import find_special, roll_damage
from tenmatsu.systems.runequest.decide.defending import find_parry_location
from tenmatsu.systems.runequest.decide.fumbling import roll_fumble
from tenmatsu.systems.runequest.decide.queueing import see_as_due, settle_action
from tenmatsu.systems.runequest.decide.results import (
    find_cell,
    find_counter_loss,
    find_losses,
    is_printed_loss,
)
from tenmatsu.systems.runequest.decide.shooting import find_struck, stop_by_guard
from tenmatsu.systems.runequest.decide.sticking import stick_in_shield
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.decide.wounding import damage_arm, roll_location, wound
from tenmatsu.systems.runequest.degrees import Degree, is_success, levels_above
from tenmatsu.systems.runequest.events.attacks import BlowSettled, Countered, Outcome, ParryHeld
from tenmatsu.systems.runequest.figures import Special
from tenmatsu.systems.runequest.rows_arms import CellRow
from tenmatsu.systems.runequest.wielding import find_arm_points, get_row, get_weapon

_NONE = Defence(kind="none")
_D20 = 20


class Through(msgspec.Struct, frozen=True, kw_only=True):
    """What came through a parry."""

    points: int
    location: str
    special: Special | None


def settle_blow(work: Work, blow: Blow) -> None:
    """Let a blow whose dice lie there take its effect, its fumbles last, and end it."""
    attack, defended = find_degrees(blow)
    defence = blow.defence or _NONE
    cell = find_cell(work.rules, blow.kind, attack, defence, defended)
    points = 0
    if cell.damage == "none":
        outcome = _find_miss(attack, defence)
        _counter(work, blow, cell)
    elif blow.kind == "knockback":
        outcome = "hit"
        shoving.shove(work, blow)
    else:
        outcome, points = _hit(work, blow, cell)
    _fumble(work, blow, attack, defended)
    work.record(BlowSettled(attacker=blow.attacker, target=blow.target, outcome=outcome, points=points))
    settle_action(work, blow.action, "done")


def find_degrees(blow: Blow) -> tuple[Degree, Degree | None]:
    """Return the degrees of both sides; none of a defence that was not tried."""
    attack = "failure" if blow.attack is None else blow.attack.degree
    return attack, None if blow.defended is None else blow.defended.degree


def _find_miss(attack: Degree, defence: Defence) -> Outcome:
    if not is_success(attack):
        return "missed"
    return "parried" if defence.kind == "parry" else "dodged"


def _hit(work: Work, blow: Blow, cell: CellRow) -> tuple[Outcome, int]:
    """Let the damage of a blow take its way through parry, shield held up and armour."""
    attack, defended = find_degrees(blow)
    parried = (
        blow.defence is not None
        and blow.defence.kind == "parry"
        and defended is not None
        and is_success(defended)
    )
    plain = parried and work.rules.options.impale_when_parried == "never" and _impales(work, blow)
    figure = see_as_due(work.state, blow.action).characters[blow.attacker]
    damage = roll_damage(
        work, blow.attacker, blow.arm, cell.damage, special=blow.special, plain=plain, figure=figure
    )
    through = _pass_parry(work, blow, cell, damage, plain=plain) if parried else None
    if through is None:
        mode = _find_mode(work, blow, cell.damage)
        location = _find_location(work, blow)
        through = Through(points=damage, location=location, special=mode)
    elif through.points <= 0:
        return "parried", 0
    went_in = _strike(work, blow, cell, through, critical=attack == "critical")
    return ("hit" if went_in else "stopped"), went_in


def _impales(work: Work, blow: Blow) -> bool:
    row = get_row(work.rules.tables, work.state.characters[blow.attacker], blow.arm)
    return find_special(work.rules, row, blow.special) == "impale"


def _find_mode(work: Work, blow: Blow, kind: DamageKind) -> Special | None:
    """Return the special effect of a blow of this kind."""
    if kind == "normal":
        return None
    row = get_row(work.rules.tables, work.state.characters[blow.attacker], blow.arm)
    return find_special(work.rules, row, blow.special)


def _pass_parry(work: Work, blow: Blow, cell: CellRow, damage: int, *, plain: bool) -> Through:
    """Take the parrying weapon's hit points off the damage, and off it what it loses."""
    attack, defended = find_degrees(blow)
    defence = blow.defence or _NONE
    tables, options = work.rules.tables, work.rules.options
    figure = work.state.characters[blow.target]
    row = get_row(tables, figure, defence.arm)
    points = find_arm_points(tables, figure, defence.arm)
    passed, lost = find_losses(
        work.rules, cell, damage, points, printed=is_printed_loss(work.rules, attack, defended)
    )
    work.record(
        ParryHeld(
            character=blow.target,
            weapon=get_weapon(tables, figure, defence.arm),
            damage=damage,
            passed=passed,
            lost=lost,
        )
    )
    mode = None if plain else _find_mode(work, blow, cell.damage)
    in_shield = mode == "impale" and bool(row.shield)
    adjacent = {
        "rolled": False,
        "shield_adjacent": bool(row.shield),
        "special_adjacent": defended == "special" and attack in ("special", "critical"),
        "lower_adjacent": defended is not None and levels_above(attack, defended) > 0,
    }[options.parry_excess_location]
    location = ""
    if passed > 0:
        rolled = _find_location(work, blow)
        aimed = bool(blow.aimed)
        location = find_parry_location(
            work.rules, figure, defence.arm, rolled, adjacent=adjacent and not aimed
        )
    if lost:
        damage_arm(work, blow.target, defence.arm, lost)
    if in_shield:
        stick_in_shield(work, blow.attacker, blow.arm, blow.target, defence.arm)
    return Through(points=passed, location=location, special=None if in_shield else mode)


def _find_location(work: Work, blow: Blow) -> str:
    """Return the location that a blow comes down on: aimed at, or rolled; none of a spirit."""
    if blow.aimed or not work.state.characters[blow.target].embodied:
        return blow.aimed
    prone = see_as_due(work.state, blow.action).characters[blow.attacker].prone
    return roll_location(work, blow.attacker, work.rules.tables.melee.prone_die if prone else _D20)


def _strike(work: Work, blow: Blow, cell: CellRow, through: Through, *, critical: bool) -> int:
    """Let what came through go on: cover, a shield held up, armour; return what went into the body."""
    location, points = through.location, through.points
    if blow.kind == "missile" and location:
        location = find_struck(work, blow, location, critical=critical)
        if location:
            points = stop_by_guard(work, blow, location, points)
        if not location or points <= 0:
            return 0
    row = get_row(work.rules.tables, work.state.characters[blow.attacker], blow.arm)
    return wound(
        work,
        Hit(
            target=blow.target,
            by=blow.attacker,
            points=points,
            location=location,
            ignores_armor=cell.ignores_armor,
            special=through.special,
            arm=blow.arm,
            cuts=find_special(work.rules, row, blow.special) == "slash",
        ),
    )


def _counter(work: Work, blow: Blow, cell: CellRow) -> None:
    """Let a better parry strike back at the attacking weapon."""
    if cell.counter == "none" or blow.defence is None or blow.kind == "knockback":
        return
    kind: DamageKind = "normal" if cell.counter == "even" else "special"
    points = roll_damage(work, blow.target, blow.defence.arm, kind)
    figure = work.state.characters[blow.attacker]
    lost = find_counter_loss(cell, points, find_arm_points(work.rules.tables, figure, blow.arm))
    held = figure.arms.get(blow.arm)
    if blow.kind == "missile" and held is not None and held.shots:
        lost = 0  # it is one of several that flew: the others are as they were
    work.record(
        Countered(
            character=blow.target,
            target=blow.attacker,
            weapon=get_weapon(work.rules.tables, figure, blow.arm),
            counter=cell.counter,
            points=points,
            lost=lost,
        )
    )
    if lost:
        damage_arm(work, blow.attacker, blow.arm, lost)


def _fumble(work: Work, blow: Blow, attack: Degree, defended: Degree | None) -> None:
    """Roll on the fumble table for whoever fumbled: of dodges by the option `dodge_fumble_table`."""
    if attack == "fumble":
        roll_fumble(work, blow.attacker, blow.arm, "attack", blow)
    if defended != "fumble" or blow.defence is None:
        return
    if blow.defence.kind == "parry" or (
        blow.defence.kind == "dodge" and work.rules.options.dodge_fumble_table == "parry"
    ):
        roll_fumble(work, blow.target, blow.defence.arm, "parry", blow)
