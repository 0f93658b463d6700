"""What happens: of spells."""

from tenmatsu.events.base import Event

MAGIC_EVENTS: tuple[type[Event], ...] = ()
