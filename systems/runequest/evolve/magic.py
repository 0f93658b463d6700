"""Fold what happens in magic."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.events import magic as told
from tenmatsu.systems.runequest.evolve.figures import with_action, with_figure, with_melee
from tenmatsu.systems.runequest.state import State

_replace = msgspec.structs.replace


def _announced(state: State, event: told.SpellAnnounced) -> State:
    return _replace(state, casting=event.casting)


def _with_casting(state: State, **changes: Any) -> State:
    return state if state.casting is None else _replace(state, casting=_replace(state.casting, **changes))


def _boosted(state: State, event: told.SpellBoosted) -> State:
    return _with_casting(state, boost=event.boost, asked=True)


def _declined(state: State, event: told.BoostDeclined) -> State:
    return _with_casting(state, asked=True)


def _delayed(state: State, event: told.SpellDelayed) -> State:
    state, melee = _replace(state, casting=None), state.melee
    action = None if melee is None else next((one for one in melee.queue if one.id == event.action), None)
    if melee is None or action is None:
        return state
    step = _replace(action.step, boost=event.boost)
    state = with_action(state, event.action, step=step, sr=event.sr, state="declared")
    begun = max(0, melee.cast.get(event.character, 0) - 1)
    batch = tuple(one for one in melee.batch if one != event.action)
    return with_melee(state, batch=batch, cast={**melee.cast, event.character: begun})


def _met(state: State, event: told.SpellMet) -> State:
    return _with_casting(state, resisted=event.resisted, stage="accepted")


def _spent_mp(state: State, event: told.MpSpent) -> State:
    figure = state.characters.get(event.character)
    since = event.since if figure is None or figure.mp_since is None else figure.mp_since
    return with_figure(state, event.character, mp=event.mp, mp_since=since)


def _spent_rune_points(state: State, event: told.RunePointsSpent) -> State:
    return with_figure(state, event.character, rune_points=event.rune_points)


def _returned(state: State, event: told.MpReturned) -> State:
    return with_figure(state, event.character, mp=event.mp, mp_since=event.since)


def _regained(state: State, event: told.PointsRegained) -> State:
    figure = state.characters.get(event.character)
    whole = figure is not None and event.mp >= figure.max_mp
    changes: dict[str, Any] = {"mp_since": None} if whole else {}
    return with_figure(state, event.character, mp=event.mp, rune_points=event.rune_points, **changes)


def _took_hold(state: State, event: told.SpellTookHold) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    new = event.spell
    kept = tuple(one for one in figure.spells if (one.spell, one.at) != (new.spell, new.at))
    return with_figure(state, event.character, spells=(*kept, new))


def _settled(state: State, event: told.SpellSettled) -> State:
    return _replace(state, casting=None)


def _inscribed(state: State, event: told.SpellInscribed) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    levels = {"strength": event.strength, "range": event.range, "duration": event.duration}
    return with_figure(state, event.character, inscribed={**figure.inscribed, event.spell: levels})


def _favored(state: State, event: told.MagicFavored) -> State:
    return with_figure(state, event.character, spell_plus=event.plus)


MAGIC_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    told.SpellAnnounced: _announced,
    told.SpellBoosted: _boosted,
    told.SpellDelayed: _delayed,
    told.BoostDeclined: _declined,
    told.SpellMet: _met,
    told.MpSpent: _spent_mp,
    told.RunePointsSpent: _spent_rune_points,
    told.MpReturned: _returned,
    told.PointsRegained: _regained,
    told.SpellTookHold: _took_hold,
    told.SpellSettled: _settled,
    told.SpellInscribed: _inscribed,
    told.MagicFavored: _favored,
}
"""By event class."""
