"""What happens to ニンジャスレイヤー alone."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.figures import Figure


class NarakuHeld(Event, frozen=True, kw_only=True, tag="ninjaslayer.naraku_held"):
    """His vitality is 0, but something within him keeps him on his feet until the phase ends."""

    character: str
    why: Literal["spirit", "slain"]
    """What would have felled him: spirit below 0, or instant death (即死!)."""


class NarakuSlept(Event, frozen=True, kw_only=True, tag="ninjaslayer.naraku_slept"):
    """He fell, but something within him waits (ナラク・ウィズイン): nobody can finish him."""

    character: str
    turns: int
    """D3: after so many turns it rises."""
    returns: int
    """The turn at whose end it does."""


class NarakuRose(Event, frozen=True, kw_only=True, tag="ninjaslayer.naraku_rose"):
    """ナラク・ニンジャ stands in his place, fully healed."""

    character: str
    model: str
    figure: Figure
    """As he is now, all figures replaced."""


SLAYER_EVENTS: tuple[type[Event], ...] = (NarakuHeld, NarakuSlept, NarakuRose)
