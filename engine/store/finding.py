"""Find events of a session by what they are, on whatever line: by type, by digest, by who sees them."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.rows import Segment, Span
from tenmatsu.events.envelope import Item

_E = schema.events.c


class FoundEvent(msgspec.Struct, frozen=True, gc=False):
    """An event where it stands."""

    branch: str
    version: int
    number: int
    """Of its commit."""
    audience: str
    digest: bytes
    data: bytes | None


_SPAN = (
    _E.session == sa.bindparam("s"),
    _E.branch == sa.bindparam("b"),
    _E.version.between(sa.bindparam("low", type_=sa.Integer), sa.bindparam("high", type_=sa.Integer)),
)
_COLUMNS = (_E.branch, _E.version, _E.number, _E.audience, _E.digest, _E.data)


def find_reveals(database: Database, session: str) -> list[FoundEvent]:
    """
    Return the reveals on all lines of a session, in one statement.

    They have an index of their own, which SQLite has to be told to use.
    """
    tag: sa.BindParameter[str] = sa.bindparam("tag", "table.revealed", literal_execute=True)
    statement = (
        sa.select(*_COLUMNS)
        .where(_E.session == session, _E.type == tag)
        .with_hint(schema.events, "INDEXED BY events_revealed", "sqlite")
    )
    with database.reading() as connection:
        found = [FoundEvent(*row) for row in connection.execute(statement)]
    return sorted(found, key=lambda one: (len(one.branch), one.branch, one.version))


def find_by_digest(database: Database, session: str, start: str) -> list[FoundEvent]:
    """Return the events of a session whose digest begins with these hex digits, each digest once."""
    whole = start[: len(start) // 2 * 2]
    low = bytes.fromhex(whole)
    statement = sa.select(*_COLUMNS).where(
        _E.session == session, _E.digest >= low, _E.digest <= low.ljust(32, b"\xff")
    )
    with database.reading() as connection:
        found = [FoundEvent(*row) for row in connection.execute(statement)]
    return list({one.digest: one for one in found if one.digest.hex().startswith(start)}.values())


def find_on_branches(database: Database, session: str, spans: Iterable[Span], tag: str) -> list[FoundEvent]:
    """Return the events with this stored name in spans of branches, in the order in which they came about."""
    c = schema.commits.c
    of_commit = (_E.session == c.session) & (_E.branch == c.branch) & (_E.number == c.number)
    inside = sa.select(c.position, *_COLUMNS).select_from(schema.events.join(schema.commits, of_commit))
    of_type = inside.where(*_SPAN, _E.type == sa.bindparam("t", type_=sa.String))
    found: list[tuple[int, FoundEvent]] = []
    with database.reading() as connection:
        cursor, statement = database.cursor(connection), database.sql(of_type)
        for branch, low, high in spans:
            rows = cursor.execute(statement, (session, branch, low, high, tag)).fetchall()
            found += [(row[0], FoundEvent(*row[1:])) for row in rows]
    return [one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].version))]


def find_told(
    database: Database, session: str, span: Span, tags: Collection[str]
) -> list[tuple[int, bytes, str, int, bytes, bytes | None, bytes | None]]:
    """
    Return what is told of the events of these stored names in a span, in order: all but what they say.

    That is (version, digest, audience), and of its commit (number, hash, header, command).
    """
    statement = database.text(f"told {len(tags)}", lambda: _told(len(tags)))
    with database.glancing() as cursor:
        found: list[tuple[int, bytes, str, int, bytes, bytes | None, bytes | None]] = cursor.execute(
            statement, (session, session, *span, *tags)
        ).fetchall()
    return found


def _told(tags: int) -> sa.Select[Any]:
    c = schema.commits.c
    # each table is asked for this session: each may lie in partitions by it
    of_session = c.session == sa.bindparam("s", type_=sa.String)
    of_commit = of_session & (c.branch == _E.branch) & (c.number == _E.number)
    named = _E.type.in_([sa.bindparam(f"t{place}", type_=sa.String) for place in range(tags)])
    columns = (_E.version, _E.digest, _E.audience, c.number, c.hash, c.header, c.command)
    joined = schema.events.join(schema.commits, of_commit)
    return sa.select(*columns).select_from(joined).where(*_SPAN, named).order_by(_E.version)


def find_audiences(database: Database, session: str, segments: Sequence[Segment]) -> set[str]:
    """Return the audiences that events of these segments have."""
    found: set[str] = set()
    with database.reading() as connection:
        cursor = database.cursor(connection)
        statement = database.sql(sa.select(_E.audience).where(*_SPAN).distinct())
        for one in segments:
            place = (session, one.branch, one.first_version, one.last_version)
            found |= {row[0] for row in cursor.execute(statement, place).fetchall()}
    return found


def find_fork_headers(database: Database, session: str) -> dict[str, Item]:
    """Return by line the header of the commit that opened it, its bytes left out; in one statement."""
    b, c = schema.branches.c, schema.commits.c
    first = (c.session == b.session) & (c.branch == b.id) & (c.number == b.fork_number + 1)
    statement = (
        sa.select(b.id, c.header_digest, c.header_audience)
        .select_from(schema.branches.join(schema.commits, first))
        .where(b.session == session, b.parent.is_not(None))
    )
    with database.reading() as connection:
        rows = connection.execute(statement)
        return {row[0]: Item("header", bytes(row[1]), None, None, row[2]) for row in rows}
