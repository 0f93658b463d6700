"""Real processes: several at one table, some of them killed, one without room on the disk."""

import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from toytable import all_commits, check_chain, open_toy

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import Store

WRITER = Path(__file__).parents[2] / "support" / "writer.py"
KILLS = 25
PLAYERS, COMMANDS = 4, 25


@pytest.fixture
def place(file_url: str) -> tuple[str, str]:
    """The address of a database, of each kind, and the session in it."""
    with closing(Store(file_url)) as store:
        return file_url, open_toy(store).id


@contextmanager
def _writer(*arguments: object) -> Generator[subprocess.Popen[str]]:
    """Start a writer; whatever happens it ends with the test."""
    process = subprocess.Popen(
        [sys.executable, str(WRITER), *map(str, arguments)], stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _lines(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout is not None
    for line in process.stdout:
        if line.endswith("\n"):
            yield line.strip()


def test_writer_killed_at_any_moment_loses_no_commit_that_it_named(place: tuple[str, str]) -> None:
    url, session_id = place
    chance = Random(20261129)
    named: dict[str, str] = {}
    for run in range(KILLS):
        acknowledged = chance.randint(0, 12)
        with _writer(url, session_id, f"run{run}", 1_000_000) as process:
            for count, line in enumerate(_lines(process)):
                if line != "ready":
                    command, stored = line.split()
                    named[command] = stored
                if count >= acknowledged:
                    break
            for _ in range(chance.randint(0, 20_000)):
                pass  # a moment of another length each time, without a clock
            process.kill()
            process.wait()
            for line in _lines(process):
                if line != "ready":
                    command, stored = line.split()
                    named[command] = stored
        with closing(Store(url)) as store:
            session = find_opened(store, session_id)
            check_chain(session)
            assert session.store.spent_keys(session_id) == {
                ring: kept.spent for ring, kept in session.table.rings.items() if kept.spent
            }
    with closing(Store(url)) as store:
        session = find_opened(store, session_id)
        hashes = {commit.hash.hex() for commit in all_commits(session)}
        assert set(named.values()) <= hashes
        assert len(named) >= KILLS
        for command, stored in named.items():
            found = store.find_command(session_id, command)
            assert found is not None
            assert store.commit_at(session_id, *found).hash.hex() == stored
        report = audit_session(store, session_id)
        assert report.ok, [failure.say("en") for failure in report.failures]


def test_players_at_once_lose_no_command_and_leave_no_gap(place: tuple[str, str]) -> None:
    url, session_id = place
    named: dict[str, str] = {}
    processes: list[subprocess.Popen[str]] = []
    for player in range(PLAYERS):
        arguments = [sys.executable, str(WRITER), url, session_id, f"player{player}", str(COMMANDS)]
        processes.append(subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True))
    for process in processes:
        output, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        for line in output.splitlines():
            if line != "ready":
                command, stored_as = line.split()
                named[command] = stored_as
    with closing(Store(url)) as store:
        session = find_opened(store, session_id)
        stored = all_commits(session)[5:]

        assert len(named) == PLAYERS * COMMANDS
        assert sorted(commit.hash.hex() for commit in stored) == sorted(named.values())
        check_chain(session)
        for player in range(PLAYERS):
            order = [store.find_command(session_id, f"player{player}-{at}") for at in range(COMMANDS)]
            numbers = [place[1] for place in order if place is not None]
            assert numbers == sorted(numbers)
            assert len(numbers) == COMMANDS
        assert sum(ring.spent for ring in session.table.rings.values()) == PLAYERS * COMMANDS // 5
        assert audit_session(store, session_id).ok


def test_full_disk_says_so_writes_nothing_and_goes_on_once_there_is_room(
    tmp_path: Path,
) -> None:
    url = f"sqlite:///{tmp_path / 'processes.db'}"
    with closing(Store(url)) as store:
        session_id = open_toy(store).id
    size = (tmp_path / "processes.db").stat().st_size
    with _writer(url, session_id, "poor", 300, size + 30_000) as process:
        lines = [line for line in _lines(process) if line != "ready"]
        assert process.wait() == 0
    (stopped,) = [line for line in lines if line.startswith("store_")]
    code, head, at = stopped.split()
    before = [line.split()[1] for line in lines[: lines.index(stopped)]]

    assert code == "store_full"
    assert 0 < int(at) < 299
    assert head == before[-1], "nothing moved in memory"
    assert len(lines) == 301
    with closing(Store(url)) as store:
        session = find_opened(store, session_id)
        check_chain(session)
        assert len(all_commits(session)) == 5 + 300
