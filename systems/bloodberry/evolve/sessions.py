"""Fold where a session of the game begins, comes to its ending, and ends."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.events.table import SessionResumed
from tenmatsu.systems.bloodberry.events import scenes as s
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.staging import Scene
from tenmatsu.systems.bloodberry.state import State

_replace = msgspec.structs.replace


def _fold_resumed(state: State, event: SessionResumed) -> State:
    """Where another scenario begins, the session of the game is over, and victory conditions with it."""
    if event.scenario_goes_on:
        return state
    people = {name: _replace(person, conditions=()) for name, person in state.people.items()}
    return _replace(state, people=people, scene=Scene(number=state.scene.number), ended=True)


def _fold_begun(state: State, event: s.SessionBegun) -> State:
    people = {
        name: _begin(person, event.vigour, event.abilities.get(name, {}))
        for name, person in state.people.items()
    }
    # Scenes are counted along the line; whether the scenario has had one is asked of it alone.
    scene = Scene(number=state.scene.number, begun=state.scene.begun)
    return _replace(
        state, people=people, scene=scene, session=event.session, ended=False, ending=False, map=None
    )


def _begin(person: Person, vigour: int, abilities: dict[str, int]) -> Person:
    traits = {name: _replace(trait, used=False, helped=False) for name, trait in person.traits.items()}
    restored = {
        ability: value for ability, value in abilities.items() if ability in ("passion", "grace", "maturity")
    }
    lost = {ability: lost for ability, lost in person.lost.items() if ability not in abilities}
    person = _replace(person, traits=traits, lost=lost, checked=False, refreshed=False, **restored)
    out = person.out and 0 in (person.passion, person.grace, person.maturity)
    return _replace(person, out=out, vigour=vigour if person.kind == "pc" else person.vigour)


def _fold_ending(state: State, event: s.EndingBegun) -> State:
    return _replace(state, ending=True)


def _fold_ended(state: State, event: s.SessionEnded) -> State:
    people = dict(state.people)
    for name, left in event.absent.items():
        if name in people:
            people[name] = _replace(people[name], absent=left)
    return _replace(state, people=people, ended=True)


SESSION_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    SessionResumed: _fold_resumed,
    s.SessionBegun: _fold_begun,
    s.EndingBegun: _fold_ending,
    s.SessionEnded: _fold_ended,
}
