"""Decide judges, answers to windows, effects at any time, and what is decided without a judge."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.engine.windows import check_answer
from tenmatsu.systems.bloodberry.commands.judging import (
    AnswerWindow,
    DecideOtherwise,
    Oppose,
    RollJudge,
    UseEffect,
)
from tenmatsu.systems.bloodberry.decide.course import use_option
from tenmatsu.systems.bloodberry.decide.effects import announce_effect
from tenmatsu.systems.bloodberry.decide.fairies import list_cursable
from tenmatsu.systems.bloodberry.decide.judging import foresee, make_side, start_judge
from tenmatsu.systems.bloodberry.decide.relations import find_relation
from tenmatsu.systems.bloodberry.decide.scening import check_present, is_present
from tenmatsu.systems.bloodberry.decide.windows import list_targets
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, find_able, find_person, refuse
from tenmatsu.systems.bloodberry.events.judging import ContestNamed, DecidedOtherwise
from tenmatsu.systems.bloodberry.judges import Judge
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.tables import TraitRow


@foresee(RollJudge)
def specify_judge(state: State, rules: Rulebook, command: RollJudge) -> Judge:
    """Return a basic judge (基本判定) as it starts."""
    side = make_side(
        command.character,
        command.first,
        command.second,
        {"modifier": command.modifier},
        plus=command.plus,
    )
    return Judge(
        kind="basic",
        active=None if command.passive else side,
        passive=side if command.passive else None,
        difficulty=command.difficulty,
        fitting=command.fitting,
        open=command.open,
    )


@foresee(Oppose)
def specify_opposed(state: State, rules: Rulebook, command: Oppose) -> Judge:
    """Return an opposed judge (対抗判定) as it starts."""
    first, second = command.first, command.second
    against = (command.opponent_first or first, command.opponent_second or second)
    modifiers = ({"modifier": command.modifier}, {"modifier": command.opponent_modifier})
    return Judge(
        kind="opposed",
        purpose="opposed",
        active=make_side(command.character, first, second, modifiers[0], plus=command.plus),
        passive=make_side(command.opponent, *against, modifiers[1], plus=command.opponent_plus),
        fitting=command.fitting,
        open=command.open,
    )


def roll_judge(work: Work, command: RollJudge) -> None:
    """Start a basic judge."""
    check_present(work, command.character)
    start_judge(work, specify_judge(work.state, work.rules, command), command.use)


def oppose(work: Work, command: Oppose) -> None:
    """Start an opposed judge."""
    check_present(work, command.character)
    if command.opponent == command.character:
        refuse(work, "against_oneself", character=command.character)
    find_able(work, command.opponent)
    start_judge(work, specify_opposed(work.state, work.rules, command), command.use)


def answer_window(work: Work, command: AnswerWindow) -> None:
    """Do what somebody who is asked answers, or nothing."""
    window = check_answer(work.state.windows, command.character, command.use)
    _check_target(work, command)
    use_option(work, window, command.character, command.use, command.target)


def _check_target(work: Work, command: AnswerWindow) -> None:
    """Refuse a named target that the answer cannot be for."""
    judge = work.state.judge
    if not command.target or judge is None:
        return
    if command.use == "fairy_curse":
        able = list_cursable(work.state, work.rules, command.character)
    else:
        row = work.rules.tables.traits.get(command.use.partition(":")[2])
        aims = row is not None and row.effect == "other_dice"
        able = list_targets(work.rules, judge, command.character) if aims else ()
    if command.target not in able:
        refuse(work, "no_such_target", target=command.target, use=command.use)


def use_effect(work: Work, command: UseEffect) -> None:
    """Use an effect that may come at any time."""
    person = find_person(work, command.character)
    row = work.rules.tables.traits.get(command.trait)
    trait = person.traits.get(command.trait)
    if row is None or trait is None or not trait.sublimated:
        refuse(work, "not_sublimated", character=command.character, trait=command.trait)
    if trait.used:
        refuse(work, "effect_used_up", character=command.character, trait=command.trait)
    if row.effect == "cancel_effect":
        refuse(work, "only_answers", trait=command.trait)
    if row.timing != "any":
        refuse(work, "effect_not_now", trait=command.trait)
    if row.effect == "heal":
        _check_healing(work, command, person, row)
    else:
        _check_raising(work, command, person, row)
    announce_effect(work, command.character, command.trait, command.target)


def _check_healing(work: Work, command: UseEffect, person: Person, row: TraitRow) -> None:
    """Refuse to heal where nothing is lost; who is out may heal themselves."""
    if person.absent or person.vanished:
        refuse(work, "cannot_act", character=command.character)
    if row.heals is None or not person.lost.get(row.heals):
        refuse(work, "nothing_lost", character=command.character, ability=row.heals or "passion")


def _check_raising(work: Work, command: UseEffect, person: Person, row: TraitRow) -> None:
    """Refuse a relation that has not the strength from which the effect raises it."""
    if not person.can_use_feats:
        refuse(work, "cannot_act", character=command.character)
    if not is_present(work.state, command.character):
        refuse(work, "not_in_scene", character=command.character)
    find_person(work, command.target)
    if command.target == command.character:
        refuse(work, "against_oneself", character=command.character)
    strength = find_relation(work.state, command.character, command.target).strength
    if strength != row.amount:
        refuse(work, "relation_not_at", target=command.target, needed=row.amount, strength=strength)


def decide_otherwise(work: Work, command: DecideOtherwise) -> None:
    """Let an act succeed, or decide it by a coin, by janken or as the GM likes."""
    find_able(work, command.character)
    if command.opponent:
        find_person(work, command.opponent)
    tossed = command.way == "coin" and command.success is None
    if command.success is None and not tossed and command.way != "granted":
        refuse(work, "outcome_missing", way=command.way)
    if command.text:
        work.record(ContestNamed(character=command.character, text=command.text))
    coin = ""
    if tossed:
        coin = ("heads", "tails")[work.roll((2,), by=command.character, for_="coin")[0] - 1]
    work.record(
        DecidedOtherwise(
            character=command.character,
            way=command.way,
            success=coin == command.call if tossed else command.success is not False,
            opponent=command.opponent,
            call=command.call if tossed else "",
            coin="heads" if coin == "heads" else "tails" if coin == "tails" else "",
        )
    )


JUDGE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    RollJudge: roll_judge,
    Oppose: oppose,
    AnswerWindow: answer_window,
    UseEffect: use_effect,
    DecideOtherwise: decide_otherwise,
}
