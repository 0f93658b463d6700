"""Who waits for commits on a server is woken, and no writer waits for that."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from sentsql import listening
from toytable import check_chain, fixed_outside, open_toy, say

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import Store, postgres_waking
from tenmatsu.engine.store.dialect import Dialect
from tenmatsu.engine.store.postgres_connecting import Connector
from tenmatsu.engine.store.postgres_waking import NAME

LONG = 20.0
"""Seconds, more than any word needs."""


@pytest.fixture
def store(server_url: str) -> Iterator[Store]:
    """A store that writes there."""
    with closing(Store(server_url, fixed_outside())) as found:
        yield found


@pytest.fixture
def waiting(server_url: str) -> Iterator[Dialect]:
    """What waits there for commits, in another process as it were."""
    with closing(Store(server_url)) as found:
        assert found.database.dialect.wait(0), "it looks once for itself"
        yield found.database.dialect


def test_every_commit_wakes_who_waits(store: Store, waiting: Dialect) -> None:
    session = open_toy(store)
    assert waiting.wait(LONG)
    for number in range(5):
        say(session, str(number))
        assert waiting.wait(LONG)


def test_no_transaction_that_stores_a_commit_tells_of_it(store: Store) -> None:
    with listening() as sent:
        say(open_toy(store))

    assert [text for text in sent if "notify" in text.lower()] == []


def test_connection_that_wakes_is_replaced_where_the_server_ended_it(
    server_url: str, store: Store, waiting: Dialect
) -> None:
    session = open_toy(store)
    assert waiting.wait(LONG)
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            " WHERE application_name = %s AND datname = current_database()",
            (NAME,),
        )
    say(session)

    assert waiting.wait(LONG)
    check_chain(session)


def test_word_that_cannot_go_out_is_tried_once_in_a_while_and_fails_nobody(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_toy(store)
    store.close()
    tried: list[object] = []

    def refused() -> None:
        tried.append(None)
        raise StoreError("store_connect", path="here", reason="too many")

    _before_a_bell_connects(monkeypatch, refused)
    for number in range(5):
        say(session, str(number))
    store.close()

    assert len(tried) == 1
    check_chain(session)


def test_nobody_who_stores_waits_for_a_server_that_takes_no_further_connection(
    store: Store, waiting: Dialect, monkeypatch: pytest.MonkeyPatch
) -> None:
    takes, taken = threading.Event(), threading.Event()
    session = open_toy(store)
    store.close()
    assert waiting.wait(LONG)

    def wait() -> None:
        assert takes.wait(LONG)
        taken.set()

    _before_a_bell_connects(monkeypatch, wait)
    for number in range(5):
        say(session, str(number))
    assert not taken.is_set()
    takes.set()

    assert waiting.wait(LONG), "the word goes out once the server takes it"


def test_process_that_gets_no_further_thread_stores_without_a_word(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_toy(store)
    store.close()

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    for number in range(2):
        say(session, str(number))
    check_chain(session)


def test_connection_that_nothing_was_sent_by_for_long_is_given_up_and_opened_again(
    store: Store, waiting: Dialect, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    _before_a_bell_connects(monkeypatch, lambda: opened.append(None))
    monkeypatch.setattr(postgres_waking, "_REST", 0.2)
    before = threading.enumerate()
    session = open_toy(store)
    for thread in set(threading.enumerate()).difference(before):
        thread.join(LONG)
    while waiting.wait(0):
        """Hear all that was told of it."""
    say(session)

    assert waiting.wait(LONG)
    assert len(opened) == 2


def test_bell_that_is_closed_has_told_the_last_word_and_leaves_no_thread(
    store: Store, waiting: Dialect
) -> None:
    before = threading.enumerate()
    say(open_toy(store))
    store.close()

    assert set(threading.enumerate()) <= set(before)
    assert waiting.wait(LONG)


def _before_a_bell_connects(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen before each connection by which followers are woken."""
    connect = Connector.connect

    def connected(connector: Connector, **more: Any) -> Any:
        if more.get("application_name") == NAME:
            happens()
        return connect(connector, **more)

    monkeypatch.setattr(Connector, "connect", connected)
