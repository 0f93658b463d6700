"""Fold values that the GM set by hand."""

from tenmatsu.events.table import Adjusted
from tenmatsu.systems.runequest.adjust import AT, FIGURE_NAMES
from tenmatsu.systems.runequest.evolve.figures import with_figure, with_location
from tenmatsu.systems.runequest.state import State


def fold_adjusted(state: State, event: Adjusted) -> State:
    """Set a value by hand; a name or kind of value that does not fit changes nothing."""
    character, _, name = event.name.partition(".")
    figure = state.characters.get(character)
    if figure is None:
        return state
    name, _, place = name.partition(AT)
    if name == "location_hp" and type(event.new) is int:
        return with_location(state, character, place, hp=event.new)
    if name in FIGURE_NAMES and type(event.new) is type(getattr(figure, name)):
        return with_figure(state, character, **{name: event.new})
    return state
