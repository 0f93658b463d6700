"""Bytes of the log that cannot be read any more: told of as damage, with the commit where they stand."""

import msgspec

from tenmatsu.engine.errors import AuditFailed
from tenmatsu.events.envelope import Header

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What a decoder raises for bytes that nobody wrote as they are."""
_HEADER = msgspec.json.Decoder(Header)


def log_unreadable(commit: bytes) -> AuditFailed:
    """Return what to say of the commit with this hash."""
    return AuditFailed("log_unreadable", commit=commit.hex()[:12])


def read_header(data: bytes, commit: bytes) -> Header:
    """Return the header in stored bytes; `AuditFailed` naming its commit where they hold none."""
    try:
        return _HEADER.decode(data)
    except UNREADABLE as error:
        raise log_unreadable(commit) from error
