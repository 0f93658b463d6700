"""Fold fights: lanes, turns, rounds, the attack under way."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.events.combat import (
    AttackOpened,
    CombatBegun,
    CombatEnded,
    CombatEnding,
    CombatJoined,
    CombatLeft,
    Defended,
    HitNegated,
    HitTaken,
    LaneMoved,
    MajorSpent,
    MinorSpent,
    RoundBegun,
    TurnEnded,
)
from tenmatsu.systems.akatsuki.evolve.figures import with_figure
from tenmatsu.systems.akatsuki.state import Combat, Fought, State

_replace = msgspec.structs.replace


def _begin(state: State, event: CombatBegun) -> State:
    for character in event.order:
        state = with_figure(
            state,
            character,
            lane=event.lanes.get(character, 0),
            majors=event.majors.get(character, 0),
            minors=event.minors.get(character, 0),
        )
    combat = Combat(order=event.order, at=event.at)
    return _replace(state, combat=combat, fought=None, attack=None)


def _join(state: State, event: CombatJoined) -> State:
    state = with_figure(state, event.character, lane=event.lane, majors=event.majors, minors=event.minors)
    combat = state.combat
    if combat is None or event.character in combat.order:
        return state
    left = tuple(one for one in combat.left if one != event.character)
    return _with_combat(state, order=(*combat.order, event.character), left=left)


def _leave(state: State, event: CombatLeft) -> State:
    state = _stand_down(state, (event.character,))
    combat = state.combat
    if combat is None:
        return state
    left = tuple(one for one in combat.left if one != event.character)
    return _with_combat(state, order=event.order, at=event.at, left=(*left, event.character))


def _near_end(state: State, event: CombatEnding) -> State:
    return _with_combat(state, ending=event.result)


def _end(state: State, event: CombatEnded) -> State:
    combat = state.combat
    fighters = () if combat is None else (*combat.order, *combat.left)
    fought = Fought(fighters=fighters, result=event.result, rounds=event.rounds, now=state.clock.now)
    return _replace(_stand_down(state, fighters), combat=None, fought=fought, attack=None)


def _stand_down(state: State, characters: Iterable[str]) -> State:
    for character in characters:
        state = with_figure(state, character, lane=None, majors=0, minors=0)
    return state


def _move(state: State, event: LaneMoved) -> State:
    return with_figure(state, event.character, lane=event.lane)


def _spend_major(state: State, event: MajorSpent) -> State:
    return with_figure(state, event.character, majors=event.majors, zombie_counters=event.zombie_counters)


def _spend_minor(state: State, event: MinorSpent) -> State:
    return with_figure(state, event.character, minors=event.minors)


def _end_turn(state: State, event: TurnEnded) -> State:
    return _with_combat(state, at=event.at)


def _begin_round(state: State, event: RoundBegun) -> State:
    for character in {**event.majors, **event.minors}:
        majors, minors = event.majors.get(character, 0), event.minors.get(character, 0)
        state = with_figure(state, character, majors=majors, minors=minors)
    return _with_combat(state, round=event.round, at=event.at)


def _open_attack(state: State, event: AttackOpened) -> State:
    return _replace(state, attack=event.attack)


def _close_attack(state: State, event: Event) -> State:
    return _replace(state, attack=None)


def _with_combat(state: State, **changes: Any) -> State:
    combat = state.combat
    return state if combat is None else _replace(state, combat=_replace(combat, **changes))


COMBAT_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    CombatBegun: _begin,
    CombatJoined: _join,
    CombatLeft: _leave,
    CombatEnding: _near_end,
    CombatEnded: _end,
    LaneMoved: _move,
    MajorSpent: _spend_major,
    MinorSpent: _spend_minor,
    TurnEnded: _end_turn,
    RoundBegun: _begin_round,
    AttackOpened: _open_attack,
    Defended: _close_attack,
    HitNegated: _close_attack,
    HitTaken: _close_attack,
}
