"""The auto-player's cards: what to show, what to discard, when to change."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tenmatsu.systems.bloodberry.commands.rounds import AnswerChange, ExchangeCard, ShowCard
from tenmatsu.systems.bloodberry.decide.dealing import RANKS, SUITS, hand_of, value_of
from tenmatsu.systems.bloodberry.decide.hands import rate_cards, rate_hand
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.options import Options
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.tables import CardsRow

FACES = tuple(f"{suit}{rank}" for suit in SUITS for rank in range(1, RANKS + 1))
"""Every card of a deck."""


def show_highest(state: State, character: str) -> ShowCard:
    """Show the highest card that was not shown yet."""
    shown = () if state.rounds is None else state.rounds.shown.get(character, ())
    cards = [card for card in hand_of(state, character) if card not in shown]
    return ShowCard(character=character, card=max(cards, key=value_of))


def exchange(state: State, rules: Rulebook, character: str) -> ExchangeCard:
    """Discard the card without which the next one completes a hand the likeliest."""
    cards = hand_of(state, character)
    options = rules.options
    pile = Counter(_face_of(card, options) for card in state.cards.pile or state.cards.discard)

    def worth(card: str) -> tuple[int, int]:
        kept = tuple(sorted(_face_of(one, options) for one in cards if one != card))
        return _count_actions(kept, pile, rules), -value_of(card)

    return ExchangeCard(character=character, card=max(cards, key=worth))


def change_card(state: State, rules: Rulebook, character: str) -> AnswerChange:
    """Change where that completes a hand whose actions hurt or win over whoever discarded."""
    rounds, cards = state.rounds, hand_of(state, character)
    if rounds is None or not _would_act(state, character, rounds.discarded_by):
        return AnswerChange(character=character, choice="pass")
    best, most = "", 0
    for card in cards:
        hand = rate_hand((*_without(cards, card), rounds.discarded), rules)
        if hand is not None and hand.actions > most:
            best, most = card, hand.actions
    return AnswerChange(character=character, choice="change" if best else "pass", card=best)


def _would_act(state: State, character: str, target: str) -> bool:
    """Return whether somebody has something to do upon whoever discarded: curse and others on each other."""
    if not state.confrontation:
        return True
    return (character in state.confrontation) != (target in state.confrontation)


def _without(cards: Sequence[str], card: str) -> tuple[str, ...]:
    return tuple(one for one in cards if one != card)


def _face_of(card: str, options: Options) -> str:
    """Return a card without what no hand asks for: its deck, and the suit where colours count."""
    face = card.partition("_")[0]
    return face if options.colour == "suit" else face.replace("c", "s").replace("d", "h")


def _count_actions(kept: tuple[str, ...], pile: Counter[str], rules: Rulebook) -> int:
    """Return the actions that the next card brings, over all cards that it may be."""
    earned = _rate_next(kept, rules.options, rules.tables.cards)
    return sum(actions * pile[face] for face, actions in earned.items())


@lru_cache(maxsize=4096)
def _rate_next(kept: tuple[str, ...], options: Options, row: CardsRow) -> dict[str, int]:
    """Return what each next card would earn, of those that earn something."""
    earned: dict[str, int] = {}
    for face in FACES:
        hand = rate_cards((*kept, face), options, row)
        if hand is not None:
            earned[face] = hand.actions
    return earned
