"""A simple player that fights sensibly, and how a fight ends, for rollouts."""

from random import Random

from tenmatsu.engine.contract import Command, Outcome, Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.wording import load_words


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character; `RuleViolation` where there is nothing to do."""
    raise RuleViolation("bloodberry.nothing_to_choose", words=load_words(), character=character)


def find_next(state: State) -> Turn | None:
    """Return whose turn it is in the fight; None outside one."""
    return None


def find_outcome(state: State) -> Outcome | None:
    """Return which side is left standing."""
    return None
