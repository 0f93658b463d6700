"""What changes a shot, and what stands in its way: ranges, melee, groups, shields held up, cover."""

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.state import State


def aim_shot(state: State, rules: Rulebook, blow: Blow) -> Blow:
    """Return a missile blow with its modifiers and halvings: range, moving target, group."""
    raise NotImplementedError


def may_defend(state: State, rules: Rulebook, blow: Blow, kind: str) -> bool:
    """Return whether a missile can be met so: thrown ones as usual, shot ones by `dodge_missiles` alone."""
    raise NotImplementedError


def find_victim(work: Work, blow: Blow) -> str:
    """Return whom a missile strikes in a melee or a group, rolled where needed; empty for nobody."""
    raise NotImplementedError


def find_struck(work: Work, blow: Blow, location: str, *, critical: bool) -> str:
    """Return the location struck; empty where cover took it; a critical rolls until it finds a bare one."""
    raise NotImplementedError


def stop_by_guard(work: Work, blow: Blow, location: str, points: int) -> int:
    """Return the points left behind a shield held up for this location."""
    raise NotImplementedError
