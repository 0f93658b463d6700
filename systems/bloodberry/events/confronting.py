"""What happens in confrontations."""

from tenmatsu.events.base import Event

CONFRONT_EVENTS: tuple[type[Event], ...] = ()
