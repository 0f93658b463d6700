"""The values that a GM may set by hand, by the names that sheets show."""

from tenmatsu.engine.contract import Value
from tenmatsu.systems.runequest.state import State

FIGURE_NAMES: tuple[str, ...] = (
    "hp",
    "mp",
    "rune_points",
    "prone",
    "surprised",
    "bound",
    "unconscious",
    "bleeding",
    "dead",
)
"""Of a character: `pc1.hp`."""
AT = ":"
"""Between a name and the location that it is about: `pc1.location_hp:head`."""


def list_adjustable(state: State) -> dict[str, Value]:
    """Return every value that may be set by hand, by name."""
    values: dict[str, Value] = {}
    for character, figure in state.characters.items():
        values |= {f"{character}.{name}": getattr(figure, name) for name in FIGURE_NAMES}
        for place, location in figure.locations.items():
            values[f"{character}.location_hp{AT}{place}"] = location.hp
    return values
