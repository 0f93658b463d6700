"""What happens to cards and chips; where each card goes follows from the event alone."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event


def _kinds(cards: tuple[str, ...], chivalry: int) -> str:
    if not cards:
        return "chivalry" if chivalry else "none"
    return "both" if chivalry else "cards"


class AwakeningGained(Event, frozen=True, kw_only=True, tag="akatsuki.awakening_gained"):
    """A card of the pile was laid open before a character (覚醒札)."""

    character: str
    card: str
    why: Literal["start", "double", "granted"]
    left: int
    """The cards of the pile after it."""


class FateDealt(Event, frozen=True, kw_only=True, tag="akatsuki.fate_dealt"):
    """A card of the pile was laid face down before a character (命運札); nobody knows which."""

    character: str
    generation: int
    now: int
    """The character's fate cards."""
    left: int
    seen: bool = False
    """Whether its owner looked at it (option `fate_face`): the picture follows, for the owner alone."""


class FateSeen(Event, frozen=True, kw_only=True, tag="akatsuki.fate_seen"):
    """The owner of a fate card saw its picture."""

    character: str
    place: int
    """Which of their fate cards, counted from 0."""
    card: str


class FateTurned(Event, frozen=True, kw_only=True, tag="akatsuki.fate_turned"):
    """A fate card was turned over and is an awakening card from now on."""

    character: str
    card: str
    place: int
    """Which of their fate cards it was, counted from 0."""
    why: Literal["negated", "burned"]
    now: int
    """The fate cards that are left."""


class DeckRenewed(Event, frozen=True, kw_only=True, tag="akatsuki.deck_renewed"):
    """The pile was empty: the discard (捨て札場) became the new pile."""

    generation: int
    cards: tuple[str, ...]


class CardsGiven(Event, frozen=True, kw_only=True, tag="akatsuki.cards_given"):
    """Awakening cards or 義侠魂 went to an ally, laid crosswise (横)."""

    character: str
    to_character: str
    cards: tuple[str, ...]
    chivalry: int
    as_chivalry: tuple[int, ...] = ()
    """What is printed on those of the cards that were an NPC's chips and are 義侠魂 from now on."""

    @property
    def what(self) -> str:
        """Whether cards, 義侠魂 or both were given: a key of its line's cases."""
        return _kinds(self.cards, self.chivalry)


class CardsSpent(Event, frozen=True, kw_only=True, tag="akatsuki.cards_spent"):
    """Awakening cards were spent for points; cards went to the discard, chips back to the GM."""

    character: str
    cards: tuple[str, ...]
    chivalry: int
    chivalry_given: int
    """How many of the chips of 義侠魂 an ally had given."""
    chips: dict[int, int]
    """Which chips of 義侠魂 go back to the GM, by printed value."""
    points: int
    """All that they were worth, with points kept from before."""
    needed: int
    kept: int
    """Points kept for the same action (option `surplus`)."""
    use: Literal["boost", "power"]
    plus: int = 0
    """How much a target was raised."""

    @property
    def what(self) -> str:
        """What was spent on what: a key of its line's cases."""
        return f"{self.use}_{'kept' if self.kept else _kinds(self.cards, self.chivalry)}"


class PointsLapsed(Event, frozen=True, kw_only=True, tag="akatsuki.points_lapsed"):
    """Points kept for an action lapsed, since another one began."""

    character: str
    points: int


class PowerUsed(Event, frozen=True, kw_only=True, tag="akatsuki.power_used"):
    """A 高天力 was used."""

    redactable: ClassVar[bool] = True
    character: str
    power: str
    cost: int


class ChivalryGranted(Event, frozen=True, kw_only=True, tag="akatsuki.chivalry_granted"):
    """A chivalrous deed was rewarded with chips (義侠魂)."""

    character: str
    count: int
    now: int
    chips: dict[int, int]
    """Which chips left the GM's hands; what is printed on them does not count."""


class ChipsGranted(Event, frozen=True, kw_only=True, tag="akatsuki.chips_granted"):
    """An NPC got chips as awakening cards, face up."""

    character: str
    values: tuple[int, ...]


class FateChipsGranted(Event, frozen=True, kw_only=True, tag="akatsuki.fate_chips_granted"):
    """An NPC got chips as fate cards, face down; what is printed shows when they are turned."""

    character: str
    count: int
    now: int


class FateChipsChosen(Event, frozen=True, kw_only=True, tag="akatsuki.fate_chips_chosen"):
    """The GM, who alone sees this, chose what is printed on an NPC's newest fate chips."""

    character: str
    values: tuple[int, ...]


class FateChipTurned(Event, frozen=True, kw_only=True, tag="akatsuki.fate_chip_turned"):
    """An NPC's fate chip was turned over and is an awakening chip from now on."""

    character: str
    value: int
    why: Literal["negated", "burned"]
    now: int


class ChivalrySpent(Event, frozen=True, kw_only=True, tag="akatsuki.chivalry_spent"):
    """A chip of 義侠魂 negated a hit (option `chips_as_damage`)."""

    character: str
    now: int
    given: int
    """How many of the chips that are left an ally gave."""
    value: int
    """What is printed on the chip that went back to the GM."""


CARD_EVENTS: tuple[type[Event], ...] = (
    AwakeningGained,
    FateDealt,
    FateSeen,
    FateTurned,
    DeckRenewed,
    CardsGiven,
    CardsSpent,
    PointsLapsed,
    PowerUsed,
    ChivalryGranted,
    ChipsGranted,
    FateChipsGranted,
    FateChipsChosen,
    FateChipTurned,
    ChivalrySpent,
)
