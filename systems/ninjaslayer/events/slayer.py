"""What happens in the part `slayer`."""

from tenmatsu.events.base import Event

SLAYER_EVENTS: tuple[type[Event], ...] = ()
