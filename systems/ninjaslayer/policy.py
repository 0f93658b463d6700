"""A player that fights sensibly, whose turn it is, and how a battle ends: what auto-play needs."""

from random import Random

from tenmatsu.engine.contract import Command, Outcome, Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.wording import load_words


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character or `@gm`; `RuleViolation` where there is nothing to do."""
    raise RuleViolation("ninjaslayer.nothing_to_choose", words=load_words(), character=character)


def find_next(state: State) -> Turn | None:
    """Return whose turn it is in the battle; None outside one."""
    return None


def find_outcome(state: State) -> Outcome | None:
    """Return how the last battle ended."""
    return None
