"""What may legally be done now, and a simple player that chooses among it, for rollouts."""

from collections.abc import Iterable
from random import Random

from tenmatsu.engine.contract import Command, Move, Outcome
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.state import State


def list_moves(state: State, rules: Rulebook, character: str) -> Iterable[Move]:
    """Return what a character may do now."""
    return ()


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character."""
    raise NotImplementedError


def find_outcome(state: State) -> Outcome | None:
    """Return how the fight ended, None while it goes on."""
    return None
