"""The triggers by which the database itself refuses to change the log."""

from sqlalchemy import Table

from tenmatsu.engine.store.schema import commits, events

_ERASABLE = {
    "events": (("data", "salt", "digest"),),
    "commits": (("header", "header_salt", "header_digest"), ("command", "command_salt", "command_digest")),
}
"""By table: bytes, salt and digest of each item that a redaction may empty."""


def _kept(table: Table) -> str:
    erased = {name for data, salt, _ in _ERASABLE[table.name] for name in (data, salt)}
    return " AND ".join(
        f'NEW."{column.name}" IS OLD."{column.name}"' for column in table.columns if column.name not in erased
    )


_ERASURE = (
    '((NEW."{data}" IS OLD."{data}" AND NEW."{salt}" IS OLD."{salt}") OR'
    ' (NEW."{data}" IS NULL AND NEW."{salt}" IS NULL AND EXISTS (SELECT 1 FROM redactions'
    ' WHERE redactions.session = OLD.session AND redactions.digest = OLD."{digest}")))'
)
_NO_UPDATE = (
    "CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} WHEN NOT ({allowed})"
    " BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END"
)
_NO_DELETE = (
    "CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table}"
    " BEGIN SELECT RAISE(ABORT, 'the log is never deleted'); END"
)


def sqlite_triggers() -> list[str]:
    """Return the statements that make the log's rows immutable on SQLite, redaction apart."""
    statements: list[str] = []
    for table in (commits, events):
        erasures = [
            _ERASURE.format(data=data, salt=salt, digest=digest)
            for data, salt, digest in _ERASABLE[table.name]
        ]
        allowed = " AND ".join([_kept(table), *erasures])
        statements.append(_NO_UPDATE.format(table=table.name, allowed=allowed))
        statements.append(_NO_DELETE.format(table=table.name))
    return statements
