"""A store and an evening of the toy for the tests of the engine, on every kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import Server
from stores import FreshStores
from toytable import fixed_outside, open_toy

from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store

KINDS = ("sqlite", "postgresql")


@pytest.fixture
def database_kind(request: pytest.FixtureRequest) -> str:
    """The kind of database that a test runs on; SQLite where it does not care."""
    kind: str = getattr(request, "param", "sqlite")
    return kind


@pytest.fixture
def server(request: pytest.FixtureRequest, database_kind: str) -> Server | None:
    """The server that the databases are on, None where they are files or memory."""
    return request.getfixturevalue("postgres") if database_kind == "postgresql" else None


@pytest.fixture
def fresh_store(server: Server | None) -> Iterator[FreshStores]:
    """How to get one empty store after another."""
    stores = FreshStores(server)
    yield stores
    stores.close()


@pytest.fixture
def store(fresh_store: FreshStores) -> Store:
    """A store with a fixed clock and entropy; on SQLite it is in memory."""
    return fresh_store()


@pytest.fixture
def file_url(server: Server | None, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database that can be opened again; on SQLite the file is not there yet."""
    if server is None:
        yield f"sqlite:///{tmp_path / 'table.db'}"
        return
    url = server.make()
    yield url
    server.give_back(url)


@pytest.fixture
def file_store(file_url: str) -> Iterator[Store]:
    """A store that can be opened again."""
    found = Store(file_url, fixed_outside())
    yield found
    found.close()


@pytest.fixture
def session(store: Store) -> Session:
    """An opened session of the toy: `p1` plays `a`, `p2` plays `b`."""
    return open_toy(store)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test that asks for a store on every kind of database."""
    if "database_kind" in metafunc.fixturenames:
        metafunc.parametrize("database_kind", KINDS, indirect=True)
