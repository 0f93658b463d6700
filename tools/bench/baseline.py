"""The bare limit: what Python can do at all with `sqlite3`, msgspec and SHA-256."""

import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from tenmatsu.events.base import Event

_ENCODER = msgspec.json.Encoder()


class BareLog:
    """One stream in a plain table: encode, chain, check the head, insert."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            self._database.execute(f"PRAGMA {pragma}")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS heads (id TEXT PRIMARY KEY, version INT, hash BLOB)"
        )
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS events (stream TEXT, version INT, type TEXT, hash BLOB, data BLOB,"
            " PRIMARY KEY (stream, version)) WITHOUT ROWID"
        )
        self._database.execute("INSERT OR IGNORE INTO heads VALUES ('s', 0, ?)", (bytes(32),))
        self.version, self._hash = self._database.execute("SELECT version, hash FROM heads").fetchone()

    def append(self, events: list[Event]) -> None:
        """Append events as one durable transaction at the expected version."""
        rows: list[tuple[Any, ...]] = []
        version, digest = self.version, self._hash
        for event in events:
            data = _ENCODER.encode(event)
            digest = sha256(digest + data).digest()
            version += 1
            rows.append(("s", version, event.__struct_config__.tag, digest, data))
        run = self._database.execute
        run("BEGIN IMMEDIATE")
        moved = run(
            "UPDATE heads SET version = ?, hash = ? WHERE id = 's' AND version = ?",
            (version, digest, self.version),
        )
        if moved.rowcount != 1:
            raise RuntimeError("the head moved")
        self._database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
        run("COMMIT")
        self.version, self._hash = version, digest

    def rows(self) -> sqlite3.Cursor:
        """Return the bytes of all events in order."""
        return self._database.execute("SELECT data FROM events WHERE stream = 's' ORDER BY version")

    def close(self) -> None:
        """Close the database."""
        self._database.close()
