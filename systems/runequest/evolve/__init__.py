"""Fold events into the state: total, never refuses, reads no rule, option or figure."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.runequest.evolve.adjusted import fold_adjusted
from tenmatsu.systems.runequest.evolve.attacks import ATTACK_FOLDS
from tenmatsu.systems.runequest.evolve.checks import CHECK_FOLDS
from tenmatsu.systems.runequest.evolve.choosing import CHOICE_FOLDS
from tenmatsu.systems.runequest.evolve.magic import MAGIC_FOLDS
from tenmatsu.systems.runequest.evolve.making import MAKING_FOLDS
from tenmatsu.systems.runequest.evolve.missiles import MISSILE_FOLDS
from tenmatsu.systems.runequest.evolve.rounds import ROUND_FOLDS
from tenmatsu.systems.runequest.evolve.spirits import SPIRIT_FOLDS
from tenmatsu.systems.runequest.evolve.wounds import WOUND_FOLDS
from tenmatsu.systems.runequest.state import State

FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    Adjusted: fold_adjusted,
    **MAKING_FOLDS,
    **CHOICE_FOLDS,
    **CHECK_FOLDS,
    **MISSILE_FOLDS,
    **ROUND_FOLDS,
    **ATTACK_FOLDS,
    **WOUND_FOLDS,
    **MAGIC_FOLDS,
    **SPIRIT_FOLDS,
}
"""What folds each event; others pass over the state."""


def evolve(state: State, event: Event) -> State:
    """Return the state after `event`."""
    fold = FOLDS.get(event.__class__)
    return state if fold is None else fold(state, event)
