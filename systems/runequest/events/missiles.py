"""What happens: of missiles."""

from tenmatsu.events.base import Event

MISSILE_EVENTS: tuple[type[Event], ...] = ()
