"""Repair a database: make anew what a cache or an index can be made of, save the rest."""

from contextlib import closing
from pathlib import Path

import msgspec
from sqlalchemy.exc import DBAPIError

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.rescue.saving import Rescued, rescue
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.remaking import remake
from tenmatsu.engine.upkeep import Health, check_database, drop_caches

_OTHER = ("store_older", "store_newer", "store_foreign", "store_empty", "store_connect", "store_busy")
"""What has nothing to do with damage."""

_log = make_log("tenmatsu.store")


class Repair(msgspec.Struct, frozen=True, kw_only=True):
    """What a repair came to."""

    remade: bool
    """Whether caches were dropped and indexes made anew."""
    made: tuple[str, ...] = ()
    """Indexes, guards and tables of caches that were gone or not as they are made, and are there again."""
    healthy: bool
    """Whether the database's own checks find nothing wrong now."""
    differing: tuple[str, ...] = ()
    """What is not as it is made and was left so: tables of the log, and what could not be made."""
    sessions: tuple[Rescued, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the database is whole now, with all its sessions."""
        return self.healthy and not any(one.damaged for one in self.sessions)


def repair_database(url: str, folder: Path) -> Repair:
    """
    Drop all caches, make indexes and guards anew, and look at every commit of every session.

    No row of the log is ever changed: what can be saved of a damaged one goes into `folder`, which must
    not be there yet. One session at a time is held in memory. Raises `StoreError` where the database is
    none of ours, of another release, or not to be read at all.
    """
    if folder.exists():
        raise StoreError("rescue_exists", path=str(folder))
    before = _look(url)
    remade = _remake(url, before)
    after = _look(url)
    healthy = after is not None and after.ok
    gone = before.differing if before is not None else ()
    differing = after.differing if after is not None else ()
    made = () if after is None else tuple([name for name in gone if name not in differing])
    sessions = rescue(url, folder, everything=not healthy)
    damaged = sum(1 for one in sessions if one.damaged)
    _log.info("repaired", remade=remade, made=len(made), healthy=healthy, damaged=damaged)
    return Repair(remade=remade, made=made, healthy=healthy, differing=differing, sessions=sessions)


def _remake(url: str, found: Health | None) -> bool:
    """Make what is gone, drop caches, make indexes anew; return False where damage stands in the way."""
    try:
        with closing(Store(url, create=False)) as store:
            if found is not None:
                remake(store.database, found.differing)
            drop_caches(store)
            engine = store.database.engine.execution_options(isolation_level="AUTOCOMMIT")
            word = "REINDEX TABLE" if engine.dialect.name == "postgresql" else "REINDEX"
            with engine.connect() as connection:
                for table in schema.metadata.sorted_tables:
                    connection.exec_driver_sql(f"{word} {table.name}")
    except StoreError as error:
        if error.code in _OTHER:
            raise
        return False
    except DBAPIError:
        return False
    return True


def _look(url: str) -> Health | None:
    """Return the health of a database, None where it is too damaged to be asked."""
    try:
        return check_database(url)
    except StoreError as error:
        if error.code in _OTHER or error.code == "store_rights":
            raise
        return None
