"""Fold events into the state: total, never refuses, reads no rule, option or figure."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.ukiyozoshi.evolve.adjusted import fold_adjusted
from tenmatsu.systems.ukiyozoshi.evolve.blows import BLOW_FOLDS
from tenmatsu.systems.ukiyozoshi.evolve.checks import CHECK_FOLDS
from tenmatsu.systems.ukiyozoshi.evolve.combat import COMBAT_FOLDS
from tenmatsu.systems.ukiyozoshi.evolve.health import HEALTH_FOLDS
from tenmatsu.systems.ukiyozoshi.evolve.katsugeki import KATSUGEKI_FOLDS
from tenmatsu.systems.ukiyozoshi.evolve.learning import LEARNING_FOLDS
from tenmatsu.systems.ukiyozoshi.evolve.party import PARTY_FOLDS
from tenmatsu.systems.ukiyozoshi.evolve.purse import PURSE_FOLDS
from tenmatsu.systems.ukiyozoshi.evolve.time import TIME_FOLDS
from tenmatsu.systems.ukiyozoshi.state import State

FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    Adjusted: fold_adjusted,
    **CHECK_FOLDS,
    **KATSUGEKI_FOLDS,
    **COMBAT_FOLDS,
    **BLOW_FOLDS,
    **PARTY_FOLDS,
    **PURSE_FOLDS,
    **LEARNING_FOLDS,
    **TIME_FOLDS,
    **HEALTH_FOLDS,
}
"""What folds each event; others pass over the state."""


def evolve(state: State, event: Event) -> State:
    """Return the state after `event`."""
    fold = FOLDS.get(event.__class__)
    return state if fold is None else fold(state, event)
