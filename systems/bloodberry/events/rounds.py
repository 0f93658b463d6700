"""What happens in round progress with playing cards."""

from tenmatsu.events.base import Event

ROUND_EVENTS: tuple[type[Event], ...] = ()
