"""Read the log of all sessions in the order of its positions."""

from typing import Any

import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database

BareCommit = tuple[int, str, str, int, list[bytes | None]]
"""Position, session, branch and number of a commit, and the bytes of its events."""


def find_after(
    database: Database, position: int, most: int, session: str | None
) -> list[tuple[int, str, str, int]]:
    """Return (position, session, branch, number) of the commits behind a position."""
    with database.glancing() as cursor:
        return [(row[0], row[1], row[2], row[3]) for row in _find(database, cursor, position, most, session)]


def read_events_after(database: Database, position: int, most: int, session: str | None) -> list[BareCommit]:
    """Return the same with the bytes of the events of each; None where those are gone."""
    datas = database.text("datas", _datas)
    spans: dict[tuple[str, str], tuple[int, int]] = {}
    with database.glancing() as cursor:
        rows = _find(database, cursor, position, most, session)
        for _, owner, branch, _, first, count in rows:
            # the commits of a line have their positions in the order of their numbers
            start = spans.get((owner, branch), (first, 0))[0]
            spans[owner, branch] = (start, first + count - 1)
        lines: dict[tuple[str, str], list[bytes | None]] = {
            place: [row[0] for row in cursor.execute(datas, (*place, *span))] for place, span in spans.items()
        }
    found: list[BareCommit] = []
    for at, owner, branch, number, first, count in rows:
        start = first - spans[owner, branch][0]
        found.append((at, owner, branch, number, lines[owner, branch][start : start + count]))
    return found


def _find(database: Database, cursor: Any, position: int, most: int, session: str | None) -> list[Any]:
    """Return where the commits behind a position stand, with the first version and the count of each."""
    settled = database.dialect.settled_position(cursor)
    values: list[object] = [position]
    if session is not None:
        values.append(session)
    if settled is not None:
        values.append(settled)
    name = f"after {session is None} {settled is None}"
    text = database.text(name, lambda: _after(one=session is not None, settled=settled is not None))
    found: list[Any] = cursor.execute(f"{text} LIMIT {most:d}", values).fetchall()
    return found


def _after(*, one: bool, settled: bool) -> sa.Select[Any]:
    c = schema.commits.c
    statement = sa.select(c.position, c.session, c.branch, c.number, c.first_version, c.events)
    statement = statement.where(c.position > sa.bindparam("p", type_=sa.BigInteger))
    if one:
        statement = statement.where(c.session == sa.bindparam("s", type_=sa.String))
    if settled:
        statement = statement.where(c.position <= sa.bindparam("last", type_=sa.BigInteger))
    return statement.order_by(c.position)


def _datas() -> sa.Select[Any]:
    e = schema.events.c
    low, high = sa.bindparam("low", type_=sa.Integer), sa.bindparam("high", type_=sa.Integer)
    place = (e.session == sa.bindparam("s"), e.branch == sa.bindparam("b"), e.version.between(low, high))
    return sa.select(e.data).where(*place).order_by(e.version)
