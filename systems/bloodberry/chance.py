"""The exact chances of checks, before the roll."""

from typing import NoReturn

from tenmatsu.engine.contract import Chance, Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.wording import load_words


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chance of a check."""
    return _no_roll()


def _no_roll() -> NoReturn:
    raise RuleViolation("bloodberry.no_roll", words=load_words())
