"""What only a server can do to a store: lost connections, roles, other servers' numbers, many at once."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from postgres import Server
from toytable import all_commits, check_chain, dump, fixed_outside, open_toy, say, strike
from unguarded import unguarded

from tenmatsu.engine.errors import ConcurrencyConflict, StoreError
from tenmatsu.engine.following import follow_commits, last_position
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.appending import Appender
from tenmatsu.engine.store.caches import Caches
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.timelines import fork
from tenmatsu.engine.upkeep import check_database
from tenmatsu.migrations.running import upgrade


@pytest.fixture
def served(server_url: str) -> Iterator[Store]:
    """A store on the server."""
    with closing(Store(server_url, fixed_outside())) as store:
        yield store


# connections that are lost


def _lose(monkeypatch: pytest.MonkeyPatch, times: int, *, stored: bool) -> None:
    """Let the next commits that store something break the connection, when or before it is stored."""
    commit = psycopg.Connection.commit
    left = iter(range(times))

    def lost(connection: psycopg.Connection[Any]) -> None:
        row = connection.execute("SELECT pg_current_xact_id_if_assigned()").fetchone()
        if row == (None,) or next(left, None) is None:
            commit(connection)
            return
        if stored:
            commit(connection)
        connection.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(psycopg.Connection, "commit", lost)


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "not stored"])
@pytest.mark.parametrize("work", [say, strike, fork], ids=["say", "strike", "fork"])
def test_commit_whose_answer_is_lost_is_looked_up_and_stored_once(
    served: Store, monkeypatch: pytest.MonkeyPatch, work: Callable[..., Any], *, stored: bool
) -> None:
    session = open_toy(served)
    numbers = len(served.hashes(session.id))
    given = (session, "もしも", session.version) if work is fork else (session,)
    _lose(monkeypatch, 1, stored=stored)
    work(*given, **({"actor": "gm"} if work is fork else {}))
    monkeypatch.undo()

    assert len(served.hashes(session.id)) == numbers + 1
    again = find_opened(served, session.id)
    assert again.head == session.head
    say(again)
    for branch in served.branches(session.id):
        check_chain(again.on(branch))


def test_session_that_is_opened_while_the_connection_breaks_is_there_once(
    served: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lose(monkeypatch, 1, stored=True)
    session = open_toy(served)

    assert [row.id for row in served.sessions()] == [session.id]


def test_another_hand_that_was_faster_after_the_loss_is_a_conflict_and_no_success(
    server_url: str, served: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_toy(served)
    with closing(Store(server_url, fixed_outside("other"))) as other:
        theirs = find_opened(other, session.id)
        commit = psycopg.Connection.commit
        once = iter([True])

        def overtaken(connection: psycopg.Connection[Any]) -> None:
            if next(once, False):
                connection.close()
                monkeypatch.setattr(psycopg.Connection, "commit", commit)
                say(theirs, "先")
                raise psycopg.OperationalError("server closed the connection unexpectedly")
            commit(connection)

        monkeypatch.setattr(psycopg.Connection, "commit", overtaken)
        with pytest.raises(ConcurrencyConflict):
            say(session, "後", expected=session.head)
    session.reload()
    assert session.head == theirs.head


@pytest.mark.parametrize("stored", [True, False], ids=["stored", "not stored"])
def test_loss_that_goes_on_is_told_as_not_known_and_the_same_id_tells_the_truth(
    served: Store, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    session = open_toy(served)
    head = session.head
    _lose(monkeypatch, 99, stored=stored)
    if stored:
        # what was stored stands in the way of the next attempt: only a server that is gone leaves it open
        monkeypatch.setattr(served.appender, "_is_stored", _gone)
    with pytest.raises(StoreError) as caught:
        say(session, "一", command_id="x")
    monkeypatch.undo()

    assert caught.value.code == "store_unsure"
    assert session.head == head
    result = say(session, "一", command_id="x")
    assert result.repeated == stored
    assert served.find_command(session.id, "x") == ("0", result.commit.number)
    say(session, "二")
    check_chain(session)
    assert [commit.hash for commit in all_commits(session)].count(result.commit.hash) == 1


def _gone(_work: object) -> bool:
    raise StoreError("store_lost", path="here", reason="gone")


def test_connections_that_the_server_ended_are_replaced(
    postgres: Server, server_url: str, served: Store
) -> None:
    session = open_toy(served)
    with psycopg.connect(server_url) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    say(session)
    check_chain(session)


def test_connection_that_has_read_stores_nothing_before_its_transaction_ends(served: Store) -> None:
    session = open_toy(served)
    rows = dump(served)

    def stop(step: str) -> None:
        if step == "commit":
            raise InterruptedError

    served.appender = Appender(served.database, step=stop)
    with pytest.raises(InterruptedError):
        strike(session)
    assert dump(served) == rows


def test_server_that_is_not_there_says_so_without_the_password() -> None:
    with pytest.raises(StoreError) as caught:
        Store("postgresql://u:rosebud@127.0.0.1:1/tables?connect_timeout=2")
    told = caught.value

    assert told.code == "store_connect"
    assert "127.0.0.1/tables" in told.say("en")
    assert "rosebud" not in f"{told.say('en')} {told.say('ja')} {told.details}"


# the pool


@pytest.mark.parametrize("option", ["pool_size=0", "pool_size=x", "max_overflow=-2", "pool_timeout=0"])
def test_option_of_the_pool_that_is_no_number_of_its_range_is_refused(server_url: str, option: str) -> None:
    with pytest.raises(StoreError) as caught:
        Database(f"{server_url}&{option}")
    assert caught.value.code == "store_option"


def test_pool_that_is_used_up_says_busy(server_url: str) -> None:
    with (
        closing(Database(f"{server_url}&pool_size=1&max_overflow=0&pool_timeout=1")) as database,
        database.reading(),
        pytest.raises(StoreError) as caught,
        database.reading(),
    ):
        pass
    assert caught.value.code == "store_busy"


def test_row_that_another_holds_is_waited_for_and_then_told_as_busy(server_url: str, served: Store) -> None:
    session = open_toy(served)
    with psycopg.connect(server_url) as other:
        other.execute("SELECT * FROM branches FOR UPDATE")
        with served.database.engine.connect() as connection:  # the pool hands the same one out again
            connection.exec_driver_sql("SET lock_timeout = '100ms'")
            connection.commit()
        with pytest.raises(StoreError) as caught:
            say(session)
        other.rollback()
    assert caught.value.code == "store_busy"
    say(session)


def test_what_is_acknowledged_is_stored_whatever_the_server_usually_does(postgres: Server) -> None:
    url = postgres.make_empty()
    name = sa.make_url(url).database
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    with closing(Database(url)) as database, database.reading() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
    postgres.drop(url)


# positions


def _move_positions(store: Store, by: int) -> None:
    """Make positions those of a server that has had many more transactions."""
    with unguarded(store) as connection:
        c = schema.commits.c
        connection.execute(sa.update(schema.commits).values(position=c.position + by))


def test_positions_go_on_above_those_of_another_server_that_was_restored(server_url: str) -> None:
    with closing(Store(server_url, fixed_outside())) as store:
        session = open_toy(store)
        _move_positions(store, 10**6 << 22)
    with closing(Store(server_url, fixed_outside("again"))) as restored:
        before = last_position(restored)
        followed = len(follow_commits(restored))
        assert followed == session.state.number
        again = find_opened(restored, session.id)
        say(again)
        new = follow_commits(restored, before)

        assert [one.commit.hash.hex() for one in new] == [again.head]
        assert new[0].position > before
        with restored.database.reading() as connection:
            found = connection.execute(sa.select(schema.upkeep.c.value)).scalar_one()
    with closing(Store(server_url)) as later, later.database.reading() as connection:
        assert connection.execute(sa.select(schema.upkeep.c.value)).scalar_one() == found
    assert found > 0


def test_upgrade_sees_to_the_positions_too(server_url: str) -> None:
    with closing(Store(server_url, fixed_outside())) as store:
        open_toy(store)
        _move_positions(store, 10**6 << 22)
    assert upgrade(server_url) == (schema.REVISION, schema.REVISION)
    with psycopg.connect(server_url) as connection:
        assert connection.execute("SELECT name FROM upkeep").fetchall() == [("position_base",)]


# roles


@pytest.fixture
def worker(postgres: Server, server_url: str) -> Iterator[str]:
    """The address for a role that may play but owns nothing, with the rights that docs/server.md names."""
    with psycopg.connect(server_url, autocommit=True) as admin:
        admin.execute("CREATE ROLE worker LOGIN")
        admin.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO worker")
        admin.execute("REVOKE DELETE ON commits, events FROM worker")
    yield sa.make_url(server_url).set(username="worker").render_as_string(hide_password=False)
    with psycopg.connect(server_url, autocommit=True) as admin:
        admin.execute("DROP OWNED BY worker")
        admin.execute("DROP ROLE worker")


def test_role_that_owns_nothing_plays_and_cannot_touch_the_log(worker: str) -> None:
    with closing(Store(worker, fixed_outside())) as store:
        session = open_toy(store)
        fork(session, "もしも", session.version, actor="gm")
        session.keep_snapshot()
        say(session)
        assert check_database(worker).compared is False
        for statement in (
            "DELETE FROM events",
            "TRUNCATE commits",
            "DROP TABLE events",
            "ALTER TABLE events DISABLE TRIGGER ALL",
            "SET session_replication_role = replica",
        ):
            with pytest.raises(StoreError) as caught, store.database.writing() as connection:
                connection.exec_driver_sql(statement)
            assert caught.value.code == "store_rights", statement
        check_chain(session)


def test_redaction_by_a_role_that_may_not_clean_is_owed_until_the_owner_does(
    worker: str, server_url: str
) -> None:
    with closing(Store(worker, fixed_outside())) as store:
        session = open_toy(store)
        say(session, "本名")
        result = session.do({"type": "table.redact", "what": [session.version]}, actor="gm")
        assert result.waits
        assert store.is_unclean
    with closing(Store(server_url)) as owner:
        assert owner.clean()
        assert not owner.is_unclean


def test_upgrade_without_the_right_to_make_tables_says_so(postgres: Server, worker: str) -> None:
    empty = postgres.make_empty()
    url = sa.make_url(worker).set(database=sa.make_url(empty).database)
    with pytest.raises(StoreError) as caught:
        upgrade(url.render_as_string(hide_password=False))
    assert caught.value.code == "store_rights"
    postgres.drop(empty)


# many at once


def test_many_that_open_an_empty_database_at_once_make_it_once(postgres: Server) -> None:
    url = postgres.make_empty()
    start = threading.Barrier(4)
    failed: list[BaseException] = []

    def open_it() -> None:
        start.wait()
        try:
            Store(url).close()
        except BaseException as error:  # noqa: BLE001  # it is judged in the test's own thread
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    assert check_database(url).ok
    postgres.drop(url)


def test_snapshot_that_is_saved_while_words_are_redacted_is_not_kept(served: Store) -> None:
    session = open_toy(served)
    say(session, "本名")
    caches, database = Caches(served.database), served.database
    done = threading.Event()

    def save() -> None:
        caches.save_snapshot(session.id, "0", session.version, "f", b"\\xe6", 0)
        done.set()

    with database.writing() as connection:
        connection.execute(
            sa.select(schema.sessions.c.id).where(schema.sessions.c.id == session.id).with_for_update()
        )
        thread = threading.Thread(target=save)
        thread.start()
        assert not done.wait(0.3), "it waits for whoever redacts"
        connection.execute(sa.insert(schema.redactions).values(session=session.id, digest=b"x"))
    thread.join()

    with database.reading() as connection:
        assert connection.execute(sa.select(schema.snapshots)).all() == []


def test_same_snapshot_saved_by_two_at_once_is_kept_once(server_url: str, served: Store) -> None:
    session: Session = open_toy(served)
    start = threading.Barrier(2)
    failed: list[BaseException] = []

    def save() -> None:
        with closing(Store(server_url)) as store:
            caches = Caches(store.database)
            start.wait()
            try:
                for version in range(30):
                    caches.save_snapshot(session.id, "0", version, "f", b"x", 0)
            except BaseException as error:  # noqa: BLE001  # it is judged in the test's own thread
                failed.append(error)

    threads = [threading.Thread(target=save) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
