"""Files that people name are written whole, and nothing of value is written over."""

import os
from pathlib import Path

import pytest

from tenmatsu.tools.cli.words import CliError
from tenmatsu.tools.cli.writing import writing


def _write(path: Path, database: Path | None = None, *, replace: bool = False, data: bytes = b"new") -> None:
    with writing(path, database, replace=replace) as file:
        file.write(data)


def test_the_open_database_and_what_lies_beside_it_are_never_written_over(tmp_path: Path) -> None:
    database = tmp_path / "e.db"
    database.write_bytes(b"data")
    for end in ("", "-wal", "-shm"):
        with pytest.raises(CliError) as caught:
            _write(tmp_path / f"e.db{end}", database, replace=True)
        assert caught.value.code == "file_is_database"
    assert database.read_bytes() == b"data"


def test_no_other_database_is_written_over(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_bytes(b"SQLite format 3\0rest")
    with pytest.raises(CliError) as caught:
        _write(other, replace=True)
    assert caught.value.code == "file_is_database"


def test_b5_a_file_that_is_there_stays_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    _write(path, data=b"old")
    with pytest.raises(CliError) as caught:
        _write(path)
    assert caught.value.code == "file_exists"
    assert path.read_bytes() == b"old"
    _write(path, replace=True)
    assert path.read_bytes() == b"new"


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    _write(link, replace=True)

    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_pipe_is_written_through(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    _write(pipe)

    assert os.read(reader, 10) == b"new"
    assert pipe.is_fifo()
    os.close(reader)


def test_what_fails_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"old")
    with pytest.raises(ValueError, match="half"):
        _fail_half_way(path)

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def _fail_half_way(path: Path) -> None:
    with writing(path, None, replace=True) as file:
        file.write(b"new")
        raise ValueError("half")
