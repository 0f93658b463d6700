"""What happens in feats of class and species."""

from tenmatsu.events.base import Event

FEAT_EVENTS: tuple[type[Event], ...] = ()
