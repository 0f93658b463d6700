"""How a melee round goes on by itself: intents, movement, resolution by strike ranks, bookkeeping."""

import msgspec

from tenmatsu.systems.runequest.decide.acting import take_action, take_held
from tenmatsu.systems.runequest.decide.casting import list_last_heals
from tenmatsu.systems.runequest.decide.choosing import ask_several
from tenmatsu.systems.runequest.decide.haunting import fight_spirits
from tenmatsu.systems.runequest.decide.movement import list_movers, move, settle_ranks
from tenmatsu.systems.runequest.decide.performing import HINDERS, PERFORMERS
from tenmatsu.systems.runequest.decide.queueing import (
    OPEN,
    find_action,
    find_moment,
    list_order,
    lose_actions,
    settle_action,
)
from tenmatsu.systems.runequest.decide.shooting import Misplaced, find_guarded
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.decide.wounding import end_wounds_of_round
from tenmatsu.systems.runequest.events.rounds import (
    ActionStarted,
    BatchDue,
    GuardRaised,
    MeleeEnded,
    RoundBegun,
    StageReached,
)
from tenmatsu.systems.runequest.melee import Action, Melee, Result, Stage
from tenmatsu.systems.runequest.state import State


def resume_round(work: Work) -> bool:
    """Take the round's next step by itself; return whether there was one."""
    melee = work.state.melee
    if melee is None:
        return False
    if melee.ending is not None and melee.stage != "bookkeeping":
        _close(work, melee)
    elif melee.stage == "intents":
        if list_undeclared(work.state):
            return False
        begin_movement(work)
    elif melee.stage == "movement":
        _move_on(work)
    elif melee.stage == "resolution":
        _resolve(work, melee)
    else:
        _end_round(work)
    return True


def list_undeclared(state: State) -> tuple[str, ...]:
    """Return who can act and has declared nothing so far; a spell that goes on needs no new intent."""
    melee = state.melee
    if melee is None:
        return ()
    busy = {one.character for one in melee.queue if one.id in melee.carried and one.state != "lost"}
    waiting = (one for one in melee.fighters if one not in melee.intents and one not in busy)
    return tuple(one for one in waiting if _can_act(state, one))


def _can_act(state: State, character: str) -> bool:
    figure = state.characters.get(character)
    return figure is not None and figure.is_awake and not figure.controlled_by


def begin_movement(work: Work) -> None:
    """End the intents: shields go up, whoever moves first moves."""
    _reach(work, "movement")
    melee = work.state.melee
    for action in () if melee is None else melee.queue:
        if action.step.kind != "guard" or action.state != "declared":
            continue
        who, step = action.character, action.step
        covered = find_guarded(work.state, work.rules, who, step.arm, step.locations)
        if isinstance(covered, Misplaced):
            settle_action(work, action.id, "lost", "arm_no_use")
        else:
            work.record(GuardRaised(character=who, arm=step.arm, locations=covered))
            settle_action(work, action.id, "done")


def _reach(work: Work, stage: Stage) -> None:
    melee = work.state.melee
    work.record(StageReached(stage=stage, round=1 if melee is None else melee.round))


def _move_on(work: Work) -> None:
    """Let the next one flee; behind them all move at once, and the ranks follow from that."""
    for action in list_order(work.state):
        if action.step.kind == "flee" and action.state == "declared":
            why = HINDERS["flee"](work.state, work.rules, action, "")
            if why:
                settle_action(work, action.id, "lost", why)
            else:
                work.record(ActionStarted(action=action.id, character=action.character, kind="flee"))
                PERFORMERS["flee"](work, action, "")
            return
    movers = list_movers(work.state)
    if movers:
        move(work, movers)
    settle_ranks(work)
    _reach(work, "resolution")


def _resolve(work: Work, melee: Melee) -> None:
    """Go on with what is due at this moment, then take the next; behind all, spirit combat."""
    for number in melee.batch:
        action = find_action(work.state, number)
        if action is not None and action.state == "resolving":
            settle_action(work, number, "done")
            return
        if action is not None and action.state == "declared":
            take_action(work, action)
            return
    if _take_batch(work, melee) or _call_held(work, melee) or fight_spirits(work):
        return
    _close(work, melee)


def _take_batch(work: Work, melee: Melee) -> bool:
    """Make due what comes next; whoever can do nothing any more has lost it."""
    order = list_order(work.state)
    for action in order:
        if not _can_act(work.state, action.character):
            settle_action(work, action.id, "lost", "cannot_act")
            return True
    if not order:
        return False
    moment = find_moment(work.state, order[0])
    ids = tuple(one.id for one in order if find_moment(work.state, one) == moment)
    work.record(BatchDue(sr=max(order[0].sr, melee.sr), ids=ids))
    return True


def _call_held(work: Work, melee: Melee) -> bool:
    """Ask for what is held still at the last strike rank: now or never."""
    first: dict[str, Action] = {}
    for action in melee.queue:
        if action.state == "held" and action.character not in first:
            first[action.character] = action
    held = sorted(first.values(), key=lambda one: find_moment(work.state, one)[2])
    for action in reversed(held):
        if _can_act(work.state, action.character):
            take_held(work, action, work.rules.tables.round.last_sr)
        else:
            lose_actions(work, action.character, why="cannot_act")
    return bool(held)


def _close(work: Work, melee: Melee) -> None:
    """Begin the bookkeeping; where somebody dies of it, those who can may still heal them."""
    for action in melee.queue:
        if action.state in OPEN and (action.state != "carried" or action.spoiled or melee.ending):
            why = "fight_over" if melee.ending else "spoiled" if action.spoiled else "waited_out"
            settle_action(work, action.id, "lost", why)
    _reach(work, "bookkeeping")
    figures = [work.state.characters[one] for one in melee.fighters if one in work.state.characters]
    if any(one.embodied and one.hp <= 0 and not one.dead for one in figures):
        ask_several(work, "last_moment", list_last_heals(work.state, work.rules))


def _end_round(work: Work) -> None:
    """Do the bookkeeping; then the melee is over, or its next round begins."""
    end_wounds_of_round(work)
    melee, now = work.state.melee, work.state.now + 1
    if melee is None:
        return
    result = melee.ending or find_result(work.state, melee)
    if result is not None:
        work.record(MeleeEnded(result=result, rounds=melee.round, now=now))
        return
    work.record(RoundBegun(round=melee.round + 1, now=now, queue=_carry_over(melee)))


def _carry_over(melee: Melee) -> tuple[Action, ...]:
    """Return the spells that go on, a round nearer to their end."""
    kept = (one for one in melee.queue if one.state == "carried")
    return tuple(
        msgspec.structs.replace(
            one,
            rounds_left=one.rounds_left - 1,
            state="carried" if one.rounds_left > 1 else "declared",
        )
        for one in kept
    )


def find_result(state: State, melee: Melee) -> Result | None:
    """Return how the melee ended, where one side can do nothing any more; None where it goes on."""
    everybody = (*melee.fighters, *melee.left)
    sides = {state.characters[one].friendly for one in everybody if one in state.characters}
    standing = {state.characters[one].friendly for one in melee.fighters if _can_act(state, one)}
    if not standing:
        return "nobody_wins"
    if sides == standing:
        return None
    return "players_win" if True in standing else "foes_win"
