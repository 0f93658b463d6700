"""Fold what happens in attacks and defences."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.events.attacks import (
    ArmAway,
    ArmorLost,
    BlowBegun,
    BlowDeclared,
    BlowMet,
    BlowRolled,
    BlowSettled,
    Forfeited,
    Hindered,
    Shoved,
)
from tenmatsu.systems.runequest.evolve.figures import with_arm, with_figure, with_location, with_melee
from tenmatsu.systems.runequest.state import State

_replace = msgspec.structs.replace
_STRIKES = ("melee", "aimed", "knockback")


def _declared(state: State, event: BlowDeclared) -> State:
    if state.blow is not None:
        state = _replace(state, blows=(*state.blows, event.blow))
    else:
        state = _replace(state, blow=event.blow)
    if event.shield:
        state = _used(state, event.blow.attacker, event.blow.arm, "attack")
    if state.melee is None or event.blow.kind not in _STRIKES:
        return state
    return with_melee(state, struck={**state.melee.struck, event.blow.attacker: True})


def _used(state: State, character: str, arm: str, how: Literal["attack", "parry"]) -> State:
    if state.melee is None:
        return state
    return with_melee(state, shields_used={**state.melee.shields_used, f"{character}|{arm}": how})


def _begun(state: State, event: BlowBegun) -> State:
    if state.blow is not None or not state.blows:
        return state
    return _replace(state, blow=state.blows[0], blows=state.blows[1:])


def _met(state: State, event: BlowMet) -> State:
    state = _replace(state, blow=event.blow)
    defence, target = event.blow.defence, event.blow.target
    if event.shield and defence is not None:
        state = _used(state, target, defence.arm, "parry")
    if state.melee is None or not event.defences:
        return state
    return with_melee(state, defences={**state.melee.defences, target: event.defences})


def _rolled(state: State, event: BlowRolled) -> State:
    if state.blow is None:
        return state
    blow = _replace(
        state.blow, target=event.target, attack=event.attack, defended=event.defended, stage="rolled"
    )
    return _replace(state, blow=blow)


def _hindered(state: State, event: Hindered | Forfeited) -> State:
    return with_figure(state, event.character, hindrances=event.hindrances)


def _armor_lost(state: State, event: ArmorLost) -> State:
    return with_location(state, event.character, event.location, armor=0)


def _away(state: State, event: ArmAway) -> State:
    return with_arm(state, event.character, event.arm, away_until=event.until)


def _shoved(state: State, event: Shoved) -> State:
    if state.melee is None or event.place is None:
        return state
    return with_melee(state, places={**state.melee.places, event.character: event.place})


def _settled(state: State, event: BlowSettled) -> State:
    return _replace(state, blow=None)


ATTACK_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    BlowDeclared: _declared,
    BlowBegun: _begun,
    BlowMet: _met,
    BlowRolled: _rolled,
    Forfeited: _hindered,
    Hindered: _hindered,
    ArmorLost: _armor_lost,
    ArmAway: _away,
    Shoved: _shoved,
    BlowSettled: _settled,
}
"""By event class."""
