"""Fold the events of the part `battle`: a battle from its beginning to its end, and its turns."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.battle import MODES, Battle, Fought
from tenmatsu.systems.ninjaslayer.events.battle import (
    AtmosphereDeclared,
    BattleBegun,
    BattleEnded,
    BattleJoined,
    FoesArranged,
    TurnBegun,
    TurnEnded,
    TurnEnding,
)
from tenmatsu.systems.ninjaslayer.evolve.hands import HAND_FOLDS, NOTHING_DONE, with_battle
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import State

_replace = msgspec.structs.replace
_Change = Callable[[str, Figure], Figure]


def _each(state: State, characters: Iterable[str], change: _Change) -> State:
    figures = dict(state.characters)
    for one in characters:
        if one in figures:
            figures[one] = change(one, figures[one])
    return _replace(state, characters=figures)


def _begin(state: State, event: BattleBegun) -> State:
    battle = Battle(
        fighters=event.fighters,
        ties=event.ties,
        boss=event.boss,
        duel=event.duel,
        waiting=event.waiting,
    )
    state = _each(state, event.wielded, lambda one, figure: _replace(figure, wielded=event.wielded[one]))
    return _replace(state, battle=battle, fought=None)


def _begin_turn(state: State, event: TurnBegun) -> State:
    def reset(one: str, figure: Figure) -> Figure:
        return _replace(figure, dodge_dice=event.dodge_dice.get(one, 0), eased=False)

    state = _each(state, tuple(state.characters), reset)
    return with_battle(
        state,
        turn=event.turn,
        stage="hands",
        slots=event.slots,
        at=-1,
        dkk=0,
        rising=None,
        atmosphere=MODES.index(event.mode),
        waiting=(),
        **NOTHING_DONE,
    )


def _end_phase_of_turn(state: State, event: TurnEnding) -> State:
    state = _each(
        state,
        event.calmed,
        lambda one, figure: _replace(figure, shaken=0, shaken_until=0),
    )
    return with_battle(state, stage="turn_end", **NOTHING_DONE)


def _declare_atmosphere(state: State, event: AtmosphereDeclared) -> State:
    return with_battle(state, rising=MODES.index(event.mode))


def _arrange(state: State, event: FoesArranged) -> State:
    return with_battle(state, slots=event.slots)


def _join(state: State, event: BattleJoined) -> State:
    battle = state.battle
    if battle is None:
        return state
    if event.duel_over:
        state = _each(state, battle.fighters, _count_by_turns)
    return with_battle(
        state,
        fighters=tuple(dict.fromkeys((*battle.fighters, *event.characters))),
        waiting=(*battle.waiting, *event.waiting),
        boss=battle.boss or event.boss,
        duel=battle.duel and not event.duel_over,
    )


def _count_by_turns(one: str, figure: Figure) -> Figure:
    """Let the skills that rest count turns, no longer the two hands of each that a duel has."""
    return _replace(figure, used={name: hand // 2 for name, hand in figure.used.items()})


def _end_turn(state: State, event: TurnEnded) -> State:
    return with_battle(state, stage="turn_over")


def _end(state: State, event: BattleEnded) -> State:
    def rest(one: str, figure: Figure) -> Figure:
        weapons = tuple(own for own in figure.base.weapons if own not in event.broken.get(one, ()))
        armed = figure.kind != "pc" and figure.wielded in weapons
        return _replace(
            figure,
            base=_replace(figure.base, weapons=weapons),
            changed={},
            dodge_dice=0,
            wielded=figure.wielded if armed else "unarmed",
            focused=False,
            off_balance=False,
            hampered=0,
            boosted=False,
            eased=False,
            used={},
            shaken=0,
            shaken_until=0,
        )

    state = _each(state, event.fighters, rest)
    fought = Fought(fighters=event.fighters, result=event.result, turns=event.turns)
    return _replace(state, battle=None, fought=fought, assaults=(), choices=(), judging=None)


BATTLE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    BattleBegun: _begin,
    TurnBegun: _begin_turn,
    TurnEnding: _end_phase_of_turn,
    AtmosphereDeclared: _declare_atmosphere,
    FoesArranged: _arrange,
    BattleJoined: _join,
    TurnEnded: _end_turn,
    BattleEnded: _end,
    **HAND_FOLDS,
}
