"""Fold how blows are dodged, countered, and land."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.assaults import Assault
from tenmatsu.systems.ninjaslayer.events.dodging import (
    AssaultBegun,
    AssaultEnded,
    BarrageAsked,
    BarrageCalled,
    BarrageDeclined,
    BlowLapsed,
    BlowStruck,
    Countered,
    CounterOffered,
    CounterPassed,
    DodgeAsked,
    DodgedApart,
    DodgeRolled,
    Evaded,
    HitTaken,
    PartRerolled,
    SenseKept,
)
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import State

_replace = msgspec.structs.replace


def _change(state: State, **changes: Any) -> State:
    """Return the state with the newest assault changed."""
    if not state.assaults:
        return state
    return _replace(state, assaults=(*state.assaults[:-1], _replace(state.assaults[-1], **changes)))


def _drop(state: State, count: int) -> State:
    """Return the state without so many blows at the front; what was known of them is gone."""
    if not state.assaults:
        return state
    old = state.assaults[-1]
    left = Assault(attackers=old.attackers, blows=old.blows[count:], apart=old.apart)
    return _replace(state, assaults=(*state.assaults[:-1], left))


def _drop_front(state: State) -> State:
    return _drop(state, state.assaults[-1].together) if state.assaults else state


def _begin(state: State, event: AssaultBegun) -> State:
    assault = Assault(
        attackers=event.attackers,
        blows=event.blows,
        sensing=event.sensing,
        asked="sense_part" if event.sensing else "",
    )
    return _replace(state, assaults=(*state.assaults, assault))


def _end(state: State, event: AssaultEnded) -> State:
    return _replace(state, assaults=state.assaults[:-1])


def _reroll_part(state: State, event: PartRerolled) -> State:
    return _change(state, blows=event.blows, asked="", sensing="")


def _keep(state: State, event: SenseKept) -> State:
    if not state.assaults:
        return state
    hits = tuple(blow for blow in state.assaults[-1].blows if not blow.missed)
    return _change(state, blows=hits, asked="", sensing="")


def _ask_barrage(state: State, event: BarrageAsked) -> State:
    return _change(state, asked="barrage", together=event.together, barrages=event.barrages)


def _call_barrage(state: State, event: BarrageCalled) -> State:
    if not state.assaults:
        return state
    rest = state.assaults[-1].blows[event.together :]
    return _change(state, blows=(event.blow, *rest), asked="", together=0, barraged=True, barrages=())


def _decline_barrage(state: State, event: BarrageDeclined) -> State:
    return _change(state, asked="", together=0, barraged=True, barrages=())


def _ask_dodge(state: State, event: DodgeAsked) -> State:
    return _change(
        state,
        asked="dodge",
        together=event.together,
        difficulty=event.difficulty,
        varied=event.varied,
        boost=event.boost,
    )


def _dodge_apart(state: State, event: DodgedApart) -> State:
    return _change(state, asked="", together=0, apart=event.character)


def _roll(state: State, event: DodgeRolled) -> State:
    state = with_figure(
        state, event.character, dodge_dice=event.dodge_dice, emergency_dice=event.emergency_dice
    )
    return _change(
        state,
        asked="sense_dodge" if event.sense else "",
        way="evaded" if event.success else "landing",
        with_dice=event.with_dice,
        emergency=event.emergency,
        faces=event.faces,
        successes=event.successes,
    )


def _take(state: State, event: HitTaken) -> State:
    return _change(state, asked="", way="landing")


def _offer_counter(state: State, event: CounterOffered) -> State:
    return _change(state, asked="counter", counters=event.targets)


def _finish(state: State, event: Evaded | Countered | CounterPassed) -> State:
    return _drop_front(state)


def _settle(state: State, event: BlowStruck | BlowLapsed) -> State:
    if not state.assaults:
        return state
    old = state.assaults[-1]
    if old.together > 1:
        return _change(state, blows=old.blows[1:], together=old.together - 1)
    return _drop(state, 1)


DODGING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    AssaultBegun: _begin,
    AssaultEnded: _end,
    PartRerolled: _reroll_part,
    SenseKept: _keep,
    BarrageAsked: _ask_barrage,
    BarrageCalled: _call_barrage,
    BarrageDeclined: _decline_barrage,
    DodgeAsked: _ask_dodge,
    DodgedApart: _dodge_apart,
    DodgeRolled: _roll,
    HitTaken: _take,
    Evaded: _finish,
    CounterOffered: _offer_counter,
    Countered: _finish,
    CounterPassed: _finish,
    BlowStruck: _settle,
    BlowLapsed: _settle,
}
