"""
The values that a GM may set by hand, by the names that sheets show.

The four abilities and the 脚力 are base figures; damage to them is `lost_karate`, a temporary change
`changed_karate`. Squares are not among them: `ninjaslayer.place` looks whether a square is free.
"""

from collections.abc import Mapping
from typing import get_args

from tenmatsu.engine.contract import Value
from tenmatsu.systems.ninjaslayer.figures import Ability, Figure, Place, Weakened
from tenmatsu.systems.ninjaslayer.state import Stage, State

ABILITIES: tuple[Ability, ...] = get_args(Ability)
WEAKENED: tuple[Weakened, ...] = get_args(Weakened)
PLACES: tuple[Place, ...] = get_args(Place)
STAGES: tuple[Stage, ...] = get_args(Stage)
BASE_NAMES: Mapping[str, tuple[str, int]] = {
    "karate": ("karate", 1),
    "neuron": ("neuron", 1),
    "wazamae": ("wazamae", 1),
    "jitsu": ("jitsu", 0),
    "legs": ("legs", 1),
    "most_vitality": ("vitality", 1),
    "most_spirit": ("spirit", 0),
    "reduction": ("reduction", 0),
    "emergency": ("emergency", 0),
}
"""Of the base figures: the field, and the least that it may be."""
FIGURE_NAMES: Mapping[str, int | None] = {
    "vitality": 0,
    "spirit": None,
    "dodge_dice": None,
    "emergency_dice": 0,
    "quick_dice": 0,
    "cash": 0,
    "dkk": 0,
    "hampered": 0,
}
"""Numbers of a character and the least that they may be; None for any."""
FLAG_NAMES: tuple[str, ...] = (
    "unconscious",
    "exploded",
    "removed",
    "focused",
    "off_balance",
    "boosted",
    "eased",
    "sensed",
)
"""Of a character: yes or no."""


def list_adjustable(state: State) -> dict[str, Value]:
    """Return every value that may be set by hand, by name."""
    values: dict[str, Value] = {
        "number": state.scenario.number,
        "stage": state.scenario.stage,
        "pool": state.scenario.pool,
    }
    if state.battle is not None:
        values |= {"turn": state.battle.turn, "atmosphere": state.battle.atmosphere}
    for character, figure in state.characters.items():
        values |= {f"{character}.{name}": value for name, value in _read_figure(figure).items()}
    return values


def _read_figure(figure: Figure) -> dict[str, Value]:
    return {
        **{name: int(getattr(figure.base, field)) for name, (field, _) in BASE_NAMES.items()},
        **{name: int(getattr(figure, name)) for name in FIGURE_NAMES},
        **{name: bool(getattr(figure, name)) for name in FLAG_NAMES},
        **{f"changed_{name}": figure.changed.get(name, 0) for name in ABILITIES},
        **{f"lost_{name}": figure.lost.get(name, 0) for name in WEAKENED},
        **{f"injury_{name}": figure.injuries.get(name, 0) for name in PLACES},
        **{f"untreated_{name}": name in figure.untreated for name in PLACES},
    }
