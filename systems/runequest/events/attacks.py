"""What happens: of attacks and defences."""

from tenmatsu.events.base import Event

ATTACK_EVENTS: tuple[type[Event], ...] = ()
