"""What happens in the part `wasshoi`."""

from tenmatsu.events.base import Event

WASSHOI_EVENTS: tuple[type[Event], ...] = ()
