"""
Packs: a cache of the older history, many events a row.

A pack holds whole commits of one branch whose chain was checked when it was made. It is used where its
bytes are still those that were stored and the commit at its end is still the log's; redaction drops all
packs of a session, and what has lost some of its bytes is in none.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.checking import ChainBroken, read_checked
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.holding import count_redactions, hold_redactions
from tenmatsu.engine.store.rows import Span

PACK = 500
"""Events of a pack, but for the rest of its last commit."""
LEAST = 100
"""In front of a gap so many events make a pack too."""
AT_ONCE = 16
"""So many are read in one transaction."""
_LAST = 2**31 - 1
_RAW = msgspec.json.Decoder(list[msgspec.Raw])


class Pack(msgspec.Struct, frozen=True, gc=False):
    """The events from one version to another, as a JSON array of their exact bytes."""

    first: int
    last: int
    data: bytes


class Part(msgspec.Struct, frozen=True, gc=False):
    """Of a pack, the events from one version to another."""

    pack: Pack
    low: int
    high: int


class Packs:
    """The statements of packs, compiled once for a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        p, e, c = schema.packs.c, schema.events.c, schema.commits.c
        session: sa.BindParameter[str] = sa.bindparam("s", type_=sa.String)
        branch: sa.BindParameter[str] = sa.bindparam("b", type_=sa.String)
        low: sa.BindParameter[int] = sa.bindparam("low", type_=sa.Integer)
        high: sa.BindParameter[int] = sa.bindparam("high", type_=sa.Integer)
        # Every table is asked for this session: each may lie in partitions by it. No join: a server without
        # statistics may read the whole branch for each pack, where a subquery finds its one row by the key.
        of_end = (e.session == session, e.branch == p.branch, e.version == p.last_version)
        number = sa.select(e.number).where(*of_end).correlate(schema.packs).scalar_subquery()
        at_end = (c.session == session, c.branch == p.branch, c.number == number)
        end = sa.select(c.hash).where(*at_end).correlate(schema.packs).scalar_subquery()
        self._find = database.sql(
            sa.select(p.first_version, p.last_version, p.digest, p.data, p.end_hash, end)
            .where(p.session == session, p.branch == branch, p.last_version >= low, p.first_version <= high)
            .order_by(p.first_version)
        )
        self._find += f" LIMIT {AT_ONCE}"
        line = schema.branches.c
        self._line = sa.select(line.fork_version, line.fork_hash, line.head_version).where(
            line.session == session, line.id == branch
        )
        self._newest = (
            sa.select(p.last_version, p.end_hash)
            .where(p.session == session, p.branch == branch)
            .order_by(p.first_version.desc())
            .limit(1)
        )

    def find(self, cursor: Any, session: str, branch: str, low: int, high: int) -> list[Pack]:
        """Return the next packs that hold some of these versions and can be trusted, `AT_ONCE` at most."""
        cursor.execute(self._find, (session, session, session, branch, low, high))
        return [
            Pack(first, last, data)
            for first, last, *rest in cursor.fetchall()
            if (data := _trusted(*rest)) is not None
        ]

    def count_broken(self) -> int:
        """Return how many packs of all cannot be trusted; a session's history is read without them."""
        p = schema.packs.c
        with self._database.reading() as connection:
            lines = connection.execute(sa.select(p.session, p.branch).distinct()).all()
            cursor = self._database.cursor(connection)
            return sum(self._count_broken(cursor, session, branch) for session, branch in lines)

    def _count_broken(self, cursor: Any, session: str, branch: str) -> int:
        at = broken = 0
        values = (session, session, session, branch, 0, _LAST)
        while rows := cursor.execute(f"{self._find} OFFSET {at}", values).fetchall():
            at += len(rows)
            broken += sum(_trusted(*rest) is None for _first, _last, *rest in rows)
        return broken

    def extend(self, session: str, branch: str) -> int:
        """
        Pack what a branch has behind its newest pack, and return how many packs that made.

        Where an item is redacted meanwhile nothing more is kept. What does not fit its hashes is packed
        no further: an audit names it.
        """
        with self._database.reading() as connection:
            redactions = count_redactions(connection, session)
            line = connection.execute(self._line, {"s": session, "b": branch}).first()
            found = connection.execute(self._newest, {"s": session, "b": branch}).first()
        if line is None:
            return 0
        start, previous = (line[0], line[1]) if found is None else found
        if line[2] - start < PACK:
            return 0
        made = 0
        for pack, end in _make(self._database, session, (branch, start + 1, line[2]), previous):
            if not self._keep(session, branch, pack, end, redactions):
                break
            made += 1
        return made

    def _keep(self, session: str, branch: str, pack: Pack, end: bytes, redactions: int) -> bool:
        values: Mapping[str, object] = {
            "last_version": pack.last,
            "end_hash": end,
            "digest": sha256(pack.data).digest(),
            "data": pack.data,
        }
        key = {"session": session, "branch": branch, "first_version": pack.first}
        statement = self._database.insert(schema.packs).values(**key, **values)
        saved = statement.on_conflict_do_update(index_elements=list(key), set_=values)
        with self._database.writing() as connection:
            if hold_redactions(connection, session) != redactions:
                return False
            connection.execute(saved)
        return True


def _trusted(digest: Any, data: Any, end: Any, found: Any) -> bytes | None:
    """Return a pack's bytes where they are still those that were stored, and its end is the log's."""
    whole = isinstance(data, bytes) and end == found and sha256(data).digest() == digest
    return data if whole else None


def _make(
    database: Database, session: str, span: Span, previous: bytes | None
) -> Iterator[tuple[Pack, bytes]]:
    """Yield the packs of a span, each with the hash of its last commit."""
    datas: list[bytes] = []
    first, end = span[1], b""
    try:
        for commit in read_checked(database, session, span, previous):
            whole = [data for data in commit.datas if data is not None]
            if len(whole) < len(commit.datas) or not _is_json(whole):
                if len(datas) >= LEAST and end:
                    yield _pack(first, datas), end
                datas, first = [], commit.last_version + 1
                continue
            datas += whole
            end = commit.hash
            if len(datas) >= PACK:
                yield _pack(first, datas), end
                datas, first = [], commit.last_version + 1
    except ChainBroken:
        return


def _pack(first: int, datas: Sequence[bytes]) -> Pack:
    return Pack(first, first + len(datas) - 1, b"[" + b",".join(datas) + b"]")


def _is_json(datas: Sequence[bytes]) -> bool:
    """Return whether each of these is one JSON value: else they would not stand apart in an array."""
    try:
        return len(_RAW.decode(b"[" + b",".join(datas) + b"]")) == len(datas)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
