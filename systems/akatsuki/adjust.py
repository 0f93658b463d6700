"""
The values that a GM may set by hand, by the names that sheets show.

Counts of cards and chips are not among them: each of the 48 cards and 96 chips is in one place, and a number
does not say which one goes where. `akatsuki.grant_cards`, `grant_chivalry` and `grant_chips` deal them.
"""

from collections.abc import Mapping

from tenmatsu.engine.clock import MINUTES_A_DAY, show_time
from tenmatsu.engine.contract import Value
from tenmatsu.systems.akatsuki.state import Figure, State

FIGURE_NAMES: tuple[str, ...] = (
    "goro",
    "taiku",
    "tosei",
    "kaigu",
    "fate_points",
    "points",
    "important",
    "friendly",
    "lane",
    "majors",
    "minors",
    "unconscious",
    "doomed",
    "zombie_from",
    "zombie_counters",
    "dead",
)
"""Of a character: `pc1.fate_points`."""
WOUND_NAMES: tuple[str, ...] = ("rank", "treated")
"""Of the damage card that a character holds, beside `wound`, its kind: `pc1.rank`."""
TABLE_NAMES: tuple[str, ...] = ("day", "clock")
"""Of the table as a whole: the day, counted from 1, and the time of it, as in `22:30`."""
ALLOWED: Mapping[str, tuple[str, ...]] = {"wound": ("", "lethal", "nonlethal")}
"""The words that such a value may be; no word stands for no damage card."""


def list_adjustable(state: State) -> dict[str, Value]:
    """Return every value that may be set by hand, by name."""
    now = state.clock.now
    values: dict[str, Value] = {"day": now // MINUTES_A_DAY + 1, "clock": show_time(now)}
    for character, figure in state.characters.items():
        values |= {f"{character}.{name}": getattr(figure, name) for name in FIGURE_NAMES}
        values |= {f"{character}.{name}": value for name, value in _read_wound(figure).items()}
    return values


def _read_wound(figure: Figure) -> dict[str, Value]:
    wound = figure.wound
    if wound is None:
        return {"wound": ""}
    return {"wound": wound.harm, "rank": wound.rank, "treated": wound.treated}
