"""Let nobody redact while a cache is written: it would keep the words."""

import sqlalchemy as sa

from tenmatsu.engine.store import schema


def hold_redactions(connection: sa.Connection, session: str) -> int:
    """
    Return how many items of a session were redacted, and let nobody redact one before the transaction ends.

    Whoever redacts drops the caches; a cache that is written meanwhile would keep the words.
    """
    s = schema.sessions.c
    # SQLite has no such word and needs none: one transaction at a time writes
    connection.execute(sa.select(s.id).where(s.id == session).with_for_update(read=True))
    return count_redactions(connection, session)


def count_redactions(connection: sa.Connection, session: str) -> int:
    """Return how many items of a session were redacted."""
    r = schema.redactions.c
    count = sa.select(sa.func.count()).select_from(schema.redactions).where(r.session == session)
    return connection.execute(count).scalar() or 0
