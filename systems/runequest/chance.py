"""The exact chances of rolls, with their degrees, before the roll."""

from tenmatsu.engine.contract import Chance, Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.wording import load_words


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chance of what a command rolls; `RuleViolation` where it rolls nothing."""
    raise RuleViolation("runequest.no_roll", words=load_words())
