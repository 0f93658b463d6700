"""A portable log as values: its lines of play, and the commit in one of its lines."""

import re
from collections.abc import Callable, Iterable

import msgspec

from tenmatsu.engine.portable.lines import ITEM_KINDS, Line, kind_of, read_hex, read_item
from tenmatsu.engine.table.ids import is_id
from tenmatsu.events import digests
from tenmatsu.events.codec import tag_of
from tenmatsu.events.digests import ItemKind
from tenmatsu.events.envelope import (
    GM_ONLY,
    SALT_SIZE,
    SEALED,
    Commit,
    Header,
    Item,
    hash_items,
    may_see,
)
from tenmatsu.events.table import Role

MOST_TAG = 96
"""Letters of the stored name of an event."""
MOST_AUDIENCE = 4096
"""Letters of an audience."""
_TAG = re.compile(r"(?:[a-z][a-z0-9_]*\.[a-z0-9_]+(?:@[0-9]{1,4})?)?")
"""The stored name of an event, or nothing where there is none to read."""
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,15}[+-][0-9]{2}:[0-9]{2}")
_HEADER = msgspec.json.Decoder(Header)


class LoggedBranch(msgspec.Struct):
    """A line as a portable log tells of it, with its commits."""

    id: str
    parent: str | None
    fork: bytes | None
    name: str
    commits: list[Commit] = []


class Log(msgspec.Struct):
    """A portable log, read and checked."""

    session: str
    system: str
    view: str | None
    participants: dict[str, tuple[Role, str]] = {}
    branches: dict[str, LoggedBranch] = {}
    current: str = "0"
    heads: dict[str, str] = {}

    def sees(self, audience: str) -> bool:
        """Return whether the log's viewer is of an audience; a sealed entry shows that something is there."""
        is_gm = self.participants.get(self.view or "", ("player", ""))[0] == "gm"
        return audience == SEALED or may_see(audience, self.view, is_gm=is_gm)


def read_header(item: Item) -> Header | None:
    """Return a header, None where it is not shown; `ValueError` where no program of ours wrote it."""
    if item.data is None:
        return None
    header = _HEADER.decode(item.data)
    known = header.command_id
    if not is_id(header.actor) or _AT.fullmatch(header.at) is None:
        raise ValueError(header.at)
    if not 0 < len(known) <= 64 or not known.isprintable():
        raise ValueError(known)
    return header


def _check_audience(text: object) -> str:
    """Return the audience of a group; `ValueError` where it is none."""
    if not isinstance(text, str) or not 0 < len(text) <= MOST_AUDIENCE:
        raise ValueError(text)
    if not all(one == GM_ONLY or is_id(one) for one in text.removeprefix("!").split(",")):
        raise ValueError(text)
    return text


def _check_tags(events: Iterable[Item]) -> None:
    """Raise `ValueError` for an event under a name that no event can have."""
    for item in events:
        tag = item.tag if item.data is None else tag_of(item.data)
        if len(tag) > MOST_TAG or _TAG.fullmatch(tag) is None:
            raise ValueError(tag)


def read_commit(session: str, value: Line, before: Commit | None, sees: Callable[[str], bool]) -> Commit:
    """
    Return the commit in a line; its `hash` is recomputed from what the line holds.

    Of a group that the log's viewer does not see, it has what was opened to them and no more.
    """
    placed: dict[int, Item] = {}
    groups: list[bytes] = []
    pad = read_hex(value["pad"], SALT_SIZE) if "pad" in value else None
    for group in value.get("groups", ()):
        if isinstance(group, str):
            groups.append(read_hex(group))
            continue
        audience = _check_audience(group["audience"])
        one = {line["at"]: read_item(line, kind_of(line["at"]), audience) for line in group["items"]}
        placed.update(one)
        groups.append(digests.group_digest(audience, [(at, item.digest) for at, item in one.items()]))
    opened = _read_open(value["open"])
    previous = read_hex(value["prev"])
    closed = read_hex(value["closed"]) if "closed" in value else digests.closed_digest(groups, pad)
    hashed = digests.commit_hash(previous, digests.open_digest(item.digest for item in opened), closed)
    items = _in_order(opened, placed)
    if value.get("sealed"):
        items.append(Item("event", bytes(32), None, None, SEALED))
    _check_tags(item for item in items if item.kind == "event")
    header = next((item for item in items if item.kind == "header"), Item("header", b"", None, None))
    command = next((item for item in items if item.kind == "command"), Item("command", b"", None, None))
    commit = Commit(
        session=session,
        branch=str(value["branch"]),
        number=before.number + 1 if before else 1,
        first_version=before.last_version + 1 if before else 1,
        previous=previous,
        hash=hashed,
        pad=pad,
        header=header,
        command=command,
        events=tuple(item for item in items if item.kind == "event"),
        closed=closed if _is_partial(value) else None,
    )
    if hash_items(previous, list(commit.items()), pad, commit.closed) != hashed:
        raise ValueError("items stand in another order than the hash has them")
    kept = tuple(item for item in commit.events if item.data is not None or sees(item.audience))
    if len(kept) == len(commit.events):
        return commit
    return msgspec.structs.replace(commit, events=kept, closed=closed)


def _is_partial(value: Line) -> bool:
    """Return whether the line does not hold all that its closed half is made of."""
    return (
        "closed" in value
        or bool(value.get("sealed"))
        or any(isinstance(group, str) for group in value.get("groups", ()))
    )


def _read_open(lines: list[Line]) -> list[Item]:
    return [read_item(line, _kind_in(line), "") for line in lines]


def _kind_in(line: Line) -> ItemKind:
    for kind in ITEM_KINDS:
        if kind in line:
            return kind
    raise KeyError("event")


def _in_order(opened: list[Item], placed: dict[int, Item]) -> list[Item]:
    """Return all items that the line shows in the order of the commit; open ones fill the gaps."""
    rest = iter(opened)
    total = len(opened) + len(placed)
    items: list[Item] = []
    at = 0
    while len(items) < total:
        if at in placed:
            items.append(placed[at])
        else:
            one = next(rest, None)
            if one is None:
                items += [placed[place] for place in sorted(placed) if place > at]
                break
            items.append(one)
        at += 1
    return items
