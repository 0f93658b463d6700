"""Fold the events of the part `moving`."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.events.moving import Cartwheeled, LeapAsked, Leapt, Moved
from tenmatsu.systems.ninjaslayer.evolve.mapping import drop_choice, set_kind
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import Choice, State

_replace = msgspec.structs.replace


def _fold_moved(state: State, event: Moved) -> State:
    for door in event.opened:
        state = set_kind(state, door, "door_open")
    for window in event.broken:
        state = set_kind(state, window, "window_broken")
    state = with_figure(state, event.character, square=event.square)
    if event.way == "cartwheel":
        state = drop_choice(state, "cartwheel_to", event.character)
    if event.way == "full" and state.battle is not None:
        extra = {one: n for one, n in state.battle.extra.items() if one != event.character}
        state = _replace(state, battle=_replace(state.battle, extra=extra))
    return state


def _fold_cartwheeled(state: State, event: Cartwheeled) -> State:
    changes: dict[str, Any] = {"dodge_dice": event.dodge_dice, "hampered": event.hampered}
    if not event.success:
        changes["off_balance"] = True
    state = with_figure(state, event.character, **changes)
    if not event.where:
        return state
    choice = Choice(
        kind="cartwheel_to",
        whom=event.character,
        options=event.where,
        about={"squares": event.squares, "door": int(event.door), "window": int(event.window)},
    )
    return _replace(state, choices=(*state.choices, choice))


def _fold_leap_asked(state: State, event: LeapAsked) -> State:
    choice = Choice(
        kind="leap",
        whom=event.character,
        options=("leap", "stay"),
        about={"to": event.to, "difficulty": event.difficulty},
    )
    return _replace(state, choices=(*state.choices, choice))


MOVING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    Moved: _fold_moved,
    Cartwheeled: _fold_cartwheeled,
    LeapAsked: _fold_leap_asked,
    Leapt: lambda state, event: drop_choice(state, "leap", event.character),
}
