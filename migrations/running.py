"""Bring a database to the newest schema, all steps in one transaction."""

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.engine import Connection

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database

PLACE = "tenmatsu.migrations:"
"""Where Alembic finds the steps: the package, with the colon that makes it look for files in it."""

_log = make_log("tenmatsu.store")

_FIRST = {"postgresql": "0001"}
"""The step after which the history of a kind of database begins: the ones before were SQLite's alone."""


def upgrade(url: str) -> tuple[str | None, str]:
    """
    Return (revision before, revision now) of a database after all steps that it lacked.

    A new file is made. Raises `StoreError` for a newer schema, another program's file, or a place
    that cannot be written; nothing has changed then.
    """
    database = Database(url, check=False)
    try:
        with database.writing() as connection:
            database.dialect.lock_schema(connection)
            before = database.revision_in(connection)
            if before is not None and before > schema.REVISION:
                raise StoreError("store_newer", path=database.place, found=before, known=schema.REVISION)
            if before != schema.REVISION:
                _run(connection, database, before)
        database.dialect.settle()
        if before != schema.REVISION:
            _log.info("schema_upgraded", before=before, now=schema.REVISION)
        return before, schema.REVISION
    finally:
        database.close()


def _run(connection: Connection, database: Database, before: str | None) -> None:
    config = Config()
    config.set_main_option("script_location", PLACE)
    config.attributes["connection"] = connection
    try:
        if before is None:
            command.stamp(config, _FIRST.get(connection.dialect.name, "base"))
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError("store_failed", path=database.place, reason=error) from error
