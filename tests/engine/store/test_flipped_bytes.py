"""A byte that is another one: what the log says never changes unseen, and what is left of it is saved."""

from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from damaged import Evening, hashes_in, look, play_evening, save, whole
from tries import FLIPS

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import Store, schema

EACH = 20
"""After every so many flips, what is left is saved."""
REPEATED = (schema.commits, schema.events, schema.branches, schema.adoptions, schema.keys_spent)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An evening whose last commits lie in the log."""
    return play_evening(tmp_path_factory.mktemp("evening"), 10)


def _flip(data: bytes, chance: Random) -> bytes:
    """Return the bytes with one of them another."""
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ chance.randrange(1, 256)]) + data[at + 1 :]


def _log_rows(path: Path) -> dict[str, list[Any]]:
    """Return all rows of the log and of what repeats it."""
    with closing(Store(f"sqlite:///{path}", create=False)) as store, store.database.reading() as connection:
        return {table.name: sorted(map(tuple, connection.execute(sa.select(table)))) for table in REPEATED}


@pytest.mark.timeout(3600)
def test_flipped_byte_of_a_file_changes_nothing_that_is_not_named(evening: Evening, tmp_path: Path) -> None:
    chance = Random(20261201)
    file = whole(evening, tmp_path)
    path = evening.lay(tmp_path, file, b"")
    rows, heads = _log_rows(path), hashes_in(path, evening.session)
    named = saved = 0
    for number in range(FLIPS.now):
        path = evening.lay(tmp_path, _flip(file, chance), b"")
        told = look(path)
        named += bool(told)
        if not told:
            assert _log_rows(path) == rows
        if number % EACH == 0:
            kept = save(path, tmp_path / "saved", evening.session)
            assert set(kept) <= heads, "nothing is made up"
            saved += bool(kept)
    assert named > FLIPS.now // 4, "most of the file is the log"
    assert saved


@pytest.mark.timeout(3600)
def test_flipped_byte_of_the_write_ahead_log_ends_it_there(evening: Evening, tmp_path: Path) -> None:
    chance = Random(20261202)
    order = [head for _, head in evening.ends]
    seen = set[str]()
    for number in range(FLIPS.now):
        path = evening.lay(tmp_path, log=_flip(evening.log, chance))
        try:
            with closing(Store(f"sqlite:///{path}", create=False)) as store:
                head = find_opened(store, evening.session).head
        except StoreError:
            continue
        assert head in order, "each commit is there as a whole or not at all"
        assert number % EACH or not look(path)
        seen.add(head)
    assert len(seen) > 5
