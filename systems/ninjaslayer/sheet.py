"""What to show of a character, and of the table as a whole."""

from tenmatsu.engine.contract import Sheet
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import State


def make_sheet(state: State, rules: Rulebook, character: str) -> Sheet:
    """Return the sheet of a character; of one that was never made, an empty one."""
    return Sheet(character=character, entries=())


def make_overview(state: State, rules: Rulebook) -> Sheet:
    """Return what concerns the table as a whole."""
    return Sheet(character="", entries=())
