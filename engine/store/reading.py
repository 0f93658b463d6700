"""Read the log: whole commits for those who check and show, bare events for those who fold."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.packs import Packs, Part
from tenmatsu.engine.store.positions import BareCommit, find_after, read_events_after
from tenmatsu.engine.store.rows import BranchRow, Segment, Span
from tenmatsu.events.envelope import Commit, Item

_CHUNK = 2_000
_COMMITS = 200
"""Of a line's whole commits fewer at once: they are large, and a processor's cache holds no more."""
PACKED_FROM = 200
"""So many events of one branch, or more, are looked for in packs."""


def lineage(branches: Mapping[str, BranchRow], branch: str, upto: int | None = None) -> list[Segment]:
    """Return the segments of a line's history up to version `upto`, oldest first."""
    segments = list(ancestry(branches, branch))
    segments.reverse()
    if upto is None:
        return segments
    return [
        segment
        if segment.last_version <= upto
        else Segment(segment.branch, segment.first_version, upto, segment.first_number, segment.last_number)
        for segment in segments
        if segment.first_version <= upto
    ]


def ancestry(branches: Mapping[str, BranchRow], branch: str) -> Iterator[Segment]:
    """Yield the segments of a line's history, newest first."""
    row = branches[branch]
    last_version, last_number = row.head_version, row.head_number
    for _ in branches:
        if last_version > row.fork_version:
            yield Segment(row.id, row.fork_version + 1, last_version, row.fork_number + 1, last_number)
            last_version = row.fork_version
        last_number = min(last_number, row.fork_number)
        if row.parent is None:
            break
        row = branches[row.parent]


