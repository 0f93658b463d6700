"""Fold values that the GM set by hand."""

from typing import Any

import msgspec

from tenmatsu.engine.contract import Value
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.bloodberry.adjust import (
    ABILITY_NAMES,
    LOST,
    PERSON_NAMES,
    STRENGTH,
    TABLE_NAMES,
    TRAIT_NAMES,
    name_abilities,
)
from tenmatsu.systems.bloodberry.evolve.people import with_person
from tenmatsu.systems.bloodberry.people import Person, pair
from tenmatsu.systems.bloodberry.state import State

_replace = msgspec.structs.replace


def fold_adjusted(state: State, event: Adjusted) -> State:
    """Set a value by hand; a name or kind of value that does not fit changes nothing."""
    owner, stop, name = event.name.partition(".")
    if not stop:
        fits = owner in TABLE_NAMES and _fits(getattr(state, owner), event.new)
        return _replace(state, **{owner: event.new}) if fits else state
    what, colon, about = name.partition(":")
    if colon and what == STRENGTH:
        return _set_strength(state, owner, about, event.new)
    person = state.people.get(owner)
    if person is None:
        return state
    if colon:
        return _set_part(state, owner, person, what, about, event.new)
    ability = name_abilities(person).get(name)
    if ability is not None and _fits(0, event.new):
        return _weigh(with_person(state, owner, **{ability: event.new}), owner)
    if name in PERSON_NAMES and _fits(getattr(person, name), event.new):
        return with_person(state, owner, **{name: event.new})
    return state


def _fits(held: Any, new: Value) -> bool:
    if type(new) is int:
        return type(held) is int and new >= 0
    return type(new) is type(held)


def _weigh(state: State, character: str) -> State:
    """Let somebody be out where an ability was set to 0, and back where none is any more."""
    person = state.people[character]
    return with_person(state, character, out=not all(person.ability(name) for name in ABILITY_NAMES))


def _set_part(state: State, owner: str, person: Person, what: str, about: str, new: Value) -> State:
    """Set what an ability has lost, or a mark of a trait."""
    ability = name_abilities(person).get(about)
    if what == LOST and ability is not None and type(new) is int and new >= 0:
        return with_person(state, owner, lost={**person.lost, ability: new})
    trait = person.traits.get(about)
    if trait is None or what not in TRAIT_NAMES or not isinstance(new, bool):
        return state
    return with_person(state, owner, traits={**person.traits, about: _replace(trait, **{what: new})})


def _set_strength(state: State, owner: str, about: str, new: Value) -> State:
    """Set the strength of two people's relation, or of a camp's and a curse's."""
    if type(new) is not int or new < 0:
        return state
    camp, key = state.confronting.get(owner), pair(owner, about)
    if camp is not None and about in camp.strengths:
        strengths = {**camp.strengths, about: new}
        camps = {**state.confronting, owner: _replace(camp, strengths=strengths)}
        return _replace(state, confronting=camps)
    relation = state.relations.get(key)
    if relation is None:
        return state
    return _replace(state, relations={**state.relations, key: _replace(relation, strength=new)})
