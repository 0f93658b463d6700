"""The event base: what every recorded fact has in common."""

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False, tag_field="type"):
    """
    One immutable fact, in the past tense.

    Subclasses carry an explicit tag, `"<system>.<snake_name>"`, with `@<n>` behind it from the second
    schema on. Fields hold outcomes, never recipes: `evolve` only sets what they say.
    """

    redactable: ClassVar[bool] = False
    """Whether the event holds free text typed by a person. Only such events can be redacted."""


def event_type(event: Event | type[Event]) -> str:
    """Return the stored name of an event or event class, as `"table.said@2"`."""
    tag = event.__struct_config__.tag
    if not isinstance(tag, str):
        raise TypeError(f"{event!r} has no text tag")
    return tag


class Gap(msgspec.Struct, frozen=True, gc=False):
    """An event whose bytes were redacted, of which only the stored name is left."""

    tag: str


class Unknown(msgspec.Struct, frozen=True, gc=False):
    """An event whose tag this release does not know: shown, hashed, never dropped."""

    tag: str
    """The stored name, `""` where even that could not be read."""
    raw: bytes
    """The exact bytes."""
