"""A clock that goes back, and programs of other releases at the same database."""

from contextlib import closing
from datetime import datetime, timedelta

import pytest
from toytable import all_commits, fixed_outside, open_toy, say, strike
from wholeness import check_audit, check_moment, check_session

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.following import follow_commits
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.outside import Outside
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.upkeep import check_database

START = datetime.fromisoformat("2026-11-29T20:00:00+09:00")


def _backwards() -> Outside:
    """Return a clock that goes back by a day each time it is asked, across the end of summer time too."""
    days = iter(range(10_000))
    return Outside(now=lambda: START - timedelta(days=next(days)), entropy=fixed_outside().entropy)


def test_clock_that_goes_back_changes_no_order(file_url: str) -> None:
    with closing(Store(file_url, _backwards())) as store:
        session = open_toy(store)
        for at in range(20):
            say(session, str(at))
        strike(session)
    with closing(Store(file_url)) as store:
        found = find_opened(store, session.id)
        numbers = [commit.number for commit in all_commits(found)]
        stamps = [one.commit.number for one in follow_commits(store, most=1000)]

        assert numbers == stamps == sorted(numbers)
        assert found.head == session.head
        check_session(store, session.id, {})
        check_audit(store, session.id)
        say(found, "the clock is right again")


def test_program_that_is_open_while_another_brings_the_schema_up_loses_nothing(file_url: str) -> None:
    """Migrations only add: what an older program still writes is whole, and after it closes it is told."""
    with closing(Store(file_url)) as store:
        session = open_toy(store)
        with closing(Store(file_url)) as newer, newer.database.writing() as connection:
            connection.exec_driver_sql("ALTER TABLE snapshots ADD COLUMN newer INTEGER")
            connection.exec_driver_sql("CREATE TABLE newer (id INTEGER PRIMARY KEY)")
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        before = session.head
        said = say(session, "still here")
        session.keep_snapshot()
        assert said.commit.previous.hex() == before
        check_moment(store)
        with pytest.raises(StoreError) as caught:
            Store(file_url)
        assert caught.value.code == "store_newer"
        with pytest.raises(StoreError):
            check_database(file_url)
        with store.database.writing() as connection:
            connection.exec_driver_sql("DROP TABLE newer")
            connection.exec_driver_sql("ALTER TABLE snapshots DROP COLUMN newer")
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{schema.REVISION}'")
    with closing(Store(file_url)) as store:
        assert find_opened(store, session.id).head == said.commit.hash.hex()
        check_session(store, session.id, {})
        check_audit(store, session.id)


@pytest.mark.parametrize("revision,code", [("0001", "store_older"), ("9999", "store_newer")])
def test_database_of_another_release_is_left_as_it_is(file_url: str, revision: str, code: str) -> None:
    with closing(Store(file_url)) as store:
        session = open_toy(store)
        with store.database.writing() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")
    for _ in range(2):
        with pytest.raises(StoreError) as caught:
            Store(file_url)
        assert caught.value.code == code
    with closing(Database(file_url, check=False)) as database, database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{schema.REVISION}'")
    with closing(Store(file_url)) as store:
        assert find_opened(store, session.id).head == session.head
        check_audit(store, session.id)
