"""Fold fights: rounds, places, movement, weapons, posture."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.events import combat as c
from tenmatsu.systems.ukiyozoshi.evolve.figures import change
from tenmatsu.systems.ukiyozoshi.fight import Combat, Turn
from tenmatsu.systems.ukiyozoshi.state import State

_replace = msgspec.structs.replace


def set_turn(state: State, character: str, turn: Turn | None) -> State:
    """Return the state with what a character has done in this round."""
    combat = state.combat
    if combat is None or turn is None:
        return state
    return _replace(state, combat=_replace(combat, turns={**combat.turns, character: turn}))


def _begun(state: State, event: c.CombatBegun) -> State:
    distances = state.combat.distances if state.combat is not None else {}
    for character in event.order:
        state = change(state, character, thrown=False)
    return _replace(state, combat=Combat(order=event.order, distances=distances))


def _ended(state: State, event: c.CombatEnded) -> State:
    return _replace(state, combat=None, exchange=None)


def _order(state: State, event: c.CombatJoined | c.CombatLeft) -> State:
    if state.combat is None:
        return state
    return _replace(state, combat=_replace(state.combat, order=event.order, at=event.at))


def _round(state: State, event: c.RoundBegun) -> State:
    if state.combat is None:
        return state
    return _replace(state, combat=_replace(state.combat, round=event.round, at=event.at, turns={}))


def _turn_ended(state: State, event: c.TurnEnded) -> State:
    return state if state.combat is None else _replace(state, combat=_replace(state.combat, at=event.at))


def _placed(state: State, event: c.Placed) -> State:
    return change(state, event.character, x=event.x, y=event.y)


def _distance(state: State, pair: str, half_ken: int) -> State:
    combat = state.combat
    if combat is None or not pair:
        return state
    return _replace(state, combat=_replace(combat, distances={**combat.distances, pair: half_ken}))


def _distance_set(state: State, event: c.DistanceSet) -> State:
    return _distance(state, event.pair, event.half_ken)


def _moved(state: State, event: c.Moved) -> State:
    state = set_turn(state, event.character, event.turn)
    if event.x is not None and event.y is not None:
        return change(state, event.character, x=event.x, y=event.y)
    return _distance(state, event.pair, event.distance)


def _spent(state: State, event: c.ActionBought | c.ActionSpent) -> State:
    return set_turn(state, event.character, event.turn)


def _drawn(state: State, event: c.WeaponDrawn) -> State:
    return change(set_turn(state, event.character, event.turn), event.character, hands=event.hands)


def _put_away(state: State, event: c.WeaponPutAway) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    belongings = figure.belongings
    if event.left is not None:
        belongings = {**belongings, event.weapon: event.left}
    loaded = tuple(weapon for weapon in figure.loaded if weapon in event.hands)
    return change(
        set_turn(state, event.character, event.turn),
        event.character,
        hands=event.hands,
        loaded=loaded,
        belongings=belongings,
    )


def _posture(state: State, event: c.PostureTaken) -> State:
    return change(set_turn(state, event.character, event.turn), event.character, posture=event.posture)


def _mounted(state: State, event: c.Mounted) -> State:
    return change(set_turn(state, event.character, event.turn), event.character, mounted=event.horse)


def _dismounted(state: State, event: c.Dismounted) -> State:
    return change(set_turn(state, event.character, event.turn), event.character, mounted="")


def _readied(state: State, event: c.MissileReadied) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    readying = {**figure.readying, event.weapon: 0 if event.ready else event.done}
    loaded = figure.loaded
    if event.ready and event.weapon not in loaded:
        loaded = (*loaded, event.weapon)
    return change(
        set_turn(state, event.character, event.turn),
        event.character,
        readying=readying,
        loaded=loaded,
        hands=event.hands,
    )


def _loosed(state: State, event: c.MissileLoosed) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    return change(
        state,
        event.character,
        hands=event.hands,
        loaded=tuple(weapon for weapon in figure.loaded if weapon != event.weapon),
        belongings={**figure.belongings, event.ammunition: event.left},
        thrown=True,
    )


COMBAT_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    c.CombatBegun: _begun,
    c.CombatEnded: _ended,
    c.CombatJoined: _order,
    c.CombatLeft: _order,
    c.RoundBegun: _round,
    c.TurnEnded: _turn_ended,
    c.Placed: _placed,
    c.DistanceSet: _distance_set,
    c.Moved: _moved,
    c.ActionBought: _spent,
    c.ActionSpent: _spent,
    c.WeaponDrawn: _drawn,
    c.WeaponPutAway: _put_away,
    c.PostureTaken: _posture,
    c.Mounted: _mounted,
    c.Dismounted: _dismounted,
    c.MissileReadied: _readied,
    c.MissileLoosed: _loosed,
}
