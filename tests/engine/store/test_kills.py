"""Whoever is killed, and whenever: each acknowledged commit is there, and no half one is."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest
from players import Nursery
from postgres import Server
from toytable import open_toy, say
from tries import SERVER_KILLED, WRITER_KILLED
from wholeness import check_audit, check_moment, check_session

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import import_log
from tenmatsu.engine.rescue import repair_database
from tenmatsu.engine.store import Store

PAGE = 8192
ENDLESS = 1_000_000
CHECKS = 20
"""How many of the kills are followed by a look at all that was acknowledged, beside the newest rows."""


def _spin(chance: Random, most: int) -> None:
    """Let a moment of another length pass each time."""
    for _ in range(chance.randint(0, most)):
        pass


def _done(nursery: Nursery, named: dict[str, str]) -> None:
    """Note what has been told already."""
    for word, *rest in nursery.told():
        if word == "done":
            named[rest[1]] = rest[2]


@pytest.mark.timeout(1800)
def test_writer_killed_at_any_moment_loses_no_commit_that_it_named(file_url: str) -> None:
    chance = Random(20261129)
    named: dict[str, str] = {}
    kills = WRITER_KILLED.now
    with closing(Store(file_url)) as store:
        session = open_toy(store).id
    with Nursery() as nursery:
        for run in range(kills):
            pid = nursery.play(file_url, [session], f"run{run}", ENDLESS)
            wanted = chance.randint(0, 8)
            while wanted:
                word, *rest = nursery.listen()
                if word == "done":
                    named[rest[1]] = rest[2]
                    wanted -= 1
            _spin(chance, 40_000)
            nursery.end(pid)
            _done(nursery, named)
            with closing(Store(file_url)) as store:
                check_moment(store)
                if run % (kills // CHECKS) == 0:
                    check_session(store, session, named)
    with closing(Store(file_url)) as store:
        # what was stored but not named yet when the writer died
        beside = check_session(store, session, named) - len(named)
        assert 0 <= beside <= kills + kills // 10
        check_audit(store, session)
    assert len(named) >= kills


@pytest.fixture(scope="module")
def durable_server() -> Iterator[Server]:
    """A server that writes through to the disk."""
    server = Server(durable=True)
    yield server
    server.stop()


@pytest.fixture
def own_server(durable_server: Server) -> Iterator[Server]:
    """A server of these tests' own, for they kill and damage it."""
    yield durable_server
    durable_server.connect_again()


@pytest.mark.timeout(1800)
def test_server_that_dies_under_its_writers_loses_no_commit_that_they_named(own_server: Server) -> None:
    chance = Random(20261130)
    named: dict[str, str] = {}
    url = own_server.make()
    with closing(Store(url)) as store:
        session = open_toy(store).id
    with Nursery() as nursery:
        for player in range(2):
            nursery.play(url, [session], f"player{player}", ENDLESS)
        for kill in range(SERVER_KILLED.now):
            before = len(named)
            while len(named) < before + chance.randint(4, 12):
                word, *rest = nursery.listen()
                if word == "done":
                    named[rest[1]] = rest[2]
            _spin(chance, 40_000)
            _crash(url)
            with closing(Store(url)) as store:
                check_moment(store)
                _done(nursery, named)
                if kill % max(1, SERVER_KILLED.now // CHECKS) == 0:
                    check_session(store, session, named)
    with closing(Store(url)) as store:
        _done(nursery, named)
        check_session(store, session, named)
        check_audit(store, session)


def test_damaged_page_of_a_server_is_named_and_what_is_left_is_saved(
    own_server: Server, tmp_path: Path
) -> None:
    url = own_server.make()
    with closing(Store(url)) as store:
        ids = [open_toy(store).id, open_toy(store).id]
        session = find_opened(store, ids[0])
        for at in range(40):
            say(session, f"{at} " + "ことば" * 200)
        with store.database.reading() as connection:
            where = "SELECT pg_relation_filepath(tableoid::regclass) FROM events WHERE session = %s LIMIT 1"
            file = str(connection.exec_driver_sql(where, (ids[0],)).scalar_one())

    def flip(data: Path) -> None:
        pages = bytearray((data / file).read_bytes())
        assert len(pages) > 4 * PAGE
        pages[3 * PAGE + 5000] ^= 0xFF
        (data / file).write_bytes(pages)

    own_server.restart(flip)
    with closing(Store(url)) as store:
        with pytest.raises(StoreError) as caught:
            audit_session(store, ids[0])
        assert caught.value.code == "store_not_database"
    repair = repair_database(url, tmp_path / "saved")
    saved = {one.session: one for one in repair.sessions}

    assert not repair.ok
    assert saved[ids[0]].damaged
    assert 0 < saved[ids[0]].commits < 45
    assert saved[ids[0]].rest
    with closing(Store("sqlite://")) as store:
        assert import_log(store, Path(str(saved[ids[0]].file))).added == saved[ids[0]].commits
        check_audit(store, ids[0])


def test_server_that_only_follows_another_is_read_and_says_that_it_takes_nothing(own_server: Server) -> None:
    url = own_server.make()
    with closing(Store(url)) as store:
        session = open_toy(store).id
    own_server.restart(lambda data: (data / "standby.signal").touch())
    try:
        with closing(Store(url)) as store:
            found = find_opened(store, session)
            with pytest.raises(StoreError) as caught:
                say(found)
            assert caught.value.code == "store_read_only"
            check_session(store, session, {})
            check_audit(store, session)
    finally:
        own_server.promote()


def _crash(url: str) -> None:
    """Kill the process that serves a writer: the server ends all others and reads its own log again."""
    with closing(psycopg.connect(url, autocommit=True)) as watching:
        # a writer that has just lost its connection is on its way to another one
        _poll(lambda: _kill_writer(watching), until=True)
        _poll(lambda: watching.execute("SELECT 1"), until=False)
    _poll(lambda: psycopg.connect(url, connect_timeout=5).close(), until=True)


def _kill_writer(watching: psycopg.Connection) -> None:
    """Kill the process that serves a writer, one at work rather than one that waits."""
    row = watching.execute(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " ORDER BY (state = 'active') DESC, xact_start LIMIT 1"
    ).fetchone()
    if row is None:
        raise psycopg.OperationalError("nobody writes now")
    try:
        os.kill(row[0], signal.SIGKILL)
    except ProcessLookupError as error:
        raise psycopg.OperationalError("it is gone") from error


def _poll(ask: Callable[[], object], *, until: bool) -> None:
    """Ask the server again and again until it answers, or does not."""
    for _ in range(600):
        try:
            ask()
        except psycopg.OperationalError:
            answers = False
        else:
            answers = True
        if answers is until:
            return
        time.sleep(0.05)
    raise AssertionError("the server did not come back" if until else "the server did not go")
