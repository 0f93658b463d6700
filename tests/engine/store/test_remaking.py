"""What is gone of a database beside its rows is made anew, as the schema has it; no row is touched."""

from collections.abc import Callable
from contextlib import closing

import pytest
import sqlalchemy as sa
from postgres import Server
from storework import first_commit, next_commit

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.remaking import remake
from tenmatsu.engine.upkeep import check_database


@pytest.fixture
def store(reopen: Callable[[], Store]) -> Store:
    """A store with a session, on every kind of database that lasts."""
    found = reopen()
    first = first_commit("s1")
    found.append(first)
    found.append(next_commit(first.commit, "c1", ["一", "二"]))
    return found


def _is_server(store: Store) -> bool:
    return store.database.engine.dialect.name == "postgresql"


def _spoil(store: Store, *statements: str) -> None:
    with store.database.writing() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def _rows(store: Store) -> list[list[object]]:
    with store.database.reading() as connection:
        return [
            [tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key))]
            for table in schema.metadata.sorted_tables
        ]


def _remake(store: Store, url: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what differs before and after."""
    before = check_database(url).differing
    remake(store.database, before)
    return before, check_database(url).differing


def _is_guarded(store: Store) -> bool:
    """Return whether the log's rows can be neither changed nor deleted."""
    for table in schema.LOG_TABLES:
        for statement in (sa.delete(table), sa.update(table).values(session="s2")):
            try:
                with store.database.writing() as connection:
                    connection.execute(statement)
            except StoreError:
                continue
            return False
    return True


def test_indexes_guards_and_tables_of_caches_that_are_gone_are_made_anew(
    store: Store, database_url: str
) -> None:
    before = _rows(store)
    if _is_server(store):
        _spoil(
            store,
            "DROP FUNCTION log_stays CASCADE",
            "DROP TRIGGER events_no_update ON events",
            "DROP INDEX commits_in_order",
            "DROP INDEX events_revealed",
            "ALTER TABLE commits DROP CONSTRAINT commits_session_branch_number_key",
            "ALTER TABLE commits DROP CONSTRAINT commits_pkey",
            "ALTER TABLE events DROP CONSTRAINT events_pkey",
            "DROP TABLE packs",
        )
    else:
        names = [f"{table.name}_no_{what}" for table in schema.LOG_TABLES for what in ("update", "delete")]
        drops = [f"DROP TRIGGER {name}" for name in names]
        _spoil(store, *drops, "DROP INDEX events_revealed", "DROP TABLE packs")
    spoilt, left = _remake(store, database_url)

    assert {"packs", "events_revealed"} <= set(spoilt)
    assert left == ()
    assert _rows(store) == before
    assert _is_guarded(store)


def test_guard_that_lets_all_through_is_replaced(store: Store, database_url: str) -> None:
    if _is_server(store):
        _spoil(
            store,
            "CREATE OR REPLACE FUNCTION log_stays() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RETURN OLD; END $$",
            *(f"ALTER TABLE commits_{part} DISABLE TRIGGER commits_no_update" for part in range(16)),
        )
    else:
        _spoil(
            store,
            "DROP TRIGGER commits_no_delete",
            "CREATE TRIGGER commits_no_delete BEFORE DELETE ON commits BEGIN SELECT 1; END",
        )
    _, left = _remake(store, database_url)

    assert left == ()
    assert _is_guarded(store)


def test_index_or_key_of_other_columns_is_replaced(store: Store, database_url: str) -> None:
    _spoil(store, "DROP INDEX events_revealed", "CREATE INDEX events_revealed ON events (number)")
    if _is_server(store):
        other = "ADD CONSTRAINT followers_pkey PRIMARY KEY (name, position)"
        _spoil(store, f"ALTER TABLE followers DROP CONSTRAINT followers_pkey, {other}")
    spoilt, left = _remake(store, database_url)

    assert "events_revealed" in spoilt
    assert left == ()


def test_table_of_the_log_that_is_not_as_made_is_told_and_left_alone(store: Store, database_url: str) -> None:
    _spoil(store, "ALTER TABLE sessions ADD COLUMN more TEXT")
    name = "sessions.more" if _is_server(store) else "sessions"
    try:
        assert _remake(store, database_url) == ((name,), (name,))
    finally:
        _spoil(store, "ALTER TABLE sessions DROP COLUMN more")


def test_key_that_rows_stand_in_the_way_of_is_told_and_the_rest_is_made(postgres: Server) -> None:
    url = postgres.make()
    twice = "INSERT INTO followers VALUES ('one', 'f', 0)"
    drop = "ALTER TABLE followers DROP CONSTRAINT followers_pkey"
    with closing(Store(url)) as store:
        _spoil(store, drop, twice, twice, "DROP TRIGGER events_no_delete ON events")
        _, left = _remake(store, url)
        with store.database.reading() as connection:
            rows = connection.execute(sa.select(schema.followers)).all()

        assert left == ("followers_pkey",)
        assert len(rows) == 2
        _spoil(store, "DELETE FROM followers")
        assert _remake(store, url)[1] == ()
    postgres.give_back(url)
