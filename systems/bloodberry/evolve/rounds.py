"""Fold round progress: each card is taken from where it lay and put where it lies now."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.events import rounds as r
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.staging import Cards, Rounds
from tenmatsu.systems.bloodberry.state import State

CHANGE = ("change", "pass")
"""The options of the choice `change`."""
_replace = msgspec.structs.replace


def take_cards(cards: Cards, taken: Iterable[str]) -> Cards:
    """Return the cards without these, wherever they lay; how many a hand has stays as it is."""
    gone = set(taken)
    hands = {one: tuple(card for card in hand if card not in gone) for one, hand in cards.hands.items()}
    return _replace(
        cards,
        pile=tuple(card for card in cards.pile if card not in gone),
        discard=tuple(card for card in cards.discard if card not in gone),
        hands=hands,
    )


def hold_cards(cards: Cards, owner: str, held: Iterable[str]) -> Cards:
    """Return the cards with these in a hand."""
    held = tuple(dict.fromkeys(held))
    cards = take_cards(cards, held)
    hand = (*cards.hands.get(owner, ()), *held)
    counts = {**cards.counts, owner: max(len(hand), cards.counts.get(owner, 0))}
    return _replace(cards, hands={**cards.hands, owner: hand}, counts=counts)


def lay_cards(cards: Cards, laid: Iterable[str]) -> Cards:
    """Return the cards with these on the discard."""
    laid = tuple(dict.fromkeys(laid))
    cards = take_cards(cards, laid)
    return _replace(cards, discard=(*cards.discard, *laid))


def count_hand(cards: Cards, owner: str, now: int) -> Cards:
    """Return the cards with so many in a hand, where that is no less than those known."""
    known = len(cards.hands.get(owner, ()))
    return _replace(cards, counts={**cards.counts, owner: max(known, now)})


# ---- cards ----


def _laid_out(state: State, event: r.DecksLaidOut) -> State:
    return _replace(state, cards=Cards(pile=tuple(dict.fromkeys(event.cards))))


def _drawn(state: State, event: r.CardsDrawn) -> State:
    return _replace(state, cards=count_hand(state.cards, event.owner, event.now))


def _seen(state: State, event: r.CardsSeen) -> State:
    return _replace(state, cards=hold_cards(state.cards, event.owner, event.cards))


def _discarded(state: State, event: r.CardsDiscarded) -> State:
    cards = lay_cards(state.cards, event.cards)
    return _replace(state, cards=count_hand(cards, event.owner, event.now))


def _renewed(state: State, event: r.DeckRenewed) -> State:
    cards = state.cards
    pile = (*cards.pile, *cards.discard)
    state = _replace(state, cards=_replace(cards, pile=pile, discard=(), ran_out=False))
    return _with_rounds(state, discarded="")


def _ran_out(state: State, event: r.DeckRanOut) -> State:
    return _replace(state, cards=_replace(state.cards, ran_out=True))


# ---- rounds ----


def _with_rounds(state: State, **changes: Any) -> State:
    if state.rounds is None:
        return state
    return _replace(state, rounds=_replace(state.rounds, **changes))


def _ask_shows(state: State, asked: Iterable[str]) -> State:
    choices = tuple(Choice(kind="show_card", whom=one, options=("show",)) for one in asked)
    return _replace(state, choices=(*state.choices, *choices))


def _drop(state: State, kind: str, whom: str = "") -> State:
    """Return the state without the first such choice, or without any of the kind."""
    for at, choice in enumerate(state.choices):
        if choice.kind == kind and (not whom or choice.whom == whom):
            return _replace(state, choices=(*state.choices[:at], *state.choices[at + 1 :]))
    return state


def _begun(state: State, event: r.RoundsBegun) -> State:
    actors = tuple(dict.fromkeys(event.actors))
    return _ask_shows(_replace(state, rounds=Rounds(actors=actors)), actors)


def _laid(state: State, event: r.CardLaid) -> State:
    return _drop(state, "show_card", event.character)


def _chosen(state: State, event: r.CardChosen) -> State:
    if state.rounds is None:
        return state
    cards = (*state.rounds.shown.get(event.character, ()), event.card)
    return _with_rounds(state, shown={**state.rounds.shown, event.character: cards})


def _shown(state: State, event: r.CardShown) -> State:
    """Put the card into the hand where it was not known to lie there."""
    if event.card not in state.cards.hands.get(event.character, ()):
        state = _replace(state, cards=hold_cards(state.cards, event.character, (event.card,)))
    shown = {} if state.rounds is None else state.rounds.shown
    cards = shown.get(event.character, ())
    if event.card in cards:
        return state
    return _with_rounds(state, shown={**shown, event.character: (*cards, event.card)})


def _tied(state: State, event: r.InitiativeTied) -> State:
    return _ask_shows(state, event.tied)


def _ordered(state: State, event: r.OrderSet) -> State:
    return _with_rounds(state, order=event.order, at=0, shown={})


def _exchanged(state: State, event: r.CardExchanged) -> State:
    cards = count_hand(lay_cards(state.cards, (event.card,)), event.character, event.now)
    return _with_rounds(
        _replace(state, cards=cards),
        discarded=event.card,
        discarded_by=event.character,
        asked=event.asked,
        owes=event.character,
    )


def _offered(state: State, event: r.ChangeOffered) -> State:
    data: dict[str, str | int] = {"card": event.card, "by": event.by}
    choice = Choice(kind="change", whom=event.character, options=CHANGE, data=data)
    state = _with_rounds(state, asked=event.asked)
    return _replace(state, choices=(*state.choices, choice))


def _passed(state: State, event: r.ChangePassed) -> State:
    return _drop(state, "change", event.character)


def _changed(state: State, event: r.CardChanged) -> State:
    state = _drop(state, "change", event.character)
    count = state.cards.counts.get(event.character, 0)
    cards = hold_cards(lay_cards(state.cards, (event.given,)), event.character, (event.card,))
    cards = count_hand(cards, event.character, count)
    state = _replace(state, cards=cards)
    if state.rounds is None:
        return state
    return _with_rounds(
        state,
        changed=(*state.rounds.changed, event.character),
        discarded=event.given if event.asked else "",
        discarded_by=event.character if event.asked else "",
        asked=event.asked,
    )


def _completed(state: State, event: r.HandCompleted) -> State:
    missing = [card for card in event.cards if card not in state.cards.hands.get(event.character, ())]
    cards = hold_cards(state.cards, event.character, missing)
    state = _replace(state, cards=count_hand(cards, event.character, len(event.cards)))
    state = _with_rounds(state, acting=event.character, actions=event.actions, only=event.only)
    if state.rounds is not None and state.rounds.owes == event.character:
        return _with_rounds(state, owes="", asked=(), discarded="", discarded_by="")
    return state


def _taken(state: State, event: r.ActionTaken) -> State:
    return _with_rounds(state, actions=max(0, event.left))


def _hand_laid(state: State, event: r.HandLaid) -> State:
    cards = count_hand(lay_cards(state.cards, event.cards), event.character, 0)
    return _with_rounds(
        _replace(state, cards=cards),
        acting="",
        actions=0,
        only=(),
        round=event.round,
        changed=event.changed,
    )


def _turn_passed(state: State, event: r.TurnPassed) -> State:
    return _with_rounds(
        state, at=event.at, cycle=event.cycle, owes="", discarded="", discarded_by="", asked=()
    )


def end_rounds(state: State, event: r.RoundsEnded) -> State:
    """Put the hands on the discard, and end round progress."""
    cards = state.cards
    for one, hand in event.cards.items():
        cards = count_hand(lay_cards(cards, hand), one, 0)
    choices = tuple(choice for choice in state.choices if choice.kind not in ("change", "show_card"))
    return _replace(state, rounds=None, cards=cards, choices=choices)


ROUND_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    r.DecksLaidOut: _laid_out,
    r.CardsDrawn: _drawn,
    r.CardsSeen: _seen,
    r.CardsDiscarded: _discarded,
    r.DeckRenewed: _renewed,
    r.DeckRanOut: _ran_out,
    r.RoundsBegun: _begun,
    r.CardLaid: _laid,
    r.CardChosen: _chosen,
    r.CardShown: _shown,
    r.InitiativeTied: _tied,
    r.OrderSet: _ordered,
    r.CardExchanged: _exchanged,
    r.ChangeOffered: _offered,
    r.ChangePassed: _passed,
    r.CardChanged: _changed,
    r.HandCompleted: _completed,
    r.ActionTaken: _taken,
    r.HandLaid: _hand_laid,
    r.TurnPassed: _turn_passed,
    r.RoundsEnded: end_rounds,
}
"""By event class."""
