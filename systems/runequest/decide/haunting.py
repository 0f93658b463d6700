"""Spirit combat as other parts see it."""

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.decide.checking import CheckSpec
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.state import State


def fight_spirits(work: Work) -> bool:
    """Decide the next spirit combat of this round, at SR 12; return whether there was one left."""
    return False


def is_in_spirit_combat(state: State, character: str) -> bool:
    """Return whether somebody is in spirit combat: other acts need INT × 5 first (choice `concentrate`)."""
    return any(character in (one.one, one.other) for one in state.spirit_fights)


def find_spirit_damage_of(work: Work, blow: Blow, points: int) -> int:
    """Return what of a weapon's damage harms a spirit: all of iron's, else only what Rune magic added."""
    raise NotImplementedError


def specify_spirit_defence(state: State, rules: Rulebook, blow: Blow) -> CheckSpec:
    """Return the roll by which a spirit meets a physical attack (option `spirit_defence`)."""
    raise NotImplementedError


def hurt_spirit(work: Work, spirit: str, points: int, by: str) -> None:
    """Take magic points off one in spirit combat, or off a spirit that was struck; at 0 it is beaten."""
    raise NotImplementedError
