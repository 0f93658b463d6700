"""The values that a GM may set by hand, by the names that sheets show."""

from collections.abc import Mapping

from tenmatsu.engine.contract import Value
from tenmatsu.systems.ninjaslayer.state import State


def list_adjustable(state: State) -> Mapping[str, Value]:
    """Return every value that may be set by hand, by name."""
    return {}
