"""Change rows of the log behind the back of all that keeps them, as who owns the database could."""

from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.engine import Connection

from tenmatsu.engine.store import Store, schema


@contextmanager
def unguarded(store: Store) -> Generator[Connection]:
    """Give a writing transaction in which no trigger stands before the log; on SQLite they are gone then."""
    with store.database.writing() as connection:
        if connection.dialect.name == "postgresql":
            # triggers rest while a replica copies; the next transaction has them again
            connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        else:
            for table in schema.LOG_TABLES:
                for what in ("update", "delete"):
                    connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {table.name}_no_{what}")
        yield connection
