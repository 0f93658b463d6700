"""The queue of strike ranks: what is in it, in which order, and how something falls out of it."""

from collections.abc import Sequence

import msgspec

from tenmatsu.systems.runequest.decide.steps import STRIKES
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.engaging import list_engaged, list_threats
from tenmatsu.systems.runequest.events.rounds import ActionDone, ActionSettled, Disengaged, Engaged
from tenmatsu.systems.runequest.melee import Action, ActionState, pair
from tenmatsu.systems.runequest.state import State

OPEN: frozenset[ActionState] = frozenset({"declared", "held", "carried"})
"""What is still to be done."""


def list_order(state: State) -> tuple[Action, ...]:
    """
    Return the open actions of the round in the order of resolution: SR, then DEX (higher first).

    Pushes and aimed blows wait for the last strike rank and come there by their usual one.
    """
    if state.melee is None:
        return ()
    open_now = (one for one in state.melee.queue if one.state in ("declared", "resolving"))
    due = (one for one in open_now if not one.rounds_left)
    return tuple(sorted(due, key=lambda one: (*find_moment(state, one), one.id)))


def find_moment(state: State, action: Action) -> tuple[int, int, int]:
    """Return when an action comes; what has the same moment happens at once."""
    figure = state.characters.get(action.character)
    return (action.sr, action.usual or action.sr, -(0 if figure is None else figure.of("DEX")))


def find_action(state: State, number: int) -> Action | None:
    """Return an action by its number."""
    queue = () if state.melee is None else state.melee.queue
    return next((one for one in queue if one.id == number), None)


def see_as_due(state: State, number: int) -> State:
    """
    Return the state as the doer of an action sees it: of what is due at one moment, as that moment began.

    What others do to them at the same strike rank and DEX neither stops nor hampers it.
    """
    melee, action = state.melee, find_action(state, number)
    before = None if melee is None or action is None else melee.moment.get(action.character)
    if melee is None or action is None or before is None or number not in melee.batch:
        return state
    characters = {**state.characters, action.character: before}
    return msgspec.structs.replace(
        state, characters=characters, melee=msgspec.structs.replace(melee, engaged=melee.reach)
    )


def list_actions(state: State, character: str, *states: ActionState) -> tuple[Action, ...]:
    """Return the actions of somebody that are in one of these states, in the order of declaration."""
    queue = () if state.melee is None else state.melee.queue
    return tuple(one for one in queue if one.character == character and one.state in states)


def list_going_on(state: State, character: str) -> tuple[Action, ...]:
    """Return the spells of somebody that go on from an earlier round."""
    carried = () if state.melee is None else state.melee.carried
    return tuple(one for one in list_actions(state, character, "carried", "declared") if one.id in carried)


def settle_action(work: Work, number: int, how: ActionState, why: str = "") -> None:
    """Record what became of an action; nothing where it came from no queue (0), or is over already."""
    action = find_action(work.state, number)
    if action is None or action.state in ("done", "lost"):
        return
    who, kind = action.character, action.step.kind
    if how == "done":
        work.record(ActionDone(action=number, character=who, kind=kind))
    else:
        work.record(ActionSettled(action=number, character=who, kind=kind, how=how, why=why))


def lose_actions(work: Work, character: str, kinds: Sequence[str] = (), why: str = "") -> None:
    """
    Take what somebody still had to do out of the queue: all of it, or steps of these kinds.

    What is due at this very moment stands: what comes at one moment happens at once.
    """
    melee = work.state.melee
    for action in list_actions(work.state, character, *OPEN):
        due = melee is not None and action.id in melee.batch and action.state == "declared"
        if not due and (not kinds or action.step.kind in kinds):
            settle_action(work, action.id, "lost", why)


def engage(work: Work, one: str, other: str, *, closing: bool = False) -> None:
    """Record that two are engaged; what is no longer allowed to either falls out of the queue."""
    melee = work.state.melee
    if melee is None or pair(one, other) in melee.engaged:
        return
    first, second = pair(one, other)
    work.record(Engaged(one=first, other=second, closing=closing))
    for character in (first, second):
        if list_threats(work.state, character):
            _restrict(work, character)


def _restrict(work: Work, character: str) -> None:
    """Leave to somebody who is engaged from now on either strikes or a spell, whichever comes first."""
    lose_actions(work, character, ("move", "shoot", "first_aid"), "engaged_now")
    left = list_actions(work.state, character, *OPEN)
    ordered = sorted((one for one in left if one.step.kind in {*STRIKES, "spell"}), key=lambda one: one.sr)
    if ordered:
        other = tuple(STRIKES) if ordered[0].step.kind == "spell" else ("spell",)
        lose_actions(work, character, other, "engaged_now")


def disengage(work: Work, one: str, other: str = "") -> None:
    """Record that two are apart, or that one is apart from all."""
    for foe in list_engaged(work.state, one):
        if other in ("", foe):
            work.record(Disengaged(one=one, other=foe))
