"""Stores to hold to the contract: a new one adds one parameter."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from postgres import Server
from toytable import fixed_outside

from tenmatsu.engine.store import Store

OpenStore = Callable[[], Store]


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of the kind that the parameter says."""
    kind: str = request.param
    if kind == "postgresql":
        server: Server = request.getfixturevalue("postgres")
        url = server.make()
        yield url
        server.give_back(url)
    else:
        yield f"sqlite:///{tmp_path / 'contract.db'}" if kind == "sqlite file" else "sqlite://"


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """Every kind of store, empty."""
    found = Store(database_url, fixed_outside())
    yield found
    found.close()


@pytest.fixture
def reopen(database_url: str) -> Iterator[OpenStore]:
    """How to open one and the same store again and again, for every kind that lasts."""
    opened: list[Store] = []

    def open_store() -> Store:
        opened.append(Store(database_url))
        return opened[-1]

    yield open_store
    for store in opened:
        store.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test of a store on every kind; in memory nothing can be opened again."""
    if "database_url" in metafunc.fixturenames:
        kinds = ["sqlite file", "postgresql"]
        if "reopen" not in metafunc.fixturenames:
            kinds.append("sqlite memory")
        metafunc.parametrize("database_url", kinds, indirect=True)
