"""Fold what happens: of melee rounds."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.events import rounds as told
from tenmatsu.systems.runequest.evolve.figures import with_action, with_arm, with_figure, with_melee
from tenmatsu.systems.runequest.melee import Fought, Melee, pair
from tenmatsu.systems.runequest.state import State

_replace = msgspec.structs.replace
STRIKES = frozenset({"attack", "knockback", "aimed_blow"})
"""Steps that are melee attacks."""


def _begin_melee(state: State, event: told.MeleeBegun) -> State:
    melee = Melee(fighters=event.fighters, places=event.places, surprise=event.surprise)
    for character in event.surprise:
        state = with_figure(state, character, surprised=True)
    return _replace(state, melee=melee, fought=None)


def _join(state: State, event: told.MeleeJoined) -> State:
    if state.melee is None or event.character in state.melee.fighters:
        return state
    places = {**state.melee.places, event.character: event.place}
    left = tuple(one for one in state.melee.left if one != event.character)
    return with_melee(state, fighters=(*state.melee.fighters, event.character), left=left, places=places)


def _leave(state: State, event: told.MeleeLeft) -> State:
    melee = state.melee
    if melee is None or event.character not in melee.fighters:
        return state
    return with_melee(
        state,
        fighters=tuple(one for one in melee.fighters if one != event.character),
        left=(*melee.left, event.character),
        places={name: place for name, place in melee.places.items() if name != event.character},
        intents={name: one for name, one in melee.intents.items() if name != event.character},
        queue=tuple(one for one in melee.queue if one.character != event.character),
        engaged=tuple(one for one in melee.engaged if event.character not in one),
        closing=tuple(one for one in melee.closing if event.character not in one),
    )


def _at(state: State, character: str, place: int | None) -> State:
    if state.melee is None or place is None:
        return state
    return with_melee(state, places={**state.melee.places, character: place})


def _place(state: State, event: told.FighterPlaced) -> State:
    return _at(state, event.character, event.place)


def _give_leave(state: State, event: told.LeaveGiven) -> State:
    if state.melee is None or event.character in state.melee.at_once:
        return state
    return with_melee(state, at_once=(*state.melee.at_once, event.character))


def _declare(state: State, event: told.IntentDeclared) -> State:
    melee = state.melee
    if melee is None:
        return state
    known = {one.id for one in event.actions}
    kept = tuple(
        one
        for one in melee.queue
        if one.id not in known and (one.character != event.character or one.id in melee.carried)
    )
    return with_melee(
        state,
        intents={**melee.intents, event.character: event.intent},
        queue=(*kept, *event.actions),
        next_id=max([melee.next_id, *(one.id + 1 for one in event.actions)]),
    )


def _word(state: State, event: told.IntentWorded) -> State:
    return _replace(state, words={**state.words, f"intent:{event.character}": event.text})


def _reach_stage(state: State, event: told.StageReached) -> State:
    return with_melee(state, stage=event.stage)


def _move(state: State, event: told.Moved) -> State:
    if state.melee is None:
        return state
    state = with_melee(state, moved={**state.melee.moved, event.character: event.total})
    return _at(state, event.character, event.place)


def _engage(state: State, event: told.Engaged) -> State:
    melee, two = state.melee, pair(event.one, event.other)
    if melee is None or two in melee.engaged:
        return state
    closing = (*melee.closing, two) if event.closing else melee.closing
    return with_melee(state, engaged=(*melee.engaged, two), closing=closing)


def _part(state: State, one: str, others: tuple[str, ...]) -> State:
    melee, gone = state.melee, {pair(one, other) for other in others}
    if melee is None:
        return state
    return with_melee(
        state,
        engaged=tuple(two for two in melee.engaged if two not in gone),
        closing=tuple(two for two in melee.closing if two not in gone),
    )


def _disengage(state: State, event: told.Disengaged) -> State:
    return _part(state, event.one, (event.other,))


def _raise_guard(state: State, event: told.GuardRaised) -> State:
    if state.melee is None:
        return state
    guards = {**state.melee.guards, f"{event.character}|{event.arm}": event.locations}
    return with_melee(state, guards=guards)


def _settle_ranks(state: State, event: told.RanksSettled) -> State:
    for number, sr in event.ranks:
        state = with_action(state, number, sr=sr)
    return state


def _take_batch(state: State, event: told.BatchDue) -> State:
    if state.melee is None:
        return state
    doers = [one.character for one in state.melee.queue if one.id in event.ids]
    several = len(set(doers)) > 1
    # Whoever does one thing behind another at this very moment is as the first of them leaves them.
    once = (one for one in doers if several and doers.count(one) == 1 and one in state.characters)
    moment = {one: state.characters[one] for one in once}
    reach = state.melee.engaged if several else ()
    return with_melee(state, sr=event.sr, batch=event.ids, moment=moment, reach=reach)


def _start_action(state: State, event: told.ActionStarted) -> State:
    if state.melee is None:
        return state
    state, who = with_action(state, event.action, state="resolving"), event.character
    if state.melee is not None and event.kind in STRIKES:
        state = with_melee(state, struck={**state.melee.struck, who: True})
    if state.melee is not None and event.kind == "spell":
        state = with_melee(state, cast={**state.melee.cast, who: state.melee.cast.get(who, 0) + 1})
    return state


def _finish_action(state: State, event: told.ActionDone) -> State:
    state = with_action(state, event.action, state="done")
    return _use_up_spell(state, event.character) if event.kind == "spell" else state


def _settle_action(state: State, event: told.ActionSettled) -> State:
    state = with_action(state, event.action, state=event.how)
    lost_spell = event.kind == "spell" and event.how == "lost"
    return _use_up_spell(state, event.character) if lost_spell else state


def _use_up_spell(state: State, character: str) -> State:
    """Take away what somebody had prepared."""
    if state.melee is None:
        return state
    prepared = {name: one for name, one in state.melee.prepared.items() if name != character}
    return with_melee(state, prepared=prepared)


def _take_held(state: State, event: told.HeldTaken) -> State:
    melee = state.melee
    if melee is None:
        return state
    state = with_action(state, event.action, state="declared", sr=event.sr)
    for number, sr in event.ranks:
        state = with_action(state, number, state="declared", sr=sr)
    batch = (event.action, *(one for one in melee.batch if one != event.action))
    choices = tuple(one for one in state.choices if one.kind != "act")
    held = with_melee(state, batch=batch, sr=max(melee.sr, event.sr), moment={}, reach=())
    return _replace(held, choices=choices)


def _ready_arm(state: State, event: told.ArmReadied) -> State:
    return with_arm(state, event.character, event.arm, hand=event.hand, loaded=event.loaded)


def _prepare_spell(state: State, event: told.SpellPrepared) -> State:
    if state.melee is None:
        return state
    return with_melee(state, prepared={**state.melee.prepared, event.character: event.spell})


def _rise(state: State, event: told.Rose) -> State:
    return with_figure(state, event.character, prone=False)


def _retreat(state: State, event: told.Retreated) -> State:
    return _at(_part(state, event.character, event.foes), event.character, event.place)


def _flee(state: State, event: told.Fled) -> State:
    return _part(state, event.character, event.foes)


def _begin_round(state: State, event: told.RoundBegun) -> State:
    melee = state.melee
    if melee is None:
        return state
    for character in melee.surprise:
        state = with_figure(state, character, surprised=False)
    cleared: dict[str, Any] = {
        name: {} for name in ("intents", "moved", "defences", "shields_used", "guards", "cast", "struck")
    }
    words = {key: text for key, text in state.words.items() if not key.startswith("intent:")}
    state = with_melee(
        state,
        **cleared,
        round=event.round,
        stage="intents",
        sr=0,
        queue=event.queue,
        carried=tuple(one.id for one in event.queue),
        batch=(),
        moment={},
        reach=(),
        closing=(),
        surprise={},
        at_once=(),
    )
    return _replace(state, now=event.now, words=words)


def _ending(state: State, event: told.MeleeEnding) -> State:
    choices = tuple(one for one in state.choices if one.kind != "act")
    return _replace(with_melee(state, ending=event.result), choices=choices)


def _end(state: State, event: told.MeleeEnded) -> State:
    melee = state.melee
    if melee is None:
        return state
    for character in melee.surprise:
        state = with_figure(state, character, surprised=False)
    fought = Fought(
        fighters=(*melee.fighters, *melee.left), result=event.result, rounds=event.rounds, now=event.now
    )
    words = {key: text for key, text in state.words.items() if not key.startswith("intent:")}
    choices = tuple(one for one in state.choices if one.kind != "act")
    return _replace(
        state, melee=None, spirit_fights=(), fought=fought, now=event.now, words=words, choices=choices
    )


ROUND_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    told.MeleeBegun: _begin_melee,
    told.MeleeJoined: _join,
    told.MeleeLeft: _leave,
    told.FighterPlaced: _place,
    told.LeaveGiven: _give_leave,
    told.IntentDeclared: _declare,
    told.IntentWorded: _word,
    told.StageReached: _reach_stage,
    told.Moved: _move,
    told.Engaged: _engage,
    told.Disengaged: _disengage,
    told.GuardRaised: _raise_guard,
    told.RanksSettled: _settle_ranks,
    told.BatchDue: _take_batch,
    told.ActionStarted: _start_action,
    told.ActionDone: _finish_action,
    told.ActionSettled: _settle_action,
    told.HeldTaken: _take_held,
    told.ArmReadied: _ready_arm,
    told.SpellPrepared: _prepare_spell,
    told.Rose: _rise,
    told.Retreated: _retreat,
    told.Fled: _flee,
    told.RoundBegun: _begin_round,
    told.MeleeEnding: _ending,
    told.MeleeEnded: _end,
}
"""By event class."""
