"""Digests of items and commits, to the byte (`docs/file-format.md`)."""

import hmac
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from typing import Literal

ItemKind = Literal["header", "command", "event"]

NO_PREVIOUS = bytes(32)
"""What stands for the previous hash in the first commit of a session."""

_PREFIX = {
    kind: f"tenmatsu/{kind}/1\n".encode()
    for kind in ("header", "command", "event", "open", "group", "closed", "pad", "commit")
}


def u32(number: int) -> bytes:
    """Return four bytes, big-endian."""
    return number.to_bytes(4, "big")


def text(value: str) -> bytes:
    """Return the UTF-8 bytes of `value` behind their length."""
    data = value.encode()
    return u32(len(data)) + data


@cache
def _line(tag: str) -> bytes:
    return f"tenmatsu/{tag}/1\n".encode()


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """Return SHA-256 over the tag's line and the joined parts (`H` of the format page)."""
    return sha256(b"".join((_line(tag), *parts))).digest()


def tagged_hmac(key: bytes, tag: str, *parts: bytes) -> bytes:
    """Return HMAC-SHA256 under `key` over the same bytes as `tagged_hash` (`M` of the format page)."""
    return hmac.digest(key, b"".join((_line(tag), *parts)), "sha256")


def item_digest(kind: ItemKind, salt: bytes, data: bytes) -> bytes:
    """Return the digest of one item: header, command or event."""
    return sha256(_PREFIX[kind] + salt + data).digest()


def event_digests(salts: Sequence[bytes], datas: Sequence[bytes]) -> list[bytes]:
    """Return the digest of each of many events."""
    prefix = _PREFIX["event"]
    return [sha256(prefix + salt + data).digest() for salt, data in zip(salts, datas, strict=True)]


def open_digest(digests: Iterable[bytes]) -> bytes:
    """Return the digest over the items that everybody may see, in order."""
    return sha256(_PREFIX["open"] + b"".join(digests)).digest()


def group_digest(audience: str, items: Iterable[tuple[int, bytes]]) -> bytes:
    """Return the digest over the items of one narrower audience: (position, digest) in order."""
    parts = b"".join(u32(position) + digest for position, digest in items)
    return sha256(_PREFIX["group"] + text(audience) + parts).digest()


def closed_digest(groups: Sequence[bytes], pad: bytes | None) -> bytes:
    """Return the digest over the narrower groups, or over the random pad where there is none."""
    if groups:
        return sha256(_PREFIX["closed"] + b"".join(groups)).digest()
    if pad is None:
        raise ValueError("a commit without closed items needs a pad")
    return sha256(_PREFIX["pad"] + pad).digest()


def commit_hash(previous: bytes, opened: bytes, closed: bytes) -> bytes:
    """Return the hash of a commit from the previous one's and its two halves."""
    return sha256(_PREFIX["commit"] + previous + opened + closed).digest()
