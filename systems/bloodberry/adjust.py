"""The values that a GM may set by hand, by the names that sheets show."""

from tenmatsu.engine.contract import Value
from tenmatsu.systems.bloodberry.state import State


def list_adjustable(state: State) -> dict[str, Value]:
    """Return every value that may be set by hand, by name."""
    return {}
