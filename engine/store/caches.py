"""Caches beside the log: snapshots of states and the states of projections. All can be dropped."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.generations import PREFIX
from tenmatsu.engine.store.holding import hold_redactions
from tenmatsu.engine.store.rows import Segment

_FEW = 8
"""So many segments are each asked for their snapshots."""


def count_redactions() -> sa.Select[Any]:
    """Return the question how many items of a session were redacted."""
    r = schema.redactions.c
    return sa.select(sa.func.count()).select_from(schema.redactions).where(r.session == sa.bindparam("s"))


def _newest_snapshot() -> sa.Select[Any]:
    s = schema.snapshots.c
    low, high = sa.bindparam("low", type_=sa.Integer), sa.bindparam("high", type_=sa.Integer)
    place = (s.session == sa.bindparam("s"), s.branch == sa.bindparam("b"))
    found = sa.select(s.version, s.state).where(
        *place, s.fingerprint == sa.bindparam("f"), s.version.between(low, high)
    )
    return found.order_by(s.version.desc())


def _with_snapshots() -> sa.Select[Any]:
    s = schema.snapshots.c
    where = (s.session == sa.bindparam("s"), s.fingerprint == sa.bindparam("f"))
    return sa.select(s.branch).where(*where).distinct()


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
    ) -> bool:
        """
        Keep the state of a branch at a version, in place of a stale one; return whether it is kept.

        `redactions` says how many items were redacted when the state was read: after another one it
        may hold words that are gone, and is not kept.
        """
        key = {"session": session, "branch": branch, "version": version}
        return self._save(schema.snapshots, key, {"fingerprint": fingerprint, "state": state}, redactions)

    def _save(
        self, table: sa.Table, key: Mapping[str, object], values: Mapping[str, object], redactions: int
    ) -> bool:
        """Store a row of a cache, in place of the one with the same key, unless something was redacted."""
        with self._database.writing() as connection:
            return self._save_in(connection, table, key, values, redactions)

    def _save_in(
        self,
        connection: sa.Connection,
        table: sa.Table,
        key: Mapping[str, object],
        values: Mapping[str, object],
        redactions: int,
    ) -> bool:
        statement = self._database.insert(table).values(**key, **values)
        saved = statement.on_conflict_do_update(index_elements=list(key), set_=values)
        if hold_redactions(connection, str(key["session"])) != redactions:
            return False
        connection.execute(saved)
        return True

    def find_snapshot(
        self, session: str, segments: Sequence[Segment], fingerprint: str
    ) -> tuple[int, bytes] | None:
        """Return (version, state) of the newest snapshot on a line's segments."""
        newest = self._database.text("newest_snapshot", _newest_snapshot) + " LIMIT 1"
        with self._database.glancing() as cursor:
            if len(segments) > _FEW:
                # most of a thousand short ones have none
                some = self._database.text("with_snapshots", _with_snapshots)
                branches = {row[0] for row in cursor.execute(some, (session, fingerprint)).fetchall()}
                segments = [segment for segment in segments if segment.branch in branches]
            for segment in reversed(segments):
                place = (session, segment.branch, fingerprint, segment.first_version, segment.last_version)
                row = cursor.execute(newest, place).fetchone()
                if row is not None:
                    return int(row[0]), bytes(row[1])
        return None

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
        count = self._database.text("redactions", count_redactions)
        with self._database.glancing() as cursor:
            return int(cursor.execute(count, (session,)).fetchone()[0])

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
