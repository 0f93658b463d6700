"""Fold values that the GM set by hand."""

from typing import Any

import msgspec

from tenmatsu.engine.contract import Value
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.ukiyozoshi.adjust import ALLOWED, FIGURE_NAMES, HEALTH_NAMES, TABLE_NAMES
from tenmatsu.systems.ukiyozoshi.evolve.figures import change
from tenmatsu.systems.ukiyozoshi.state import State


def fold_adjusted(state: State, event: Adjusted) -> State:
    """Set a value by hand; a name or kind of value that does not fit changes nothing."""
    character, stop, name = event.name.partition(".")
    if not stop:
        fits = character in TABLE_NAMES and type(event.new) is int
        return msgspec.structs.replace(state, **{character: event.new}) if fits else state
    figure = state.characters.get(character)
    if figure is None:
        return state
    if name in figure.skills and type(event.new) is int:
        return change(state, character, skills={**figure.skills, name: event.new})
    if name in FIGURE_NAMES and _fits(figure, name, event.new):
        return change(state, character, **{name: event.new})
    if name in HEALTH_NAMES and _fits(figure.health, name, event.new):
        return change(state, character, health=msgspec.structs.replace(figure.health, **{name: event.new}))
    return state


def _fits(holder: Any, name: str, new: Value) -> bool:
    if name in {"x", "y"}:
        return new is None or type(new) is int
    if name in ALLOWED:
        return new in ALLOWED[name]
    return type(new) is type(getattr(holder, name))
