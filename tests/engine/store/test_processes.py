"""A real process without room on the disk."""

import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from toytable import all_commits, check_chain, open_toy

from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import Store

WRITER = Path(__file__).parents[2] / "support" / "writer.py"


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
