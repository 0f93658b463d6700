"""Fold confrontations."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.events import confronting as c
from tenmatsu.systems.bloodberry.events.rounds import RoundsEnded
from tenmatsu.systems.bloodberry.evolve.rounds import end_rounds
from tenmatsu.systems.bloodberry.staging import Camp, Confronted, Special
from tenmatsu.systems.bloodberry.state import State

_replace = msgspec.structs.replace


def _begun(state: State, event: c.ConfrontationBegun) -> State:
    camps = {
        name: Camp(members=members, size=event.sizes.get(name, 0), strengths=dict.fromkeys(event.curses, 0))
        for name, members in event.camps.items()
    }
    return _replace(
        state,
        confrontation=event.curses,
        confronting=camps,
        turns=1,
        specials=(),
        confronted=None,
        scene=_replace(state.scene, acted=()),
    )


def _strength(state: State, event: c.CampStrengthChanged) -> State:
    camp = state.confronting.get(event.camp)
    if camp is None:
        return state
    changed = _replace(camp, strengths={**camp.strengths, event.curse: max(0, event.now)})
    return _replace(state, confronting={**state.confronting, event.camp: changed})


def _defined(state: State, event: c.ActionDefined) -> State:
    special = Special(first=event.first, second=event.second, difficulty=event.difficulty, gain=event.gain)
    return _replace(state, specials=(*state.specials, special))


def _renewed(state: State, event: c.TurnsRenewed) -> State:
    return _replace(state, turns=event.turns, scene=_replace(state.scene, acted=()))


def _ended(state: State, event: c.ConfrontationEnded) -> State:
    members = tuple(
        dict.fromkeys(
            (*(one for camp in state.confronting.values() for one in camp.members), *state.confrontation)
        )
    )
    confronted = Confronted(result=event.result, camp=event.camp, members=members, scene=state.scene.number)
    return _replace(
        state,
        confrontation=(),
        specials=(),
        confronted=confronted,
        scene=_replace(state.scene, acted=()),
    )


def break_off(state: State) -> State:
    """Return the state without rounds and a confrontation, which end with their scene; nobody wins."""
    if state.rounds is not None:
        hands = {one: state.cards.hands.get(one, ()) for one in state.rounds.actors}
        state = end_rounds(state, RoundsEnded(cards=hands))
    return _ended(state, c.ConfrontationEnded(result="undecided")) if state.confrontation else state


CONFRONT_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    c.ConfrontationBegun: _begun,
    c.CampStrengthChanged: _strength,
    c.ActionDefined: _defined,
    c.TurnsRenewed: _renewed,
    c.ConfrontationEnded: _ended,
}
"""By event class."""
