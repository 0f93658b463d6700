"""What happens in the part `battle`."""

from tenmatsu.events.base import Event

BATTLE_EVENTS: tuple[type[Event], ...] = ()
