"""What happens in the part `judging`."""

from tenmatsu.events.base import Event

JUDGING_EVENTS: tuple[type[Event], ...] = ()
