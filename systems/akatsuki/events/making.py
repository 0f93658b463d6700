"""Characters that came into the game."""

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.state import Figure


class CharacterMade(Event, frozen=True, kw_only=True, tag="akatsuki.character_made"):
    """A player's character or an NPC stands on the table, without cards as yet."""

    character: str
    figure: Figure
    archetype: str = ""


class ChipsPrinted(Event, frozen=True, kw_only=True, tag="akatsuki.chips_printed"):
    """The GM laid the 96 chips (札チップ) and the deck out: the first thing that happens."""

    chips: dict[int, int]
    """How many of each printed value."""
    cards: tuple[str, ...]
    """The 48 花札."""


MAKING_EVENTS: tuple[type[Event], ...] = (CharacterMade, ChipsPrinted)
