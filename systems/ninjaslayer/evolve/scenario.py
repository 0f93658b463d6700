"""Fold what happens in a scenario outside its battles."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.events import scenario as s
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import Body, Stage, State

_replace = msgspec.structs.replace


def with_scenario(state: State, **changes: Any) -> State:
    """Return the state with its scenario changed."""
    return _replace(state, scenario=_replace(state.scenario, **changes))


def _passes(state: State, event: Event) -> State:
    return state


def _begun(state: State, event: s.ScenarioBegun) -> State:
    bodies = {one: body for one, body in state.bodies.items() if one not in event.cleared}
    kept = {one: figure for one, figure in state.characters.items() if one not in event.cleared}
    state = _replace(state, characters=kept, bodies=bodies, fought=None, wasshoi=None)
    return with_scenario(
        state, number=event.number, stage="briefing", ties=event.ties, slayer=event.slayer, past=()
    )


def _enter(stage: Stage) -> Callable[[State, Event], State]:
    return lambda state, event: with_scenario(state, stage=stage)


def _paid(state: State, event: s.Rewarded | s.CashShared) -> State:
    return with_figure(state, event.character, cash=event.cash)


def _divided(state: State, event: s.PoolDivided) -> State:
    return with_scenario(state, pool=event.left)


def _ended(state: State, event: s.ScenarioEnded) -> State:
    return with_scenario(_replace(state, bodies={}), stage="over", ties=(), slayer="", past=event.foes)


def _treated(state: State, event: s.Treated) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    untreated = tuple(place for place in figure.untreated if place != event.place)
    return with_figure(state, event.character, untreated=untreated, cash=event.cash)


def _trained(state: State, event: s.AbilityTrained) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    most = {"vitality": event.vitality, "spirit": event.spirit}
    base = _replace(figure.base, legs=event.legs, **most, **{event.ability: event.now})
    now = {
        name: min(getattr(figure, name) + max(value - getattr(figure.base, name), 0), value)
        for name, value in most.items()
    }
    return with_figure(state, event.character, base=base, cash=event.cash, **now)


def _collected(state: State, event: s.CashCollected) -> State:
    return with_scenario(with_figure(state, event.character, cash=0), pool=event.pool)


def _left(state: State, event: s.BodyLeft) -> State:
    old = state.bodies.get(event.character, Body(square=""))
    body = _replace(old, square=event.square, cash=old.cash + event.cash, carried=False)
    state = with_figure(state, event.character, cash=0)
    return _replace(state, bodies={**state.bodies, event.character: body})


def _put(state: State, event: s.TreasurePut) -> State:
    body = Body(
        square=event.square,
        cash=event.cash,
        items=event.items,
        emergency=event.emergency,
        quick=event.quick,
        carried=event.carried,
    )
    return _replace(state, bodies={**state.bodies, event.target: body})


def _looted(state: State, event: s.Looted) -> State:
    bodies = {one: body for one, body in state.bodies.items() if one != event.target}
    state = with_figure(state, event.target, cash=0)
    return with_scenario(_replace(state, bodies=bodies), pool=event.pool)


SCENARIO_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    s.ScenarioBegun: _begun,
    s.PlayBegun: _enter("play"),
    s.PlayEnded: _enter("evaluation"),
    s.Rated: _passes,
    s.Rewarded: _paid,
    s.PoolDivided: _divided,
    s.CashShared: _paid,
    s.LeisureBegun: _enter("leisure"),
    s.ScenarioEnded: _ended,
    s.Treated: _treated,
    s.AbilityTrained: _trained,
    s.Pursued: _passes,
    s.CashCollected: _collected,
    s.BodyLeft: _left,
    s.TreasurePut: _put,
    s.Looted: _looted,
}
