"""The lines of a portable log as values, and their one way of being written."""

import re
from typing import Any

import msgspec

from tenmatsu.engine.unreadable import log_unreadable
from tenmatsu.events import digests
from tenmatsu.events.digests import ItemKind
from tenmatsu.events.envelope import SALT_SIZE, Commit, Item

DIGEST_SIZE = 32
FORMAT = "log/1"
VIEW_FORMAT = "view/1"
"""What a viewer may see, without hashes: it is read, not imported."""
ITEM_KINDS: tuple[ItemKind, ...] = ("header", "command", "event")
Line = dict[str, Any]
_TAG = re.compile(r"(?:[a-z][a-z0-9_]*\.[a-z0-9_]+(?:@[0-9]{1,4})?)?")
"""The stored name of a redacted event, or nothing."""

_ENCODER = msgspec.json.Encoder()


def write_line(line: Line) -> bytes:
    """Return a line's bytes, its line feed included."""
    return _ENCODER.encode(line) + b"\n"


def write_item(item: Item) -> Line:
    """Return an item as the format has it."""
    if item.data is None or item.salt is None:
        return hide_item(item) | ({"type": item.tag} if item.tag else {})
    return {item.kind: item.data.decode(), "salt": item.salt.hex()}


def hide_item(item: Item) -> Line:
    """Return an item with nothing but its digest."""
    return {item.kind: None, "digest": item.digest.hex()}


def read_hex(text: str, size: int = DIGEST_SIZE) -> bytes:
    """Return exactly so many bytes; `ValueError` otherwise: of another length they could stand for two."""
    data = bytes.fromhex(text)
    if len(data) != size:
        raise ValueError(f"{len(data)} bytes instead of {size}")
    return data


def read_item(line: Line, kind: ItemKind, audience: str) -> Item:
    """Return the item of this kind in a line; `ValueError`, `TypeError` or `KeyError` where it holds none."""
    text = line[kind]
    if text is None:
        tag = line.get("type", "")
        if not isinstance(tag, str) or _TAG.fullmatch(tag) is None:
            raise ValueError(tag)
        return Item(kind, read_hex(line["digest"]), None, None, audience, tag)
    if not isinstance(text, str):
        raise TypeError("an item is a text")
    salt, data = read_hex(line["salt"], SALT_SIZE), text.encode()
    return Item(kind, digests.item_digest(kind, salt, data), salt, data, audience)


def kind_of(position: int) -> ItemKind:
    """Return what stands at a position of a commit."""
    return "header" if position == 0 else "command" if position == 1 else "event"


def commit_line(commit: Commit, visible: list[bool], *, sealed: bool) -> Line:
    """
    Return a commit's line.

    `visible` says for each item whether the reader may see it; a group of which they may see nothing
    is one digest, and one of which something was opened to them has the digests of the rest.
    `sealed` asks the reader to show a closed entry. Raises `AuditFailed` where an item holds no text.
    """
    try:
        return _commit_line(commit, list(commit.items()), visible, sealed=sealed)
    except UnicodeDecodeError as error:
        raise log_unreadable(commit.hash) from error


def _commit_line(commit: Commit, items: list[Item], visible: list[bool], *, sealed: bool) -> Line:
    line: Line = {
        "commit": commit.hash.hex(),
        "branch": commit.branch,
        "prev": commit.previous.hex(),
        "open": [write_item(item) for item in items if not item.audience],
    }
    groups: dict[str, list[int]] = {}
    for position, item in enumerate(items):
        if item.audience:
            groups.setdefault(item.audience, []).append(position)
    shown = any(visible[position] for places in groups.values() for position in places)
    if not groups:
        if all(visible):
            line["pad"] = (commit.pad or b"").hex()
        else:
            line["closed"] = digests.closed_digest([], commit.pad).hex()
    elif shown:
        line["groups"] = [_group(audience, places, items, visible) for audience, places in groups.items()]
    else:
        parts = [_group_digest(audience, places, items) for audience, places in groups.items()]
        line["closed"] = digests.closed_digest(parts, None).hex()
    if sealed:
        line["sealed"] = True
    return line


def _group(audience: str, places: list[int], items: list[Item], visible: list[bool]) -> Line | str:
    if not any(visible[place] for place in places):
        return _group_digest(audience, places, items).hex()
    shown = [
        {"at": place, **(write_item(items[place]) if visible[place] else hide_item(items[place]))}
        for place in places
    ]
    return {"audience": audience, "items": shown}


def _group_digest(audience: str, places: list[int], items: list[Item]) -> bytes:
    return digests.group_digest(audience, [(place, items[place].digest) for place in places])
