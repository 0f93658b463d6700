"""How far the story may be wound back (巻き戻し無効の原則)."""

from tenmatsu.engine.contract import Rewinding
from tenmatsu.systems.bloodberry.options import Options
from tenmatsu.systems.bloodberry.state import State


def find_rewinding(state: State, options: Options) -> Rewinding:
    """
    Return how far what was played may be wound back.

    Before the scenario's first scene nothing has been told: characters are being made, and slips go freely.
    """
    if not state.scene.begun:
        return "free"
    return "last" if options.rewinding == "misheard" else "never"
