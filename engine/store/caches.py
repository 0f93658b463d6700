"""Caches beside the log: snapshots of states and the states of projections. All can be dropped."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.rows import Segment

_FEW = 8
"""So many segments are each asked for their snapshots."""


def _redactions(connection: sa.Connection, session: str) -> int:
    r = schema.redactions.c
    count = sa.select(sa.func.count()).select_from(schema.redactions).where(r.session == session)
    return connection.execute(count).scalar() or 0


class Caches:
    """Reads and writes cached states by a fingerprint; one of another fingerprint counts as absent."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save_snapshot(
        self, session: str, branch: str, version: int, fingerprint: str, state: bytes, redactions: int
    ) -> None:
        """
        Keep the state of a branch at a version, in place of a stale one.

        `redactions` says how many items were redacted when the state was read: after another one it
        may hold words that are gone, and is not kept.
        """
        s = schema.snapshots.c
        where = (s.session == session, s.branch == branch, s.version == version)
        with self._database.writing() as connection:
            if _redactions(connection, session) != redactions:
                return
            connection.execute(sa.delete(schema.snapshots).where(*where))
            connection.execute(
                sa.insert(schema.snapshots).values(
                    session=session, branch=branch, version=version, fingerprint=fingerprint, state=state
                )
            )

    def find_snapshot(
        self, session: str, segments: Sequence[Segment], fingerprint: str
    ) -> tuple[int, bytes] | None:
        """Return (version, state) of the newest snapshot on a line's segments."""
        s = schema.snapshots.c
        with self._database.reading() as connection:
            branches = self._with_snapshots(connection, session, fingerprint, segments)
            for segment in reversed(segments):
                if segment.branch not in branches:
                    continue
                row = connection.execute(
                    sa.select(s.version, s.state)
                    .where(
                        s.session == session,
                        s.branch == segment.branch,
                        s.fingerprint == fingerprint,
                        s.version.between(segment.first_version, segment.last_version),
                    )
                    .order_by(s.version.desc())
                    .limit(1)
                ).first()
                if row is not None:
                    return int(row.version), bytes(row.state)
        return None

    @staticmethod
    def _with_snapshots(
        connection: sa.Connection, session: str, fingerprint: str, segments: Sequence[Segment]
    ) -> Collection[str]:
        """Return the branches that have snapshots at all: most of a thousand short ones have none."""
        if len(segments) <= _FEW:
            return {segment.branch for segment in segments}
        s = schema.snapshots.c
        where = (s.session == session, s.fingerprint == fingerprint)
        return set(connection.execute(sa.select(s.branch).where(*where).distinct()).scalars())

    def save_model(
        self,
        name: str,
        session: str,
        fingerprint: str,
        branch: str,
        version: int,
        state: bytes,
        redactions: int,
    ) -> None:
        """Keep a projection's state and checkpoint; `redactions` as for a snapshot."""
        m = schema.read_models.c
        with self._database.writing() as connection:
            if _redactions(connection, session) != redactions:
                return
            connection.execute(
                sa.delete(schema.read_models).where(m.name == name, m.session == session, m.branch == branch)
            )
            connection.execute(
                sa.insert(schema.read_models).values(
                    name=name,
                    session=session,
                    fingerprint=fingerprint,
                    branch=branch,
                    version=version,
                    state=state,
                )
            )

    def find_model(self, name: str, session: str, fingerprint: str, branch: str) -> tuple[int, bytes] | None:
        """Return (version, state) of a projection on a branch."""
        m = schema.read_models.c
        statement = sa.select(m.version, m.state).where(
            m.name == name, m.session == session, m.branch == branch, m.fingerprint == fingerprint
        )
        with self._database.reading() as connection:
            row = connection.execute(statement).first()
            return None if row is None else (int(row.version), bytes(row.state))

    def redactions(self, session: str) -> int:
        """Return how many items of a session were redacted."""
        with self._database.reading() as connection:
            return _redactions(connection, session)

    def drop(self, session: str | None = None) -> None:
        """Drop all caches, of one session or of all."""
        with self._database.writing() as connection:
            for table in schema.CACHES:
                statement = sa.delete(table)
                connection.execute(
                    statement if session is None else statement.where(table.c.session == session)
                )
