"""What words show badly: the body with its locations, the queue of strike ranks."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Drawing, Look
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.state import State


def list_drawings(state: State, rules: Rulebook, character: str, look: Look) -> Iterator[Drawing]:
    """Yield the drawings of a character, or of the table where none is named."""
    return iter(())
