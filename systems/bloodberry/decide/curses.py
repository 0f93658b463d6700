"""Decide curse checks (呪い判定), losses that others take over, and healing."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.curses import AnswerTakeOver, CallCurse, HealAbility, LoseAbility
from tenmatsu.systems.bloodberry.decide.barring import stop_check
from tenmatsu.systems.bloodberry.decide.judging import continue_with, foresee, make_side, start_judge
from tenmatsu.systems.bloodberry.decide.losing import apply_loss, heal, lose, may_take
from tenmatsu.systems.bloodberry.decide.turns import claim_action
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, find_able, find_person, refuse
from tenmatsu.systems.bloodberry.events.curses import CurseSettled, LossTakenOver, TakeOverPassed
from tenmatsu.systems.bloodberry.judges import Choice, Judge
from tenmatsu.systems.bloodberry.people import Ability, CurseType, Person
from tenmatsu.systems.bloodberry.state import State

_LOSS = 1
_ABILITIES: dict[str, Ability] = {"passion": "passion", "grace": "grace", "maturity": "maturity"}
_CURSES: dict[str, CurseType] = {"doubt": "doubt", "malice": "malice", "unease": "unease"}


def list_weaknesses(person: Person, rules: Rulebook, type_: str) -> dict[str, int]:
    """Return the traits that make a curse check harder, each by 1D: those not sublimated yet."""
    rows = rules.tables.traits
    return {
        name: -1
        for name, trait in person.traits.items()
        if not trait.sublimated and name in rows and rows[name].weakness == type_
    }


@foresee(CallCurse)
def specify_curse(state: State, rules: Rulebook, command: CallCurse) -> Judge:
    """Return the judge of a curse check: a passive side alone against a difficulty."""
    ability = rules.tables.ability_of(command.check)
    person = state.people.get(command.character) or Person()
    curse = state.people.get(command.curse)
    return Judge(
        kind="curse",
        type=command.check,
        passive=make_side(command.character, ability, ability, list_weaknesses(person, rules, command.check)),
        difficulty=(command.difficulty or 0) if curse is None else curse.ability(ability),
        purpose="curse_check",
        then="curse_checked",
        data={"curse": command.curse},
    )


def call_curse(work: Work, command: CallCurse) -> None:
    """Let a curse befall somebody; in a confrontation that is its turn action, though it be barred."""
    person = find_able(work, command.character)
    if person.kind == "curse":
        refuse(work, "curse_on_curse", character=command.character)
    if (command.difficulty is None) == (not command.curse):
        refuse(work, "difficulty_or_curse", character=command.character)
    if command.curse:
        _check_curse(work, command.curse)
    elif command.difficulty is not None and command.difficulty < 1:
        refuse(work, "no_difficulty", difficulty=command.difficulty)
    if command.curse in work.state.confrontation:
        claim_action(work, command.curse, command.character)
    if not command.curse or not stop_check(work, command.curse, command.check):
        start_judge(work, specify_curse(work.state, work.rules, command))


def _check_curse(work: Work, curse: str) -> None:
    if find_able(work, curse).kind != "curse":
        refuse(work, "no_curse", character=curse)


@continue_with("curse_checked")
def _settle(work: Work, judge: Judge) -> None:
    """Let whoever did not withstand the curse lose 1 of the ability of its type."""
    side = judge.passive
    if side is None or judge.type not in _CURSES:
        return
    curse, success = str(judge.data.get("curse", "")), judge.winner == "passive"
    work.record(
        CurseSettled(character=side.character, check=_CURSES[judge.type], curse=curse, success=success)
    )
    if not success:
        lose(work, side.character, work.rules.tables.ability_of(judge.type), _LOSS, curse)


def answer_take_over(work: Work, command: AnswerTakeOver) -> None:
    """Take another's loss over, or let the next be asked; when nobody takes it, it comes."""
    choice = _find_choice(work, command.character)
    if command.choice == "take":
        _take(work, choice)
    else:
        _pass(work, choice)
    while (waiting := next(iter(work.state.choices), None)) is not None and waiting.kind == "take_over":
        if may_take(work.state, work.rules, waiting.whom, *_read_loss(waiting)):
            return
        _pass(work, waiting)  # the vigour went into the loss before this one


def _read_loss(choice: Choice) -> tuple[Ability, int]:
    return _ABILITIES[str(choice.data["ability"])], int(choice.data["amount"])


def _take(work: Work, choice: Choice) -> None:
    who, (ability, amount) = choice.whom, _read_loss(choice)
    if not may_take(work.state, work.rules, who, ability, amount):
        refuse(work, "cannot_take_over", character=who, ability=ability)
    vigour = work.state.people[who].vigour - work.rules.tables.vigour.take_over
    victim, by = str(choice.data["victim"]), str(choice.data["by"])
    work.record(LossTakenOver(character=who, victim=victim, ability=ability, amount=amount, vigour=vigour))
    apply_loss(work, who, ability, amount, by=by, taken=True)


def _pass(work: Work, choice: Choice) -> None:
    """Ask the next who still could, or let the loss come."""
    victim, (ability, amount) = str(choice.data["victim"]), _read_loss(choice)
    names = filter(None, str(choice.data["left"]).split(","))
    left = tuple(one for one in names if may_take(work.state, work.rules, one, ability, amount))
    work.record(TakeOverPassed(character=choice.whom, victim=victim, left=left))
    if not left:
        apply_loss(work, victim, ability, amount, by=str(choice.data["by"]))


def _find_choice(work: Work, character: str) -> Choice:
    choice = next((one for one in work.state.choices if one.kind == "take_over"), None)
    if choice is None or choice.whom != character:
        refuse(work, "nothing_to_take_over", character=character)
    return choice


def lose_ability(work: Work, command: LoseAbility) -> None:
    """Let somebody lose of an ability, as the GM says."""
    held = find_person(work, command.character).ability(command.ability)
    if not 1 <= command.amount <= held:
        refuse(
            work,
            "no_such_loss",
            character=command.character,
            ability=command.ability,
            held=held,
            amount=command.amount,
        )
    if command.by:
        find_person(work, command.by)
    lose(work, command.character, command.ability, command.amount, command.by)


def heal_ability(work: Work, command: HealAbility) -> None:
    """Give back of what an ability has lost, as the GM says."""
    lost = find_person(work, command.character).lost.get(command.ability, 0)
    if lost < 1 or command.amount < 1:
        refuse(work, "nothing_to_heal", character=command.character, ability=command.ability)
    heal(work, command.character, command.ability, command.amount)


CURSE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    CallCurse: call_curse,
    AnswerTakeOver: answer_take_over,
    LoseAbility: lose_ability,
    HealAbility: heal_ability,
}
