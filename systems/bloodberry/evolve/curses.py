"""Fold curse checks, losses and healing."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.events import curses as c
from tenmatsu.systems.bloodberry.evolve.people import with_person
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.state import State

TAKE_OVER = ("take", "pass")
"""The options of the choice `take_over`."""
_replace = msgspec.structs.replace


def _threatened(state: State, event: c.LossThreatened) -> State:
    if not event.asked:
        return state
    choice = Choice(
        kind="take_over",
        whom=event.asked[0],
        options=TAKE_OVER,
        data={
            "victim": event.character,
            "ability": event.ability,
            "amount": event.amount,
            "by": event.by,
            "left": ",".join(event.asked[1:]),
        },
    )
    return _replace(state, choices=(*state.choices, choice))


def _passed(state: State, event: c.TakeOverPassed) -> State:
    """Ask the next, in the place of whoever passed; with the last the choice is gone."""
    at = _find_choice(state, event.character)
    if at < 0:
        return state
    choices, rest = list(state.choices), event.left
    if rest:
        data = {**choices[at].data, "left": ",".join(rest[1:])}
        choices[at] = _replace(choices[at], whom=rest[0], data=data)
    else:
        del choices[at]
    return _replace(state, choices=tuple(choices))


def _taken(state: State, event: c.LossTakenOver) -> State:
    at = _find_choice(state, event.character)
    if at >= 0:
        state = _replace(state, choices=(*state.choices[:at], *state.choices[at + 1 :]))
    return with_person(state, event.character, vigour=event.vigour)


def _find_choice(state: State, character: str) -> int:
    """Return where the choice stands that somebody answers; −1 where there is none."""
    for at, choice in enumerate(state.choices):
        if choice.kind == "take_over" and choice.whom == character:
            return at
    return -1


def _changed(state: State, event: c.AbilityLost | c.AbilityHealed) -> State:
    person = state.people.get(event.character)
    if person is None:
        return state
    lost = {**person.lost, event.ability: event.lost}
    return with_person(state, event.character, lost=lost, **{event.ability: event.now})


def _out(state: State, event: c.FellOut) -> State:
    return with_person(state, event.character, out=True)


def _back(state: State, event: c.CameBack) -> State:
    return with_person(state, event.character, out=False)


def _missed(state: State, event: c.SessionsMissed) -> State:
    return with_person(state, event.character, absent=event.sessions)


CURSE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    c.LossThreatened: _threatened,
    c.TakeOverPassed: _passed,
    c.LossTakenOver: _taken,
    c.AbilityLost: _changed,
    c.AbilityHealed: _changed,
    c.FellOut: _out,
    c.CameBack: _back,
    c.SessionsMissed: _missed,
}
