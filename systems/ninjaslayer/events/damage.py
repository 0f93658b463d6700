"""What happens in the part `damage`."""

from tenmatsu.events.base import Event

DAMAGE_EVENTS: tuple[type[Event], ...] = ()
