"""What happens on flag maps (フラグマップ)."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.people import Ability


class MapBegun(Event, frozen=True, kw_only=True, tag="bloodberry.map_begun"):
    """A flag map began."""

    camps: dict[str, tuple[str, ...]]
    by_cards: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The camps."""
        return tuple(self.camps)


class PlaceSet(Event, frozen=True, kw_only=True, tag="bloodberry.place_set"):
    """A place was named, or changed."""

    place: str
    needs: tuple[str, ...]
    """What each of its cards must be: `h`, `red`, `face`, `number`, `any`, `#7`, `h#7`."""
    flags: int
    """How many flags it has; their words follow."""
    end: bool
    barrier: tuple[Ability, ...]
    asked: bool

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        return "plain" if not self.flags else "end" if self.end else "flags"


class FlagsNamed(Event, frozen=True, kw_only=True, tag="bloodberry.flags_named"):
    """What the flags of a place are, in the GM's words; no rule reads them."""

    redactable: ClassVar[bool] = True
    place: str
    flags: tuple[str, ...]


class MapDealt(Event, frozen=True, kw_only=True, tag="bloodberry.map_dealt"):
    """The places stand, each camp gets so many cards, and play begins."""

    places: tuple[str, ...]
    hand: int


class MapCardPut(Event, frozen=True, kw_only=True, tag="bloodberry.map_card_put"):
    """A camp laid a card down for the order."""

    camp: str


class MapCardChosen(Event, frozen=True, kw_only=True, tag="bloodberry.map_card_chosen"):
    """Which card a camp laid down: for its players and the GM alone."""

    camp: str
    card: str


class MapCardsShown(Event, frozen=True, kw_only=True, tag="bloodberry.map_cards_shown"):
    """The cards laid down were turned over; they go back to the hands."""

    cards: dict[str, str]
    tied: tuple[str, ...]
    """Camps that show another, being tied (option `initiative`)."""

    @property
    def camps(self) -> tuple[str, ...]:
        """The camps."""
        return tuple(self.cards)

    @property
    def faces(self) -> tuple[str, ...]:
        """Their cards."""
        return tuple(self.cards.values())


class MapOrderSet(Event, frozen=True, kw_only=True, tag="bloodberry.map_order_set"):
    """In which order the camps take their turns."""

    order: tuple[str, ...]


class PlaceAsked(Event, frozen=True, kw_only=True, tag="bloodberry.place_asked"):
    """A player asked for a place that was not named; the GM decides."""

    character: str
    place: str


class PlaceRefused(Event, frozen=True, kw_only=True, tag="bloodberry.place_refused"):
    """The GM did not grant it."""

    character: str
    place: str


class PiecesLaid(Event, frozen=True, kw_only=True, tag="bloodberry.pieces_laid"):
    """A camp laid pieces (場所の欠片) at a place."""

    camp: str
    place: str
    cards: tuple[str, ...]
    established: bool
    """Whether its condition is met now."""
    hand: int
    """The cards left in the camp's hand."""


class ExtrasLaid(Event, frozen=True, kw_only=True, tag="bloodberry.extras_laid"):
    """A camp laid cards sideways at a place, for a sub-event."""

    camp: str
    place: str
    cards: tuple[str, ...]
    hand: int


class BarrierMet(Event, frozen=True, kw_only=True, tag="bloodberry.barrier_met"):
    """A camp came to a place that it may enter by a judge only, against the place's highest card."""

    camp: str
    place: str
    character: str
    number: int


class TurnedAway(Event, frozen=True, kw_only=True, tag="bloodberry.turned_away"):
    """The camp did not get in."""

    camp: str
    place: str


class PlaceOpened(Event, frozen=True, kw_only=True, tag="bloodberry.place_opened"):
    """The place is barred to these camps no longer."""

    place: str
    camps: tuple[str, ...]


class PlaceReached(Event, frozen=True, kw_only=True, tag="bloodberry.place_reached"):
    """A camp came to a place."""

    camp: str
    place: str


class FlagRaised(Event, frozen=True, kw_only=True, tag="bloodberry.flag_raised"):
    """A flag was raised."""

    place: str
    flag: int
    """Which of the place's, counted from 1."""
    camp: str
    end: bool
    """Whether it ends the map."""


class SubEventDue(Event, frozen=True, kw_only=True, tag="bloodberry.sub_event_due"):
    """The cards laid sideways bring about a sub-event (サブイベント) and go to the discard."""

    camp: str
    place: str
    cards: tuple[str, ...]


class MapTurnPassed(Event, frozen=True, kw_only=True, tag="bloodberry.map_turn_passed"):
    """A camp's 20 minutes are over; when all have had theirs, so much time has passed."""

    camp: str
    at: int
    """Whose turn it is, in the order."""
    passed: int
    """Minutes by which the clock went on."""
    minutes: int
    """How long the map has taken."""
    clock: int


class MapEnded(Event, frozen=True, kw_only=True, tag="bloodberry.map_ended"):
    """The flag map is over; its cards go to the discard."""

    why: Literal["flag", "gm"]
    minutes: int
    cards: dict[str, tuple[str, ...]]
    """What was left in the camps' hands."""


MAP_EVENTS: tuple[type[Event], ...] = (
    MapBegun,
    PlaceSet,
    FlagsNamed,
    MapDealt,
    MapCardPut,
    MapCardChosen,
    MapCardsShown,
    MapOrderSet,
    PlaceAsked,
    PlaceRefused,
    PiecesLaid,
    ExtrasLaid,
    BarrierMet,
    TurnedAway,
    PlaceOpened,
    PlaceReached,
    FlagRaised,
    SubEventDue,
    MapTurnPassed,
    MapEnded,
)
