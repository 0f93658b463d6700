"""A database brought up by the migrations is the same as one made anew, of each kind."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgres import Server

from tenmatsu.engine.api import check_database
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.migrations.running import upgrade

MakeEmpty = Callable[[], str]


@pytest.fixture(params=["sqlite", "postgresql"])
def make_empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MakeEmpty]:
    """How to get the address of a database with nothing in it, of each kind."""
    made: list[str] = []

    def make() -> str:
        if request.param == "sqlite":
            made.append(f"sqlite:///{tmp_path / f'{len(made)}.db'}")
        else:
            made.append(request.getfixturevalue("postgres").make_empty())
        return made[-1]

    yield make
    if request.param == "postgresql":
        server: Server = request.getfixturevalue("postgres")
        for url in made:
            server.drop(url)


def _shape(url: str) -> dict[str, str]:
    database = Database(url, create=False)
    try:
        with database.reading() as connection:
            return dict(database.dialect.shape(connection))
    finally:
        database.close()


def _set_revision(url: str, revision: str) -> None:
    database = Database(url, check=False)
    with database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
    database.close()


def test_migrated_and_created_databases_are_alike(make_empty: MakeEmpty) -> None:
    migrated, created = make_empty(), make_empty()
    Database(created).close()

    assert upgrade(migrated) == (None, schema.REVISION)
    assert _shape(migrated) == _shape(created)
    assert check_database(migrated).ok


def test_an_upgraded_database_opens_and_is_not_upgraded_twice(make_empty: MakeEmpty) -> None:
    url = make_empty()
    upgrade(url)
    Database(url, create=False).close()

    assert upgrade(url) == (schema.REVISION, schema.REVISION)


def test_empty_database_is_not_filled_where_none_is_wanted(make_empty: MakeEmpty) -> None:
    with pytest.raises(StoreError) as caught:
        Database(make_empty(), create=False)
    assert caught.value.code == "store_empty"


def test_older_and_newer_databases_are_refused_and_a_newer_one_is_not_brought_down(
    make_empty: MakeEmpty,
) -> None:
    url = make_empty()
    upgrade(url)
    for revision, code in (("0000", "store_older"), ("9999", "store_newer")):
        _set_revision(url, revision)
        with pytest.raises(StoreError) as caught:
            Database(url)
        assert caught.value.code == code
    with pytest.raises(StoreError) as caught:
        upgrade(url)
    assert caught.value.code == "store_newer"


def test_database_of_another_program_is_refused_and_not_touched(make_empty: MakeEmpty) -> None:
    url = make_empty()
    database = Database(url, check=False)
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE recipes (name TEXT)")
    for work in (upgrade, Database):
        with pytest.raises(StoreError) as caught:
            work(url)
        assert caught.value.code == "store_foreign"
    with database.reading() as connection:
        assert database.dialect.tables(connection) == {"recipes"}
    database.close()


def test_first_schema_is_brought_to_the_newest_one_with_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    url = f"sqlite:///{path}"
    upgrade(url)
    with sqlite3.connect(path) as connection:
        for table in ("packs", "followers", "upkeep"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.execute("INSERT INTO sessions VALUES ('s', 'toy', '2026-01-01T00:00:00Z', '0', 0, NULL)")
    connection.close()

    assert upgrade(url) == ("0001", schema.REVISION)
    assert check_database(url).ok
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT id FROM sessions").fetchall() == [("s",)]
    connection.close()
