"""Find events of a session by what they are, on whatever line: by type, by digest, by who sees them."""

from collections.abc import Iterator, Sequence

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.rows import Segment

_E = schema.events.c
Span = tuple[str, int, int]
"""A branch, and the first and last version there."""
_AT_ONCE = 5_000
"""Spans that one statement asks for: databases limit its parameters."""


class FoundEvent(msgspec.Struct, frozen=True, gc=False):
    """An event where it stands."""

    branch: str
    version: int
    number: int
    """Of its commit."""
    audience: str
    digest: bytes
    data: bytes | None


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


def find_on_branches(database: Database, session: str, spans: Sequence[Span], tag: str) -> list[FoundEvent]:
    """Return the events with this stored name in spans of branches, in the order in which they came about."""
    c = schema.commits.c
    of_commit = (_E.session == c.session) & (_E.branch == c.branch) & (_E.number == c.number)
    found: list[tuple[int, FoundEvent]] = []
    with database.reading() as connection:
        for inside in _events_in(spans):
            statement = (
                sa.select(c.position, *_COLUMNS)
                .select_from(inside.join(schema.commits, of_commit))
                .where(_E.session == session, _E.type == tag)
            )
            found += [(row[0], FoundEvent(*row[1:])) for row in connection.execute(statement)]
    return [one for _, one in sorted(found, key=lambda pair: (pair[0], pair[1].version))]


def find_audiences(database: Database, session: str, segments: Sequence[Segment]) -> set[str]:
    """Return the audiences that events of these segments have."""
    found: set[str] = set()
    with database.reading() as connection:
        for inside in _events_in([(one.branch, one.first_version, one.last_version) for one in segments]):
            statement = sa.select(_E.audience).select_from(inside).where(_E.session == session).distinct()
            found |= set(connection.execute(statement).scalars())
    return found


def _events_in(spans: Sequence[Span]) -> Iterator[sa.Join]:
    """Yield the events of many spans, to be selected from: one statement for thousands of them."""
    columns = (sa.column("branch", sa.String), sa.column("low", sa.Integer), sa.column("high", sa.Integer))
    for at in range(0, len(spans), _AT_ONCE):
        s = sa.values(*columns, name="given").data(list(spans[at : at + _AT_ONCE])).cte("spans")
        yield s.join(schema.events, (_E.branch == s.c.branch) & _E.version.between(s.c.low, s.c.high))
