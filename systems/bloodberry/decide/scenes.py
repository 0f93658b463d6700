"""Decide scenes: who takes part, who enters and leaves; what the GM says to what players ask."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.scenes import (
    CallScene,
    EndInterlude,
    Enter,
    ForgoTurn,
    LeaveScene,
    RuleOn,
)
from tenmatsu.systems.bloodberry.decide.conditions import CONDITION_HANDLERS, rule_on_condition
from tenmatsu.systems.bloodberry.decide.interludes import (
    INTERLUDE_HANDLERS,
    rule_on_proposal,
    rule_on_vigour,
)
from tenmatsu.systems.bloodberry.decide.judging import (
    check_plan,
    continue_with,
    foresee,
    make_side,
    start_judge,
)
from tenmatsu.systems.bloodberry.decide.sessions import SESSION_HANDLERS
from tenmatsu.systems.bloodberry.decide.turns import claim_action
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, find_able, refuse
from tenmatsu.systems.bloodberry.events.scenes import (
    Entered,
    EntranceAsked,
    EntranceChecked,
    EntranceRefused,
    InterludeEnded,
    LeftScene,
    SceneCalled,
)
from tenmatsu.systems.bloodberry.judges import Choice, Judge
from tenmatsu.systems.bloodberry.state import State


def _call_scene(work: Work, command: CallScene) -> None:
    """Name participants and actors; granted proposals add to the actors, and actors take part."""
    scene = work.state.scene
    if work.state.ended:
        refuse(work, "session_over")
    if scene.running and scene.participants:
        refuse(work, "scene_called")
    granted = scene.next_actors if not scene.running else scene.actors
    actors = tuple(dict.fromkeys((*granted, *command.actors)))
    participants = tuple(dict.fromkeys((*command.participants, *actors)))
    if not participants:
        refuse(work, "nobody_called")
    for character in participants:
        find_able(work, character)
    most = work.rules.tables.scenes.actors
    if len(actors) > most:
        refuse(work, "too_many_actors", most=most, count=len(actors), actors=actors)
    work.record(SceneCalled(participants=participants, actors=actors, now=scene.running))


def _enter(work: Work, command: Enter) -> None:
    """Let somebody enter; a player asks the GM, who may demand a check."""
    character = command.character
    person, scene = find_able(work, character), work.state.scene
    if not scene.running:
        refuse(work, "no_scene")
    if character in scene.participants:
        refuse(work, "in_scene_already", character=character)
    _check_difficulty(work, command.difficulty)
    if command.use:
        planned = replace(_make_judge(work.rules, character, None), planned={character: command.use})
        check_plan(work, planned, character)
    if not work.is_gm:
        work.record(EntranceAsked(character=character, use=command.use))
    elif command.free or (person.kind != "pc" and command.difficulty is None):
        work.record(Entered(character=character, result="free"))
    else:
        _check_entrance(work, character, command.difficulty, command.use)


def _check_difficulty(work: Work, difficulty: int | None) -> None:
    if difficulty is not None and difficulty < 0:
        refuse(work, "negative_difficulty", difficulty=difficulty)


def _check_entrance(work: Work, character: str, difficulty: int | None, use: Sequence[str]) -> None:
    """Start the entrance check (登場判定)."""
    judge = _make_judge(work.rules, character, difficulty)
    work.record(EntranceChecked(character=character, difficulty=judge.difficulty))
    start_judge(work, judge, use)


@foresee(Enter)
def specify_entrance(state: State, rules: Rulebook, command: Enter) -> Judge:
    """Return the entrance check as it would start."""
    return _make_judge(rules, command.character, command.difficulty)


def _make_judge(rules: Rulebook, character: str, difficulty: int | None) -> Judge:
    row = rules.tables.entrance
    return Judge(
        kind="basic",
        active=make_side(character, *row.standards),
        difficulty=row.difficulty if difficulty is None else difficulty,
        purpose="entrance",
        then="entrance",
    )


@continue_with("entrance")
def _finish_entrance(work: Work, judge: Judge) -> None:
    if judge.active is not None:
        result: Literal["success", "failure"] = "success" if judge.winner == "active" else "failure"
        work.record(Entered(character=judge.active.character, result=result))


def _leave_scene(work: Work, command: LeaveScene) -> None:
    scene = work.state.scene
    if not scene.running:
        refuse(work, "no_scene")
    if command.character not in scene.participants:
        refuse(work, "not_in_scene", character=command.character)
    work.record(LeftScene(character=command.character))


def _forgo_turn(work: Work, command: ForgoTurn) -> None:
    if work.state.rounds is not None:
        refuse(work, "rounds_run")
    before = len(work.recorded)
    claim_action(work, command.character, forgone=True)
    if len(work.recorded) == before:
        refuse(work, "no_turns")


def _end_interlude(work: Work, command: EndInterlude) -> None:
    if not work.state.scene.interlude:
        refuse(work, "no_interlude")
    work.record(InterludeEnded())


def _rule_on(work: Work, command: RuleOn) -> None:
    """Answer what a player asked."""
    choice = next((one for one in work.state.choices if one.kind in RuleOn.answers), None)
    if choice is None:
        refuse(work, "nothing_to_rule")
    if command.answer not in choice.options:
        refuse(work, "not_an_answer", answer=command.answer, known=choice.options)
    _check_difficulty(work, command.difficulty)
    _RULINGS[choice.kind](work, choice, command)


def _rule_on_entrance(work: Work, choice: Choice, command: RuleOn) -> None:
    character = str(choice.data["character"])
    if command.answer == "refuse":
        work.record(EntranceRefused(character=character))
    elif command.answer == "grant":
        work.record(Entered(character=character, result="free"))
    else:
        use = tuple(str(choice.data["use"]).split())
        _check_entrance(work, character, command.difficulty, use)


_RULINGS: dict[str, Callable[[Work, Choice, RuleOn], None]] = {
    "entrance": _rule_on_entrance,
    "proposal": rule_on_proposal,
    "condition": rule_on_condition,
    "actor_vigour": rule_on_vigour,
}
"""By the kind of the choice."""

SCENE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    CallScene: _call_scene,
    Enter: _enter,
    LeaveScene: _leave_scene,
    ForgoTurn: _forgo_turn,
    EndInterlude: _end_interlude,
    RuleOn: _rule_on,
    **INTERLUDE_HANDLERS,
    **CONDITION_HANDLERS,
    **SESSION_HANDLERS,
}
