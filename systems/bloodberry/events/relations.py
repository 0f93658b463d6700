"""What happens in relation checks and sublimation."""

from tenmatsu.events.base import Event

RELATION_EVENTS: tuple[type[Event], ...] = ()
