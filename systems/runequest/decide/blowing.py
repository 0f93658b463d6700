"""The course of a blow: declared, met, rolled, settled by the result tables."""

from typing import Literal

from tenmatsu.systems.runequest.blows import Blow, DamageKind
from tenmatsu.systems.runequest.decide.checking import CheckSpec
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.state import State


def start_blow(work: Work, blow: Blow) -> None:
    """Declare a blow; behind one that is under way it waits in `State.blows`."""
    raise NotImplementedError


def resume_blow(work: Work) -> bool:
    """Take the next step of the blow under way; return whether there was one."""
    return False


def specify_attack(state: State, rules: Rulebook, blow: Blow) -> CheckSpec:
    """Return the roll of the attacker, before what is over 100 % is set against the defence."""
    raise NotImplementedError


def specify_defence(state: State, rules: Rulebook, blow: Blow) -> CheckSpec:
    """Return the roll of the defence that the blow is met with."""
    raise NotImplementedError


def list_defences(state: State, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """Return how a blow may be met: `none`, `parry:<arm>`, `dodge`, `spirit`."""
    raise NotImplementedError


def roll_damage(work: Work, character: str, arm: str, kind: DamageKind) -> int:
    """Roll what a weapon does, with damage bonus and magic on it; at least 0."""
    raise NotImplementedError


def roll_fumble(work: Work, character: str, arm: str, of: Literal["attack", "parry"], blow: Blow) -> None:
    """Roll on the fumble table and let it happen."""
    raise NotImplementedError
