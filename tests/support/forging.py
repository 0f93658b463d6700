"""Forge a log: tell it otherwise and make every hash, digest and column anew, as its keeper could."""

from typing import Any

import msgspec
import sqlalchemy as sa
from unguarded import unguarded

from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import make_commit
from tenmatsu.engine.deciding import Commands
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.registry import find_system
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.caches import Caches
from tenmatsu.events.base import Event
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import Commit, Header
from tenmatsu.events.table import Rolled, TimelineAdopted


class Told(msgspec.Struct):
    """A commit as somebody could tell it anew."""

    header: Header
    command: Command
    events: list[Recorded]
    was: Commit

    def place(self, kind: type[Event]) -> int:
        """Return where the first event of a kind stands."""
        return next(at for at, one in enumerate(self.events) if isinstance(one.event, kind))

    def replace(self, kind: type[Event], **changes: Any) -> None:
        """Give the first event of a kind other values."""
        at = self.place(kind)
        one = self.events[at]
        self.events[at] = Recorded(msgspec.structs.replace(one.event, **changes), one.audience)


def tell(store: Store, session: str) -> list[Told]:
    """Return all commits of a session in the order in which they came."""
    system = find_system(store.find_session(session).system)
    folder, commands = Folder(system), Commands(system)
    told: list[Told] = []
    for row in store.branches(session).values():
        for number in range(row.fork_number + 1, row.head_number + 1):
            commit = store.commit_at(session, row.id, number)
            events = [(folder.decode(item.data), item.audience) for item in commit.events]
            kept = [Recorded(event, audience) for event, audience in events if isinstance(event, Event)]
            header = msgspec.json.decode(commit.header.data or b"", type=Header)
            told.append(Told(header, commands.decode(commit.command.data or b""), kept, commit))
    return sorted(told, key=lambda one: one.was.position)


def forge(store: Store, session: str, story: list[Told]) -> None:
    """
    Store a session as told: numbers, versions, hashes, digests, heads and spent keys all fit.

    Where a command or event names a hash or digest of the old log, it names the new one.
    """
    system = find_system(store.find_session(session).system)
    folder, commands = Folder(system), Commands(system)
    rows = store.branches(session)
    names: dict[str, str] = {}
    ends: dict[str, Commit] = {}
    heads: dict[str, Commit] = {}
    made: list[tuple[Header, Commit]] = []
    for told in story:
        row = rows[told.header.branch]
        last = heads.get(row.id) or (ends[row.fork_hash.hex()] if row.fork_hash else None)
        before = LineState(last.last_version, last.number, last.hash) if last else LineState()
        header = msgspec.structs.replace(told.header, number=before.number + 1)
        command = commands.decode(_renamed(told.command, names))
        events = [Recorded(_read(folder, _renamed(one.event, names)), one.audience) for one in told.events]
        commit = make_commit(before, header, command, events, store.outside)
        ends[told.was.hash.hex()] = heads[row.id] = commit
        names[told.was.hash.hex()] = commit.hash.hex()
        for old, new in zip(told.was.events, commit.events, strict=False):
            names[old.digest.hex()] = new.digest.hex()
        made.append((header, commit))
    _write(store, session, made, ends, heads)


def _renamed(value: msgspec.Struct, names: dict[str, str]) -> bytes:
    text = msgspec.json.encode(value).decode()
    for old, new in names.items():
        text = text.replace(old, new)
    return text.encode()


def _read(folder: Folder, data: bytes) -> Event:
    event = folder.decode(data)
    assert isinstance(event, Event)
    return event


def _write(
    store: Store,
    session: str,
    made: list[tuple[Header, Commit]],
    ends: dict[str, Commit],
    heads: dict[str, Commit],
) -> None:
    Caches(store.database).drop(session)
    rows = store.branches(session)
    with unguarded(store) as connection:
        for table in (schema.commits, schema.events, schema.keys_spent, schema.adoptions):
            connection.execute(sa.delete(table).where(table.c.session == session))
        for order, (header, commit) in enumerate(made):
            _write_commit(connection, store, header, commit, order)
        for row in rows.values():
            head = heads[row.id]
            values: dict[str, Any] = {
                "head_number": head.number,
                "head_version": head.last_version,
                "head_hash": head.hash,
            }
            if row.fork_hash is not None:
                left = ends[row.fork_hash.hex()]
                place = (left.hash, left.number, left.last_version)
                values |= dict(zip(("fork_hash", "fork_number", "fork_version"), place, strict=True))
            b = schema.branches.c
            where = (b.session == session, b.id == row.id)
            connection.execute(sa.update(schema.branches).where(*where).values(values))


def _write_commit(
    connection: sa.Connection, store: Store, header: Header, commit: Commit, order: int
) -> None:
    values: dict[str, Any] = {
        "session": commit.session,
        "branch": commit.branch,
        "number": commit.number,
        "first_version": commit.first_version,
        "events": len(commit.events),
        "at": header.at,
        "actor": header.actor,
        "command_id": header.command_id,
        "previous": commit.previous,
        "hash": commit.hash,
        "pad": commit.pad,
    }
    for name, item in (("header", commit.header), ("command", commit.command)):
        values |= {f"{name}_digest": item.digest, f"{name}_salt": item.salt, name: item.data}
        values[f"{name}_audience"] = item.audience
    if position := store.database.dialect.next_position(str(order)):
        values["position"] = sa.literal_column(position)
    connection.execute(sa.insert(schema.commits).values(values))
    for version, item in enumerate(commit.events, commit.first_version):
        tag = tag_of(item.data or b"")
        place = (commit.session, commit.branch, version, commit.number, tag, item.audience)
        connection.execute(sa.insert(schema.events).values((*place, item.digest, item.salt, item.data)))
        if tag == "table.rolled":
            rolled = msgspec.json.decode(item.data or b"", type=Rolled)
            if rolled.source == "ring":
                key = (commit.session, rolled.ring, rolled.index)
                _insert_new(connection, store, schema.keys_spent, key)
        elif tag == "table.timeline_adopted":
            adopted = msgspec.json.decode(item.data or b"", type=TimelineAdopted)
            row = (commit.session, adopted.number, commit.branch, adopted.left, bytes.fromhex(adopted.head))
            _insert_new(connection, store, schema.adoptions, row)


def _insert_new(connection: sa.Connection, store: Store, table: sa.Table, row: tuple[Any, ...]) -> None:
    connection.execute(store.database.insert(table).values(row).on_conflict_do_nothing())
