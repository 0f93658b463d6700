"""Fold events into the state: total, never refuses, reads no rule, option or figure."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.bloodberry.evolve.adjusted import fold_adjusted
from tenmatsu.systems.bloodberry.evolve.confronting import CONFRONT_FOLDS
from tenmatsu.systems.bloodberry.evolve.curses import CURSE_FOLDS
from tenmatsu.systems.bloodberry.evolve.feats import FEAT_FOLDS
from tenmatsu.systems.bloodberry.evolve.judging import JUDGE_FOLDS
from tenmatsu.systems.bloodberry.evolve.making import MAKING_FOLDS
from tenmatsu.systems.bloodberry.evolve.mapping import MAP_FOLDS
from tenmatsu.systems.bloodberry.evolve.relations import RELATION_FOLDS
from tenmatsu.systems.bloodberry.evolve.rounds import ROUND_FOLDS
from tenmatsu.systems.bloodberry.evolve.scenes import SCENE_FOLDS
from tenmatsu.systems.bloodberry.state import State

FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    Adjusted: fold_adjusted,
    **MAKING_FOLDS,
    **JUDGE_FOLDS,
    **RELATION_FOLDS,
    **CURSE_FOLDS,
    **FEAT_FOLDS,
    **SCENE_FOLDS,
    **ROUND_FOLDS,
    **CONFRONT_FOLDS,
    **MAP_FOLDS,
}
"""What folds each event; others pass over the state."""


def evolve(state: State, event: Event) -> State:
    """Return the state after `event`."""
    fold = FOLDS.get(event.__class__)
    return state if fold is None else fold(state, event)
