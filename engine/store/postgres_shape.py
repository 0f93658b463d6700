"""How the tables on a PostgreSQL server are made, as the server itself tells it."""

from sqlalchemy.engine import Connection

_SHAPE = (
    """
    SELECT table_name || '.' || column_name, data_type || ' ' || is_nullable || ' '
    || coalesce(character_maximum_length::text, '') || ' ' || coalesce(collation_name, '')
    FROM information_schema.columns WHERE table_schema = current_schema()
    """,
    """
    SELECT relname, coalesce(pg_get_partkeydef(oid), '') || coalesce(pg_get_expr(relpartbound, oid), '')
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('p', 'r')
    """,
    """
    SELECT indexname, replace(indexdef, current_schema() || '.', '') FROM pg_indexes
    WHERE schemaname = current_schema()
    """,
    """
    SELECT c.relname || '.' || t.tgname,
    replace(pg_get_triggerdef(t.oid), current_schema() || '.', '') || ' ' || t.tgenabled::text
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
    """,
    "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = current_schema()::regnamespace",
)


def read_shape(connection: Connection) -> dict[str, str]:
    """Return columns, partitions, indexes, triggers and functions of the current schema by name."""
    found: dict[str, str] = {}
    for statement in _SHAPE:
        for name, text in connection.exec_driver_sql(statement):
            found[str(name)] = "".join(str(text).split())
    return found
