"""Carry commits to other services as they are appended: what everybody may see, the rest as digests."""

from tenmatsu.engine.publishing.cloudevents import CloudEvent, brief_event, make_event
from tenmatsu.engine.publishing.outbox import Outbox, Outgoing

__all__ = ["CloudEvent", "Outbox", "Outgoing", "brief_event", "make_event"]
