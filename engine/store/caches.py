"""Caches beside the log: snapshots of states and the states of projections. All can be dropped."""

from collections.abc import Collection, Mapping, Sequence

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.generations import PREFIX
from tenmatsu.engine.store.holding import count_redactions, hold_redactions
from tenmatsu.engine.store.rows import Segment

_FEW = 8
"""So many segments are each asked for their snapshots."""


class Model(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A projection's state and checkpoint."""

    name: str
    session: str
    fingerprint: str
    branch: str
    version: int
    state: bytes
    redactions: int
    """How many items of the session were redacted when the state was read."""


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
        key = {"session": session, "branch": branch, "version": version}
        self._save(schema.snapshots, key, {"fingerprint": fingerprint, "state": state}, redactions)

    def _save(
        self, table: sa.Table, key: Mapping[str, object], values: Mapping[str, object], redactions: int
    ) -> None:
        """Store a row of a cache, in place of the one with the same key, unless something was redacted."""
        with self._database.writing() as connection:
            self._save_in(connection, table, key, values, redactions)

    def _save_in(
        self,
        connection: sa.Connection,
        table: sa.Table,
        key: Mapping[str, object],
        values: Mapping[str, object],
        redactions: int,
    ) -> None:
        statement = self._database.insert(table).values(**key, **values)
        saved = statement.on_conflict_do_update(index_elements=list(key), set_=values)
        if hold_redactions(connection, str(key["session"])) == redactions:
            connection.execute(saved)

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

    def save_model(self, model: Model) -> None:
        """Keep a projection's state and checkpoint; one read before a redaction is not kept."""
        with self._database.writing() as connection:
            self.save_models_in(connection, (model,))

    def save_models_in(self, connection: sa.Connection, models: Sequence[Model]) -> None:
        """Keep several within a transaction."""
        for one in sorted(models, key=lambda model: model.session):
            key = {"name": one.name, "session": one.session, "branch": one.branch}
            values = {"fingerprint": one.fingerprint, "version": one.version, "state": one.state}
            self._save_in(connection, schema.read_models, key, values, one.redactions)

    def find_model(
        self, names: Sequence[str], session: str, fingerprint: str, branch: str
    ) -> tuple[int, bytes] | None:
        """Return (version, state) of a projection on a branch, the newest that is kept under these names."""
        m = schema.read_models.c
        statement = (
            sa.select(m.version, m.state)
            .where(m.name.in_(names), m.session == session, m.branch == branch, m.fingerprint == fingerprint)
            .order_by(m.version.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            row = connection.execute(statement).first()
            return None if row is None else (int(row.version), bytes(row.state))

    def redactions(self, session: str) -> int:
        """Return how many items of a session were redacted."""
        with self._database.reading() as connection:
            return count_redactions(connection, session)

    def drop(self, session: str | None = None) -> None:
        """Drop all caches, of one session or of all; who keeps read models of all begins anew then."""
        with self._database.writing() as connection:
            if session is None:
                models = schema.followers.c.name.startswith(PREFIX, autoescape=True)
                connection.execute(sa.update(schema.followers).where(models).values(position=0))
            for table in schema.CACHES:
                statement = sa.delete(table)
                connection.execute(
                    statement if session is None else statement.where(table.c.session == session)
                )
