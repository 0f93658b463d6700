"""What to show of a character, and of the table as a whole."""

from tenmatsu.engine.contract import Sheet
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.state import State


def make_sheet(state: State, rules: Rulebook, character: str) -> Sheet:
    """Return the sheet of a character; of one that was never made, an empty one."""
    return Sheet(character=character, entries=())


def make_overview(state: State, rules: Rulebook) -> Sheet:
    """Return the table as a whole: clock, deck, fight."""
    return Sheet(character="", entries=())
