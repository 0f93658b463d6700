"""What happens in round progress with playing cards, and to the cards themselves."""

from typing import Literal

from tenmatsu.events.base import Event

HandName = Literal["high", "low", "run", "same_number", "same_face", "queens"]


class DecksLaidOut(Event, frozen=True, kw_only=True, tag="bloodberry.decks_laid_out"):
    """Two decks of playing cards were shuffled together; nobody holds any of them."""

    cards: tuple[str, ...]


class CardsDrawn(Event, frozen=True, kw_only=True, tag="bloodberry.cards_drawn"):
    """Somebody took cards from the pile; which ones, only their owner and the GM see."""

    owner: str
    """A character, or a camp."""
    count: int
    now: int
    """Cards in the hand."""
    left: int
    """Cards in the pile."""


class CardsSeen(Event, frozen=True, kw_only=True, tag="bloodberry.cards_seen"):
    """These were the cards that were drawn: for the owner and the GM alone."""

    owner: str
    cards: tuple[str, ...]


class CardsDiscarded(Event, frozen=True, kw_only=True, tag="bloodberry.cards_discarded"):
    """Somebody put cards on the discard, face up."""

    owner: str
    cards: tuple[str, ...]
    now: int


class DeckRenewed(Event, frozen=True, kw_only=True, tag="bloodberry.deck_renewed"):
    """The pile had run out, and the discard was shuffled into it."""

    count: int


class DeckRanOut(Event, frozen=True, kw_only=True, tag="bloodberry.deck_ran_out"):
    """The pile has run out, and the GM has to say what follows."""


class RoundsBegun(Event, frozen=True, kw_only=True, tag="bloodberry.rounds_begun"):
    """Round progress began; everybody has a hand and shows a card."""

    actors: tuple[str, ...]


class CardLaid(Event, frozen=True, kw_only=True, tag="bloodberry.card_laid"):
    """Somebody laid a card down for the initiative, its face hidden until all have."""

    character: str


class CardChosen(Event, frozen=True, kw_only=True, tag="bloodberry.card_chosen"):
    """This was the card laid down: for its owner and the GM alone."""

    character: str
    card: str


class CardShown(Event, frozen=True, kw_only=True, tag="bloodberry.card_shown"):
    """A card laid down for the initiative was turned over."""

    character: str
    card: str


class InitiativeTied(Event, frozen=True, kw_only=True, tag="bloodberry.initiative_tied"):
    """Some are tied and show another card (option `initiative`)."""

    tied: tuple[str, ...]


class OrderSet(Event, frozen=True, kw_only=True, tag="bloodberry.order_set"):
    """The order of initiative is known; the cards go back to the hands."""

    order: tuple[str, ...]


class CardExchanged(Event, frozen=True, kw_only=True, tag="bloodberry.card_exchanged"):
    """Somebody discarded a card in their turn, for which others may change."""

    character: str
    card: str
    now: int
    asked: tuple[str, ...]
    """Those who may change for it, in order."""


class ChangeOffered(Event, frozen=True, kw_only=True, tag="bloodberry.change_offered"):
    """Somebody may change (チェンジ) a card of theirs for the one just discarded."""

    character: str
    card: str
    by: str
    asked: tuple[str, ...]
    """Those who may after them."""


class ChangePassed(Event, frozen=True, kw_only=True, tag="bloodberry.change_passed"):
    """Somebody did not change."""

    character: str


class CardChanged(Event, frozen=True, kw_only=True, tag="bloodberry.card_changed"):
    """Somebody changed a card of theirs for the one just discarded."""

    character: str
    card: str
    """The card taken."""
    given: str
    by: str
    """Who had discarded it."""
    asked: tuple[str, ...] = ()
    """Those who may change for the card given (option `change_order`)."""


class HandCompleted(Event, frozen=True, kw_only=True, tag="bloodberry.hand_completed"):
    """A card completed a hand (役): its cards are shown, and it earns turn actions."""

    character: str
    hand: HandName
    cards: tuple[str, ...]
    actions: int
    only: tuple[str, ...] = ()
    """Upon whom alone they may act, after a change."""


class ActionTaken(Event, frozen=True, kw_only=True, tag="bloodberry.action_taken"):
    """Somebody took one of the actions that their hand earned, or let what is left of them go."""

    character: str
    left: int
    forgone: bool = False


class HandLaid(Event, frozen=True, kw_only=True, tag="bloodberry.hand_laid"):
    """Whoever acted laid the hand down, and a round passed."""

    character: str
    cards: tuple[str, ...]
    round: int
    changed: tuple[str, ...]
    """Those whose change stays used."""


class TurnPassed(Event, frozen=True, kw_only=True, tag="bloodberry.turn_passed"):
    """It is the next one's turn to exchange a card."""

    character: str
    at: int
    cycle: int


class RoundsEnded(Event, frozen=True, kw_only=True, tag="bloodberry.rounds_ended"):
    """Round progress is over; the hands go to the discard."""

    cards: dict[str, tuple[str, ...]]
    """Those hands."""


ROUND_EVENTS: tuple[type[Event], ...] = (
    DecksLaidOut,
    CardsDrawn,
    CardsSeen,
    CardsDiscarded,
    DeckRenewed,
    DeckRanOut,
    RoundsBegun,
    CardLaid,
    CardChosen,
    CardShown,
    InitiativeTied,
    OrderSet,
    CardExchanged,
    ChangeOffered,
    ChangePassed,
    CardChanged,
    HandCompleted,
    ActionTaken,
    HandLaid,
    TurnPassed,
    RoundsEnded,
)
