"""Special turn actions (特別な行動) of a confrontation, as the GM defines them."""

from tenmatsu.systems.bloodberry.commands.confronting import DefineAction, TakeSpecialAction
from tenmatsu.systems.bloodberry.decide.judging import continue_with, foresee, make_side, start_judge
from tenmatsu.systems.bloodberry.decide.strengths import camp_of, find_strength, set_camp_strength
from tenmatsu.systems.bloodberry.decide.turns import claim_action
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, find_able, refuse
from tenmatsu.systems.bloodberry.events.confronting import (
    ActionDefined,
    SpecialActionSettled,
    SpecialActionTaken,
)
from tenmatsu.systems.bloodberry.judges import Judge
from tenmatsu.systems.bloodberry.staging import Special
from tenmatsu.systems.bloodberry.state import State


def check_running(work: Work) -> None:
    """Refuse what is done in confrontations only."""
    if not work.state.confrontation:
        refuse(work, "no_confrontation")


def define_action(work: Work, command: DefineAction) -> None:
    """Define a special turn action."""
    check_running(work)
    if command.first is None and (command.second is not None or command.difficulty):
        refuse(work, "action_without_standard")
    first = command.first or ""
    work.record(
        ActionDefined(
            number=len(work.state.specials) + 1,
            text=command.text,
            first=first,
            second=command.second or first,
            difficulty=command.difficulty,
            gain=command.gain,
        )
    )


def take_special(work: Work, command: TakeSpecialAction) -> None:
    """Take a special turn action, by a judge where it asks for one."""
    check_running(work)
    character, target, specials = command.character, command.target, work.state.specials
    if not 1 <= command.action <= len(specials):
        refuse(work, "no_such_action", action=command.action, count=len(specials))
    if target:
        find_able(work, target)
    if not _is_in(work.state, character):
        refuse(work, "not_confronted", character=character, target=target or character)
    claim_action(work, character, target)
    special = specials[command.action - 1]
    work.record(SpecialActionTaken(character=character, action=command.action, target=target))
    if special.first:
        start_judge(work, specify_special(work.state, work.rules, command), command.use)
    else:
        _settle_special(work, character, command.action, target, success=True)


@foresee(TakeSpecialAction)
def specify_special(state: State, rules: Rulebook, command: TakeSpecialAction) -> Judge:
    """Return the judge of a special action as it would start."""
    found = state.specials[command.action - 1 : command.action] if command.action > 0 else ()
    special = found[0] if found else Special(first="passion", second="passion")
    return Judge(
        kind="basic",
        active=make_side(command.character, special.first, special.second),
        difficulty=special.difficulty,
        then="special_settled",
        data={"action": command.action, "target": command.target},
    )


@continue_with("special_settled")
def conclude_special(work: Work, judge: Judge) -> None:
    """Let a special action have its result."""
    if judge.active is not None:
        action, target = int(judge.data.get("action", 0)), str(judge.data.get("target", ""))
        _settle_special(work, judge.active.character, action, target, success=judge.winner == "active")


def _settle_special(work: Work, character: str, action: int, target: str, *, success: bool) -> None:
    state = work.state
    work.record(SpecialActionSettled(character=character, action=action, target=target, success=success))
    gain = state.specials[action - 1].gain if 1 <= action <= len(state.specials) else 0
    curse = target if target in state.confrontation else state.confrontation[0]
    camp = camp_of(state, character)
    if success and gain and camp:
        set_camp_strength(work, camp, curse, find_strength(state, camp, curse) + gain)


def _is_in(state: State, character: str) -> bool:
    return bool(camp_of(state, character)) or character in state.confrontation
