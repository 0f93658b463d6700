"""Fold judgements."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.events.judging import (
    Judged,
    JudgementKept,
    OppositionBegun,
    OppositionSettled,
    QuickDiceSpent,
    SixthSenseUsed,
)
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import Contest, Judging, State

_replace = msgspec.structs.replace
OPPOSED = "opposed"
"""The purpose of rolls whose successes are compared."""


def hold(judged: Judged) -> Judging:
    """Return a judgement as the state holds it, and as the step behind it gets it."""
    return Judging(
        character=judged.character,
        purpose=judged.purpose,
        value=judged.value,
        dice=len(judged.faces),
        difficulty=judged.place,
        faces=judged.faces,
        successes=judged.successes,
        then=judged.then,
        about=judged.about,
        quick=judged.quick,
        circumstances=judged.circumstances,
        pattern=judged.pattern,
    )


def _spend_quick(state: State, event: QuickDiceSpent) -> State:
    return with_figure(state, event.character, quick_dice=event.left)


def _judge(state: State, event: Judged) -> State:
    if event.held:
        return _replace(state, judging=hold(event))
    state = _replace(state, judging=None)
    return _count(state, event.purpose, event.character, event.successes)


def _count(state: State, purpose: str, character: str, successes: int) -> State:
    contest = state.contest
    if contest is None or purpose != OPPOSED or character not in contest.characters:
        return state
    counted = {**contest.successes, character: successes}
    return _replace(state, contest=_replace(contest, successes=counted))


def _sense(state: State, event: SixthSenseUsed) -> State:
    return with_figure(state, event.character, sensed=True)


def _keep(state: State, event: JudgementKept) -> State:
    judging = state.judging
    if judging is None:
        return state
    state = _replace(state, judging=None)
    return _count(state, judging.purpose, judging.character, judging.successes)


def _begin(state: State, event: OppositionBegun) -> State:
    contest = Contest(
        characters=event.characters,
        value=event.value,
        place=event.place,
        harder=event.harder,
        dice=event.dice,
        quick=event.quick,
        damage=event.damage,
    )
    return _replace(state, contest=contest)


def _settle(state: State, event: OppositionSettled) -> State:
    return _replace(state, contest=None)


JUDGING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    QuickDiceSpent: _spend_quick,
    Judged: _judge,
    SixthSenseUsed: _sense,
    JudgementKept: _keep,
    OppositionBegun: _begin,
    OppositionSettled: _settle,
}
