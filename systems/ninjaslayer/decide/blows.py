"""What a part of an attack does by the faces it was rolled with."""

from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import State


def read_blow(state: State, rules: Rulebook, blow: Blow, faces: tuple[int, ...]) -> Blow:
    """
    Return a part of an attack with these faces: successes (0: missed), critical, crushing, dodge difficulty.

    `dice`, `needed`, `weapon`, `style` and who strikes whom stand in `blow`; so a part can be rolled again.
    """
    return blow
