"""Fold characters made, what changed on their sheets, and the end of what lasts for a scenario."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.events.making import (
    AbilityChanged,
    CharacterMade,
    DiceGranted,
    GroupBrought,
    ScenarioReset,
    WeaponDropped,
    WeaponGiven,
)
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import State

_replace = msgspec.structs.replace


def _made(state: State, event: CharacterMade) -> State:
    return _replace(state, characters={**state.characters, event.character: event.figure})


def _brought(state: State, event: GroupBrought) -> State:
    return _replace(state, characters={**state.characters, **dict.fromkeys(event.characters, event.figure)})


def _reset(state: State, event: ScenarioReset) -> State:
    """End what lasts for a scenario; the dead stay dead, and an enemy off the map stays off it."""
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    return with_figure(
        state,
        event.character,
        vitality=event.vitality,
        spirit=event.spirit,
        quick_dice=event.quick_dice,
        emergency_dice=event.emergency_dice,
        untreated=event.untreated,
        injuries={},
        changed={},
        lost={},
        spared=False,
        dodge_dice=0,
        square="",
        unconscious=figure.unconscious and figure.exploded,
        carrying="",
        removed=figure.removed and figure.kind != "pc",
        wielded="unarmed" if figure.kind == "pc" else figure.wielded,
        focused=False,
        off_balance=False,
        hampered=0,
        boosted=False,
        eased=False,
        sensed=False,
        used={},
        shaken=0,
        shaken_until=0,
        returns=0,
    )


def _given(state: State, event: WeaponGiven) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    base = _replace(figure.base, weapons=(*figure.base.weapons, event.weapon))
    return with_figure(state, event.character, base=base, quick_dice=event.quick_dice)


def _dropped(state: State, event: WeaponDropped) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    weapons = list(figure.base.weapons)
    if event.weapon in weapons:
        weapons.remove(event.weapon)
    base = _replace(figure.base, weapons=tuple(weapons))
    return with_figure(state, event.character, base=base, wielded=event.wielded)


def _granted(state: State, event: DiceGranted) -> State:
    return with_figure(
        state, event.character, quick_dice=event.quick_dice, emergency_dice=event.emergency_dice
    )


def _changed(state: State, event: AbilityChanged) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    changed = {**figure.changed, event.ability: event.change}
    if not event.change:
        del changed[event.ability]
    return with_figure(state, event.character, changed=changed)


MAKING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    CharacterMade: _made,
    GroupBrought: _brought,
    ScenarioReset: _reset,
    WeaponGiven: _given,
    WeaponDropped: _dropped,
    DiceGranted: _granted,
    AbilityChanged: _changed,
}
"""By event class."""
