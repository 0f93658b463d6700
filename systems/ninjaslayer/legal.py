"""What may legally be done now."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import State

GM = "@gm"


def list_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character (or `@gm`) may do now."""
    yield from ()
