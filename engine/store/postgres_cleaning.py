"""What redacted words leave behind on PostgreSQL, and how it is cleaned: dead rows of the tables."""

from typing import Any

from sqlalchemy.engine import Engine

_OWED = "cleaning"
_OWE = """
INSERT INTO upkeep (name, value) VALUES (%s, 1) ON CONFLICT (name) DO UPDATE SET value = upkeep.value + 1
"""
_HOLDS = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
AND (backend_xmin IS NOT NULL OR query = '<insufficient privilege>')
"""
"""Who may still look at dead rows; of another role's connections nothing is told, so each may."""
_TABLES = ("commits", "events", "branches", "participants", "snapshots", "read_models", "packs")


def owe_cleaning(cursor: Any) -> None:
    """Note, within a transaction, that dead rows are to be cleaned behind it."""
    cursor.execute(_OWE, (_OWED,))


def count_owed(cursor: Any) -> int:
    """Return how many redactions may linger in dead rows."""
    row = cursor.execute("SELECT value FROM upkeep WHERE name = %s", (_OWED,)).fetchone()
    return 0 if row is None else int(row[0])


def clean(engine: Engine) -> bool:
    """
    Take dead rows out of the tables; return whether all is done.

    Rows that a running transaction may still see stay, and whoever does not own the tables cleans
    nothing: the server passes over them with a warning. The server's own write-ahead log, its archive
    and its replicas keep the words until they are recycled: that is for whoever runs it.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        raw: Any = connection.connection.dbapi_connection
        cursor = raw.cursor()
        owed = count_owed(cursor)
        if not owed:
            return True
        held = connection.exec_driver_sql(_HOLDS).scalar_one()
        skipped: list[str] = []

        def note(told: Any) -> None:
            if told.severity_nonlocalized == "WARNING":
                skipped.append(told.message_primary)

        raw.add_notice_handler(note)
        try:
            for name in _TABLES:
                connection.exec_driver_sql(f"VACUUM {name}")
        finally:
            raw.remove_notice_handler(note)
        if held or skipped:
            return False
        cursor.execute("UPDATE upkeep SET value = value - %s WHERE name = %s", (owed, _OWED))
        return True
