"""ニンジャスレイヤー's own skills: hatred of dark souls, and ナラク within him."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import State


def hatred_dice(state: State, rules: Rulebook, figure: Figure, target: str) -> int:
    """Return the dice that 憎悪 adds where one foe alone is attacked: 2 for each mark of the soul's darkness."""
    return 0


def keeps_naraku(figure: Figure, rules: Rulebook) -> bool:
    """
    Return whether ナラク・ウィズイン holds one up: at 0 vitality or below he is not knocked out nor explodes.

    Until the phase ends he stands; `sleep_with_naraku` then puts him down.
    """
    return False


def sleep_with_naraku(work: Work) -> None:
    """At a phase's end: let those whom ナラク holds up at 0 vitality or below fall, for D3 turns."""


def return_naraku(work: Work) -> None:
    """At a turn's end: bring those back whose turns are over."""


def rouse(work: Work, character: str) -> None:
    """Replace one who lies with ナラク within by the model that returns, fully healed."""


SLAYER_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}
