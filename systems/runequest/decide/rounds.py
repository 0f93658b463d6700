"""Decide commands: of melee rounds."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.commands.rounds import (
    ActNow,
    BeginMelee,
    CloseIntents,
    DeclareIntent,
    EndMelee,
    JoinMelee,
    LeaveMelee,
    LetPrepareAtOnce,
    PlaceFighter,
)
from tenmatsu.systems.runequest.decide import disengaging, doing
from tenmatsu.systems.runequest.decide.acting import act_now
from tenmatsu.systems.runequest.decide.given import check_given
from tenmatsu.systems.runequest.decide.hands import find_default_arm
from tenmatsu.systems.runequest.decide.planning import find_allowance
from tenmatsu.systems.runequest.decide.queueing import engage, list_going_on, settle_action
from tenmatsu.systems.runequest.decide.ranks import plan_steps
from tenmatsu.systems.runequest.decide.rounding import begin_movement
from tenmatsu.systems.runequest.decide.shooting import Misplaced, find_guarded
from tenmatsu.systems.runequest.decide.steps import STRIKES, TIMELESS
from tenmatsu.systems.runequest.decide.work import (
    Rulebook,
    Work,
    find_awake,
    find_fighter,
    find_figure,
    find_melee,
    refuse,
)
from tenmatsu.systems.runequest.engaging import are_foes, find_distance, list_engaged, list_threats
from tenmatsu.systems.runequest.events.rounds import (
    Disengaged,
    FighterPlaced,
    IntentDeclared,
    IntentWorded,
    LeaveGiven,
    MeleeBegun,
    MeleeEnded,
    MeleeEnding,
    MeleeJoined,
    MeleeLeft,
)
from tenmatsu.systems.runequest.melee import Intent, Step
from tenmatsu.systems.runequest.state import State

PERFORMING = (disengaging, doing)
"""Files that register who performs steps."""


def begin_melee(work: Work, command: BeginMelee) -> None:
    """Begin a melee; foes within reach are engaged at once."""
    if work.state.melee is not None:
        refuse(work, "melee_goes_on")
    characters = work.state.characters
    fighters = command.fighters or tuple(name for name, one in characters.items() if one.is_awake)
    fighters = tuple(dict.fromkeys(fighters))
    for one in (*fighters, *command.places, *command.surprised):
        find_figure(work, one)
        if one not in fighters:
            refuse(work, "not_in_melee", character=one)
    if not fighters:
        refuse(work, "nobody_fights")
    places = {
        one: command.places.get(one, 0 if characters[one].friendly else command.distance) for one in fighters
    }
    surprise = {one: find_surprise(work.rules, metres) for one, metres in command.surprised.items()}
    work.record(MeleeBegun(fighters=fighters, places=places, surprise=surprise))
    for one in fighters:
        _meet(work, one)


def find_surprise(rules: Rulebook, metres: int) -> int:
    """Return the strike ranks that a surprise from so far away adds."""
    steps = rules.tables.round.surprise
    within = [most for most in steps if metres <= most]
    return steps[min(within)] if within else 0


def _meet(work: Work, character: str) -> None:
    """Engage somebody with the foes within reach."""
    melee = find_melee(work)
    for other in melee.fighters:
        if _are_in_reach(work.state, work.rules, character, other):
            engage(work, character, other)


def _are_in_reach(state: State, rules: Rulebook, one: str, other: str) -> bool:
    metres = find_distance(state, one, other)
    able = [state.characters[name] for name in (one, other) if name in state.characters]
    if metres is None or not are_foes(state, one, other):
        return False
    return metres <= rules.tables.round.reach and all(figure.is_awake and figure.embodied for figure in able)


def join_melee(work: Work, command: JoinMelee) -> None:
    """Come into the melee; a place in reach of a foe engages."""
    find_awake(work, command.character)
    if command.character in find_melee(work).fighters:
        refuse(work, "fights_already", character=command.character)
    check_given(work, place=command.place)
    work.record(MeleeJoined(character=command.character, place=command.place))
    _meet(work, command.character)


def leave_melee(work: Work, command: LeaveMelee) -> None:
    """Leave the melee, where no foe is in reach."""
    find_fighter(work, command.character)
    if list_threats(work.state, command.character):
        refuse(work, "engaged_cannot_leave", character=command.character)
    work.record(MeleeLeft(character=command.character))


def end_melee(work: Work, command: EndMelee) -> None:
    """End the melee: at once while intents are declared, else behind this round's bookkeeping."""
    melee = find_melee(work)
    if melee.stage == "intents":
        work.record(MeleeEnded(result=command.result, rounds=melee.round - 1, now=work.state.now))
    else:
        work.record(MeleeEnding(result=command.result))


