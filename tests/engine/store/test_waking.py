"""Who waits for commits on a server is woken, and no writer waits for that."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from postgres import Server
from sentsql import listening
from toytable import check_chain, fixed_outside, open_toy, say

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.dialect import Dialect
from tenmatsu.engine.store.postgres_connecting import Connector
from tenmatsu.engine.store.postgres_waking import NAME

LONG = 20.0
"""Seconds, more than any word needs."""


@pytest.fixture
def url(postgres: Server) -> Iterator[str]:
    """The address of an empty database on a server."""
    found = postgres.make()
    yield found
    postgres.give_back(found)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """A store that writes there."""
    with closing(Store(url, fixed_outside())) as found:
        yield found


@pytest.fixture
def waiting(url: str) -> Iterator[Dialect]:
    """What waits there for commits, in another process as it were."""
    with closing(Store(url)) as found:
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
    url: str, store: Store, waiting: Dialect
) -> None:
    session = open_toy(store)
    assert waiting.wait(LONG)
    with psycopg.connect(url, autocommit=True) as connection:
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
    connect = Connector.connect

    def refused(connector: Connector, **more: Any) -> Any:
        if more.get("application_name") == NAME:
            tried.append(more)
            raise StoreError("store_connect", path="here", reason="too many")
        return connect(connector, **more)

    monkeypatch.setattr(Connector, "connect", refused)
    for number in range(5):
        say(session, str(number))

    assert len(tried) == 1
    check_chain(session)
