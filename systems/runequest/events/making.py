"""What happens while characters are made."""

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.figures import Figure


class FigureMade(Event, frozen=True, kw_only=True, tag="runequest.figure_made"):
    """A character, an NPC or a spirit came into play, with everything reckoned."""

    character: str
    figure: Figure


MAKING_EVENTS: tuple[type[Event], ...] = (FigureMade,)
