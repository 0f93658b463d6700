"""Fold exchanges of blows and what they do."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.events import blows as b
from tenmatsu.systems.ukiyozoshi.evolve.combat import set_turn
from tenmatsu.systems.ukiyozoshi.evolve.figures import change
from tenmatsu.systems.ukiyozoshi.fight import Blow, Exchange, Turn
from tenmatsu.systems.ukiyozoshi.state import State

_replace = msgspec.structs.replace


def _set_blow(state: State, which: str, **values: Any) -> State:
    exchange = state.exchange
    blow = None if exchange is None else exchange.blow(which)
    if exchange is None or blow is None:
        return state
    changed = _replace(blow, **values)
    return _replace(
        state,
        exchange=_replace(exchange, attack=changed)
        if which == "attack"
        else _replace(exchange, counter=changed),
    )


def _set_exchange(state: State, **values: Any) -> State:
    return state if state.exchange is None else _replace(state, exchange=_replace(state.exchange, **values))


def _use_mark(state: State, blow: Blow) -> State:
    """Forget the parry that gave a blow its edge."""
    if state.combat is None or not blow.after_parry:
        return state
    marks = {one: foe for one, foe in state.combat.after_parry.items() if one != blow.striker}
    return _replace(state, combat=_replace(state.combat, after_parry=marks))


def _declared(state: State, event: b.BlowDeclared) -> State:
    state = _use_mark(set_turn(state, event.blow.striker, event.turn), event.blow)
    return _replace(state, exchange=Exchange(attack=event.blow))


def _offered(state: State, event: b.CounterOffered) -> State:
    return _set_exchange(state, stage="counter", choices=event.choices)


def _countered(state: State, event: b.CounterDeclared) -> State:
    state = _use_mark(set_turn(state, event.blow.striker, event.turn), event.blow)
    return _set_exchange(state, counter=event.blow, stage="hit", choices=())


def _declined(state: State, event: b.CounterDeclined | b.DefenceDeclined) -> State:
    return _set_exchange(state, stage="hit", choices=())


def _judged(state: State, event: b.HitJudged) -> State:
    combat = state.combat
    turn = Turn() if combat is None else combat.turns.get(event.striker, Turn())
    state = set_turn(state, event.striker, _replace(turn, first_blow=True))
    return _set_blow(
        state, event.which, total=event.total, margin=event.margin, hit=event.hit, first=event.first
    )


def _defence_offered(state: State, event: b.DefenceOffered) -> State:
    return _set_exchange(state, stage=event.stage, choices=event.choices, now=event.which)


def _defence(state: State, event: b.DefenceDeclared) -> State:
    return _set_exchange(set_turn(state, event.character, event.turn), stage="hit", choices=())


def _defended(state: State, event: b.Defended) -> State:
    if event.after_parry == "same" and event.which == "attack":
        return _set_blow(state, "counter", after_parry=True)
    if event.after_parry != "next" or state.combat is None:
        return state
    marks = {**state.combat.after_parry, event.character: event.striker}
    return _replace(state, combat=_replace(state.combat, after_parry=marks))


def _damaged(state: State, event: b.DamageDealt) -> State:
    figure = state.characters.get(event.target)
    if figure is None:
        return state
    health = _replace(figure.health, wounds=event.wounds, serious=figure.health.serious or event.serious)
    if event.amount:
        health = _replace(health, treated=False, first_treated=False)
    return change(state, event.target, endurance=event.endurance, health=health)


def _let_go(state: State, character: str) -> State:
    """End every hold of a character, and the hold on them."""
    for other, figure in state.characters.items():
        if figure.held_by == character or (other == character and figure.held_by):
            state = change(state, other, held_by="", chokes=0, choke_aim="")
    return state


def _died(state: State, event: b.Died) -> State:
    return _let_go(change(state, event.character, dead=True, death=event.cause), event.character)


def _beaten(state: State, event: b.Beaten) -> State:
    return _let_go(change(state, event.character, beaten=True), event.character)


def _fainted(state: State, event: b.Fainted) -> State:
    state = change(state, event.character, unconscious=True, faint_minutes=event.minutes)
    return _let_go(state, event.character)


def _grappled(state: State, event: b.Grappled) -> State:
    return change(state, event.target, held_by=event.character, chokes=0, choke_aim="")


def _released(state: State, event: b.HoldReleased) -> State:
    return change(state, event.target, held_by="", chokes=0, choke_aim="")


def _thrown(state: State, event: b.Thrown) -> State:
    return change(state, event.target, held_by="", chokes=0, choke_aim="", posture="prone", mounted="")


def _tightened(state: State, event: b.ChokeTightened) -> State:
    return change(state, event.target, chokes=event.chokes, choke_aim=event.aim)


def _slipped(state: State, event: b.ChokeSlipped) -> State:
    return change(state, event.target, chokes=0, choke_aim="")


def _ended(state: State, event: b.BlowEnded) -> State:
    return _set_blow(state, event.which, done=True)


def _over(state: State, event: b.ExchangeEnded) -> State:
    return _replace(state, exchange=None)


BLOW_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    b.BlowDeclared: _declared,
    b.CounterOffered: _offered,
    b.CounterDeclared: _countered,
    b.CounterDeclined: _declined,
    b.HitJudged: _judged,
    b.DefenceOffered: _defence_offered,
    b.DefenceDeclined: _declined,
    b.DefenceDeclared: _defence,
    b.Defended: _defended,
    b.DamageDealt: _damaged,
    b.Died: _died,
    b.Beaten: _beaten,
    b.Fainted: _fainted,
    b.Grappled: _grappled,
    b.HoldReleased: _released,
    b.Thrown: _thrown,
    b.ChokeTightened: _tightened,
    b.ChokeSlipped: _slipped,
    b.BlowEnded: _ended,
    b.ExchangeEnded: _over,
}
