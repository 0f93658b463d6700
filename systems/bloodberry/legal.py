"""What may legally be done now."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.state import State


def list_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character (or `@gm`) may do now."""
    yield from ()


def list_preparations(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the GM's next steps before play, or how a character is made that was not yet."""
    yield from ()
