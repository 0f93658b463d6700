"""Fold what happens: of missiles."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.events.missiles import CoverSet, GroupsSet, ShotLoosed, WaySet
from tenmatsu.systems.runequest.evolve.figures import with_arm, with_melee
from tenmatsu.systems.runequest.state import State


def fold_loosed(state: State, event: ShotLoosed) -> State:
    """Fold: the arm as it is after the shot."""
    return with_arm(
        state,
        event.character,
        event.arm,
        hand=event.hand,
        loaded=event.loaded,
        ready_round=event.ready_round,
        shots=event.shots,
    )


def fold_cover(state: State, event: CoverSet) -> State:
    """Fold: what is behind an obstacle."""
    if state.melee is None:
        return state
    cover = {name: found for name, found in state.melee.cover.items() if name != event.character}
    if event.locations:
        cover[event.character] = event.locations
    return with_melee(state, cover=cover)


def fold_groups(state: State, event: GroupsSet) -> State:
    """Fold: who stand packed together."""
    return with_melee(state, packed=event.groups)


def fold_way(state: State, event: WaySet) -> State:
    """Fold: how somebody runs; only those who do not run straight are kept."""
    if state.melee is None:
        return state
    ways = {name: way for name, way in state.melee.ways.items() if name != event.character}
    if event.way != "straight":
        ways[event.character] = event.way
    return with_melee(state, ways=ways)


MISSILE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    ShotLoosed: fold_loosed,
    CoverSet: fold_cover,
    GroupsSet: fold_groups,
    WaySet: fold_way,
}
"""By event class."""
