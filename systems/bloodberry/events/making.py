"""What happens in making characters and their relations."""

from tenmatsu.events.base import Event

MAKING_EVENTS: tuple[type[Event], ...] = ()
