"""What may be done now, and what makes ready for play."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.pending import list_pending
from tenmatsu.systems.runequest.preparing import list_making_moves
from tenmatsu.systems.runequest.state import State

GM = "@gm"


def list_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character (or `@gm`) may do now; while a choice is open, its answers alone."""
    for choice in list_pending(state):
        if choice.whom == character:
            for option in choice.options:
                yield Move(command=choice.command, fields={"character": character, "use": option})


def list_preparations(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what makes ready for play: how a character comes into it, or the GM's next steps."""
    yield from list_making_moves(state, rules, character)
