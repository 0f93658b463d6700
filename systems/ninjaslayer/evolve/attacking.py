"""Fold the events of attacks."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.events.attacking import AttackDeclared, DodgeDiceLost
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import State


def _fold_declared(state: State, event: AttackDeclared) -> State:
    figure = state.characters.get(event.character)
    if figure is None or not event.used:
        return state
    return with_figure(state, event.character, used={**figure.used, event.style: event.used})


def _fold_dodge_dice(state: State, event: DodgeDiceLost) -> State:
    return with_figure(state, event.character, dodge_dice=event.now)


ATTACKING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    AttackDeclared: _fold_declared,
    DodgeDiceLost: _fold_dodge_dice,
}
