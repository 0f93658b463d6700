"""Decide dodges (回避判定), and what else is asked when blows have hit."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.assaults import GM, Assault
from tenmatsu.systems.ninjaslayer.commands.dodging import CallBarrage, Counter, Dodge, UseSense
from tenmatsu.systems.ninjaslayer.decide.blows import read_blow, roll_damage
from tenmatsu.systems.ninjaslayer.decide.boosting import boost
from tenmatsu.systems.ninjaslayer.decide.countering import NONE, decide_counter, find_asked
from tenmatsu.systems.ninjaslayer.decide.groups import arrange, dodge_difficulty, find_hardest, set_dodge
from tenmatsu.systems.ninjaslayer.decide.judging import may_sense, roll_pool, use_sense
from tenmatsu.systems.ninjaslayer.decide.launching import launch
from tenmatsu.systems.ninjaslayer.decide.weapons import find_action
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.dodging import (
    BarrageCalled,
    BarrageDeclined,
    DodgedApart,
    DodgeRolled,
    HitTaken,
    PartRerolled,
    SenseKept,
)
from tenmatsu.systems.ninjaslayer.pools import count_successes

__all__ = ["DODGING_HANDLERS", "dodge_difficulty", "launch", "set_dodge"]

_replace = msgspec.structs.replace
KEEP = "keep"
REROLL = "reroll"


def decide_dodge(work: Work, command: Dodge) -> None:
    """Dodge what is at the front, dodge it apart, or take it."""
    assault = find_asked(work, command.character, "dodge")
    if command.choice == "dodge":
        _check_dice(work, command, assault)
        if command.boost:
            boost(work, command.character)
            if not find_figure(work, command.character).able:
                work.record(HitTaken(character=command.character, together=assault.together))
                return
        roll_dodge(work, assault, command.character, command.with_dice, command.emergency)
        return
    if command.with_dice or command.emergency or command.boost:
        refuse(work, "dice_without_dodge", choice=command.choice)
    if command.choice == "take":
        work.record(HitTaken(character=command.character, together=assault.together))
        return
    if not assault.varied:
        refuse(work, "nothing_apart", character=command.character)
    work.record(DodgedApart(character=command.character))


def _check_dice(work: Work, command: Dodge, assault: Assault) -> None:
    """Refuse dice that are not there: at least one is declared before the roll."""
    figure = find_figure(work, command.character)
    held = max(figure.dodge_dice, 0)
    if not 0 <= command.with_dice <= held:
        refuse(work, "dodge_dice_short", character=command.character, left=held, asked=command.with_dice)
    if not 0 <= command.emergency <= figure.emergency_dice:
        left, asked = figure.emergency_dice, command.emergency
        refuse(work, "emergency_dice_short", character=command.character, left=left, asked=asked)
    if command.with_dice + command.emergency < 1:
        refuse(work, "no_dodge_dice", character=command.character)
    if command.boost and not assault.boost:
        refuse(work, "no_boost_now", character=command.character)


def roll_dodge(
    work: Work, assault: Assault, character: str, with_dice: int, emergency: int, *, again: bool = False
) -> None:
    """Roll a dodge and record what came of it; rolled again, it costs no dice."""
    figure = find_figure(work, character)
    place, circumstances, _ = find_hardest(work.state, work.rules, character, assault.front)
    row = work.rules.tables.difficulty(place)
    faces = roll_pool(work, character, "dodge", with_dice + emergency)
    successes = count_successes(faces, row)
    work.record(
        DodgeRolled(
            character=character,
            attacker=assault.front[0].attacker,
            together=assault.together,
            with_dice=with_dice,
            emergency=emergency,
            faces=faces,
            difficulty=row.name,
            face=row.face,
            per=row.count,
            circumstances=circumstances,
            successes=successes,
            success=successes > 0,
            dodge_dice=figure.dodge_dice - (0 if again else with_dice),
            emergency_dice=figure.emergency_dice - (0 if again else emergency),
            sense=not again and may_sense(work.state, work.rules, character),
            again=again,
        )
    )


def decide_barrage(work: Work, command: CallBarrage) -> None:
    """Turn the shots at the front into one blow, or leave them."""
    assault = find_asked(work, GM, "barrage")
    front = assault.front
    if command.choice == NONE:
        work.record(BarrageDeclined(target=front[0].target))
        return
    if command.choice not in assault.barrages:
        refuse(work, "no_such_barrage", choice=command.choice, options=[NONE, *assault.barrages])
    row = next(one for one in work.rules.tables.barrage if one.name == command.choice)
    before = sum(blow.damage for blow in front)
    hardest = len(work.rules.tables.difficulties) - 1
    blow = _replace(
        front[0],
        damage=before // row.divisor,
        successes=sum(one.successes for one in front),
        dodge=min(front[0].dodge + row.harder, hardest),
        staggered=False,
    )
    work.record(
        BarrageCalled(
            target=blow.target,
            barrage=row.name,
            together=assault.together,
            before=before,
            difficulty=work.rules.tables.difficulty(blow.dodge).name,
            blow=blow,
        )
    )


def decide_sense(work: Work, command: UseSense) -> None:
    """Roll a part of an attack, or a dodge, again; or keep it."""
    assault = find_asked(work, command.character, "sense_part", "sense_dodge")
    if command.choice == KEEP:
        work.record(SenseKept(character=command.character))
    elif assault.asked == "sense_dodge":
        if command.choice != REROLL:
            refuse(work, "sense_what", choice=command.choice, options=[REROLL, KEEP])
        use_sense(work, command.character)
        roll_dodge(work, assault, command.character, assault.with_dice, assault.emergency, again=True)
    else:
        _reroll_part(work, assault, command)


def _reroll_part(work: Work, assault: Assault, command: UseSense) -> None:
    """Roll one part of an attack again, before anybody has dodged: the new faces count even when worse."""
    parts = {f"part:{place}": part for place, part in enumerate(assault.parts, 1)}
    if command.choice not in parts:
        refuse(work, "sense_what", choice=command.choice, options=[*parts, KEEP])
    use_sense(work, command.character)
    part = parts[command.choice]
    first = part[0]
    action = find_action(work.rules.tables.weapons[first.weapon]) or "melee"
    faces = roll_pool(work, command.character, action, len(first.faces))
    read = [read_blow(work.state, work.rules, blow, faces) for blow in part]
    if first.missed and not read[0].missed:
        damage = roll_damage(work, read[0]).damage
        read = [_replace(blow, damage=damage) for blow in read]
    blows = (*(blow for blow in assault.blows if blow not in part), *read)
    hits = tuple(blow for blow in blows if not blow.missed)
    row = work.rules.tables.difficulty(first.needed)
    work.record(
        PartRerolled(
            character=command.character,
            targets=tuple(blow.target for blow in part),
            action=action,
            faces=faces,
            difficulty=row.name,
            face=row.face,
            per=row.count,
            successes=read[0].successes,
            blows=arrange(work.state, work.rules, hits),
        )
    )


DODGING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    Dodge: decide_dodge,
    Counter: decide_counter,
    CallBarrage: decide_barrage,
    UseSense: decide_sense,
}
