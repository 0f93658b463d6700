"""Fold what happens in spirit combat."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.castings import SpiritFight
from tenmatsu.systems.runequest.events import spirits as told
from tenmatsu.systems.runequest.evolve.figures import with_figure
from tenmatsu.systems.runequest.melee import pair
from tenmatsu.systems.runequest.state import State

_replace = msgspec.structs.replace


def _same(state: State, event: Event) -> State:
    return state


def _begun(state: State, event: told.SpiritCombatBegun) -> State:
    fight = SpiritFight(one=event.one, other=event.other)
    return _replace(state, spirit_fights=(*state.spirit_fights, fight))


def _with_fights(state: State, change: Callable[[SpiritFight], SpiritFight]) -> State:
    return _replace(state, spirit_fights=tuple(change(one) for one in state.spirit_fights))


def _fought(state: State, event: told.SpiritRoundFought) -> State:
    def change(fight: SpiritFight) -> SpiritFight:
        if pair(fight.one, fight.other) != pair(event.one, event.other):
            return fight
        idle = {name: until for name, until in fight.idle.items() if until > event.now + 1}
        return _replace(fight, decided=event.now, round=fight.round + 1, dancing=(), idle=idle)

    return _with_fights(state, change)


def _hurt(state: State, event: told.SpiritHurt) -> State:
    figure = state.characters.get(event.character)
    since = event.since if figure is None or figure.mp_since is None else figure.mp_since
    return with_figure(state, event.character, mp=event.mp, mp_since=since)


def _fumbled(state: State, event: told.SpiritFumbled) -> State:
    until = event.until
    if until is None:
        return state

    def change(fight: SpiritFight) -> SpiritFight:
        if event.character not in (fight.one, fight.other):
            return fight
        return _replace(fight, idle={**fight.idle, event.character: until})

    return _with_fights(state, change)


def _danced(state: State, event: told.SpiritDanced) -> State:
    def change(fight: SpiritFight) -> SpiritFight:
        if event.character not in (fight.one, fight.other):
            return fight
        return _replace(fight, dancing=(*fight.dancing, event.character))

    return _with_fights(state, change)


def _ended(state: State, event: told.SpiritCombatEnded) -> State:
    over = pair(event.one, event.other)
    left = tuple(one for one in state.spirit_fights if pair(one.one, one.other) != over)
    return _replace(state, spirit_fights=left)


def _driven_off(state: State, event: told.SpiritDrivenOff) -> State:
    return with_figure(state, event.character, visible=False)


def _appeared(state: State, event: told.SpiritAppeared) -> State:
    return with_figure(state, event.character, visible=True)


def _taught(state: State, event: told.SpiritTaught) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    return with_figure(state, event.character, known={**figure.known, event.spell: event.points})


def _bound(state: State, event: told.SpiritBound) -> State:
    return with_figure(state, event.spirit, controlled_by=event.character)


SPIRIT_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    told.SpiritCombatBegun: _begun,
    told.SpiritRoundFought: _fought,
    told.SpiritHurt: _hurt,
    told.SpiritFumbled: _fumbled,
    told.SpiritDanced: _danced,
    told.SpiritCombatEnded: _ended,
    told.SpiritDrivenOff: _driven_off,
    told.SpiritAppeared: _appeared,
    told.SpiritTaught: _taught,
    told.SpiritBound: _bound,
}
"""By event class."""
