"""Fold DKK, the Wasshoi judgement and the entry behind it."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.events import wasshoi as w
from tenmatsu.systems.ninjaslayer.evolve.mapping import drop_choice, set_kind
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import Choice, State, Wasshoi

_replace = msgspec.structs.replace
GM = "@gm"


def _gained(state: State, event: w.DkkGained) -> State:
    state = with_figure(state, event.character, dkk=event.now)
    battle = state.battle
    if battle is None:
        return state
    return _replace(state, battle=_replace(battle, dkk=battle.dkk + event.amount))


def _passes(state: State, event: Event) -> State:
    return state


def _rolled(state: State, event: w.EntryRolled) -> State:
    return _replace(state, wasshoi=Wasshoi(target=event.target, entry=event.face, slayer=event.slayer))


def _asked(state: State, event: w.EntryAsked) -> State:
    choice = Choice(kind="entry_choice", whom=GM, options=event.entries, about={"target": event.target})
    return _replace(state, choices=(*state.choices, choice))


def _chosen(state: State, event: w.EntryChosen) -> State:
    state = drop_choice(state, "entry_choice", GM)
    if state.wasshoi is None:
        return state
    return _replace(state, wasshoi=_replace(state.wasshoi, entry=event.face))


def _square_asked(state: State, event: w.EntrySquareAsked) -> State:
    choice = Choice(
        kind="entry_square" if event.squares else "entry_npc",
        whom=GM,
        options=event.squares or event.npcs,
        about={"target": event.target, "entry": event.entry},
    )
    return _replace(state, choices=(*state.choices, choice))


def _entered(state: State, event: w.SlayerEntered) -> State:
    for kind in ("entry_square", "entry_npc"):
        state = drop_choice(state, kind, GM)
    if event.replaced:
        state = with_figure(state, event.replaced, removed=True, square="")
    for one in event.shaken:
        state = with_figure(state, one, shaken=event.fright, shaken_until=event.until)
    if event.opened:
        state = set_kind(state, event.opened, "door_open")
    if event.broken:
        state = set_kind(state, event.broken, "window_broken")
    return _replace(with_figure(state, event.slayer, square=event.square), wasshoi=None)


WASSHOI_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    w.DkkGained: _gained,
    w.WasshoiJudged: _passes,
    w.EntryRolled: _rolled,
    w.EntryAsked: _asked,
    w.EntryChosen: _chosen,
    w.EntrySquareAsked: _square_asked,
    w.SlayerEntered: _entered,
}
