"""ニンジャ第六感: a part of an attack, or a dodge, rolled again once a scenario."""

from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.values import has_skill


def may_sense(state: State, rules: Rulebook, character: str) -> bool:
    """Return whether somebody may roll one of their judgements again in this scenario."""
    figure = state.characters.get(character)
    return figure is not None and not figure.sensed and has_skill(figure, rules, "sixth_sense")