class Reader:
    """
    The statements of reading, compiled once for a database.

    Long histories are read piece by piece, each in a transaction of its own: what is read never
    changes, and whoever reads slowly keeps neither a connection nor the write-ahead log waiting.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.packs = Packs(database)
        e, c = schema.events.c, schema.commits.c
        sql = database.sql
        nothing: sa.ColumnElement[str] = sa.literal_column("''")
        low, high = sa.bindparam("low", type_=sa.Integer), sa.bindparam("high", type_=sa.Integer)
        # a name in place of bytes: PostgreSQL wants one kind in a column, so it has a third
        self._split = database.engine.dialect.name == "postgresql"
        bare = sa.case((e.data.is_(None), e.type))
        columns = (e.version, e.data, bare) if self._split else (e.version, sa.func.coalesce(e.data, e.type))
        self._events = sql(
            sa.select(*columns)
            .where(
                e.session == sa.bindparam("s"), e.branch == sa.bindparam("b"), e.version.between(low, high)
            )
            .order_by(e.version)
        )
        ordered = [column for column in schema.commits.columns if column.name != "position"]
        self._commits = sql(
            sa.select(*ordered, c.position)
            .where(c.session == sa.bindparam("s"), c.branch == sa.bindparam("b"), c.number.between(low, high))
            .order_by(c.number)
        )
        self._items = sql(
            sa.select(
                e.number,
                e.digest,
                e.salt,
                e.data,
                e.audience,
                sa.case((e.data.is_(None), e.type), else_=nothing),
            )
            .where(
                e.session == sa.bindparam("s"), e.branch == sa.bindparam("b"), e.version.between(low, high)
            )
            .order_by(e.version)
        )
        of_type = (
            e.session == sa.bindparam("s"),
            e.branch == sa.bindparam("b"),
            e.version.between(low, high),
            e.type == sa.bindparam("t"),
        )
        self._of_type = sql(sa.select(e.digest, e.data).where(*of_type).order_by(e.version))
        whole = (e.digest, e.salt, e.data, e.audience, e.type)
        self._items_of_type = sql(sa.select(*whole).where(*of_type).order_by(e.version))

    def events(
        self, session: str, segments: Sequence[Segment], after: int = 0
    ) -> Iterator[tuple[int, bytes | str]]:
        """Yield (version, bytes) of every event behind version `after`; its name where those are gone."""
        for rows in self._in_rows(session, _spans(segments, after)):
            yield from rows

    def rows(self, session: str, segments: Sequence[Segment], after: int = 0) -> Iterator[list[bytes | str]]:
        """Yield the same bytes, many at once."""
        return self._in_bytes(session, _spans(segments, after))

    def pieces(
        self, session: str, segments: Sequence[Segment], after: int = 0
    ) -> Iterator[Part | list[bytes | str]]:
        """Yield the same bytes in parts of packs where there are any, from rows where there are none."""
        short: list[Span] = []
        for span in _spans(segments, after):
            if span[2] - span[1] + 1 < PACKED_FROM:
                short.append(span)
                continue
            yield from self._in_bytes(session, short)
            short = []
            yield from self._in_packs(session, span)
        yield from self._in_bytes(session, short)

    def _in_packs(self, session: str, span: Span) -> Iterator[Part | list[bytes | str]]:
        branch, low, high = span
        while low <= high:
            with self._database.glancing() as cursor:
                packs = self.packs.find(cursor, session, branch, low, high)
            for pack in packs:
                if pack.first > low:
                    yield from self._in_bytes(session, [(branch, low, pack.first - 1)])
                yield Part(pack, max(low, pack.first), min(high, pack.last))
                low = pack.last + 1
            if not packs:
                yield from self._in_bytes(session, [(branch, low, high)])
                return

    def _in_bytes(self, session: str, spans: Iterable[Span]) -> Iterator[list[bytes | str]]:
        for rows in self._in_rows(session, spans):
            yield [row[1] for row in rows]

    def _in_rows(self, session: str, spans: Iterable[Span]) -> Iterator[list[tuple[int, bytes | str]]]:
        for group in _in_groups(spans, _CHUNK):
            rows: list[tuple[int, bytes | str]] = []
            with self._database.glancing() as cursor:
                for span in group:
                    found = cursor.execute(self._events, (session, *span)).fetchall()
                    rows += [(v, d if d is not None else t) for v, d, t in found] if self._split else found
            yield rows

    def commits(self, session: str, segments: Sequence[Segment], after: int = 0) -> Iterator[Commit]:
        """Yield every commit of the segments whose number is higher than `after`."""
        spans = ((one.branch, max(one.first_number, after + 1), one.last_number) for one in segments)
        for group in _in_groups(spans, _COMMITS):
            found: list[tuple[list[Any], list[Any]]] = []
            with self._database.glancing() as cursor:
                for span in group:
                    if rows := cursor.execute(self._commits, (session, *span)).fetchall():
                        place = (session, *_versions(rows))
                        found.append((rows, cursor.execute(self._items, place).fetchall()))
            for rows, items in found:
                grouped: defaultdict[int, list[Item]] = defaultdict(list)
                for number, digest, salt, data, audience, name in items:
                    grouped[number].append(Item("event", digest, salt, data, audience, name))
                for row in rows:
                    yield _commit(row, tuple(grouped.get(row[2], ())))

    def every_commit(self, session: str) -> Iterator[Commit]:
        """
        Yield the commits of all lines of a session, line by line in the byte order of their ids.

        It takes as many statements for a thousand short lines as for one long line.
        """
        e, c = schema.events.c, schema.commits.c
        ordered = [column for column in schema.commits.columns if column.name != "position"]
        name = sa.case((e.data.is_(None), e.type), else_=sa.literal_column("''"))
        parts = (e.branch, e.number, e.digest, e.salt, e.data, e.audience, name)
        last: tuple[str, int] = ("", 0)
        while True:
            behind = sa.tuple_(c.branch, c.number) > sa.tuple_(*last)
            some = sa.select(*ordered, c.position).where(c.session == session, behind)
            with self._database.reading() as connection:
                rows = connection.execute(some.order_by(c.branch, c.number).limit(_CHUNK)).fetchall()
                if not rows:
                    return
                ends = (
                    sa.tuple_(rows[0][1], rows[0][3]),
                    sa.tuple_(rows[-1][1], rows[-1][3] + rows[-1][4] - 1),
                )
                place = sa.tuple_(e.branch, e.version)
                inside = sa.select(*parts).where(e.session == session, place >= ends[0], place <= ends[1])
                items = connection.execute(inside.order_by(e.branch, e.version)).fetchall()
            grouped: dict[tuple[str, int], list[Item]] = {}
            for branch, number, *item in items:
                grouped.setdefault((branch, number), []).append(Item("event", *item))
            for row in rows:
                yield _commit(tuple(row), tuple(grouped.get((row[1], row[2]), ())))
            last = (rows[-1][1], rows[-1][2])

    def of_type(
        self, session: str, branch: str, low: int, high: int, tag: str
    ) -> list[tuple[bytes, bytes | None]]:
        """Return (digest, bytes) of the events with this stored name between two versions of one branch."""
        with self._database.glancing() as cursor:
            rows = cursor.execute(self._of_type, (session, branch, low, high, tag)).fetchall()
        return [(digest, data) for digest, data in rows]

    def items_of_type(self, session: str, branch: str, low: int, high: int, tag: str) -> list[Item]:
        """Return the events with this stored name between two versions of one branch."""
        with self._database.glancing() as cursor:
            rows = cursor.execute(self._items_of_type, (session, branch, low, high, tag)).fetchall()
        return [Item("event", *row) for row in rows]

    def numbers_of_type(self, session: str, branch: str, low: int, high: int, tag: str) -> list[int]:
        """Return the numbers of the commits that hold such an event between two versions of one branch."""
        e = schema.events.c
        where = (e.session == session, e.branch == branch, e.version.between(low, high), e.type == tag)
        with self._database.reading() as connection:
            return list(connection.execute(sa.select(e.number).where(*where).order_by(e.version)).scalars())

    def after_position(
        self, position: int, most: int, session: str | None
    ) -> list[tuple[int, str, str, int]]:
        """Return (position, session, branch, number) of the commits behind a position."""
        return find_after(self._database, position, most, session)

    def events_after(self, position: int, most: int, session: str | None) -> list[BareCommit]:
        """Return the same with the bytes of the events of each; None where those are gone."""
        return read_events_after(self._database, position, most, session)

    def last_position(self) -> int:
        """Return the position of the newest commit that followers may read, 0 where there is none."""
        newest = sa.select(sa.func.max(schema.commits.c.position))
        with self._database.reading() as connection:
            settled = self._database.dialect.settled_position(self._database.cursor(connection))
            if settled is not None:
                newest = newest.where(schema.commits.c.position <= settled)
            return connection.execute(newest).scalar() or 0


def _spans(segments: Sequence[Segment], after: int) -> Iterator[Span]:
    """Yield where the events of segments behind a version stand."""
    for one in segments:
        if (low := max(one.first_version, after + 1)) <= one.last_version:
            yield one.branch, low, one.last_version


def _in_groups(spans: Iterable[Span], most: int) -> Iterator[list[Span]]:
    """Yield spans in order, cut and grouped so that no group covers more than one transaction reads."""
    group: list[Span] = []
    room = most
    for branch, first, last in spans:
        low = first
        while low <= last:
            high = min(low + room - 1, last)
            group.append((branch, low, high))
            room -= high - low + 1
            low = high + 1
            if not room:
                yield group
                group, room = [], most
    if group:
        yield group


def _versions(rows: Sequence[Any]) -> Span:
    """Return where the events of these rows of `commits`, of one branch, stand: only versions are indexed."""
    last = rows[-1]
    return (rows[0][1], rows[0][3], last[3] + last[4] - 1)


def _commit(row: tuple[Any, ...], events: tuple[Item, ...]) -> Commit:
    """Make a commit of a row of `commits`, whose columns come in the order of the schema, position last."""
    session, branch, number, first_version = row[:4]
    previous, digest, pad = row[8:11]
    header, command = Item("header", *row[11:15]), Item("command", *row[15:19])
    return Commit(
        session,
        branch,
        number,
        first_version,
        previous,
        digest,
        pad,
        header,
        command,
        events,
        row[20],
        row[19],
    )
