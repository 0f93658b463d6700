"""The map (マップ) as a drawing: lines for a terminal, SVG for a page, words for who sees neither."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Drawing, Look
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import State


def list_drawings(state: State, rules: Rulebook, character: str, look: Look) -> Iterator[Drawing]:
    """Yield the map, for the table as a whole."""
    yield from ()
