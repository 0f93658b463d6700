"""Fold cards and chips: each is taken from where it lay and put where it lies now."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.events import cards as c
from tenmatsu.systems.akatsuki.evolve.figures import with_figure
from tenmatsu.systems.akatsuki.state import CHIP, Deck, Fate, Held, State, pick_cards, printed_on

_replace = msgspec.structs.replace


def _add_held(state: State, character: str, *cards: Held) -> State:
    figure = state.characters.get(character)
    if figure is None:
        return state
    return with_figure(state, character, awakening=(*figure.awakening, *cards))


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(one for one in cards if one != card)


def _add_chips(chips: Mapping[int, int], more: Mapping[int, int], sign: int = 1) -> dict[int, int]:
    """Return the chips with others put to them, or taken away by a sign of −1; none is owed."""
    changed = dict(chips)
    for value, count in more.items():
        changed[value] = max(0, changed.get(value, 0) + sign * count)
    return changed


def _gained(state: State, event: c.AwakeningGained) -> State:
    deck = _replace(state.deck, unseen=_without(state.deck.unseen, event.card))
    return _add_held(_replace(state, deck=deck), event.character, Held(event.card))


def _dealt(state: State, event: c.FateDealt) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    deck = _replace(state.deck, down=state.deck.down + 1)
    fate = (*figure.fate, Fate(event.generation))
    return with_figure(_replace(state, deck=deck), event.character, fate=fate)


def _seen(state: State, event: c.FateSeen) -> State:
    """Take the card out of those that nobody has seen; it lies where it was dealt."""
    figure = state.characters.get(event.character)
    if figure is None or not 0 <= event.place < len(figure.fate):
        return state
    fate = list(figure.fate)
    deck = _uncover(state.deck, fate[event.place].generation, event.card)
    fate[event.place] = _replace(fate[event.place], card=event.card)
    return with_figure(_replace(state, deck=deck), event.character, fate=tuple(fate))


def _uncover(deck: Deck, generation: int, card: str) -> Deck:
    """Return the deck without a card that lay face down."""
    if generation == deck.generation:
        return _replace(deck, unseen=_without(deck.unseen, card), down=max(0, deck.down - 1))
    older = {**deck.older, generation: _without(deck.older.get(generation, ()), card)}
    return _replace(deck, older={which: cards for which, cards in older.items() if cards})


def _turned(state: State, event: c.FateTurned) -> State:
    figure = state.characters.get(event.character)
    if figure is None or not 0 <= event.place < len(figure.fate):
        return state
    fate = figure.fate[event.place]
    deck = state.deck if fate.card else _uncover(state.deck, fate.generation, event.card)
    left = (*figure.fate[: event.place], *figure.fate[event.place + 1 :])
    state = with_figure(_replace(state, deck=deck), event.character, fate=left)
    return _add_held(state, event.character, Held(event.card))


def _renewed(state: State, event: c.DeckRenewed) -> State:
    """Make the cards the new pile; what was unseen before lies face down before somebody."""
    deck = state.deck
    older = {**deck.older, deck.generation: deck.unseen} if deck.unseen else deck.older
    discard = tuple(card for card in deck.discard if card not in event.cards)
    renewed = Deck(unseen=event.cards, older=older, generation=event.generation, discard=discard)
    return _replace(state, deck=renewed)


def _given(state: State, event: c.CardsGiven) -> State:
    giver = state.characters.get(event.character)
    if giver is None or event.to_character not in state.characters:
        return state
    picked, left = pick_cards(giver.awakening, event.cards)
    state = with_figure(
        state, event.character, awakening=left, chivalry=max(0, giver.chivalry - event.chivalry)
    )
    turned = [f"{CHIP}{value}" for value in event.as_chivalry]
    _, laid = pick_cards(picked, tuple(turned))
    state = _add_held(state, event.to_character, *(Held(one.card, given=True) for one in laid))
    receiver, got = state.characters[event.to_character], event.chivalry + len(turned)
    chips = _add_chips(state.chivalry_chips, Counter(event.as_chivalry))
    return with_figure(
        _replace(state, chivalry_chips=chips),
        event.to_character,
        chivalry=receiver.chivalry + got,
        chivalry_given=receiver.chivalry_given + got,
    )


def _spent(state: State, event: c.CardsSpent) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    picked, left = pick_cards(figure.awakening, event.cards)
    printed = [printed_on(one.card) for one in picked]
    cards = tuple(one.card for one, value in zip(picked, printed, strict=True) if value is None)
    own = Counter(value for value in printed if value is not None)
    state = _replace(
        state,
        deck=_replace(state.deck, discard=(*state.deck.discard, *cards)),
        chips=_add_chips(_add_chips(state.chips, own), event.chips),
        chivalry_chips=_add_chips(state.chivalry_chips, event.chips, -1),
    )
    paid = bool(event.cards or event.chivalry)
    return with_figure(
        state,
        event.character,
        awakening=left,
        chivalry=max(0, figure.chivalry - event.chivalry),
        chivalry_given=max(0, figure.chivalry_given - event.chivalry_given),
        points=event.kept,
        checked=event.use == "boost" or (figure.checked and not paid),
    )


def _lapsed(state: State, event: c.PointsLapsed) -> State:
    return with_figure(state, event.character, points=0, checked=False)


def _chivalry(state: State, event: c.ChivalryGranted) -> State:
    if event.character not in state.characters:
        return state
    state = _replace(
        state,
        chips=_add_chips(state.chips, event.chips, -1),
        chivalry_chips=_add_chips(state.chivalry_chips, event.chips),
    )
    return with_figure(state, event.character, chivalry=event.now)


def _chips(state: State, event: c.ChipsGranted) -> State:
    if event.character not in state.characters:
        return state
    state = _replace(state, chips=_add_chips(state.chips, Counter(event.values), -1))
    return _add_held(state, event.character, *(Held(f"{CHIP}{value}") for value in event.values))


def _fate_chips(state: State, event: c.FateChipsGranted) -> State:
    return with_figure(state, event.character, fate_chips=event.now)


def _fate_values(state: State, event: c.FateChipsChosen) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    state = _replace(state, chips=_add_chips(state.chips, Counter(event.values), -1))
    return with_figure(state, event.character, fate_values=(*figure.fate_values, *event.values))


def _chip_turned(state: State, event: c.FateChipTurned) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    if event.value in figure.fate_values:
        chosen = list(figure.fate_values)
        chosen.remove(event.value)
        state = with_figure(state, event.character, fate_values=tuple(chosen))
    else:
        state = _replace(state, chips=_add_chips(state.chips, {event.value: 1}, -1))
    state = with_figure(state, event.character, fate_chips=event.now)
    return _add_held(state, event.character, Held(f"{CHIP}{event.value}"))


def _chivalry_spent(state: State, event: c.ChivalrySpent) -> State:
    if event.character not in state.characters:
        return state
    returned = {event.value: 1} if event.value else {}
    state = _replace(
        state,
        chips=_add_chips(state.chips, returned),
        chivalry_chips=_add_chips(state.chivalry_chips, returned, -1),
    )
    return with_figure(state, event.character, chivalry=event.now, chivalry_given=event.given)


CARD_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    c.AwakeningGained: _gained,
    c.FateDealt: _dealt,
    c.FateSeen: _seen,
    c.FateTurned: _turned,
    c.DeckRenewed: _renewed,
    c.CardsGiven: _given,
    c.CardsSpent: _spent,
    c.PointsLapsed: _lapsed,
    c.ChivalryGranted: _chivalry,
    c.ChipsGranted: _chips,
    c.FateChipsGranted: _fate_chips,
    c.FateChipsChosen: _fate_values,
    c.FateChipTurned: _chip_turned,
    c.ChivalrySpent: _chivalry_spent,
}
"""By event class."""
