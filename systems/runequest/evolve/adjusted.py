"""Fold values that the GM set by hand."""

from collections.abc import Mapping
from typing import Any

from tenmatsu.engine.contract import Value
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.runequest.adjust import (
    ARM_NAMES,
    AT,
    FIGURE_NAMES,
    LOCATION_NAMES,
    MAY_BE_NEGATIVE,
    STATES,
    find_percents,
)
from tenmatsu.systems.runequest.evolve.figures import with_arm, with_figure, with_location
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.state import State


def fold_adjusted(state: State, event: Adjusted) -> State:
    """Set a value by hand; a name or kind of value that does not fit changes nothing."""
    character, _, name = event.name.partition(".")
    figure = state.characters.get(character)
    if figure is None:
        return state
    key, _, about = name.partition(AT)
    if key in LOCATION_NAMES and about in figure.locations:
        old = getattr(figure.locations[about], LOCATION_NAMES[key])
        if _fits(key, old, event.new):
            return with_location(state, character, about, **{LOCATION_NAMES[key]: event.new})
    elif key in ARM_NAMES and about in figure.arms:
        old = getattr(figure.arms[about], ARM_NAMES[key])
        if _fits(key, old, event.new):
            return with_arm(state, character, about, **{ARM_NAMES[key]: event.new})
    elif name in FIGURE_NAMES:
        if _fits(name, getattr(figure, name), event.new):
            return with_figure(state, character, **{name: event.new})
    elif kind := find_percents(figure, name):
        return with_figure(state, character, **_set_percent(figure, kind, name, event.new))
    return state


def _set_percent(figure: Figure, kind: str, name: str, new: Value) -> dict[str, Any]:
    """Return the figures of a kind with one changed; as they are where the value does not fit."""
    values: Mapping[str, int] = getattr(figure, kind)
    return {kind: {**values, name: new} if _fits(name, values[name], new) else values}


def _fits(name: str, old: Value, new: Value) -> bool:
    if name == "location_state":
        return new in STATES
    if name == "shots" and (new is None or old is None):
        return new is None or (type(new) is int and new >= 0)
    if type(new) is int:
        return type(old) is int and (new >= 0 or name in MAY_BE_NEGATIVE)
    return type(new) is type(old)
