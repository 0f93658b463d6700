"""Fold events into the state: total, never refuses, reads no rule, option or figure."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.ninjaslayer.evolve.adjusted import fold_adjusted
from tenmatsu.systems.ninjaslayer.evolve.attacking import ATTACKING_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.battle import BATTLE_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.damage import DAMAGE_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.dodging import DODGING_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.judging import JUDGING_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.making import MAKING_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.mapping import MAPPING_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.moving import MOVING_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.scenario import SCENARIO_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.slayer import SLAYER_FOLDS
from tenmatsu.systems.ninjaslayer.evolve.wasshoi import WASSHOI_FOLDS
from tenmatsu.systems.ninjaslayer.state import State

FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    Adjusted: fold_adjusted,
    **MAKING_FOLDS,
    **JUDGING_FOLDS,
    **MAPPING_FOLDS,
    **MOVING_FOLDS,
    **BATTLE_FOLDS,
    **ATTACKING_FOLDS,
    **DODGING_FOLDS,
    **DAMAGE_FOLDS,
    **SLAYER_FOLDS,
    **SCENARIO_FOLDS,
    **WASSHOI_FOLDS,
}
"""What folds each event; others pass over the state."""


def evolve(state: State, event: Event) -> State:
    """Return the state after `event`."""
    fold = FOLDS.get(event.__class__)
    return state if fold is None else fold(state, event)
