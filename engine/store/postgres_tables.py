"""
The tables on PostgreSQL: those of `schema.py`, spread over partitions by session, changed by nobody.

Every table that has a session has it in its key, so a server with many machines can keep whole sessions
together (docs/server.md). A position is unique by how it is made (`postgres.py`), not by an index over
all partitions.
"""

from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from tenmatsu.engine.store import schema

PARTITIONS = 16
_DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]
_SPREAD = (schema.commits, schema.events)
_KEY_OF_COMMITS = "session, position"
"""A key of a partitioned table holds what it is spread by."""
_ERASABLE = {
    "events": (("data", "salt", "digest"),),
    "commits": (("header", "header_salt", "header_digest"), ("command", "command_salt", "command_digest")),
}
"""By table: bytes, salt and digest of each item that a redaction may empty."""


def list_statements() -> list[str]:
    """Return all statements that make a database of the newest schema, in order."""
    return [*_list_tables(), *_list_guards()]


def list_keys() -> Iterator[tuple[str, str, str]]:
    """Yield each key by the name that the server gives it: its table, its name, and how it is made alone."""
    for table in schema.metadata.sorted_tables:
        for key in table.constraints:
            columns = [column.name for column in getattr(key, "columns", ())]
            if isinstance(key, sa.PrimaryKeyConstraint):
                spread = table is schema.commits
                listed = _KEY_OF_COMMITS if spread else ", ".join(f'"{name}"' for name in columns)
                yield table.name, f"{table.name}_pkey", f"PRIMARY KEY ({listed})"
            elif isinstance(key, sa.UniqueConstraint):
                yield table.name, f"{table.name}_{'_'.join(columns)}_key", f"UNIQUE ({', '.join(columns)})"


def _list_tables() -> Iterator[str]:
    metadata = sa.MetaData()
    for table in schema.metadata.sorted_tables:
        copy = table.to_metadata(metadata)
        if table in _SPREAD:
            copy.dialect_options["postgresql"]["partition_by"] = "HASH (session)"
        text = _write(CreateTable(copy))
        if table is schema.commits:
            text = text.replace("position BIGSERIAL", "position BIGINT")
            text = text.replace("PRIMARY KEY (position)", f"PRIMARY KEY ({_KEY_OF_COMMITS})")
        yield text
        for index in sorted(copy.indexes, key=lambda index: str(index.name)):
            yield _write(CreateIndex(index))
        if table is schema.commits:
            yield "CREATE INDEX commits_in_order ON commits (position)"
        if table in _SPREAD:
            for part in range(PARTITIONS):
                yield (
                    f"CREATE TABLE {table.name}_{part} PARTITION OF {table.name}"
                    f" FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
                )


def _write(element: sa.sql.ClauseElement) -> str:
    return " ".join(str(element.compile(dialect=_DIALECT)).split())


def _list_guards() -> Iterator[str]:
    """Yield the functions and triggers by which the database itself refuses to change the log."""
    for table in _SPREAD:
        yield _guard_update(table)
    yield (
        "CREATE FUNCTION log_stays() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN RAISE EXCEPTION 'the log is never deleted'; END $$"
    )
    for table in _SPREAD:
        name = table.name
        yield (
            f"CREATE TRIGGER {name}_no_update BEFORE UPDATE ON {name}"
            f" FOR EACH ROW EXECUTE FUNCTION {name}_stay_as_they_are()"
        )
        yield (
            f"CREATE TRIGGER {name}_no_delete BEFORE DELETE ON {name}"
            " FOR EACH ROW EXECUTE FUNCTION log_stays()"
        )
        # a TRUNCATE of one partition would slip past a trigger of the parent
        for one in (name, *(f"{name}_{part}" for part in range(PARTITIONS))):
            yield (
                f"CREATE TRIGGER {one}_no_truncate BEFORE TRUNCATE ON {one}"
                " FOR EACH STATEMENT EXECUTE FUNCTION log_stays()"
            )


def _guard_update(table: sa.Table) -> str:
    erased = {name for data, salt, _ in _ERASABLE[table.name] for name in (data, salt)}
    kept = [_stays(column.name) for column in table.columns if column.name not in erased]
    erasures = [
        f"(({_stays(data)} AND {_stays(salt)}) OR "  # noqa: S608  # fixed names
        f'(NEW."{data}" IS NULL AND NEW."{salt}" IS NULL AND EXISTS (SELECT 1 FROM redactions'
        f' WHERE redactions.session = OLD.session AND redactions.digest = OLD."{digest}")))'
        for data, salt, digest in _ERASABLE[table.name]
    ]
    allowed = " AND ".join([*kept, *erasures])
    return (
        f"CREATE FUNCTION {table.name}_stay_as_they_are() RETURNS trigger LANGUAGE plpgsql AS $$"
        f" BEGIN IF {allowed} THEN RETURN NEW; END IF;"
        " RAISE EXCEPTION 'the log is never changed'; END $$"
    )


def _stays(column: str) -> str:
    return f'NEW."{column}" IS NOT DISTINCT FROM OLD."{column}"'
