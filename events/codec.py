"""The codec: events to and from their exact bytes, old schemas brought up to date on the way."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from tenmatsu.events.base import Event, Unknown, event_type
from tenmatsu.events.envelope import Item
from tenmatsu.events.upcasting import Upcasters

EventT = TypeVar("EventT", bound=Event)

_ENCODER = msgspec.json.Encoder()
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class _Tagged(msgspec.Struct, frozen=True, gc=False):
    """The least that every event has."""

    type: str = ""


_RAW = msgspec.json.Decoder(list[msgspec.Raw])
_TAGGED = msgspec.json.Decoder(_Tagged)


def encode(message: msgspec.Struct) -> bytes:
    """Return the JSON bytes under which an event or command is stored and hashed."""
    return _ENCODER.encode(message)


def tag_of(data: bytes) -> str:
    """Return the stored name in `data`, `""` where there is none to read."""
    try:
        return _TAGGED.decode(data).type
    except _UNREADABLE:
        return ""


@lru_cache(maxsize=8)
def _decoders(
    events: tuple[type[Event], ...],
) -> tuple[msgspec.json.Decoder[Event], msgspec.json.Decoder[list[Event]]]:
    """Return what decodes one of these events, and many; making it takes as long as reading a hundred."""
    union: Any = Event
    for cls in events:
        union = cls if union is Event else union | cls
    return msgspec.json.Decoder(union), msgspec.json.Decoder(list[union])


class Codec:
    """Decodes the events of some systems straight to their classes, and anything else to `Unknown`."""

    def __init__(self, events: Iterable[type[Event]], upcasters: Upcasters | None = None) -> None:
        self.types = {event_type(cls): cls for cls in events}
        self.upcasters = upcasters or Upcasters({})
        self._decoder, self._many = _decoders(tuple(self.types.values()))

    def decode(self, data: bytes) -> Event | Unknown:
        """
        Return the event in `data`.

        A known tag whose fields do not fit decodes to `Unknown` as well, so that one damaged
        event never hides the rest; the audit names it.
        """
        try:
            return self._decoder.decode(data)
        except _UNREADABLE:
            return self._decode_old(data)

    def decode_each(self, datas: Sequence[bytes]) -> Sequence[Event | Unknown]:
        """Return the event in each of these, as `decode` gives it."""
        try:
            return list(map(self._decoder.decode, datas))
        except _UNREADABLE:
            return list(map(self.decode, datas))

    def decode_many(self, data: bytes) -> Sequence[Event | Unknown]:
        """Return the events in a JSON array of them, each as `decode` gives it."""
        try:
            return self._many.decode(data)
        except _UNREADABLE:
            return [self.decode(bytes(one)) for one in _RAW.decode(data)]

    def _decode_old(self, data: bytes) -> Event | Unknown:
        tag = tag_of(data)
        if tag not in self.upcasters:
            return Unknown(tag, data)
        try:
            fields = self.upcasters.lift(msgspec.json.decode(data))
            return msgspec.convert(fields, self.types[str(fields["type"])])
        except (msgspec.MsgspecError, KeyError, ValueError, TypeError, RecursionError):
            return Unknown(tag, data)


def find_event(items: Iterable[Item], kind: type[EventT]) -> EventT | None:
    """Return the first event of this kind among items, None where it is absent, hidden or unreadable."""
    tag = event_type(kind)
    for item in items:
        if item.data is not None and tag_of(item.data) == tag:
            try:
                return msgspec.json.decode(item.data, type=kind)
            except _UNREADABLE:
                return None
    return None
