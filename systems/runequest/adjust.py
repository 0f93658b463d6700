"""
The values that a GM may set by hand, by the names that sheets show.

A characteristic set so changes nothing else: `runequest.change_characteristic` lets maxima and skills follow.
"""

from collections.abc import Mapping

from tenmatsu.engine.contract import Value
from tenmatsu.systems.runequest.figures import Figure, Location
from tenmatsu.systems.runequest.state import State

FIGURE_NAMES: tuple[str, ...] = (
    "hp",
    "max_hp",
    "mp",
    "max_mp",
    "rune_points",
    "max_rune_points",
    "natural_armor",
    "spirit_armor",
    "friendly",
    "mounted",
    "visible",
    "prone",
    "surprised",
    "bound",
    "unconscious",
    "bleeding",
    "dead",
)
"""Of a character: `pc1.hp`."""
PERCENTS: tuple[str, ...] = ("characteristics", "skills", "passions", "runes", "known")
"""Figures by name, each shown by its own: `pc1.DEX`, `pc1.broadsword`, `pc1.air`; of spells their points."""
AT = ":"
"""Between a name and the location or arm that it is about: `pc1.location_hp:head`."""
LOCATION_NAMES: Mapping[str, str] = {
    "location_hp": "hp",
    "location_armor": "armor",
    "location_wounds": "wounds",
    "location_state": "state",
    "location_bleeding": "bleeding",
}
"""Of a location; and the field that each is."""
STATES: tuple[str, ...] = ("whole", "useless", "severed", "maimed", "lost")
"""The words that `location_state` may be."""
ARM_NAMES: Mapping[str, str] = {"arm_hp": "hp", "shots": "shots"}
"""Of a weapon or shield, by its id: `pc1.arm_hp:broadsword`."""
MAY_BE_NEGATIVE: frozenset[str] = frozenset({"hp", "location_hp", "arm_hp"})


def list_adjustable(state: State) -> dict[str, Value]:
    """Return every value that may be set by hand, by name."""
    return {
        f"{character}.{name}": value
        for character, figure in state.characters.items()
        for name, value in _read_figure(figure).items()
    }


def _read_figure(figure: Figure) -> dict[str, Value]:
    values: dict[str, Value] = {name: getattr(figure, name) for name in FIGURE_NAMES}
    for kind in reversed(PERCENTS):
        values |= getattr(figure, kind)
    for place, location in figure.locations.items():
        values |= {f"{name}{AT}{place}": value for name, value in _read_location(location).items()}
    for name, arm in figure.arms.items():
        values |= {f"{key}{AT}{name}": getattr(arm, field) for key, field in ARM_NAMES.items()}
    return values


def _read_location(location: Location) -> dict[str, Value]:
    return {name: getattr(location, field) for name, field in LOCATION_NAMES.items()}


def find_percents(figure: Figure, name: str) -> str:
    """Return among which figures a name stands, the first of them; empty where among none."""
    return next((kind for kind in PERCENTS if name in getattr(figure, kind)), "")
