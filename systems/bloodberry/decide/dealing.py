"""
Two decks of playing cards shuffled together: laid out, drawn, discarded, and shuffled again.

No order is stored: a draw is a roll among the cards of the pile. Hands are secret, so the roll and the card
are for the owner's players and the GM; all learn how many cards there are.
"""

from typing import Literal

from tenmatsu.events.envelope import GM_ONLY, audience_of
from tenmatsu.systems.bloodberry.decide.work import Work
from tenmatsu.systems.bloodberry.events.rounds import (
    CardsDiscarded,
    CardsDrawn,
    CardsSeen,
    DeckRanOut,
    DeckRenewed,
    DecksLaidOut,
)
from tenmatsu.systems.bloodberry.state import State

SUITS = ("s", "h", "d", "c")
RANKS = 13
NUMBERS = 10
"""The highest rank that is a number; above it are face cards."""
QUEEN = 12
DECKS = "abcdefgh"
Colour = Literal["red", "black"]


def name_cards(decks: int) -> tuple[str, ...]:
    """Return the cards of so many decks: `s1_a` is the ace of spades of the first."""
    return tuple(
        f"{suit}{rank}_{deck}" for deck in DECKS[:decks] for suit in SUITS for rank in range(1, RANKS + 1)
    )


def suit_of(card: str) -> str:
    """Return the suit of a card: s, h, d or c."""
    return card[:1]


def colour_of(card: str) -> Colour:
    """Return the colour of a card's suit."""
    return "red" if suit_of(card) in ("h", "d") else "black"


def rank_of(card: str) -> int:
    """Return the rank of a card, 1 to 13; 0 of what is no card."""
    digits = card[1:].partition("_")[0]
    return int(digits) if digits.isdecimal() else 0


def is_face(card: str) -> bool:
    """Return whether a card is a face card (絵札), which has no number."""
    return rank_of(card) > NUMBERS


def value_of(card: str) -> int:
    """Return the number of a card; 0 of a face card."""
    return 0 if is_face(card) else rank_of(card)


def lay_out_decks(work: Work) -> None:
    """Shuffle the decks together anew: no card is in a hand, played or discarded."""
    work.record(DecksLaidOut(cards=name_cards(work.rules.tables.cards.decks)))


def draw_cards(work: Work, owner: str, count: int) -> tuple[str, ...]:
    """Let somebody, or a camp, draw so many cards; fewer where there are no more. Return them."""
    drawn: list[str] = []
    audience = audience_of((GM_ONLY, *list_players(work, owner)))
    while len(drawn) < count and _ready_pile(work):
        cards = work.state.cards
        pile, batch = list(cards.pile), min(count - len(drawn), len(cards.pile))
        sides = tuple(range(len(pile), len(pile) - batch, -1))
        faces = work.roll(sides, by=owner, for_="playing_card", audience=audience)
        got = tuple(pile.pop(face - 1) for face in faces)
        now = cards.counts.get(owner, 0) + batch
        work.record(CardsDrawn(owner=owner, count=batch, now=now, left=len(pile)))
        work.record(CardsSeen(owner=owner, cards=got), audience=audience)
        drawn += got
    if work.rules.options.empty_deck == "gm" and not work.state.cards.pile and not work.state.cards.ran_out:
        work.record(DeckRanOut())
    return tuple(drawn)


def discard(work: Work, owner: str, *cards: str) -> None:
    """Put cards of a hand on the discard."""
    held = work.state.cards.hands.get(owner, ())
    laid = tuple(card for card in cards if card in held)
    if laid:
        now = work.state.cards.counts.get(owner, 0) - len(laid)
        work.record(CardsDiscarded(owner=owner, cards=laid, now=now))


def hand_of(state: State, owner: str) -> tuple[str, ...]:
    """Return the cards of a hand, as far as they are known."""
    return state.cards.hands.get(owner, ())


def renew_pile(work: Work) -> None:
    """Shuffle the discard into the pile."""
    work.record(DeckRenewed(count=len(work.state.cards.discard)))


def _ready_pile(work: Work) -> bool:
    cards = work.state.cards
    if not cards.pile and cards.discard and work.rules.options.empty_deck == "shuffled":
        renew_pile(work)
    return bool(work.state.cards.pile)


def list_players(work: Work, owner: str) -> tuple[str, ...]:
    """Return the participants who may see a hand, besides the GM: of a camp, all of its players."""
    flags = work.state.map
    members = (owner,) if flags is None else flags.camps.get(owner, (owner,))
    players = (work.table.player_of(member) for member in members)
    return tuple(dict.fromkeys(player for player in players if player))
