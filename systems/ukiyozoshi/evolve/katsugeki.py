"""Fold 活劇点."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.events import katsugeki as k
from tenmatsu.systems.ukiyozoshi.evolve.figures import change
from tenmatsu.systems.ukiyozoshi.state import Coincidence, State

_replace = msgspec.structs.replace


def _points(
    state: State, event: k.KatsugekiSpent | k.KatsugekiGained | k.KatsugekiLost | k.KatsugekiRefilled
) -> State:
    return change(state, event.character, katsugeki=event.now)


def _asked(state: State, event: k.CoincidenceAsked) -> State:
    return _replace(state, coincidence=Coincidence(character=event.character, selfish=event.selfish))


def _priced(state: State, event: k.CoincidencePriced) -> State:
    wish = state.coincidence
    return state if wish is None else _replace(state, coincidence=_replace(wish, price=event.price))


def _settled(state: State, event: k.CoincidenceSettled) -> State:
    return _replace(state, coincidence=None)


def _cheated(state: State, event: k.DeathCheated) -> State:
    return change(state, event.character, dead=False, death="", seeming_dead=True)


def _came_round(state: State, event: k.CameRound) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    health = figure.health
    if event.wounds is not None and event.hunger is not None:
        health = _replace(health, wounds=event.wounds, hunger=event.hunger, helpless_days=0)
        health = _replace(health, serious_for=0)
    return change(
        state,
        event.character,
        seeming_dead=False,
        unconscious=False,
        helpless=figure.helpless and event.wounds is None,
        faint_minutes=0,
        endurance=event.endurance,
        health=health,
    )


KATSUGEKI_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    k.KatsugekiSpent: _points,
    k.KatsugekiGained: _points,
    k.KatsugekiLost: _points,
    k.KatsugekiRefilled: _points,
    k.CoincidenceAsked: _asked,
    k.CoincidencePriced: _priced,
    k.CoincidenceSettled: _settled,
    k.DeathCheated: _cheated,
    k.CameRound: _came_round,
}
