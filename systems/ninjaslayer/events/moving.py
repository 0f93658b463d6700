"""What happens in the part `moving`."""

from tenmatsu.events.base import Event

MOVING_EVENTS: tuple[type[Event], ...] = ()
