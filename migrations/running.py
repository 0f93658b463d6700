"""Bring a database to the newest schema, all steps in one transaction."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database

PLACE = "tenmatsu.migrations:"
"""Where Alembic finds the steps: the package, with the colon that makes it look for files in it."""


def upgrade(url: str) -> tuple[str | None, str]:
    """
    Return (revision before, revision now) of a database after all steps that it lacked.

    A new file is made. Raises `StoreError` for a newer schema, another program's file, or a place
    that cannot be written; nothing has changed then.
    """
    database = Database(url, check=False)
    try:
        before = _revision(database)
        if before is not None and before > schema.REVISION:
            raise StoreError("store_newer", path=database.place, found=before, known=schema.REVISION)
        if before != schema.REVISION:
            with database.writing() as connection:
                config = Config()
                config.set_main_option("script_location", PLACE)
                config.attributes["connection"] = connection
                try:
                    command.upgrade(config, "head")
                except CommandError as error:
                    raise StoreError("store_failed", path=database.place, reason=error) from error
        return before, schema.REVISION
    finally:
        database.close()


def _revision(database: Database) -> str | None:
    place = Path(database.place)
    if database.place != ":memory:" and not place.exists():
        return None
    return database.revision()
