"""Stores to hold to the contract: a new one adds one parameter."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from toytable import fixed_outside

from tenmatsu.engine.store import Store

OpenStore = Callable[[], Store]


@pytest.fixture(params=["sqlite file", "sqlite memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Every kind of store, empty."""
    url = {"sqlite file": f"sqlite:///{tmp_path / 'contract.db'}", "sqlite memory": "sqlite://"}[
        request.param
    ]
    found = Store(url, fixed_outside())
    yield found
    found.close()


@pytest.fixture(params=["sqlite file"])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStore]:
    """How to open one and the same store again and again, for every kind that lasts."""
    opened: list[Store] = []

    def open_store() -> Store:
        opened.append(Store(f"sqlite:///{tmp_path / 'contract.db'}"))
        return opened[-1]

    yield open_store
    for store in opened:
        store.close()
