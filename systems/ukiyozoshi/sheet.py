"""What to show of a character, and of the table as a whole."""

from tenmatsu.engine.contract import Rules, Sheet, SheetEntry
from tenmatsu.systems.ukiyozoshi.options import Options
from tenmatsu.systems.ukiyozoshi.state import Figure, State
from tenmatsu.systems.ukiyozoshi.tables import Tables


def make_sheet(state: State, rules: Rules[Options, Tables], character: str) -> Sheet:
    """Return the sheet of a character."""
    figure = state.characters.get(character, Figure())
    entries = (
        SheetEntry(key="endurance", value=figure.endurance, limit=figure.endurance_full),
        SheetEntry(key="katsugeki", value=figure.katsugeki, limit=figure.katsugeki_limit),
    )
    return Sheet(character=character, entries=entries)


def make_overview(state: State, rules: Rules[Options, Tables]) -> Sheet:
    """Return what to show of the table as a whole."""
    return Sheet(character="", entries=(SheetEntry(key="party_points", value=state.party_points),))
