"""Fold relation checks and sublimation."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.events.relations import (
    RelationCheckBegun,
    StrengthChanged,
    Sublimated,
    SublimationAsked,
    VigourGained,
    WinOffered,
    WinTaken,
)
from tenmatsu.systems.bloodberry.evolve.people import with_person
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.people import Relation, Trait, pair
from tenmatsu.systems.bloodberry.state import State

_replace = msgspec.structs.replace


def _drop_choice(state: State, kind: str, whom: str) -> State:
    """Take away the first choice of this kind and person, where there is one."""
    for at, choice in enumerate(state.choices):
        if choice.kind == kind and choice.whom == whom:
            return _replace(state, choices=state.choices[:at] + state.choices[at + 1 :])
    return state


def _fold_begun(state: State, event: RelationCheckBegun) -> State:
    return with_person(state, event.character, checked=True)


def _fold_strength(state: State, event: StrengthChanged) -> State:
    key = pair(event.one, event.other)
    relation = _replace(state.relations.get(key) or Relation(), strength=event.now)
    return _replace(state, relations={**state.relations, key: relation})


def _fold_asked(state: State, event: SublimationAsked) -> State:
    choice = Choice(
        kind="sublimate", whom=event.character, options=event.options, data={"count": event.count}
    )
    return _replace(state, choices=(*state.choices, choice))


def _withdraw_option(state: State, whom: str, trait: str) -> State:
    """Take a trait out of what somebody may still choose; a choice without options goes."""
    choices: list[Choice] = []
    for choice in state.choices:
        if choice.kind != "sublimate" or choice.whom != whom:
            choices.append(choice)
        elif rest := tuple(one for one in choice.options if one != trait):
            choices.append(_replace(choice, options=rest))
    return _replace(state, choices=tuple(choices))


def _fold_sublimated(state: State, event: Sublimated) -> State:
    if event.chosen:
        state = _drop_choice(state, "sublimate", event.character)
    state = _withdraw_option(state, event.character, event.trait)
    person = state.people.get(event.character)
    if person is None:
        return state
    trait = _replace(person.traits.get(event.trait) or Trait(), sublimated=True, used=False, helped=False)
    return with_person(
        state,
        event.character,
        traits={**person.traits, event.trait: trait},
        raised={**person.raised, event.ability: person.raised.get(event.ability, 0) + event.gain},
        **{event.ability: event.now},
    )


def _fold_offered(state: State, event: WinOffered) -> State:
    choice = Choice(
        kind="passive_win", whom=event.character, options=event.options, data={"target": event.target}
    )
    return _replace(state, choices=(*state.choices, choice))


def _fold_taken(state: State, event: WinTaken) -> State:
    return _drop_choice(state, "passive_win", event.character)


def _fold_vigour(state: State, event: VigourGained) -> State:
    return with_person(state, event.character, vigour=event.now)


RELATION_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    RelationCheckBegun: _fold_begun,
    StrengthChanged: _fold_strength,
    SublimationAsked: _fold_asked,
    Sublimated: _fold_sublimated,
    WinOffered: _fold_offered,
    WinTaken: _fold_taken,
    VigourGained: _fold_vigour,
}
