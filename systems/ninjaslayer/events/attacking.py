"""What happens in the part `attacking`."""

from tenmatsu.events.base import Event

ATTACKING_EVENTS: tuple[type[Event], ...] = ()
