"""Read history and check it against its hashes on the way, row by row."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.rows import Span
from tenmatsu.events.digests import item_digest
from tenmatsu.events.envelope import SALT_SIZE, Item, hash_items, hash_open

_CHUNK = 500
_EVENT = b"tenmatsu/event/1\n"


class ChainBroken(Exception):
    """A row that does not fit the hashes: what it is, the audit tells."""


class CheckedCommit(msgspec.Struct, frozen=True, gc=False):
    """A commit whose items fit its hash, and that follows the one before it."""

    number: int
    last_version: int
    hash: bytes
    datas: Sequence[bytes | None]
    """The bytes of its events; None where they are gone, or sealed for this log's viewer."""


def read_checked(
    database: Database, session: str, span: Span, previous: bytes | None = None
) -> Iterator[CheckedCommit]:
    """
    Yield the commits of a branch from one version to another, checked; `ChainBroken` where one does not fit.

    The span begins and ends with whole commits. `previous` is the hash before it; where it is None the
    first commit is taken as it stands.
    """
    branch, low, last = span
    reader = _Rows(database, session, branch)
    while low <= last:
        commits, events = reader.read(low, min(low + _CHUNK - 1, last))
        if not commits:
            raise ChainBroken
        at = 0
        for row in commits:
            number, first, count = row[0], row[1], row[2]
            rows = events[at : at + count]
            at += count
            if first != low or len(rows) != count or not count:
                raise ChainBroken
            if previous is not None and row[3] != previous:
                raise ChainBroken
            previous = bytes(row[4])
            _check(row, rows)
            low = first + count
            yield CheckedCommit(number, low - 1, previous, [one[1] for one in rows])


def _check(row: Sequence[Any], rows: Sequence[Sequence[Any]]) -> None:
    """Raise `ChainBroken` unless a commit's items fit their digests and its hash."""
    pad, closed = row[5], row[6]
    header, command = _item("header", row[7:11]), _item("command", row[11:15])
    digests, datas, salts, audiences = zip(*rows, strict=True)
    found = None if closed is not None or pad is None or any(audiences) else _digests(salts, datas)
    if found is not None:
        # nearly every commit: all of it there, and for everybody
        if found != list(digests) or set(map(len, salts)) != {SALT_SIZE}:
            raise ChainBroken
        fits = not header.audience and not command.audience
        fits = fits and hash_open(row[3], [header.digest, command.digest, *digests], pad) == row[4]
    else:
        items = [header, command, *(_item("event", (one[0], one[2], one[1], one[3])) for one in rows)]
        try:
            fits = hash_items(row[3], items, pad, closed) == row[4]
        except ValueError:
            fits = False
    if not fits:
        raise ChainBroken


def _digests(salts: Sequence[Any], datas: Sequence[Any]) -> list[bytes] | None:
    """Return the digests of events that are all there, else None."""
    try:
        return [sha256(_EVENT + salt + data).digest() for salt, data in zip(salts, datas, strict=True)]
    except TypeError:
        return None


def _item(kind: Any, parts: Sequence[Any]) -> Item:
    digest, salt, data, audience = parts
    if data is not None and (
        salt is None or len(salt) != SALT_SIZE or item_digest(kind, bytes(salt), bytes(data)) != digest
    ):
        raise ChainBroken
    return Item(kind, digest, salt, data, audience)


class _Rows:
    """Reads the rows of one branch, commits and their events."""

    def __init__(self, database: Database, session: str, branch: str) -> None:
        e, c = schema.events.c, schema.commits.c
        s: sa.BindParameter[str] = sa.bindparam("s", type_=sa.String)
        b: sa.BindParameter[str] = sa.bindparam("b", type_=sa.String)
        low: sa.BindParameter[int] = sa.bindparam("low", type_=sa.Integer)
        high: sa.BindParameter[int] = sa.bindparam("high", type_=sa.Integer)
        self._database = database
        self._place = (session, branch)
        self._numbers = database.sql(
            sa.select(e.number).where(e.session == s, e.branch == b, (e.version == low) | (e.version == high))
        )
        self._commits = database.sql(
            sa.select(
                c.number,
                c.first_version,
                c.events,
                c.previous,
                c.hash,
                c.pad,
                c.closed,
                c.header_digest,
                c.header_salt,
                c.header,
                c.header_audience,
                c.command_digest,
                c.command_salt,
                c.command,
                c.command_audience,
            )
            .where(c.session == s, c.branch == b, c.number.between(low, high))
            .order_by(c.number)
        )
        self._events = database.sql(
            sa.select(e.digest, e.data, e.salt, e.audience)
            .where(e.session == s, e.branch == b, e.version.between(low, high))
            .order_by(e.version)
        )

    def read(self, low: int, high: int) -> tuple[list[Any], list[Any]]:
        """Return the commits that begin between two versions, and their events, as of one moment."""
        with self._database.glancing() as cursor:
            ends = cursor.execute(self._numbers, (*self._place, low, high)).fetchall()
            numbers = sorted({row[0] for row in ends})
            if not numbers:
                return [], []
            commits = cursor.execute(self._commits, (*self._place, numbers[0], numbers[-1])).fetchall()
            if not commits:
                return [], []
            end = commits[-1][1] + commits[-1][2] - 1
            events = cursor.execute(self._events, (*self._place, low, end)).fetchall()
        return commits, events
