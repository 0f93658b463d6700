"""
How to make anew what is missing of a database beside its rows: indexes, keys, guards, and tables of caches.

Nothing here touches a row of the log. A table of the log that is not as it was made is left as it is.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress

import sqlalchemy as sa

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.immutability import sqlite_triggers
from tenmatsu.engine.store.postgres_tables import list_keys, list_statements

Steps = list[str]
"""Statements that make one thing anew, in place of what stands there under its name."""
_CACHES = {table.name for table in schema.CACHES}


def remake(database: Database, differing: Collection[str]) -> None:
    """
    Make anew what differs from the newest schema, one thing after the other.

    What cannot be made stays as it is: a key, where rows stand in its way.
    """
    is_server = database.engine.dialect.name == "postgresql"
    for steps in _for_server(differing) if is_server else _for_file(differing):
        with suppress(StoreError), database.writing() as connection:
            database.dialect.lock_schema(connection)
            for statement in steps:
                connection.exec_driver_sql(statement)


def _for_file(differing: Collection[str]) -> Iterator[Steps]:
    for kind, name, statement in _made_in_memory():
        if name in differing and (kind != "table" or name in _CACHES):
            yield [f"DROP {kind} IF EXISTS {name}", statement]


def _made_in_memory() -> list[tuple[str, str, str]]:
    engine = sa.create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            schema.metadata.create_all(connection)
            for trigger in sqlite_triggers():
                connection.exec_driver_sql(trigger)
            found = connection.exec_driver_sql(
                "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
            )
            return [(str(kind), str(name), str(statement)) for kind, name, statement in found]
    finally:
        engine.dispose()


def _for_server(differing: Collection[str]) -> Iterator[Steps]:
    """Yield what makes things anew on a server, where a difference may be told as `TABLE.THING`."""
    tables = {name.partition(".")[0] for name in differing}
    things = {name.rpartition(".")[2] for name in differing}
    for statement in list_statements():
        words = statement.split()
        kind, name = words[1], words[2].removesuffix("()")
        if kind == "TABLE" and name in _CACHES & tables:
            yield [f"DROP TABLE IF EXISTS {name}", statement]
        elif kind == "FUNCTION" and name in things:
            yield [statement.replace("CREATE", "CREATE OR REPLACE", 1)]
        elif kind == "INDEX" and name in things:
            yield [f"DROP INDEX IF EXISTS {name}", statement]
        elif kind == "TRIGGER" and name in things:
            yield [f"DROP TRIGGER IF EXISTS {name} ON {words[words.index('ON') + 1]}", statement]
    for table, name, text in list_keys():
        if name in things:
            alter = f"ALTER TABLE {table}"
            yield [f"{alter} DROP CONSTRAINT IF EXISTS {name}", f"{alter} ADD CONSTRAINT {name} {text}"]
