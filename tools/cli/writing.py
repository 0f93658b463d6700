"""Write files that people name: whole or not at all, and never over a database."""

import os
import stat
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tenmatsu.tools.cli.words import CliError

_DATABASE = b"SQLite format 3\0"
_BESIDE = ("", "-wal", "-shm", "-journal")


@contextmanager
def writing(path: Path, database: Path | None, *, replace: bool) -> Generator[BinaryIO]:
    """
    Give a file to write, which takes its place only when it is whole.

    A link is followed; what is no plain file (a pipe, a device) is written through. Raises `CliError`
    for the open database and any other, for a file that is there without `replace`, and where the
    place cannot be written.
    """
    try:
        target = path.resolve()
        _check_place(path, target, database, replace=replace)
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
            return
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            Path(temporary).chmod(_mode(target))
            Path(temporary).replace(target)
        finally:
            Path(temporary).unlink(missing_ok=True)
    except OSError as error:
        raise CliError("file_unwritable", path=path, reason=error.strerror or error) from error


def _check_place(path: Path, target: Path, database: Path | None, *, replace: bool) -> None:
    if database is not None and target in {Path(f"{database.resolve()}{end}") for end in _BESIDE}:
        raise CliError("file_is_database", path=path)
    if not target.is_file():
        return
    with target.open("rb") as file:
        if file.read(len(_DATABASE)) == _DATABASE:
            raise CliError("file_is_database", path=path)
    if not replace:
        raise CliError("file_exists", path=path)


def _mode(target: Path) -> int:
    """Return the mode the file gets: the one it has, or what the user's mask gives a new one."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
