"""Fold events into the state: total, never refuses, reads no rule, option or figure."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.akatsuki.evolve.adjusted import fold_adjusted
from tenmatsu.systems.akatsuki.evolve.cards import CARD_FOLDS
from tenmatsu.systems.akatsuki.evolve.checks import CHECK_FOLDS
from tenmatsu.systems.akatsuki.evolve.combat import COMBAT_FOLDS
from tenmatsu.systems.akatsuki.evolve.damage import DAMAGE_FOLDS
from tenmatsu.systems.akatsuki.evolve.making import MAKING_FOLDS
from tenmatsu.systems.akatsuki.evolve.time import TIME_FOLDS
from tenmatsu.systems.akatsuki.state import State

FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    Adjusted: fold_adjusted,
    **MAKING_FOLDS,
    **CARD_FOLDS,
    **CHECK_FOLDS,
    **COMBAT_FOLDS,
    **DAMAGE_FOLDS,
    **TIME_FOLDS,
}
"""What folds each event; others pass over the state."""


def evolve(state: State, event: Event) -> State:
    """Return the state after `event`."""
    fold = FOLDS.get(event.__class__)
    return state if fold is None else fold(state, event)
