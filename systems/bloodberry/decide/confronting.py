"""
Decide confrontations (対峙) with embodied curses.

A relation check there is a turn action: it raises the relation of the camp and the curse, and a failure
changes nothing. Whether the confrontation is over is looked at behind every command, once nothing is asked.
"""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.confronting import (
    BeginConfrontation,
    DefineAction,
    EndConfrontation,
    SetCampStrength,
    TakeSpecialAction,
)
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.commands.rounds import BeginRounds
from tenmatsu.systems.bloodberry.decide.barring import stop_check
from tenmatsu.systems.bloodberry.decide.judging import continue_with, foresee, start_judge
from tenmatsu.systems.bloodberry.decide.relations import (
    check_relation,
    specify_check,
    specify_relation_check,
    verify_check,
)
from tenmatsu.systems.bloodberry.decide.rounds import begin_rounds, close_rounds
from tenmatsu.systems.bloodberry.decide.scening import check_present, in_interlude, is_present
from tenmatsu.systems.bloodberry.decide.specials import check_running, define_action, take_special
from tenmatsu.systems.bloodberry.decide.strengths import (
    camp_of,
    find_most,
    find_strength,
    has_won,
    is_lost,
    set_camp_strength,
)
from tenmatsu.systems.bloodberry.decide.sublimating import ask_sublimation, count_owed
from tenmatsu.systems.bloodberry.decide.turns import claim_action, is_at_rest, renew_turns
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, find_able, refuse
from tenmatsu.systems.bloodberry.events.confronting import (
    ConfrontationBegun,
    ConfrontationEnded,
    ConfrontCheckBegun,
    ConfrontCheckDecided,
)
from tenmatsu.systems.bloodberry.judges import Judge
from tenmatsu.systems.bloodberry.state import State

ALL_PCS = "pcs"
"""The camp of all player characters, where the GM names none."""


def begin_confrontation(work: Work, command: BeginConfrontation) -> None:
    """Set camps and curses against each other."""
    state = work.state
    if state.confrontation:
        refuse(work, "confrontation_runs")
    if in_interlude(state):
        refuse(work, "confront_in_interlude")
    curses = tuple(dict.fromkeys(command.curses))
    if not curses:
        refuse(work, "nothing_to_confront")
    for curse in curses:
        if find_able(work, curse).kind != "curse":
            refuse(work, "no_curse", character=curse)
    pcs = [one for one, person in state.people.items() if person.kind == "pc"]
    here = tuple(one for one in pcs if state.people[one].can_act and is_present(state, one))
    camps = {name: tuple(dict.fromkeys(members)) for name, members in command.camps.items()}
    camps = camps or {ALL_PCS: here}
    sizes = _count_pcs(work, camps)
    work.record(ConfrontationBegun(curses=curses, camps=camps, sizes=sizes))
    if command.rounds:
        begin_rounds(work, BeginRounds())


def _count_pcs(work: Work, camps: dict[str, tuple[str, ...]]) -> dict[str, int]:
    """Return how many player characters are in each camp, or refuse what are no camps."""
    sizes: dict[str, int] = {}
    seen: set[str] = set()
    for name, members in camps.items():
        kinds = []
        for member in members:
            check_present(work, member)
            kinds.append(find_able(work, member).kind)
            if member in seen or kinds[-1] == "curse":
                refuse(work, "not_for_camp", character=member, camp=name)
            seen.add(member)
        sizes[name] = kinds.count("pc")
        if not sizes[name]:
            refuse(work, "camp_without_pc", camp=name)
    return sizes


# ---- relation checks ----


@foresee(RelationCheck)
def foresee_check(state: State, rules: Rulebook, command: RelationCheck) -> Judge:
    """Return the judge of a relation check: in a confrontation, or in an interlude."""
    if command.target in state.confrontation and camp_of(state, command.character):
        return specify_confrontation(state, rules, command)
    return specify_relation_check(state, rules, command)


