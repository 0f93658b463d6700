"""What changes a shot, and what stands in its way: ranges, melee, groups, shields held up, cover."""

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.decide.checking import CheckSpec
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.figures import Arm, Special
from tenmatsu.systems.runequest.rows_arms import WeaponRow
from tenmatsu.systems.runequest.state import State


def aim_shot(state: State, rules: Rulebook, blow: Blow) -> Blow:
    """Return a missile blow with its modifiers, halvings and crowd: range, moving target, melee, group."""
    raise NotImplementedError


def temper_shot(state: State, rules: Rulebook, blow: Blow, spec: CheckSpec) -> CheckSpec:
    """
    Return the roll of an aimed missile, for `specify_attack` to end with.

    In a melee critical and special come from the chance divided by its people, in a group from the chance
    without its bonus; whoever rides and moves shoots no better than they ride.
    """
    raise NotImplementedError


def may_defend(state: State, rules: Rulebook, blow: Blow, kind: str) -> bool:
    """Return whether a missile can be met so: thrown ones as usual, shot ones by `dodge_missiles` alone."""
    raise NotImplementedError


def find_victim(work: Work, blow: Blow) -> str:
    """Return whom a missile strikes in a melee or a group, rolled where needed; else the target."""
    raise NotImplementedError


def find_struck(work: Work, blow: Blow, location: str, *, critical: bool) -> str:
    """
    Return the location struck; empty where cover took it; a critical rolls until it finds a bare one.

    `blow.target` is who is struck: put the victim in its place first.
    """
    raise NotImplementedError


def stop_by_guard(work: Work, blow: Blow, location: str, points: int) -> int:
    """Return the points left behind a shield held up for this location."""
    raise NotImplementedError


def is_held_up(state: State, character: str, arm: str) -> bool:
    """Return whether a shield is held up against missiles this round: no parry with it."""
    raise NotImplementedError


def find_guarded(rules: Rulebook, state: State, character: str, arm: str) -> tuple[str, ...]:
    """Return the locations that a shield covers whatever is declared: the arm that holds it."""
    raise NotImplementedError


def check_guard(
    state: State, rules: Rulebook, character: str, arm: str, locations: tuple[str, ...]
) -> str | None:
    """Return why a shield cannot be held up for these locations besides the arm, or None."""
    raise NotImplementedError


def list_specials(rules: Rulebook, weapon: WeaponRow) -> tuple[Special, ...]:
    """Return the kinds of special damage of a weapon (option `sling_special`)."""
    raise NotImplementedError


def is_reloading(state: State, arm: Arm) -> bool:
    """Return whether a slow weapon (1/MR, 1/2R …) is not ready again yet."""
    raise NotImplementedError


def count_reload(weapon: WeaponRow) -> int:
    """Return every how many rounds a weapon can be shot; 0 where it is as often as strike ranks allow."""
    raise NotImplementedError
