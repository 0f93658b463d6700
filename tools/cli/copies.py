"""Find copies of a session that lie about: exported logs and other databases, which no redaction reaches."""

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

_MOST = 500
"""Files of a folder that are looked into."""
_LOG = b'{"tenmatsu":"log/1","session":"%s"'
_DATABASE = b"SQLite format 3\x00"


def find_copies(session: str, database: Path | None) -> list[Path]:
    """Return the files beside the database and in the working directory that hold a copy of a session."""
    folders = {Path.cwd(), *([database.resolve().parent] if database is not None else [])}
    return sorted(
        {path for path in _files(folders) if not _is_same(path, database) and _holds(path, session)}
    )


def _files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        try:
            yield from [path for path in folder.iterdir() if path.is_file()][:_MOST]
        except OSError:
            continue


def _is_same(path: Path, database: Path | None) -> bool:
    return database is not None and path.resolve() in {
        Path(f"{database.resolve()}{end}") for end in ("", "-wal", "-shm", "-journal")
    }


def _holds(path: Path, session: str) -> bool:
    try:
        with path.open("rb") as file:
            start = file.read(128)
    except OSError:
        return False
    if start.startswith(_DATABASE):
        return _has_session(path, session)
    return start.startswith(_LOG % session.encode())


def _has_session(path: Path, session: str) -> bool:
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error:
        return False
    try:
        return connection.execute("SELECT 1 FROM sessions WHERE id = ?", (session,)).fetchone() is not None
    except sqlite3.Error:
        return False
    finally:
        connection.close()
