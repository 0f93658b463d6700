"""The exact chances of pools, before the roll."""

from tenmatsu.engine.contract import Chance, Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.wording import load_words


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chance of a judgement."""
    raise RuleViolation("ninjaslayer.no_roll", words=load_words())
