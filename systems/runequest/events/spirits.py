"""What happens: of spirit combat."""

from tenmatsu.events.base import Event

SPIRIT_EVENTS: tuple[type[Event], ...] = ()
