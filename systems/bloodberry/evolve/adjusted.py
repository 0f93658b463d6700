"""Fold what the GM set by hand."""

from tenmatsu.events.table import Adjusted
from tenmatsu.systems.bloodberry.state import State


def fold_adjusted(state: State, event: Adjusted) -> State:
    """Set a value by its adjustable name."""
    return state
