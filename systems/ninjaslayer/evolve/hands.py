"""Fold what happens in the hands (手番) of a battle: phases, actions, what they leave behind."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.battle import Phase
from tenmatsu.systems.ninjaslayer.events.battle import (
    ActionTaken,
    AllyCarried,
    AllyPutDown,
    Boosted,
    Focused,
    FullMoved,
    Guarded,
    HandBegun,
    HandEnded,
    InstantTaken,
    PhaseEntered,
    RemedyUsed,
    WeaponSwitched,
)
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import State

_replace = msgspec.structs.replace
NOTHING_DONE: dict[str, Any] = {
    "phases": {},
    "ended": (),
    "switched": (),
    "instants": {},
    "moved": (),
    "acted": (),
    "extra": {},
}
"""What a battle holds of hands before they begin."""


def with_battle(state: State, **changes: Any) -> State:
    """Return the state with its battle changed; unchanged where there is none."""
    if state.battle is None:
        return state
    return _replace(state, battle=_replace(state.battle, **changes))


def _calm(state: State) -> State:
    """End what lasts until any phase ends: easier dodges by a boost."""
    if not any(figure.eased for figure in state.characters.values()):
        return state
    figures = {one: _replace(figure, eased=False) for one, figure in state.characters.items()}
    return _replace(state, characters=figures)


def _enter(state: State, characters: Iterable[str], phase: Phase) -> State:
    """Put some into a phase of their hand; what ends with the phase before it ends."""
    battle = state.battle
    if battle is None:
        return state
    characters = tuple(characters)
    if any(battle.phase(one) != phase for one in characters):
        state = _calm(state)
    state = with_battle(state, phases={**battle.phases, **dict.fromkeys(characters, phase)})
    if phase == "end":
        for one in characters:
            state = with_figure(state, one, focused=False, hampered=0)
    return state


def _begin(state: State, event: HandBegun) -> State:
    state = _calm(state)
    for one in event.characters:
        state = with_figure(state, one, off_balance=False, focused=False, hampered=0)
    return with_battle(state, at=event.at, **NOTHING_DONE)


def _enter_phase(state: State, event: PhaseEntered) -> State:
    return _enter(state, (event.character,), event.phase)


def _act(state: State, event: ActionTaken) -> State:
    state = _enter(state, event.characters, event.phase)
    for one in event.focused:
        state = with_figure(state, one, focused=True)
    battle = state.battle
    if battle is None:
        return state
    if event.phase == "move":
        return with_battle(state, moved=(*battle.moved, *event.characters))
    return with_battle(state, acted=(*battle.acted, *event.characters))


def _take_instant(state: State, event: InstantTaken) -> State:
    battle = state.battle
    if battle is None:
        return state
    return with_battle(state, instants={**battle.instants, event.character: event.phase})


def _switch(state: State, event: WeaponSwitched) -> State:
    state = with_figure(state, event.character, wielded=event.weapon)
    battle = state.battle
    if battle is None or battle.slot is None:
        return state
    return with_battle(state, switched=(*battle.switched, event.character))


def _focus(state: State, event: Focused) -> State:
    return with_figure(state, event.character, focused=True)


def _boost(state: State, event: Boosted) -> State:
    if event.own_hand:
        return with_figure(state, event.character, boosted=True, focused=True)
    return with_figure(state, event.character, boosted=True, eased=True)


def _guard(state: State, event: Guarded) -> State:
    return with_figure(state, event.target, dodge_dice=event.now)


def _move_fully(state: State, event: FullMoved) -> State:
    battle = state.battle
    if battle is None:
        return state
    return with_battle(state, extra={**battle.extra, event.character: event.squares})


def _use_remedy(state: State, event: RemedyUsed) -> State:
    return with_figure(state, event.target, vitality=event.vitality, spirit=event.spirit)


def _carry(state: State, event: AllyCarried) -> State:
    state = with_figure(state, event.target, square="")
    return with_figure(state, event.character, carrying=event.target)


def _put_down(state: State, event: AllyPutDown) -> State:
    state = with_figure(state, event.target, square=event.square)
    return with_figure(state, event.character, carrying="")


def _end(state: State, event: HandEnded) -> State:
    state = _enter(_calm(state), event.characters, "end")
    battle = state.battle
    if battle is None:
        return state
    return with_battle(state, ended=(*battle.ended, *event.characters))


HAND_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    HandBegun: _begin,
    PhaseEntered: _enter_phase,
    ActionTaken: _act,
    InstantTaken: _take_instant,
    WeaponSwitched: _switch,
    Focused: _focus,
    Boosted: _boost,
    Guarded: _guard,
    FullMoved: _move_fully,
    RemedyUsed: _use_remedy,
    AllyCarried: _carry,
    AllyPutDown: _put_down,
    HandEnded: _end,
}
"""What folds each event of a hand."""
