"""Fold making characters and their relations."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.events.making import (
    CharacterMade,
    CurseChosen,
    EmotionsSet,
    PointsSpent,
    RelationNamed,
    RingSet,
    TraitsChosen,
    Worded,
)
from tenmatsu.systems.bloodberry.evolve.people import with_person
from tenmatsu.systems.bloodberry.people import OWN, Draft, Person, Relation, Trait, pair, words_key
from tenmatsu.systems.bloodberry.state import State

_replace = msgspec.structs.replace


def _worded(state: State, event: Worded) -> State:
    about = {"profile": event.topic, "curse": ""}.get(event.what, event.other)
    key = words_key(event.what, about, event.place)
    state = _write(state, event.character, key, event.text)
    if event.what == "relation":
        state = _write(state, event.other, words_key("relation", event.character, event.place), event.text)
    return state


def _write(state: State, character: str, key: str, text: str) -> State:
    """Return the state with a typed text in its place; an empty one takes away what stood there."""
    kept = {name: old for name, old in state.words.get(character, {}).items() if name != key}
    words = {who: texts for who, texts in state.words.items() if who != character}
    texts = {**kept, key: text} if text else kept
    return _replace(state, words={**words, character: texts} if texts else words)


def _spent(state: State, event: PointsSpent) -> State:
    return _draft(state, event.character, passion=event.passion, grace=event.grace, maturity=event.maturity)


def _chosen(state: State, event: TraitsChosen) -> State:
    return _draft(state, event.character, traits=event.traits, class_=event.class_)


def _draft(state: State, character: str, **changes: Any) -> State:
    draft = _replace(state.drafts.get(character, Draft()), **changes)
    return _replace(state, drafts={**state.drafts, character: draft})


def _made(state: State, event: CharacterMade) -> State:
    person = Person(
        kind=event.kind,
        passion=event.passion,
        grace=event.grace,
        maturity=event.maturity,
        vigour=event.vigour,
        traits={name: Trait() for name in event.traits},
        class_=event.class_,
        fairy=event.fairy,
        feats=event.feats,
        otherworldly=event.otherworldly,
    )
    drafts = {name: draft for name, draft in state.drafts.items() if name != event.character}
    return _replace(state, people={**state.people, event.character: person}, drafts=drafts)


def _cursed(state: State, event: CurseChosen) -> State:
    state = _write(state, event.character, words_key("curse"), "")
    return with_person(state, event.character, cursed=True, curse=event.curse)


def _ring(state: State, event: RingSet) -> State:
    loosed = {pair(*tie) for tie in event.loosed}
    relations = {key: relation for key, relation in state.relations.items() if key not in loosed}
    for tie in event.ties:
        relation = relations.get(pair(*tie), Relation())
        second = relation.second_kind if event.doubled else ""
        relations[pair(*tie)] = _replace(relation, doubled=event.doubled, second_kind=second)
    return _replace(state, ring=event.order, relations=relations)


def _named(state: State, event: RelationNamed) -> State:
    place = 2 if event.second else 1
    for one, other in ((event.character, event.other), (event.other, event.character)):
        state = _write(state, one, words_key("relation", other, place), "")
    changes = {"second_kind" if event.second else "kind": event.relation}
    return _with_relation(state, event.character, event.other, **changes)


def _felt(state: State, event: EmotionsSet) -> State:
    who, other = event.character, event.other
    relation = state.relations.get(pair(who, other), Relation())
    old = relation.emotions.get(who, ())
    for place, before in enumerate(old, 1):
        if before == OWN and event.emotions[place - 1 : place] != (OWN,):
            state = _write(state, who, words_key("emotion", other, place), "")
    emotions = {**relation.emotions, who: event.emotions}
    return _with_relation(state, who, other, emotions=emotions)


def _with_relation(state: State, one: str, other: str, **changes: Any) -> State:
    relation = _replace(state.relations.get(pair(one, other), Relation()), **changes)
    return _replace(state, relations={**state.relations, pair(one, other): relation})


MAKING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    Worded: _worded,
    PointsSpent: _spent,
    TraitsChosen: _chosen,
    CharacterMade: _made,
    CurseChosen: _cursed,
    RingSet: _ring,
    RelationNamed: _named,
    EmotionsSet: _felt,
}
