"""Decide victory conditions (勝利条件): two at most a player character, made with the GM's leave."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.scenes import (
    DropCondition,
    GiveCondition,
    MeetCondition,
    ProposeCondition,
    RuleOn,
)
from tenmatsu.systems.bloodberry.decide.interludes import check_interlude, ruling_of
from tenmatsu.systems.bloodberry.decide.work import Work, find_person, refuse
from tenmatsu.systems.bloodberry.events.scenes import (
    ConditionDropped,
    ConditionGiven,
    ConditionMet,
    ConditionProposed,
    ConditionRuled,
    Phrased,
)
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.people import Condition, Person


def _find_holder(work: Work, character: str, text: str) -> Person:
    """Return a player character who may hold a condition of these words, or refuse."""
    person = find_person(work, character)
    if person.kind != "pc":
        refuse(work, "for_players_only", character=character)
    if not text.strip():
        refuse(work, "words_missing")
    return person


def _find_condition(work: Work, character: str, person: Person, number: int) -> Condition:
    found = next((one for one in person.conditions if one.number == number), None)
    if found is None:
        refuse(work, "no_such_condition", character=character, condition=number)
    return found


def _check_room(work: Work, character: str, person: Person) -> None:
    most = work.rules.tables.scenes.conditions
    if len(person.conditions) >= most:
        refuse(work, "too_many_conditions", character=character, most=most)


def _next_number(person: Person) -> int:
    return max((one.number for one in person.conditions), default=0) + 1


def _propose_condition(work: Work, command: ProposeCondition) -> None:
    """Ask for a condition, or for another in place of one's own."""
    check_interlude(work)
    character = command.character
    person = _find_holder(work, character, command.text)
    if not command.replaces:
        _check_room(work, character, person)
    else:
        _find_condition(work, character, person, command.replaces)
    number = _next_number(person)
    work.record(ConditionProposed(character=character, condition=number, replaces=command.replaces))
    work.record(Phrased(character=character, what="condition", number=number, text=command.text))


def rule_on_condition(work: Work, choice: Choice, command: RuleOn) -> None:
    """Grant or refuse a condition."""
    work.record(
        ConditionRuled(
            character=str(choice.data["character"]),
            condition=int(choice.data["condition"]),
            replaces=int(choice.data["replaces"]),
            ruling=ruling_of(command),
        )
    )


def _give_condition(work: Work, command: GiveCondition) -> None:
    """Give a condition before the scenario's first scene; the one so given may be changed at any time."""
    character = command.character
    person = _find_holder(work, character, command.text)
    given = next((one for one in person.conditions if one.by_gm), None)
    if given is None:
        if work.state.scene.begun:
            refuse(work, "scenario_begun", character=character)
        _check_room(work, character, person)
    number = _next_number(person)
    work.record(ConditionGiven(character=character, condition=number, replaces=given.number if given else 0))
    work.record(Phrased(character=character, what="condition", number=number, text=command.text))


def _drop_condition(work: Work, command: DropCondition) -> None:
    """Drop one of two that contradict each other."""
    character = command.character
    person = find_person(work, character)
    _find_condition(work, character, person, command.condition)
    _find_condition(work, character, person, command.against)
    if command.condition == command.against:
        refuse(work, "same_condition", character=character, condition=command.condition)
    work.record(ConditionDropped(character=character, condition=command.condition, against=command.against))


def _meet_condition(work: Work, command: MeetCondition) -> None:
    character = command.character
    person = find_person(work, character)
    if _find_condition(work, character, person, command.condition).met:
        refuse(work, "condition_met_already", character=character, condition=command.condition)
    work.record(ConditionMet(character=character, condition=command.condition))


CONDITION_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    ProposeCondition: _propose_condition,
    GiveCondition: _give_condition,
    DropCondition: _drop_condition,
    MeetCondition: _meet_condition,
}
