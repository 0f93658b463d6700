"""Decide what a camp does on a flag map besides going: it shows a card for the order, lays cards, draws."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.events.envelope import GM_ONLY, audience_of
from tenmatsu.systems.bloodberry.commands.mapping import DrawForMap, GoTo, LayExtras, LayPieces, ShowMapCard
from tenmatsu.systems.bloodberry.decide.arriving import go_to, pass_turn
from tenmatsu.systems.bloodberry.decide.dealing import draw_cards, hand_of, list_players, value_of
from tenmatsu.systems.bloodberry.decide.mapcamps import (
    find_camp,
    find_map,
    find_place,
    find_turn,
    is_of_players,
    order_camps,
)
from tenmatsu.systems.bloodberry.decide.placing import fits, is_established
from tenmatsu.systems.bloodberry.decide.work import Work, refuse
from tenmatsu.systems.bloodberry.events.mapping import (
    ExtrasLaid,
    MapCardChosen,
    MapCardPut,
    MapCardsShown,
    MapOrderSet,
    PiecesLaid,
)
from tenmatsu.systems.bloodberry.staging import FlagMap
from tenmatsu.systems.bloodberry.state import State


def _find_cards(work: Work, camp: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards meant of a camp's hand, each once, or refuse: `s1` is either ace of spades."""
    left = list(hand_of(work.state, camp))
    if not cards:
        refuse(work, "no_cards")
    found: list[str] = []
    for card in cards:
        meant = next((one for one in left if card in (one, one.partition("_")[0])), None)
        if meant is None:
            refuse(work, "card_not_held", card=card, camp=camp)
        left.remove(meant)
        found.append(meant)
    return tuple(found)


def _show_card(work: Work, command: ShowMapCard) -> None:
    """Lay a card down for the order; when all camps have, the cards are turned over."""
    flags = find_map(work)
    camp = find_camp(work, flags, command.character)
    if camp not in flags.showing:
        refuse(work, "no_card_asked", camp=camp)
    (card,) = _find_cards(work, camp, (command.card,))
    if card in flags.shown.get(camp, ()):
        refuse(work, "card_shown_already", card=card)
    work.record(MapCardPut(camp=camp))
    audience = audience_of((GM_ONLY, *list_players(work, camp)))
    work.record(MapCardChosen(camp=camp, card=card), audience=audience)
    if not find_map(work).showing:
        _turn_over(work)


def _turn_over(work: Work) -> None:
    """Turn the cards over; equal numbers show another card or go by players and lot (option `initiative`)."""
    flags = find_map(work)
    shown = {camp: (*flags.shown.get(camp, ()), *_put(flags, camp)) for camp in flags.camps}
    numbers = {camp: tuple(value_of(card) for card in cards) for camp, cards in shown.items()}
    tied: tuple[str, ...] = ()
    if work.rules.options.initiative == "more":
        tied = tuple(
            camp
            for camp, values in numbers.items()
            if list(numbers.values()).count(values) > 1 and len(hand_of(work.state, camp)) > len(shown[camp])
        )
    work.record(MapCardsShown(cards=dict(flags.put), tied=tied))
    if not tied:
        work.record(MapOrderSet(order=_draw_lots(work, find_map(work))))


def _put(flags: FlagMap, camp: str) -> tuple[str, ...]:
    return (flags.put[camp],) if camp in flags.put else ()


def _draw_lots(work: Work, flags: FlagMap) -> tuple[str, ...]:
    """Return the order by the cards shown; those still equal draw lots."""
    order: list[str] = []
    ranked = order_camps(work.state, flags, flags.shown)
    for camp in ranked:
        if camp in order:
            continue
        equal = [one for one in ranked if _ranks_with(work.state, flags, one, camp)]
        while len(equal) > 1:
            order.append(equal.pop(work.draw(len(equal), by=camp, for_="lot")))
        order += equal
    return tuple(order)


def _ranks_with(state: State, flags: FlagMap, one: str, other: str) -> bool:
    def rank(camp: str) -> tuple[object, ...]:
        return (
            is_of_players(state, flags, camp),
            *(value_of(card) for card in flags.shown.get(camp, ())),
        )

    return rank(one) == rank(other)


def _lay_pieces(work: Work, command: LayPieces) -> None:
    """Lay pieces that the condition still takes, so many in a camp's 20 minutes."""
    flags, camp = find_turn(work, command.character)
    place = find_place(work, flags, command.place)
    cards = _find_cards(work, camp, command.cards)
    most, before = work.rules.tables.map.pieces, flags.laid.get(camp, 0)
    if before + len(cards) > most:
        refuse(work, "too_many_pieces", most=most, left=most - before)
    pieces = (*place.pieces.get(camp, ()), *cards)
    if not fits(pieces, place.needs):
        refuse(work, "pieces_do_not_fit", place=command.place, cards=cards, needs=place.needs)
    work.record(
        PiecesLaid(
            camp=camp,
            place=command.place,
            cards=cards,
            established=is_established(pieces, place.needs),
            hand=len(hand_of(work.state, camp)) - len(cards),
        )
    )


def _lay_extras(work: Work, command: LayExtras) -> None:
    """Lay cards sideways at a place that stands for the camp; no limit counts them."""
    flags, camp = find_turn(work, command.character)
    place = find_place(work, flags, command.place)
    cards = _find_cards(work, camp, command.cards)
    if not is_established(place.pieces.get(camp, ()), place.needs):
        refuse(work, "place_not_established", place=command.place)
    hand = len(hand_of(work.state, camp)) - len(cards)
    work.record(ExtrasLaid(camp=camp, place=command.place, cards=cards, hand=hand))


def _draw(work: Work, command: DrawForMap) -> None:
    """Draw a card, which takes a camp's 20 minutes."""
    _, camp = find_turn(work, command.character)
    cards = work.state.cards
    if not cards.pile and (not cards.discard or work.rules.options.empty_deck == "gm"):
        refuse(work, "no_card_left")
    draw_cards(work, camp, 1)
    pass_turn(work, camp)


TRAVEL_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    ShowMapCard: _show_card,
    LayPieces: _lay_pieces,
    LayExtras: _lay_extras,
    DrawForMap: _draw,
    GoTo: go_to,
}
