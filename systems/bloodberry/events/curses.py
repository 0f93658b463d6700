"""What happens in curse checks, losses and healing."""

from tenmatsu.events.base import Event

CURSE_EVENTS: tuple[type[Event], ...] = ()
