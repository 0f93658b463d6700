"""Mobs of one initiative strike or shoot all at once; those who are alike are rolled in one go."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.commands.attacking import MobAttack
from tenmatsu.systems.ninjaslayer.decide.aiming import check_targets
from tenmatsu.systems.ninjaslayer.decide.blows import is_sure, needs_roll, read_blow
from tenmatsu.systems.ninjaslayer.decide.judging import roll_pool
from tenmatsu.systems.ninjaslayer.decide.launching import launch
from tenmatsu.systems.ninjaslayer.decide.parts import count_pool, make_part, split_pool
from tenmatsu.systems.ninjaslayer.decide.phases import check_action, list_unmoved_mobs, use_action
from tenmatsu.systems.ninjaslayer.decide.slayer import rouse
from tenmatsu.systems.ninjaslayer.decide.weapons import (
    PLAIN,
    count_parts,
    find_action,
    is_staggered,
    pick_weapon,
)
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.attacking import MobsAttacked, MobsRolled
from tenmatsu.systems.ninjaslayer.state import State


class Volley(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One attack of each of several alike mobs on one target, before the roll."""

    blows: tuple[Blow, ...]
    part: int
    """Which of the attacks of each it is."""
    circumstances: tuple[Circumstance, ...]


def attack_as_mobs(work: Work, command: MobAttack) -> None:
    """Let mobs attack: all is verified before the first die falls."""
    check_mobs(work, command)
    volleys = plan_volleys(work.state, work.rules, command)
    use_action(work, *command.characters)
    work.record(
        MobsAttacked(
            characters=command.characters,
            targets=tuple(dict.fromkeys(command.targets)),
            action=name_action(work.rules, volleys),
            count=len(command.characters),
        )
    )
    for target in dict.fromkeys(command.targets):
        rouse(work, target)
    blows = list[Blow]()
    for volley in volleys:
        blows += _roll(work, volley)
    launch(work, command.characters, tuple(blows))


def name_action(rules: Rulebook, volleys: Sequence[Volley]) -> Literal["melee", "shooting", "mixed"]:
    """Return what mobs do; `mixed` where some strike and some shoot."""
    actions = {find_action(rules.tables.weapons[volley.blows[0].weapon]) or "melee" for volley in volleys}
    return "mixed" if len(actions) > 1 else actions.pop()


def check_mobs(work: Work, command: MobAttack) -> None:
    """Refuse others than mobs, one named twice, and targets that do not fit them in number."""
    if not command.characters:
        refuse(work, "no_mobs")
    if len(set(command.characters)) != len(command.characters):
        refuse(work, "mob_twice")
    for character in command.characters:
        if find_figure(work, character).kind != "mob":
            refuse(work, "not_a_mob", character=character)
        check_action(work, character)
    if len(command.targets) not in (1, len(command.characters)):
        refuse(work, "mob_targets", count=len(command.characters), named=len(command.targets))


def plan_volleys(state: State, rules: Rulebook, command: MobAttack) -> tuple[Volley, ...]:
    """Return what is rolled in one go, or refuse: by target, then by attack, then those who are alike."""
    focused = list_unmoved_mobs(state, rules, command.characters)
    figures = {
        one: msgspec.structs.replace(figure, focused=True) if one in focused else figure
        for one, figure in state.characters.items()
    }
    state = msgspec.structs.replace(state, characters=figures)
    aims = command.targets * (len(command.characters) if len(command.targets) == 1 else 1)
    found: dict[tuple[object, ...], Volley] = {}
    for character, target in zip(command.characters, aims, strict=True):
        for volley in _plan_one(state, rules, character, target, command.weapon):
            blow = volley.blows[0]
            order = (command.targets.index(target), volley.part)
            key = (*order, blow.model, blow.weapon, blow.dice, blow.needed)
            known = found.get(key)
            blows = volley.blows if known is None else (*known.blows, *volley.blows)
            found[key] = msgspec.structs.replace(volley, blows=blows)
    return tuple(found[key] for key in sorted(found, key=lambda key: key[:2]))


def _plan_one(state: State, rules: Rulebook, character: str, target: str, named: str) -> tuple[Volley, ...]:
    """Return the attacks of one mob: as many as it may make, the dice as even as can be."""
    figure = state.characters[character]
    weapon = pick_weapon(figure, rules, character, named)
    check_targets(state, rules, character, (target,), weapon)
    pool = count_pool(state, rules, character, weapon, PLAIN)
    count = min(count_parts(figure, rules, weapon, PLAIN), max(pool, 1))
    staggered = count > 1 and is_staggered(figure, rules, weapon, PLAIN)
    volleys = list[Volley]()
    for number, dice in enumerate(split_pool(pool, count, ()), 1):
        part = make_part(state, rules, character, (target,), dice, weapon=weapon, staggered=staggered)
        volleys.append(Volley(blows=part.blows, part=number, circumstances=part.circumstances))
    return tuple(volleys)


def _roll(work: Work, volley: Volley) -> tuple[Blow, ...]:
    """Roll a volley, record what came of it, and return its blows."""
    first = volley.blows[0]
    action = find_action(work.rules.tables.weapons[first.weapon]) or "melee"
    dice = first.dice if needs_roll(work.state, work.rules, first) else 0
    faces = roll_pool(work, first.attacker, action, dice * len(volley.blows))
    blows = tuple(
        read_blow(work.state, work.rules, blow, faces[place * dice : (place + 1) * dice])
        for place, blow in enumerate(volley.blows)
    )
    row = work.rules.tables.difficulty(first.needed)
    work.record(
        MobsRolled(
            characters=tuple(blow.attacker for blow in blows),
            target=first.target,
            action=action,
            weapon=first.weapon,
            part=volley.part,
            dice=first.dice,
            difficulty=row.name,
            place=first.needed,
            face=row.face,
            count=row.count,
            circumstances=volley.circumstances,
            faces=faces,
            successes=tuple(blow.successes for blow in blows),
            mobs=len(blows),
            hits=sum(not blow.missed for blow in blows),
            damage=first.damage,
            sure=is_sure(work.rules, first),
        )
    )
    return blows
