"""Look after a database: is the file whole, is its schema as it was made, make its caches anew."""

from collections.abc import Mapping

import msgspec

from tenmatsu.engine.logs import make_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.caches import Caches
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.packs import Packs

_ALEMBIC = "alembic_version"

_log = make_log("tenmatsu.store")


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """What a check of a database found."""

    revision: str | None
    known: str
    """The newest revision, this release's own."""
    damage: tuple[str, ...] = ()
    """What the database's own check says."""
    differing: tuple[str, ...] = ()
    """Tables, indexes and triggers that are not as this revision makes them."""
    broken_packs: int = 0
    """
    Packs of older history that do not hold, counted where the database itself is whole.

    They are passed over, which costs speed alone: the log is not in them.
    """
    compared: bool = True
    """Whether these were looked at: on a server it takes who made the tables."""

    @property
    def ok(self) -> bool:
        """Whether the file is whole and as it was made."""
        return not self.damage and not self.differing


def check_database(url: str) -> Health:
    """Return the health of a database; `StoreError` where it is none of ours, or of another release."""
    database = Database(url, create=False)
    try:
        dialect = database.dialect
        with database.reading() as connection:
            damage = dialect.damage(connection)
            found = dialect.shape(connection)
        expected = dialect.expected_shape()
        differing = () if expected is None else _compare(found, expected)
        return Health(
            revision=database.revision(),
            known=schema.REVISION,
            damage=tuple(damage),
            differing=differing,
            broken_packs=0 if damage or differing else Packs(database).count_broken(),
            compared=expected is not None,
        )
    finally:
        database.close()


def drop_caches(store: Store) -> None:
    """Drop snapshots and read models of all sessions; they are only ever caches."""
    Caches(store.database).drop()
    _log.info("caches_dropped")


def keep_snapshot(session: Session) -> None:
    """Store a snapshot of a session's line at its head."""
    session.keep_snapshot()


def _compare(found: Mapping[str, str], expected: Mapping[str, str]) -> tuple[str, ...]:
    """Return what is not as it was made; Alembic's own table apart."""
    names = sorted(name for name in {*found, *expected} if not name.startswith(_ALEMBIC))
    return tuple(name for name in names if found.get(name) != expected.get(name))
