"""The exact chances of checks and attacks, before the roll."""

from tenmatsu.engine.contract import Chance, Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.state import State


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chance of a check."""
    raise RuleViolation("ukiyozoshi.no_roll")
