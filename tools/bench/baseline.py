"""The bare limits: what Python can do at all with `sqlite3`, msgspec and SHA-256."""

import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import sha256
from os import urandom
from pathlib import Path
from typing import Any

import msgspec

from tenmatsu.events.base import Event

_ENCODER = msgspec.json.Encoder()
STREAM = "0b5e55ed-0000-4000-8000-000000000001"
"""As long as the ids of real sessions are."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a database with the durability of the store."""
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=60)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        database.execute(f"PRAGMA {pragma}")
    return database


class BareLog:
    """One stream of events in a plain table: encode, chain, check the head, insert. Nothing else is kept."""

    def __init__(self, path: Path) -> None:
        self.database = connect(path)
        self.database.execute(
            "CREATE TABLE IF NOT EXISTS heads (id TEXT PRIMARY KEY, version INT, hash BLOB)"
        )
        self.database.execute(
            "CREATE TABLE IF NOT EXISTS events (stream TEXT, version INT, type TEXT, hash BLOB, data BLOB,"
            " PRIMARY KEY (stream, version)) WITHOUT ROWID"
        )
        self.database.execute("INSERT OR IGNORE INTO heads VALUES (?, 0, ?)", (STREAM, bytes(32)))
        self.version, self._hash = self.database.execute("SELECT version, hash FROM heads").fetchone()

    def append(self, events: Sequence[Event]) -> None:
        """Append events as one durable transaction at the expected version."""
        rows: list[tuple[Any, ...]] = []
        version, digest = self.version, self._hash
        for event in events:
            data = _ENCODER.encode(event)
            digest = sha256(digest + data).digest()
            version += 1
            rows.append((STREAM, version, event.__struct_config__.tag, digest, data))
        run = self.database.execute
        run("BEGIN IMMEDIATE")
        moved = run(
            "UPDATE heads SET version = ?, hash = ? WHERE id = ? AND version = ?",
            (version, digest, STREAM, self.version),
        )
        if moved.rowcount != 1:
            raise RuntimeError("the head moved")
        self.database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
        run("COMMIT")
        self.version, self._hash = version, digest

    def rows(self, after: int = 0) -> sqlite3.Cursor:
        """Return the bytes of all events behind a version in order."""
        return self.database.execute(
            "SELECT data FROM events WHERE stream = ? AND version > ? ORDER BY version", (STREAM, after)
        )

    def checked(self) -> Iterator[bytes]:
        """Yield the bytes of all events in order, the chain checked row by row."""
        previous = bytes(32)
        for digest, data in self.database.execute(
            "SELECT hash, data FROM events WHERE stream = ? ORDER BY version", (STREAM,)
        ):
            previous = sha256(previous + data).digest()
            if previous != digest:
                raise RuntimeError("the chain is broken")
            yield data

    def close(self) -> None:
        """Close the database."""
        self.database.close()


class BareCommits:
    """
    The same commits as the store's in two plain tables, with no code that is not needed for them.

    A commit holds who asked what (header and command) beside its events; each item has a salt and a
    digest of its own, so that it can be sealed or redacted; no command id comes twice.
    """

    def __init__(self, path: Path) -> None:
        self.database = connect(path)
        for statement in (
            "CREATE TABLE heads (id TEXT PRIMARY KEY, number INT, version INT, hash BLOB)",
            (
                "CREATE TABLE commits (stream TEXT, number INT, first INT, command_id TEXT, previous BLOB,"
                " hash BLOB, pad BLOB, header_salt BLOB, header_digest BLOB, header BLOB, command_salt BLOB,"
                " command_digest BLOB, command BLOB, UNIQUE (stream, number), UNIQUE (stream, command_id))"
            ),
            (
                "CREATE TABLE events (stream TEXT, version INT, number INT, type TEXT, salt BLOB,"
                " digest BLOB, data BLOB, PRIMARY KEY (stream, version)) WITHOUT ROWID"
            ),
        ):
            self.database.execute(statement)
        self.database.execute("INSERT INTO heads VALUES (?, 0, 0, ?)", (STREAM, bytes(32)))
        self._version, self._number, self._hash = 0, 0, bytes(32)

    def append(self, header: msgspec.Struct, command: msgspec.Struct, events: Sequence[Event]) -> None:
        """Append one commit as a durable transaction at the expected head."""
        salts = urandom(16 * (len(events) + 3))
        number, version, digests = self._number + 1, self._version, list[bytes]()
        items: list[tuple[bytes, bytes, bytes]] = []
        at = 0
        for item in (header, command, *events):
            data, salt = _ENCODER.encode(item), salts[at : at + 16]
            at += 16
            digest = sha256(b"tenmatsu/event/1\n" + salt + data).digest()
            digests.append(digest)
            items.append((salt, digest, data))
        pad = salts[at:]
        opened = sha256(b"tenmatsu/open/1\n" + b"".join(digests)).digest()
        closed = sha256(b"tenmatsu/pad/1\n" + pad).digest()
        whole = sha256(b"tenmatsu/commit/1\n" + self._hash + opened + closed).digest()
        rows = [
            (STREAM, place, number, event.__struct_config__.tag, *item)
            for place, (event, item) in enumerate(zip(events, items[2:], strict=True), version + 1)
        ]
        run = self.database.execute
        run("BEGIN IMMEDIATE")
        moved = run(
            "UPDATE heads SET number = ?, version = ?, hash = ? WHERE id = ? AND hash = ?",
            (number, version + len(rows), whole, STREAM, self._hash),
        )
        if moved.rowcount != 1:
            raise RuntimeError("the head moved")
        place = (STREAM, number, version + 1, getattr(header, "command_id", ""), self._hash, whole, pad)
        run(
            "INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*place, *items[0], *items[1]),
        )
        self.database.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        run("COMMIT")
        self._number, self._version, self._hash = number, version + len(rows), whole

    def close(self) -> None:
        """Close the database."""
        self.database.close()
