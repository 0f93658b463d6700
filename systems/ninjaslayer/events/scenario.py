"""What happens in the part `scenario`."""

from tenmatsu.events.base import Event

SCENARIO_EVENTS: tuple[type[Event], ...] = ()
