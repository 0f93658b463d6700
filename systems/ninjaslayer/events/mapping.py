"""What happens in the part `mapping`."""

from tenmatsu.events.base import Event

MAPPING_EVENTS: tuple[type[Event], ...] = ()
