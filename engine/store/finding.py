"""Find events of a session by what they are, on whatever line: by type, by digest, by who sees them."""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.rows import Segment

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


def find_audiences(database: Database, session: str, segments: Sequence[Segment]) -> set[str]:
    """Return the audiences that events of these segments have."""
    found: set[str] = set()
    with database.reading() as connection:
        for one in segments:
            where = (
                _E.session == session,
                _E.branch == one.branch,
                _E.version.between(one.first_version, one.last_version),
            )
            found |= set(connection.execute(sa.select(_E.audience).where(*where).distinct()).scalars())
    return found
