"""Fold money and belongings."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.events import purse as u
from tenmatsu.systems.ukiyozoshi.evolve.figures import change
from tenmatsu.systems.ukiyozoshi.state import State


def _started(state: State, event: u.MoneyStarted) -> State:
    return change(state, event.character, standing=event.standing, money=event.mon)


def _paid(state: State, event: u.MoneyPaid) -> State:
    state = change(state, event.character, money=event.now)
    if event.to == "@party":
        return msgspec.structs.replace(state, purse=event.to_now)
    return change(state, event.to, money=event.to_now) if event.to else state


def _drawn(state: State, event: u.MoneyDrawn) -> State:
    return msgspec.structs.replace(change(state, event.character, money=event.now), purse=event.purse)


def _received(state: State, event: u.MoneyReceived) -> State:
    return change(state, event.character, money=event.now)


def put_item(state: State, character: str, item: str, now: int) -> State:
    """Return the state with so many of an item among a character's belongings; none is left out."""
    figure = state.characters.get(character)
    if figure is None:
        return state
    kept = {key: count for key, count in figure.belongings.items() if key != item}
    return change(state, character, belongings={**kept, item: now} if now > 0 else kept)


def _gained(state: State, event: u.ItemGained) -> State:
    return put_item(state, event.character, event.item, event.now)


def _given(state: State, event: u.ItemGiven) -> State:
    state = put_item(state, event.character, event.item, event.now)
    return put_item(state, event.to, event.item, event.to_now) if event.to else state


def _worn(state: State, event: u.ArmourWorn) -> State:
    return change(state, event.character, armour=event.armour)


PURSE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    u.MoneyStarted: _started,
    u.MoneyPaid: _paid,
    u.MoneyDrawn: _drawn,
    u.MoneyReceived: _received,
    u.ItemGained: _gained,
    u.ItemGiven: _given,
    u.ArmourWorn: _worn,
}
"""By event class."""