def specify_confrontation(state: State, rules: Rulebook, command: RelationCheck) -> Judge:
    """Return the judge of a relation check upon a curse: it must reach the camp's new strength."""
    camp = camp_of(state, command.character)
    return specify_check(
        state,
        rules,
        character=command.character,
        target=command.target,
        check=command.check,
        second=command.second,
        needed=find_strength(state, camp, command.target) + 1,
        then="confronted",
        data={"camp": camp},
    )


def relate(work: Work, command: RelationCheck) -> None:
    """Begin a relation check, in a confrontation as a turn action."""
    if not work.state.confrontation:
        check_relation(work, command)
        return
    character, target = command.character, command.target
    verify_check(work, character, target, command.check, command.second)
    camp = camp_of(work.state, character)
    if not camp or target not in work.state.confrontation:
        refuse(work, "not_confronted", character=character, target=target)
    most = find_most(work.state, work.rules, work.state.confronting[camp])
    if find_strength(work.state, camp, target) >= most:
        refuse(work, "camp_at_most", camp=camp, target=target, most=most)
    claim_action(work, character, target)
    judge = specify_confrontation(work.state, work.rules, command)
    work.record(
        ConfrontCheckBegun(
            character=character, target=target, camp=camp, check=command.check, needed=judge.difficulty
        )
    )
    if not stop_check(work, character, command.check):
        start_judge(work, judge, command.use)


@continue_with("confronted")
def conclude_confrontation_check(work: Work, judge: Judge) -> None:
    """Raise the relation of camp and curse where the active side succeeded; else nothing changes."""
    active, passive = judge.active, judge.passive
    if active is None or passive is None:
        return
    camp, success = str(judge.data.get("camp", "")), judge.winner == "active"
    work.record(
        ConfrontCheckDecided(
            character=active.character,
            target=passive.character,
            camp=camp,
            check=judge.type,
            achievement=active.achievement,
            against=passive.achievement,
            needed=judge.difficulty,
            success=success,
            result="cancelled" if judge.cancelled else "success" if success else "failure",
        )
    )
    if success:
        now = set_camp_strength(work, camp, passive.character, judge.difficulty)
        if work.rules.options.confrontation_sublimates == "roller":
            ask_sublimation(work, active.character, count_owed(work, active.character, now))


def change_strength(work: Work, command: SetCampStrength) -> None:
    """Set the relation of a camp and a curse, as the GM says."""
    check_running(work)
    if command.camp not in work.state.confronting or command.curse not in work.state.confrontation:
        refuse(work, "no_such_camp", camp=command.camp, curse=command.curse)
    before = find_strength(work.state, command.camp, command.curse)
    if set_camp_strength(work, command.camp, command.curse, command.strength) == before:
        refuse(work, "strength_same", camp=command.camp, curse=command.curse, strength=before)


# ---- the end ----


def end_confrontation(work: Work, command: EndConfrontation) -> None:
    """Break a confrontation off."""
    check_running(work)
    _end(work, ConfrontationEnded(result="undecided"))


def resume_confrontation(work: Work) -> None:
    """End a confrontation that a camp has won or all have lost; let turns go round again."""
    state = work.state
    if not state.confrontation or not is_at_rest(state):
        return
    won = next((name for name, camp in state.confronting.items() if has_won(state, work.rules, camp)), "")
    if won:
        _end(work, ConfrontationEnded(result="players_win", camp=won))
    elif all(is_lost(state, camp) for camp in state.confronting.values()):
        _end(work, ConfrontationEnded(result="foes_win"))
    elif state.scene.acted:
        renew_turns(work)


def _end(work: Work, ended: ConfrontationEnded) -> None:
    if work.state.rounds is not None:
        close_rounds(work)
    work.record(ended)


CONFRONT_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    BeginConfrontation: begin_confrontation,
    RelationCheck: relate,
    DefineAction: define_action,
    TakeSpecialAction: take_special,
    SetCampStrength: change_strength,
    EndConfrontation: end_confrontation,
}
"""What decides the commands of this part; `RelationCheck` in place of what decides it in interludes."""
