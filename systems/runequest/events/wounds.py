"""What happens: of wounds and healing."""

from tenmatsu.events.base import Event

WOUND_EVENTS: tuple[type[Event], ...] = ()
