"""What happens in the part `dodging`."""

from tenmatsu.events.base import Event

DODGING_EVENTS: tuple[type[Event], ...] = ()
