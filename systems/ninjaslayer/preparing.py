"""What makes ready for play."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import State


def list_preparations(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield how a character is made that was not yet, and the GM's next steps."""
    yield from ()
