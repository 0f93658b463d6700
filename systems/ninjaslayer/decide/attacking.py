"""Decide attacks: what is declared, then the roll of each part, then what hits is on its way to be dodged."""

from collections.abc import Callable, Iterable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack, DamageDodgeDice, Inflict, MobAttack
from tenmatsu.systems.ninjaslayer.decide.blows import is_sure, needs_roll, read_blow, roll_damage
from tenmatsu.systems.ninjaslayer.decide.boosting import boost
from tenmatsu.systems.ninjaslayer.decide.damage import check_spirit, pay_spirit
from tenmatsu.systems.ninjaslayer.decide.inflicting import damage_dodge_dice, inflict
from tenmatsu.systems.ninjaslayer.decide.judging import check_quick, roll_pool, take_quick
from tenmatsu.systems.ninjaslayer.decide.launching import launch
from tenmatsu.systems.ninjaslayer.decide.mobs import attack_as_mobs
from tenmatsu.systems.ninjaslayer.decide.parts import Part, Plan, plan_attack
from tenmatsu.systems.ninjaslayer.decide.phases import check_action, use_action
from tenmatsu.systems.ninjaslayer.decide.slayer import rouse
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.attacking import AttackDeclared, AttackRolled, HatredFelt


def attack(work: Work, command: Attack) -> None:
    """
    Strike or shoot: all is verified and said before the first die falls.

    Whoever falls by what it costs in spirit (option `spirit_cost_at_zero`) has used the action, and does not.
    """
    character = command.character
    check_action(work, character)
    plan = plan_attack(work.state, work.rules, command)
    check_quick(work, character, command.quick)
    if command.quick and not any(needs_roll(work.state, work.rules, part.blows[0]) for part in plan.parts):
        refuse(work, "quick_unrolled", targets=plan.targets)
    price = work.rules.tables.rules.boost_spirit if command.boost else 0
    check_spirit(work, character, price + plan.spirit)
    if command.boost:
        boost(work, character)
    if find_figure(work, character).able:
        use_action(work, character)
        pay_spirit(work, character, plan.spirit)
    if not find_figure(work, character).able:
        return
    _declare(work, plan)
    take_quick(work, character, command.quick)
    rouse_attacked(work, plan.targets)
    blows = list[Blow]()
    for number, part in enumerate(plan.parts, 1):
        blows += _roll(work, plan, part, number)
    launch(work, (character,), tuple(blows))


def rouse_attacked(work: Work, targets: Iterable[str]) -> None:
    """Let those whom ナラク・ウィズイン keeps rise at once, since they are attacked."""
    for target in dict.fromkeys(targets):
        rouse(work, target)


def _declare(work: Work, plan: Plan) -> None:
    work.record(
        AttackDeclared(
            character=plan.character,
            action=plan.action,
            weapon=plan.weapon,
            style=plan.style,
            targets=plan.targets,
            split=plan.split,
            area=plan.area,
            used=plan.used,
        )
    )
    if plan.hatred:
        work.record(HatredFelt(character=plan.character, target=plan.targets[0], dice=plan.hatred))


def _roll(work: Work, plan: Plan, part: Part, number: int) -> tuple[Blow, ...]:
    """Roll one part, record what came of it, and return its blows."""
    first = part.blows[0]
    faces: tuple[int, ...] = ()
    if needs_roll(work.state, work.rules, first):
        faces = roll_pool(work, plan.character, plan.action, first.dice)
    read = [read_blow(work.state, work.rules, blow, faces) for blow in part.blows]
    best = roll_damage(work, next((blow for blow in read if not blow.missed), read[0]))
    row = work.rules.tables.difficulty(first.needed)
    work.record(
        AttackRolled(
            character=plan.character,
            action=plan.action,
            targets=tuple(blow.target for blow in read),
            part=number,
            difficulty=row.name,
            place=first.needed,
            face=row.face,
            count=row.count,
            circumstances=part.circumstances,
            faces=faces,
            successes=best.successes,
            critical=best.critical,
            damage=best.damage,
            crushing=max(best.crushing, default=0),
            sure=is_sure(work.rules, best),
        )
    )
    return tuple(best if blow.target == best.target else blow for blow in read)


ATTACKING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    Attack: attack,
    MobAttack: attack_as_mobs,
    Inflict: inflict,
    DamageDodgeDice: damage_dodge_dice,
}
