"""Fold values that the GM set by hand."""

from typing import Any

import msgspec

from tenmatsu.engine.contract import Value
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.ninjaslayer.adjust import (
    ABILITIES,
    BASE_NAMES,
    FIGURE_NAMES,
    FLAG_NAMES,
    PLACES,
    STAGES,
    WEAKENED,
)
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import Stage, State

_replace = msgspec.structs.replace
_STAGES: dict[str, Stage] = {stage: stage for stage in STAGES}
_ATMOSPHERES = range(3)
_OFF_THE_MAP = frozenset({"exploded", "removed"})


def fold_adjusted(state: State, event: Adjusted) -> State:
    """Set a value by hand; a name or kind of value that does not fit changes nothing."""
    character, stop, name = event.name.partition(".")
    if not stop:
        return _set_table(state, event.name, event.new)
    figure = state.characters.get(character)
    if figure is None:
        return state
    return with_figure(state, character, **_find_changes(figure, name, event.new))


def _set_table(state: State, name: str, new: Value) -> State:
    scenario, battle = state.scenario, state.battle
    if name == "stage" and isinstance(new, str) and new in _STAGES:
        return _replace(state, scenario=_replace(scenario, stage=_STAGES[new]))
    if type(new) is not int or new < 0:
        return state
    if name in {"number", "pool"}:
        return _replace(state, scenario=_replace(scenario, **{name: new}))
    if battle is None or (name == "atmosphere" and new not in _ATMOSPHERES):
        return state
    if name == "atmosphere" or (name == "turn" and new):
        return _replace(state, battle=_replace(battle, **{name: new}))
    return state


def _find_changes(figure: Figure, name: str, new: Value) -> dict[str, Any]:
    """Return the fields of a figure that a value changes; none where it does not fit."""
    part, _, about = name.partition("_")
    if isinstance(new, bool):
        if name in _OFF_THE_MAP and new:
            return {name: new, "square": ""}
        if name in FLAG_NAMES:
            return {name: new}
        if part == "untreated" and about in PLACES:
            places = {place for place in figure.untreated if place != about} | ({about} if new else set())
            return {"untreated": tuple(place for place in PLACES if place in places)}
        return {}
    if type(new) is not int:
        return {}
    if name in BASE_NAMES:
        field, least = BASE_NAMES[name]
        return {"base": _replace(figure.base, **{field: new})} if new >= least else {}
    if name in FIGURE_NAMES:
        least_now = FIGURE_NAMES[name]
        return {name: new} if least_now is None or new >= least_now else {}
    if part == "changed" and about in ABILITIES:
        return {"changed": _set_count(figure.changed, about, new)}
    if new >= 0 and part == "lost" and about in WEAKENED:
        return {"lost": _set_count(figure.lost, about, new)}
    if new >= 0 and part == "injury" and about in PLACES:
        return {"injuries": _set_count(figure.injuries, about, new)}
    return {}


def _set_count(counts: dict[Any, int], key: str, new: int) -> dict[Any, int]:
    """Return counts with one set; a count of none is not kept."""
    changed = {**counts, key: new}
    if not new:
        del changed[key]
    return changed
