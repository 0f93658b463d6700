"""Decide damage that no attack of the rules brings, and damage to dodge dice."""

from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.commands.attacking import DamageDodgeDice, Inflict
from tenmatsu.systems.ninjaslayer.decide.groups import set_dodge
from tenmatsu.systems.ninjaslayer.decide.launching import launch
from tenmatsu.systems.ninjaslayer.decide.slayer import rouse
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.attacking import DodgeDiceLost, Threatened


def inflict(work: Work, command: Inflict) -> None:
    """Let damage of a ジツ, hacking, a fall or an explosion come upon people; they may dodge it."""
    targets = tuple(dict.fromkeys(command.targets))
    if not targets:
        refuse(work, "nobody_hurt")
    if not command.amount and not command.death:
        refuse(work, "no_damage")
    attacker = find_figure(work, command.attacker) if command.attacker else None
    for target in targets:
        figure = find_figure(work, target)
        if figure.exploded or figure.removed:
            refuse(work, "target_gone", character=command.attacker, target=target)
    work.record(
        Threatened(
            attacker=command.attacker,
            targets=targets,
            source=command.source,
            amount=command.amount,
            difficulty=work.rules.tables.difficulty(command.dodge).name,
            area=command.area,
            undodgeable=command.undodgeable,
            death=command.death,
        )
    )
    if attacker is not None:
        for target in targets:
            rouse(work, target)
    blows = (
        Blow(
            attacker=command.attacker,
            target=target,
            source=command.source,
            ability="jitsu",
            successes=1,
            damage=command.amount,
            dodge=command.dodge,
            staggered=command.staggered,
            area=command.area,
            moving=command.moving,
            undodgeable=command.undodgeable or work.state.characters[target].unconscious,
            mob=attacker is not None and attacker.kind == "mob",
            model="" if attacker is None else attacker.model,
            death=command.death,
        )
        for target in targets
    )
    attackers = (command.attacker,) if command.attacker else ()
    launch(work, attackers, tuple(set_dodge(work.state, work.rules, blow) for blow in blows))


def damage_dodge_dice(work: Work, command: DamageDodgeDice) -> None:
    """Take dodge dice away; mobs and the fallen have none to lose."""
    figure = find_figure(work, command.character)
    if not figure.dodges:
        refuse(work, "mob_has_no_dodge_dice", character=command.character)
    now = figure.dodge_dice - command.amount
    work.record(DodgeDiceLost(character=command.character, amount=command.amount, now=now))
