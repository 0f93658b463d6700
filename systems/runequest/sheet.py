"""What to show of a character, and of the table as a whole."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Sheet, SheetEntry
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.figures import CHARACTERISTICS
from tenmatsu.systems.runequest.state import State


def make_sheet(state: State, rules: Rulebook, character: str) -> Sheet:
    """Return the sheet of a character; of one that was never made, an empty one."""
    return Sheet(character=character, entries=tuple(_list_entries(state, character)))


def _list_entries(state: State, character: str) -> Iterator[SheetEntry]:
    figure = state.characters.get(character)
    if figure is None:
        return
    for name in CHARACTERISTICS:
        if name in figure.characteristics:
            yield SheetEntry(key=name, value=figure.of(name), group="characteristics")
    yield SheetEntry(key="hp", value=figure.hp, limit=figure.max_hp, group="body")
    yield SheetEntry(key="mp", value=figure.mp, limit=figure.max_mp, group="body")


def make_overview(state: State, rules: Rulebook) -> Sheet:
    """Return the table as a whole: clock, round, queue."""
    melee = state.melee
    entries = [SheetEntry(key="now", value=state.now)]
    if melee is not None:
        entries += [SheetEntry(key="round", value=melee.round), SheetEntry(key="sr", value=melee.sr)]
    return Sheet(character="", entries=tuple(entries))
