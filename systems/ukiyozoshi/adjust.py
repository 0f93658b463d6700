"""The values that a GM may set by hand, by the names that sheets show."""

from collections.abc import Mapping

from tenmatsu.engine.contract import Value
from tenmatsu.systems.ukiyozoshi.state import State

FIGURE_NAMES: tuple[str, ...] = (
    "shin",
    "gi",
    "tai",
    "extra_endurance",
    "endurance",
    "katsugeki",
    "katsugeki_start",
    "katsugeki_limit",
    "money",
    "armour",
    "posture",
    "mounted",
    "x",
    "y",
    "held_by",
    "chokes",
    "dead",
    "seeming_dead",
    "unconscious",
    "faint_minutes",
    "helpless",
    "beaten",
    "companion",
)
"""Of a character: `pc1.endurance`."""
HEALTH_NAMES: tuple[str, ...] = (
    "wounds",
    "hunger",
    "serious",
    "treated",
    "treatment_failed",
    "medic",
    "awake",
    "asleep",
    "short_sleep",
    "meals",
    "scarce_days",
    "empty_days",
    "fatigued",
)
"""Of a character's health: `pc1.fatigued`."""
TABLE_NAMES: tuple[str, ...] = ("party_points", "purse")
"""Of the table as a whole."""
ALLOWED: Mapping[str, tuple[str, ...]] = {
    "posture": ("standing", "crouching", "prone"),
    "mounted": ("", "trained", "untrained"),
}
"""The words that such a value may be."""


def list_adjustable(state: State) -> dict[str, Value]:
    """Return every value that may be set by hand, by name."""
    values: dict[str, Value] = {name: getattr(state, name) for name in TABLE_NAMES}
    for character, figure in state.characters.items():
        values |= {f"{character}.{name}": getattr(figure, name) for name in FIGURE_NAMES}
        values |= {f"{character}.{name}": getattr(figure.health, name) for name in HEALTH_NAMES}
        values |= {f"{character}.{skill}": level for skill, level in figure.skills.items()}
    return values