def declare_intent(work: Work, command: DeclareIntent) -> None:
    """Record an intent with its entries of the queue; it takes the place of an earlier one."""
    figure, melee = find_fighter(work, command.character), find_melee(work)
    who = command.character
    if melee.stage != "intents":
        refuse(work, "intents_closed")
    if figure.controlled_by:
        refuse(work, "cannot_act", character=who)
    steps = tuple(name_arm(work.state, work.rules, who, step) for step in command.steps)
    _check_spell_going_on(work, who, steps, give_up=command.give_up)
    for step in steps:
        if step.kind == "guard":
            covered = find_guarded(work.state, work.rules, who, step.arm, step.locations)
            if isinstance(covered, Misplaced):
                refuse(work, covered.reason)
    actions = plan_steps(work.state, work.rules, who, steps)
    if isinstance(actions, str):
        refuse(work, actions, **_describe(work, who, steps))
    if command.give_up:
        for one in list_going_on(work.state, who):
            settle_action(work, one.id, "lost", "given_up")
    leaves = command.spirit_leaves or any(step.kind == "spirit_leave" for step in steps)
    intent = Intent(steps=steps, spirit_leaves=leaves)
    work.record(IntentDeclared(character=who, intent=intent, actions=actions))
    if command.text:
        work.record(IntentWorded(character=who, text=command.text))


def name_arm(state: State, rules: Rulebook, character: str, step: Step) -> Step:
    """Return a step of melee with the weapon named, where it was left open."""
    if step.kind not in STRIKES or step.arm:
        return step
    return msgspec.structs.replace(step, arm=find_default_arm(rules.tables, state.characters[character]))


def _describe(work: Work, character: str, steps: tuple[Step, ...]) -> dict[str, object]:
    """Return what sentences of refusals name."""
    return {
        "character": character,
        "arm": next((step.arm for step in steps if step.arm), "arms"),
        "target": next((step.target for step in steps if step.target), ""),
        "units": find_allowance(work.state, work.rules, character),
    }


def _check_spell_going_on(work: Work, character: str, steps: tuple[Step, ...], *, give_up: bool) -> None:
    """Refuse anything but defences while a spell goes on from the round before."""
    going_on = list_going_on(work.state, character)
    if give_up and not going_on:
        refuse(work, "no_spell_goes_on", character=character)
    if going_on and not give_up and any(step.kind not in TIMELESS for step in steps):
        refuse(work, "spell_goes_on", character=character)


def close_intents(work: Work, command: CloseIntents) -> None:
    """End the intents; whoever said nothing only defends."""
    if find_melee(work).stage != "intents":
        refuse(work, "intents_closed")
    begin_movement(work)


def place_fighter(work: Work, command: PlaceFighter) -> None:
    """Put somebody somewhere, and engage or part them by that."""
    who, melee = command.character, find_melee(work)
    find_figure(work, who)
    if who not in melee.fighters:
        refuse(work, "not_in_melee", character=who)
    work.record(FighterPlaced(character=who, place=command.place))
    if command.engaged:
        for other in list_engaged(work.state, who):
            if not _are_in_reach(work.state, work.rules, who, other):
                work.record(Disengaged(one=who, other=other))
        _meet(work, who)


def let_prepare_at_once(work: Work, command: LetPrepareAtOnce) -> None:
    """Let somebody make ready beside another step this round."""
    find_fighter(work, command.character)
    if command.character in find_melee(work).at_once:
        refuse(work, "leave_given", character=command.character)
    work.record(LeaveGiven(character=command.character))


ROUND_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    BeginMelee: begin_melee,
    JoinMelee: join_melee,
    LeaveMelee: leave_melee,
    EndMelee: end_melee,
    DeclareIntent: declare_intent,
    CloseIntents: close_intents,
    ActNow: act_now,
    PlaceFighter: place_fighter,
    LetPrepareAtOnce: let_prepare_at_once,
}
"""By command class."""
