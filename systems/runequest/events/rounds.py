"""What happens: of melee rounds."""

from tenmatsu.events.base import Event

ROUND_EVENTS: tuple[type[Event], ...] = ()
