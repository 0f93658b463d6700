"""What happens in the part `making`."""

from tenmatsu.events.base import Event

MAKING_EVENTS: tuple[type[Event], ...] = ()
