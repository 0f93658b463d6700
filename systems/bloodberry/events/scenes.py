"""What happens in scenes, interludes, victory conditions."""

from tenmatsu.events.base import Event

SCENE_EVENTS: tuple[type[Event], ...] = ()
