"""Look after a database: is the file whole, is its schema as it was made, make its caches anew."""

from collections.abc import Mapping

import msgspec

from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.caches import Caches
from tenmatsu.engine.store.database import Database

_ALEMBIC = "alembic_version"


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """What a check of a database found."""

    revision: str | None
    known: str
    """The newest revision, this release's own."""
    damage: tuple[str, ...] = ()
    """What SQLite's own check of the file says."""
    differing: tuple[str, ...] = ()
    """Tables, indexes and triggers that are not as this revision makes them."""

    @property
    def ok(self) -> bool:
        """Whether the file is whole and as it was made."""
        return not self.damage and not self.differing


def check_database(url: str) -> Health:
    """Return the health of a database; `StoreError` where it is none of ours, or of another release."""
    database = Database(url, create=False)
    try:
        with database.reading() as connection:
            damage = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
            damage += [str(tuple(row)) for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]
        return Health(
            revision=database.revision(),
            known=schema.REVISION,
            damage=tuple(line for line in damage if line != "ok"),
            differing=_compare(_shape(database)),
        )
    finally:
        database.close()


def drop_caches(store: Store) -> None:
    """Drop snapshots and read models of all sessions; they are only ever caches."""
    Caches(store.database).drop()


def keep_snapshot(session: Session) -> None:
    """Store a snapshot of a session's line at its head."""
    session.keep_snapshot()


def _shape(database: Database) -> dict[str, str]:
    """Return the text that made each table, index and trigger, blanks apart."""
    with database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {str(name): "".join(str(sql).split()) for name, sql in rows}


def _compare(found: Mapping[str, str]) -> tuple[str, ...]:
    fresh = Database("sqlite://")
    try:
        expected = _shape(fresh)
    finally:
        fresh.close()
    names = sorted({*found, *expected} - {_ALEMBIC})
    return tuple(
        name for name in names if found.get(name) != expected.get(name) and not name.startswith("sqlite_")
    )
