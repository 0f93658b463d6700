"""Which hands (役) of three cards earn turn actions, and how many."""

from collections.abc import Sequence
from typing import NamedTuple

from tenmatsu.systems.bloodberry.decide.dealing import QUEEN, colour_of, is_face, rank_of, suit_of, value_of
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.events.rounds import HandName
from tenmatsu.systems.bloodberry.options import Options
from tenmatsu.systems.bloodberry.tables import CardsRow


class Hand(NamedTuple):
    """A complete hand."""

    name: HandName
    actions: int


def rate_hand(cards: Sequence[str], rules: Rulebook) -> Hand | None:
    """Return the hand that these cards make, the one that earns most; None where they make none."""
    return rate_cards(cards, rules.options, rules.tables.cards)


def rate_cards(cards: Sequence[str], options: Options, row: CardsRow) -> Hand | None:
    """Return the hand that these cards make under these options and figures."""
    if len(cards) != row.hand:
        return None
    if all(rank_of(card) == QUEEN for card in cards):
        return Hand("queens", row.many)
    alike = _is_of_one_colour(cards, options)
    same = len({rank_of(card) for card in cards}) == 1
    if alike and same and is_face(cards[0]):
        return Hand("same_face", row.many)
    number = row.few if options.hands == "printed" else row.few + 1
    if alike and not any(map(is_face, cards)):
        if same:
            return Hand("same_number", number)
        if _is_run(cards):
            return Hand("run", number)
    total = add_up(cards, options)
    if total is None:
        return None
    if total >= row.high_sum:
        return Hand("high", row.few)
    return Hand("low", row.few) if total <= row.low_sum else None


def add_up(cards: Sequence[str], options: Options) -> int | None:
    """Return the sum of a hand, an ace as 1; None where it has none (option `face_sum`)."""
    if options.face_sum == "none" and any(map(is_face, cards)):
        return None
    return sum(map(value_of, cards))


def _is_run(cards: Sequence[str]) -> bool:
    """Return whether numbers follow each other; face cards have none, so 10 is the last and 1 the first."""
    ranks = sorted(map(rank_of, cards))
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def _is_of_one_colour(cards: Sequence[str], options: Options) -> bool:
    """Return whether the suits are of the same colour, or are the same (option `colour`)."""
    of = suit_of if options.colour == "suit" else colour_of
    return len({of(card) for card in cards}) == 1
