"""Who performs an action of the queue when it is due: the parts register themselves by kind of step."""

from collections.abc import Callable

from tenmatsu.systems.runequest.decide.checking import CheckSpec
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.melee import Action, StepKind
from tenmatsu.systems.runequest.state import State

Performer = Callable[[Work, Action, str], None]
"""Gets the action and its target as settled now; starts what may take more commands (a blow, a casting)."""
Hinder = Callable[[State, Rulebook, Action, str], str]
"""Says why an action cannot be done now, as a key of `[labels]`; empty where it can."""

Specifier = Callable[[State, Rulebook, Action, str], CheckSpec]
"""Returns the roll that an action at a target begins with, for its chance."""

PERFORMERS: dict[StepKind, Performer] = {}
HINDERS: dict[StepKind, Hinder] = {}
SPECIFIERS: dict[StepKind, Specifier] = {}


def perform_with(*kinds: StepKind, hinder: Hinder | None = None) -> Callable[[Performer], Performer]:
    """Register who performs actions of these kinds."""

    def register(performer: Performer) -> Performer:
        for kind in kinds:
            PERFORMERS[kind] = performer
            if hinder is not None:
                HINDERS[kind] = hinder
        return performer

    return register


def specify_with(*kinds: StepKind) -> Callable[[Specifier], Specifier]:
    """Register who says what actions of these kinds roll."""

    def register(specifier: Specifier) -> Specifier:
        SPECIFIERS.update(dict.fromkeys(kinds, specifier))
        return specifier

    return register
