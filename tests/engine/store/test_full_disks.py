"""A disk that is full at any size of the files: it says so, nothing is half there, and play goes on."""

import resource
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from toytable import open_toy, roll, say
from tries import LIMITS
from wholeness import check_audit, check_moment, check_session

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.rescue.saving import rescue
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.salvage import salvage
from tenmatsu.engine.upkeep import drop_caches

REST = 60_000
"""Bytes behind what is there up to which there is room."""


@contextmanager
def _room_up_to(size: int) -> Generator[None]:
    """Let no file grow beyond a size."""
    kept = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, kept[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, kept)


def _play(session: Session, at: int) -> str:
    """Do something, the same thing each time that it is asked with one number."""
    if at % 3 == 2:
        roll(session, "2d6", secret=at % 2 == 0, command_id=f"c{at}")
    else:
        say(session, "あ" * (40 if at % 4 else 4000), command_id=f"c{at}")
    return session.head


def test_full_disk_at_any_size_says_so_and_leaves_no_half_commit(tmp_path: Path) -> None:
    chance = Random(20261203)
    path = tmp_path / "full.db"
    store = Store(f"sqlite:///{path}")
    session = open_toy(store)
    named: dict[str, str] = {}
    refused, codes = 0, set[str]()
    for at in range(LIMITS.now):
        if at % 10 == 9:
            # whoever was the last to close it has moved the log into the file
            store.close()
            store = Store(f"sqlite:///{path}")
            session = find_opened(store, session.id)
        sizes = [one.stat().st_size for one in tmp_path.iterdir()]
        head, state = session.head, session.state
        try:
            with _room_up_to(chance.randrange(max(sizes) + REST)):
                _play(session, at)
        except StoreError as error:
            refused += 1
            codes.add(error.code)
            assert (session.head, session.state) == (head, state), "nothing moved in memory"
            assert store.find_command(session.id, f"c{at}") is None
            _play(session, at)
        check_moment(store)
        named[f"c{at}"] = session.head
    assert codes == {"store_full"}
    assert LIMITS.now // 10 < refused < LIMITS.now, "some found room and some did not"
    numbers = check_session(store, session.id, {})
    assert numbers >= LIMITS.now
    check_audit(store, session.id)
    store.close()


@pytest.mark.parametrize("size", [0, 512, 4096, 20_000, 60_000])
def test_database_for_which_there_is_no_room_is_not_made(tmp_path: Path, size: int) -> None:
    path = tmp_path / "new.db"
    with pytest.raises(StoreError) as caught, _room_up_to(size):
        Store(f"sqlite:///{path}").close()
    assert caught.value.code in ("store_full", "store_place")
    assert list(tmp_path.iterdir()) == []
    with closing(Store(f"sqlite:///{path}")) as store:
        check_session(store, open_toy(store).id, {})


def test_caches_that_find_no_room_cost_only_speed(tmp_path: Path) -> None:
    with closing(Store(f"sqlite:///{tmp_path / 'cache.db'}")) as store:
        session = open_toy(store)
        drop_caches(store)
        largest = max(one.stat().st_size for one in tmp_path.iterdir())
        with _room_up_to(largest):
            session.keep_snapshot()
        assert find_opened(store, session.id).state == session.state
        check_audit(store, session.id)


def test_repair_that_finds_no_room_to_gather_what_it_reads_says_so(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'long.db'}"
    with closing(Store(url)) as store:
        session = open_toy(store)
        for _ in range(160):
            say(session, "あ" * 4000)
    with _room_up_to(1_000_000), pytest.raises(StoreError) as caught, salvage(url):
        pass
    assert caught.value.code == "store_full"
    with salvage(url) as found:
        assert list(found.sessions()) == [session.id]


def test_repair_that_finds_no_room_to_open_the_database_says_so(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'evening.db'}"
    with closing(Store(url)) as store:
        open_toy(store)
    with _room_up_to(1000), pytest.raises(StoreError) as caught, salvage(url):
        pass
    assert caught.value.code == "store_full"


def test_repair_that_finds_no_room_for_what_it_saves_leaves_nothing_of_it(tmp_path: Path) -> None:
    url, saved = f"sqlite:///{tmp_path / 'bent.db'}", tmp_path / "saved"
    with closing(Store(url)) as store:
        session = open_toy(store)
        for _ in range(160):
            say(session, "あ" * 40)
        before = {one.name for one in tmp_path.iterdir()}
        with _room_up_to(40_000), pytest.raises(StoreError) as caught:
            rescue(url, saved, everything=True)
        assert caught.value.code == "store_full"
        assert {one.name for one in tmp_path.iterdir()} == before
        (one,) = rescue(url, saved, everything=True)
    assert one.file == str(saved / f"{session.id}.jsonl")
