"""What happens in judges and moments of answering."""

from tenmatsu.events.base import Event

JUDGE_EVENTS: tuple[type[Event], ...] = ()
