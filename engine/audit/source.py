"""Read a session's rows as they stand, for an audit: no cache, no trust in any column."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import Store, schema
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import Commit, Item

Decoded = Sequence[Event | Unknown | None]
"""The events of a commit; None where the bytes are gone."""


class StoredCommit(msgspec.Struct, frozen=True, gc=False):
    """A commit as stored, with the columns that repeat what is hashed."""

    commit: Commit
    count: int
    at: str
    actor: str
    command_id: str
    events: tuple[tuple[Any, Any, str], ...]
    """The columns of each event's row that repeat what is hashed: version, number, name."""
    tags: tuple[str, ...]
    """The name of each event as its bytes have it, or the column where they are gone."""


def _bytes(value: Any) -> bytes | None:
    """Return a column's bytes, also where its type was bent."""
    if value is None or isinstance(value, bytes):
        return value
    return str(value).encode(errors="replace")


def _number(value: Any) -> int:
    """Return a column's number, -1 where somebody put something else there."""
    return value if value.__class__ is int else -1


def _item(kind: Any, digest: Any, salt: Any, data: Any, audience: Any, tag: Any = "") -> Item:
    if digest.__class__ is salt.__class__ is data.__class__ is bytes:
        return Item(kind, digest, salt, data, str(audience))
    name = str(tag) if data is None else ""
    return Item(kind, _bytes(digest) or b"", _bytes(salt), _bytes(data), str(audience), name)


def read_stored(store: Store, session: str, branch: str) -> Iterator[StoredCommit]:
    """Yield every stored commit of one branch in the order of its numbers, with the events that name it."""
    place, text = (session, branch), store.database.text
    in_order, numbered = text("stored_events", _events), text("stored_commits", _commits)
    with store.database.reading() as connection, store.database.dialect.streaming(connection) as stream:
        pending = _EventRows(stream(in_order, place))
        for row in stream(numbered, place):
            yield make_stored(row, pending.take(_number(row[2]), _number(row[4])))
        rest = pending.rest()
        if rest:
            yield _orphans(session, branch, rest)


def _commits() -> sa.Select[Any]:
    c = schema.commits.c
    columns = [column for column in c if column.name != "position"]
    here = sa.select(*columns).where(c.session == sa.bindparam("s"), c.branch == sa.bindparam("b"))
    return here.order_by(c.number, c.first_version)


def _events() -> sa.Select[Any]:
    e = schema.events.c
    columns = [sa.null() if column.name in ("session", "branch") else column for column in e]
    here = sa.select(*columns).where(e.session == sa.bindparam("s"), e.branch == sa.bindparam("b"))
    return here.order_by(e.version)


class _EventRows:
    """Hands out event rows commit by commit, in the order of their versions."""

    def __init__(self, rows: Iterator[tuple[Any, ...]]) -> None:
        self._rows = rows
        self._next: tuple[Any, ...] | None = next(rows, None)

    def take(self, number: int, count: int) -> list[tuple[Any, ...]]:
        """Return the next rows as long as they name this commit, or as many as it says it has."""
        taken: list[tuple[Any, ...]] = []
        while self._next is not None and (self._next[3] == number or len(taken) < count):
            taken.append(self._next)
            self._next = next(self._rows, None)
        return taken

    def rest(self) -> list[tuple[Any, ...]]:
        """Return what no commit took."""
        return [*([self._next] if self._next is not None else []), *self._rows]


def make_stored(row: tuple[Any, ...], events: list[tuple[Any, ...]]) -> StoredCommit:
    """Return a commit of its row, whose columns come in the order of the schema, and of its events' rows."""
    commit = Commit(
        session=str(row[0]),
        branch=str(row[1]),
        number=_number(row[2]),
        first_version=_number(row[3]),
        previous=_bytes(row[8]) or b"",
        hash=_bytes(row[9]) or b"",
        pad=_bytes(row[10]),
        header=_item("header", *row[11:15]),
        command=_item("command", *row[15:19]),
        events=tuple([_item("event", one[6], one[7], one[8], one[5], one[4]) for one in events]),
        closed=_bytes(row[19]),
    )
    places = tuple([(one[2], one[3], str(one[4])) for one in events])
    tags = tuple([one.tag if one.data is None else tag_of(one.data) for one in commit.events])
    return StoredCommit(commit, _number(row[4]), str(row[5]), str(row[6]), str(row[7]), places, tags)


def _orphans(session: str, branch: str, events: list[tuple[Any, ...]]) -> StoredCommit:
    """Return events that belong to no commit, as a commit without a hash."""
    nothing = Item("header", b"", None, None)
    items = tuple(_item("event", one[6], one[7], one[8], one[5]) for one in events)
    commit = Commit(session, branch, 0, _number(events[0][2]), b"", b"", None, nothing, nothing, items)
    return StoredCommit(commit, 0, "", "", "", (), ())
