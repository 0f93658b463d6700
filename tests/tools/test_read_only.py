"""A database where nothing can be written is read all the same; an empty file is like none."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from clitools import DONE, USAGE, Cli
from goldenevening import play_demo

SETPRIV = shutil.which("setpriv")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's database, closed."""
    database = tmp_path_factory.mktemp("demo") / "evening.db"
    play_demo(database)
    return database


@pytest.fixture
def locked(demo: Path, tmp_path: Path) -> Iterator[Path]:
    """A read-only database in a read-only folder that anybody may enter."""
    folder = tmp_path / "locked"
    folder.mkdir()
    database = Path(shutil.copy(demo, folder / "evening.db"))
    database.chmod(0o444)
    folder.chmod(0o555)
    yield database
    folder.chmod(0o755)


def _run(database: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as somebody who may write nothing there."""
    if os.geteuid() == 0 and SETPRIV is None:
        pytest.skip("root may write anywhere, and there is no setpriv")
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TENMATSU_DB": f"sqlite:///{database}"}
    drop = [str(SETPRIV), "--bounding-set", "-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    command = [*drop, sys.executable, "-m", "tenmatsu.tools.cli.main", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "words", [("sessions",), ("log", "@last"), ("show", "@last"), ("recap", "@last"), ("audit", "@last")]
)
def test_what_reads_works_where_nothing_can_be_written(locked: Path, words: tuple[str, ...]) -> None:
    run = _run(locked, *words)

    assert (run.returncode, run.stderr) == (DONE, "")
    assert run.stdout


def test_what_writes_says_that_it_cannot(locked: Path) -> None:
    run = _run(locked, "do", "@last", "resume_session")

    assert run.returncode == USAGE
    assert "read-only" in run.stderr


def test_a_database_in_use_is_read_with_what_is_not_in_its_file_yet(locked: Path) -> None:
    locked.parent.chmod(0o755)
    locked.chmod(0o644)
    with sqlite3.connect(locked) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("UPDATE participants SET name = 'ほかの名'")
        connection.commit()
        for end in ("", "-wal", "-shm"):
            Path(f"{locked}{end}").chmod(0o644)
        locked.parent.chmod(0o555)
        run = _run(locked, "show", "@last", "--lang", "ja")

        assert "ほかの名" in run.stdout, run.stderr
        locked.parent.chmod(0o755)
    connection.close()


@pytest.mark.parametrize("command", ["log", "show", "recap", "audit"])
def test_an_empty_file_is_like_no_database(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "empty.db").touch()
    said: list[tuple[int, str]] = []
    for name in ("empty.db", "gone.db"):
        monkeypatch.setenv("TENMATSU_DB", f"sqlite:///{tmp_path / name}")
        run = cli(command, "@last")
        said.append((run.code, run.err.replace(name, "")))

    assert said[0] == said[1]
    assert said[0][0] == USAGE


def test_no_file_is_left_where_a_database_could_not_be_made(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tenmatsu.engine.errors import StoreError
    from tenmatsu.engine.store.database import Database

    def fail(self: Database) -> None:
        raise StoreError("store_full", path=self.place)

    monkeypatch.setattr(Database, "_create", fail)
    monkeypatch.setenv("TENMATSU_DB", f"sqlite:///{tmp_path / 'new.db'}")
    run = cli("new", "T", "--system", "toy")

    assert run.code == USAGE
    assert not (tmp_path / "new.db").exists()
