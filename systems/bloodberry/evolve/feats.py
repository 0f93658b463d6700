"""Fold feats of classes and species."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.events import feats as f
from tenmatsu.systems.bloodberry.evolve.people import with_person
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.state import State

CONSENT = ("consent", "decline")
"""The options of the choice `dominate`."""
_replace = msgspec.structs.replace


def _key(state: State, event: f.KeyHanded) -> State:
    return with_person(state, event.to_character, keys=event.keys)


def _taken_in(state: State, event: f.TakenIn) -> State:
    return with_person(state, event.character, hosts=event.hosts, **{event.ability: event.now})


def _let_out(state: State, event: f.LetOut) -> State:
    return with_person(state, event.character, hosts=event.hosts)


def _barred(state: State, event: f.CheckBarred) -> State:
    person = state.people.get(event.target)
    if person is None:
        return state
    return with_person(state, event.target, barred={**person.barred, event.check: event.character})


def _bar_ended(state: State, event: f.BarEnded) -> State:
    person = state.people.get(event.target)
    if person is None:
        return state
    barred = {type_: by for type_, by in person.barred.items() if type_ != event.check}
    return with_person(state, event.target, barred=barred)


def _dominate_asked(state: State, event: f.DominateAsked) -> State:
    choice = Choice(kind="dominate", whom=event.character, options=CONSENT, data={"by": event.by})
    return _replace(state, choices=(*state.choices, choice))


def _dominate_answered(state: State, event: f.DominateAnswered) -> State:
    return _drop_choice(state, "dominate", event.character)


def _killed(state: State, event: f.Killed) -> State:
    return with_person(state, event.character, killed=True)


def _held(state: State, event: f.Held) -> State:
    return with_person(state, event.character, no_checks_until=event.until)


def _fairy_asked(state: State, event: f.FairyCurseAsked) -> State:
    data: dict[str, str | int] = {"fairy": event.fairy, "ability": event.ability}
    choice = Choice(kind="fairy_curse", whom=event.character, options=event.options, data=data)
    return _replace(state, choices=(choice, *state.choices))


def _pick_asked(state: State, event: f.FairyPickAsked) -> State:
    data: dict[str, str | int] = {"target": event.target}
    choice = Choice(kind="fairy_pick", whom=event.character, options=event.options, data=data)
    return _replace(state, choices=(choice, *state.choices))


def _picked(state: State, event: f.FairyCursePicked) -> State:
    return _drop_choice(state, "fairy_pick", event.character)


def _fairy_answered(state: State, event: f.FairyCurseAnswered) -> State:
    return _drop_choice(state, "fairy_curse", event.character)


def _drop_choice(state: State, kind: str, whom: str) -> State:
    """Take away the first choice of a kind that somebody has."""
    for at, choice in enumerate(state.choices):
        if choice.kind == kind and choice.whom == whom:
            return _replace(state, choices=(*state.choices[:at], *state.choices[at + 1 :]))
    return state


def _blessed(state: State, event: f.Blessed) -> State:
    state = with_person(state, event.target, **{event.ability: event.now})
    return with_person(state, event.character, vanished=True)


FEAT_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    f.KeyHanded: _key,
    f.TakenIn: _taken_in,
    f.LetOut: _let_out,
    f.CheckBarred: _barred,
    f.BarEnded: _bar_ended,
    f.DominateAsked: _dominate_asked,
    f.DominateAnswered: _dominate_answered,
    f.Killed: _killed,
    f.Held: _held,
    f.FairyCurseAsked: _fairy_asked,
    f.FairyPickAsked: _pick_asked,
    f.FairyCursePicked: _picked,
    f.FairyCurseAnswered: _fairy_answered,
    f.Blessed: _blessed,
}
