"""Fold flag maps (フラグマップ)."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.events.envelope import GM_ONLY
from tenmatsu.systems.bloodberry.events import mapping as m
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.staging import Cards, FlagMap, Place
from tenmatsu.systems.bloodberry.state import State

_replace = msgspec.structs.replace


def _with_map(state: State, **changes: Any) -> State:
    return state if state.map is None else _replace(state, map=_replace(state.map, **changes))


def _with_place(state: State, name: str, **changes: Any) -> State:
    if state.map is None or name not in state.map.places:
        return state
    place = _replace(state.map.places[name], **changes)
    return _with_map(state, places={**state.map.places, name: place})


def _find_place(state: State, name: str) -> Place:
    return (state.map.places.get(name) if state.map else None) or Place()


def _lay(cards: Cards, camp: str, laid: Iterable[str], left: int) -> Cards:
    """Take cards out of a hand; one not known to be in it was unknown in the pile."""
    gone = set(laid)
    return _replace(
        cards,
        pile=tuple(card for card in cards.pile if card not in gone),
        hands={
            **cards.hands,
            camp: tuple(card for card in cards.hands.get(camp, ()) if card not in gone),
        },
        counts={**cards.counts, camp: left},
    )


def _fold_begun(state: State, event: m.MapBegun) -> State:
    return _replace(state, map=FlagMap(camps=event.camps, by_cards=event.by_cards))


def _fold_place_set(state: State, event: m.PlaceSet) -> State:
    if state.map is None:
        return state
    state = _settle(state, event.place)
    old = _find_place(state, event.place)
    place = _replace(
        old,
        needs=event.needs,
        flags=event.flags,
        end=event.end,
        barrier=event.barrier,
        asked=event.asked,
    )
    places = {**(state.map.places if state.map else {}), event.place: place}
    return _with_map(state, places=places)


def _fold_dealt(state: State, event: m.MapDealt) -> State:
    if state.map is None:
        return state
    return _with_map(state, stage="showing", showing=tuple(state.map.camps) if state.map.by_cards else ())


def _fold_put(state: State, event: m.MapCardPut) -> State:
    if state.map is None:
        return state
    return _with_map(state, showing=tuple(camp for camp in state.map.showing if camp != event.camp))


def _fold_chosen(state: State, event: m.MapCardChosen) -> State:
    if state.map is None:
        return state
    return _with_map(state, put={**state.map.put, event.camp: event.card})


def _fold_shown(state: State, event: m.MapCardsShown) -> State:
    if state.map is None:
        return state
    shown = dict(state.map.shown)
    for camp, card in event.cards.items():
        shown[camp] = (*shown.get(camp, ()), card)
    return _with_map(state, put={}, shown=shown, showing=event.tied)


def _fold_order(state: State, event: m.MapOrderSet) -> State:
    return _with_map(state, order=event.order, at=0, stage="play", showing=())


def _fold_asked(state: State, event: m.PlaceAsked) -> State:
    data: dict[str, str | int] = {"character": event.character, "place": event.place}
    choice = Choice(kind="place", whom=GM_ONLY, options=("grant", "refuse"), data=data)
    return _replace(state, choices=(*state.choices, choice))


def _settle(state: State, place: str) -> State:
    """Take away what the GM was asked about a place, where it was."""
    for at, choice in enumerate(state.choices):
        if choice.kind == "place" and choice.data.get("place") == place:
            return _replace(state, choices=(*state.choices[:at], *state.choices[at + 1 :]))
    return state


def _fold_refused(state: State, event: m.PlaceRefused) -> State:
    return _settle(state, event.place)


def _fold_pieces(state: State, event: m.PiecesLaid) -> State:
    if state.map is None or event.place not in state.map.places:
        return state
    pieces = _find_place(state, event.place).pieces
    state = _with_place(
        state, event.place, pieces={**pieces, event.camp: (*pieces.get(event.camp, ()), *event.cards)}
    )
    laid = state.map.laid if state.map else {}
    state = _with_map(state, laid={**laid, event.camp: laid.get(event.camp, 0) + len(event.cards)})
    return _replace(state, cards=_lay(state.cards, event.camp, event.cards, event.hand))


def _fold_extras(state: State, event: m.ExtrasLaid) -> State:
    if state.map is None or event.place not in state.map.places:
        return state
    extras = _find_place(state, event.place).extras
    state = _with_place(
        state, event.place, extras={**extras, event.camp: (*extras.get(event.camp, ()), *event.cards)}
    )
    return _replace(state, cards=_lay(state.cards, event.camp, event.cards, event.hand))


def _fold_opened(state: State, event: m.PlaceOpened) -> State:
    entered = _find_place(state, event.place).entered
    new = tuple(camp for camp in event.camps if camp not in entered)
    return _with_place(state, event.place, entered=(*entered, *new))


def _fold_reached(state: State, event: m.PlaceReached) -> State:
    where = state.map.where if state.map else {}
    return _with_map(state, where={**where, event.camp: event.place})


def _fold_flag(state: State, event: m.FlagRaised) -> State:
    return _with_place(state, event.place, raised=event.flag)


def _fold_sub_event(state: State, event: m.SubEventDue) -> State:
    if state.map is None or event.place not in state.map.places:
        return state
    extras = {
        camp: cards for camp, cards in _find_place(state, event.place).extras.items() if camp != event.camp
    }
    state = _with_place(state, event.place, extras=extras)
    cards = _replace(state.cards, discard=(*state.cards.discard, *event.cards))
    return _replace(state, cards=cards)


def _fold_turn(state: State, event: m.MapTurnPassed) -> State:
    if state.map is None:
        return state
    laid = {camp: count for camp, count in state.map.laid.items() if camp != event.camp}
    state = _with_map(state, at=event.at, laid=laid, minutes=event.minutes)
    return _replace(state, clock=event.clock)


def _fold_ended(state: State, event: m.MapEnded) -> State:
    """End the map; what lay at places or in the camps' hands is discarded."""
    if state.map is None:
        return state
    cards, camps = state.cards, state.map.camps
    laid = [
        card
        for place in state.map.places.values()
        for side in (place.pieces, place.extras)
        for some in side.values()
        for card in some
    ]
    held = [card for hand in event.cards.values() for card in hand]
    cards = _replace(
        cards,
        pile=tuple(card for card in cards.pile if card not in held),
        discard=(*cards.discard, *laid, *held),
        hands={owner: hand for owner, hand in cards.hands.items() if owner not in camps},
        counts={owner: count for owner, count in cards.counts.items() if owner not in camps},
    )
    choices = tuple(choice for choice in state.choices if choice.kind != "place")
    return _replace(state, map=None, cards=cards, choices=choices)


MAP_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    m.MapBegun: _fold_begun,
    m.PlaceSet: _fold_place_set,
    m.MapDealt: _fold_dealt,
    m.MapCardPut: _fold_put,
    m.MapCardChosen: _fold_chosen,
    m.MapCardsShown: _fold_shown,
    m.MapOrderSet: _fold_order,
    m.PlaceAsked: _fold_asked,
    m.PlaceRefused: _fold_refused,
    m.PiecesLaid: _fold_pieces,
    m.ExtrasLaid: _fold_extras,
    m.PlaceOpened: _fold_opened,
    m.PlaceReached: _fold_reached,
    m.FlagRaised: _fold_flag,
    m.SubEventDue: _fold_sub_event,
    m.MapTurnPassed: _fold_turn,
    m.MapEnded: _fold_ended,
}
