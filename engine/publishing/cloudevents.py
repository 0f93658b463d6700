"""
Commits as CloudEvents 1.0 in JSON.

The data are a commit's line of the portable log for somebody whom no audience names: the items that everybody
may see, word for word with their salts, and the digest of all others. So each hash can be checked by who
reads them, and no secret is in them.

While spans are made, an event names the one that it was made in (CloudEvents' extension for
distributed tracing).
"""

from typing import Any
from urllib.parse import quote

import msgspec

from tenmatsu.engine.portable.lines import FORMAT, Line, commit_line
from tenmatsu.engine.tracing import trace_context
from tenmatsu.engine.unreadable import UNREADABLE
from tenmatsu.events.envelope import Commit, Header, is_silent

TYPE = "tenmatsu.commit"
CONTENT_TYPE = "application/cloudevents+json"
_HEADER = msgspec.json.Decoder(Header)
_ENCODER = msgspec.json.Encoder()


class CloudEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event as the specification has it."""

    specversion: str
    id: str
    """The commit's hash."""
    source: str
    """The session."""
    type: str
    subject: str
    """The line."""
    time: str = ""
    """When the commit was made; left out where not everybody may know."""
    datacontenttype: str
    traceparent: str = ""
    """The span in which it was made (W3C Trace Context); left out while no spans are made."""
    tracestate: str = ""
    data: dict[str, Any]

    def to_json(self) -> bytes:
        """Return its bytes."""
        return _ENCODER.encode(self)


def make_event(commit: Commit, system: str) -> CloudEvent:
    """Return the event that carries a commit."""
    items = list(commit.items())
    # sealed entries are shown at the table, so that they may be told here; silent ones are not
    sealed = any(item.kind == "event" and item.audience and not is_silent(item.audience) for item in items)
    return _event(commit, system, commit_line(commit, [False] * len(items), sealed=sealed))


def brief_event(commit: Commit, system: str, size: int) -> CloudEvent:
    """Return an event that only tells of a commit, which has so many bytes that nobody would carry it."""
    line: Line = {"commit": commit.hash.hex(), "branch": commit.branch, "prev": commit.previous.hex()}
    return _event(commit, system, {**line, "bytes": size})


def _event(commit: Commit, system: str, line: Line) -> CloudEvent:
    context = trace_context()
    return CloudEvent(
        specversion="1.0",
        id=commit.hash.hex(),
        source=f"/tenmatsu/sessions/{quote(commit.session, safe='')}",
        type=TYPE,
        subject=commit.branch,
        time=_time(commit),
        datacontenttype="application/json",
        traceparent=context.get("traceparent", ""),
        tracestate=context.get("tracestate", ""),
        data={"tenmatsu": FORMAT, "session": commit.session, "system": system, **line},
    )


def _time(commit: Commit) -> str:
    if commit.header.audience or commit.header.data is None:
        return ""
    try:
        return _HEADER.decode(commit.header.data).at
    except UNREADABLE:
        return ""  # the audit names it
