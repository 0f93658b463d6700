"""A store and an evening of the toy for the tests of the engine."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from toytable import fixed_outside, open_toy

from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory with a fixed clock and entropy."""
    found = Store("sqlite://", fixed_outside())
    yield found
    found.close()


@pytest.fixture
def file_url(tmp_path: Path) -> str:
    """The address of a database file that is not there yet."""
    return f"sqlite:///{tmp_path / 'table.db'}"


@pytest.fixture
def file_store(file_url: str) -> Iterator[Store]:
    """A store in a file."""
    found = Store(file_url, fixed_outside())
    yield found
    found.close()


@pytest.fixture
def session(store: Store) -> Session:
    """An opened session of the toy: `p1` plays `a`, `p2` plays `b`."""
    return open_toy(store)
