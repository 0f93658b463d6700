"""What happens in flag maps."""

from tenmatsu.events.base import Event

MAP_EVENTS: tuple[type[Event], ...] = ()
