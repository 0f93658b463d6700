"""Who performs an action of the queue when it is due: the parts register themselves by kind of step."""

from collections.abc import Callable

from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.melee import Action, StepKind

Performer = Callable[[Work, Action, str], None]
"""Gets the action and its target as settled now; starts what may take more commands (a blow, a casting)."""
Hinder = Callable[[Work, Action, str], str]
"""Says why an action cannot be done now, as a key of `[labels]`; empty where it can."""

PERFORMERS: dict[StepKind, Performer] = {}
HINDERS: dict[StepKind, Hinder] = {}


def perform_with(*kinds: StepKind, hinder: Hinder | None = None) -> Callable[[Performer], Performer]:
    """Register who performs actions of these kinds."""

    def register(performer: Performer) -> Performer:
        for kind in kinds:
            PERFORMERS[kind] = performer
            if hinder is not None:
                HINDERS[kind] = hinder
        return performer

    return register
