"""A server's disk that is full, its tables' or its log's: told truly, nothing is half there, play goes on."""

from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from random import Random

import pytest
from postgres import Server
from smalldisk import NoRight, SmallDisk, small_disk
from toytable import open_toy, say
from tries import ROOMS
from wholeness import check_audit, check_moment, check_session

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store

REST = 60_000
"""Bytes up to which there is room: less than two commits take."""
LOG = 160
"""Megabytes on which a server fits with all that it keeps."""


@contextmanager
def _disk(megabytes: int) -> Generator[SmallDisk]:
    try:
        with small_disk(megabytes) as disk:
            yield disk
    except NoRight:
        pytest.skip("no right to mount a file system: no disk of a server was really full")


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    """A disk for a database's tables alone."""
    with _disk(32) as disk:
        yield disk


def _words(chance: Random) -> str:
    """Return a text that no compression makes much smaller."""
    return "".join(chr(0x4E00 + chance.randrange(20_000)) for _ in range(4000))


def test_full_disk_of_a_server_at_any_room_says_so_and_leaves_no_half_commit(
    postgres: Server, disk: SmallDisk
) -> None:
    chance = Random(20261206)
    url = postgres.make_on(disk.folder)
    named: dict[str, str] = {}
    codes: list[str] = []
    with closing(Store(url)) as store:
        session = open_toy(store)
        for at in range(ROOMS.now):
            text, head, state = _words(chance), session.head, session.state
            disk.leave(chance.randrange(REST))
            try:
                say(session, text, command_id=f"c{at}")
            except StoreError as error:
                codes.append(error.code)
                assert (session.head, session.state) == (head, state), "nothing moved in memory"
                check_moment(store)
                assert store.find_command(session.id, f"c{at}") is None
                disk.make_room()
                say(session, text, command_id=f"c{at}")
            disk.make_room()
            named[f"c{at}"] = session.head
        assert set(codes) == {"store_full"}
        assert ROOMS.now // 10 < len(codes) < ROOMS.now, "some found room and some did not"
        check_moment(store)
        check_session(store, session.id, named)
        check_audit(store, session.id)
    postgres.drop(url)


def test_server_that_dies_as_its_log_finds_no_room_loses_no_commit_that_it_named() -> None:
    """The server ends itself; it comes back where there is room again, or where somebody starts it then."""
    chance = Random(20261207)
    named: dict[str, str] = {}
    with _disk(LOG) as disk:
        server = Server(durable=True, below=disk.folder)
        try:
            url = server.make()
            with closing(Store(url)) as store:
                session = open_toy(store)
                disk.leave(2_000_000)
                told, unnamed, text = _say_until_it_fails(server, session, named, chance)
                state = session.state
                assert told.code in ("store_unsure", "store_lost", "store_connect")
                disk.make_room()
                server.start_again()

                check_moment(store)
                check_session(store, session.id, named)
                assert session.state is state, "nothing moved in memory"
                stored = store.find_command(session.id, unnamed) is not None
                assert told.code == "store_unsure" or not stored
                assert say(session, text, command_id=unnamed).repeated is stored
                check_session(store, session.id, named)
                check_audit(store, session.id)
        finally:
            server.stop()


def _say_until_it_fails(
    server: Server, session: Session, named: dict[str, str], chance: Random
) -> tuple[StoreError, str, str]:
    """Say one thing after another; return what was told of the last one, its command's id, and its text."""
    for at in range(200):
        if at % 10 == 0:
            server.end_of_log(60_000)
        text = _words(chance)
        try:
            say(session, text, command_id=f"c{at}")
        except StoreError as error:
            return error, f"c{at}", text
        named[f"c{at}"] = session.head
    raise AssertionError("there was room all the time")
