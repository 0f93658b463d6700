"""What stands between a missile and a location: shields held up, cover."""

from itertools import pairwise

import msgspec

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.bodies import is_weighed_down
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.decide.wounding import roll_location
from tenmatsu.systems.runequest.events.missiles import CoverStruck, GuardStopped
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import Tables


class Misplaced(msgspec.Struct, frozen=True, kw_only=True):
    """Why a shield cannot be held up so."""

    reason: str
    """`runequest.<reason>` is the refusal's code; its sentence names nothing."""


def find_struck(work: Work, blow: Blow, location: str, *, critical: bool) -> str:
    """
    Return the location struck; empty where cover took it; a critical rolls until it finds a bare one.

    `blow.target` is who is struck: put the victim in its place first.
    """
    covered = _list_covered(work.state, blow)
    if location not in covered:
        return location
    bare = [name for name in work.state.characters[blow.target].locations if name not in covered]
    if not critical or not bare:
        work.record(CoverStruck(target=blow.target, location=location))
        return ""
    while location in covered:
        location = roll_location(work, blow.attacker)
    return location


def _list_covered(state: State, blow: Blow) -> tuple[str, ...]:
    """Return the locations that are behind an obstacle for this blow: missiles alone."""
    if state.melee is None or blow.kind != "missile" or blow.target not in state.characters:
        return ()
    return state.melee.cover.get(blow.target, ())


def stop_by_guard(work: Work, blow: Blow, location: str, points: int) -> int:
    """
    Return the points left behind a shield held up for this location.

    The shield takes its hit points off the damage of a missile, and loses none itself.
    """
    melee = work.state.melee
    if melee is None or blow.kind != "missile" or blow.target not in work.state.characters:
        return points
    for arm, shield in work.state.characters[blow.target].arms.items():
        held_for = melee.guards.get(f"{blow.target}|{arm}", ())
        if location in held_for and shield.hand and shield.hp > 0 and points > 0:
            left = max(0, points - shield.hp)
            work.record(
                GuardStopped(target=blow.target, arm=arm, location=location, points=points, left=left)
            )
            points = left
    return points


def is_held_up(state: State, character: str, arm: str) -> bool:
    """Return whether a shield is held up against missiles this round: no parry with it."""
    return state.melee is not None and f"{character}|{arm}" in state.melee.guards


def find_guarded(
    state: State, rules: Rulebook, character: str, arm: str, locations: tuple[str, ...]
) -> tuple[str, ...] | Misplaced:
    """
    Return the locations that a shield held up covers, in the order of the body, or why it cannot.

    It covers the arm that holds it whatever is declared, and by its size further ones, next to each other.
    """
    figure = state.characters.get(character)
    held = None if figure is None else figure.arms.get(arm)
    row = None if held is None else rules.tables.weapons.get(held.weapon)
    if figure is None or held is None or row is None or not (row.shield and held.hand):
        return Misplaced(reason="no_shield")
    if is_weighed_down(state, rules.tables, character, arm):
        return Misplaced(reason="arm_no_use")
    holder = _find_holder(figure.main_hand if held.hand == "both" else held.hand)
    others = tuple(dict.fromkeys(one for one in locations if one != holder))
    if any(one not in figure.locations for one in others):
        return Misplaced(reason="guarded_unknown")
    if len(others) > rules.tables.shields[row.shield].guards:
        return Misplaced(reason="too_many_guarded")
    if not _are_adjacent(rules.tables, others):
        return Misplaced(reason="guarded_apart")
    return tuple(one for one in figure.locations if one == holder or one in others)


def _find_holder(hand: str) -> str:
    """Return the location that holds what is in a hand."""
    return f"{hand}_arm"


def _are_adjacent(tables: Tables, locations: tuple[str, ...]) -> bool:
    """Return whether each location lies next to the one named before it, in either row of the table."""
    known = tables.locations
    return all(
        one in known and other in known and (other in known[one].adjacent or one in known[other].adjacent)
        for one, other in pairwise(locations)
    )
