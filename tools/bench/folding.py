"""Rebuilding states: from rows, packs and snapshots, at any version, on a branch, in little memory."""

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Union

import msgspec

from tenmatsu.engine.api import Event, Session, fork
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.loading import SNAPSHOT_EVERY, Loader
from tenmatsu.engine.store import Store
from tenmatsu.tools.bench import peers
from tenmatsu.tools.bench.appending import fresh, make_store
from tenmatsu.tools.bench.baseline import STREAM, BareLog
from tenmatsu.tools.bench.material import Writer, fill, mixed_events, open_evening
from tenmatsu.tools.bench.measure import Aim, Comparison, compare, each, timed

LONG = 100_000
PEERS = 5_000
VERY_LONG = 1_000_000
BEHIND = 50
"""Events behind a snapshot."""
MOST_MEMORY = 200
"""MB that folding a million events may take."""
BARE, BARE_CHECKED = "bare rows, decode, evolve", "bare rows, chain checked, decode, evolve"
PACKED, CHECKED, ROWS = "store, older history packed", "store, chain checked row by row", "store, row by row"


class Long:
    """A session of many events, and the bare log of the same."""

    def __init__(self, place: Path, count: int = LONG) -> None:
        self.count = count
        self.bare = BareLog(fresh(place))
        events = list(mixed_events(count))
        for at in range(0, count, 1_000):
            self.bare.append(events[at : at + 1_000])
        self.store = make_store(place)
        self.session = open_evening(self.store)
        fill(self.session, count)
        self.folder = Folder(self.session.system)
        self.loader = Loader(self.store, self.folder, self.session.id)
        types: Any = Union[tuple(self.folder.codec.types.values())]  # noqa: UP007
        self.decode: Callable[[bytes], Event] = msgspec.json.Decoder(types).decode
        self.start = self.session.state_at(self.session.version - count)

    def fold_bare(self, *, checked: bool = False) -> LineState:
        """Fold the bare log: rows, decode, the same evolve called straight."""
        state = msgspec.structs.replace(self.start, version=0)
        rows = self.bare.checked() if checked else (row[0] for row in self.bare.rows())
        return self.folder.fold(state, map(self.decode, rows))


def fold(long: Long) -> Comparison:
    """Compare rebuilding a state from all events."""
    loader, segments, count = long.loader, long.session.segments(), long.count
    row = long.session.branches[long.session.branch]
    assert loader.advance(LineState(), segments).table == long.fold_bare().table  # noqa: S101
    contenders = {
        BARE: lambda: timed(count, long.fold_bare),
        PACKED: lambda: timed(count, lambda: loader.advance(LineState(), segments)),
        ROWS: lambda: timed(count, lambda: loader.load(segments, cached=False)),
        BARE_CHECKED: lambda: timed(count, lambda: long.fold_bare(checked=True)),
        CHECKED: lambda: timed(count, lambda: loader.load_checked(row)),
    }
    aims = [Aim(PACKED, BARE, 1.8), Aim(CHECKED, BARE_CHECKED, 0.85)]
    return compare(f"Fold {count:,} events from a file", "events", contenders, aims=aims, rounds=3)


def against_peers(place: Path) -> Comparison | None:
    """Compare rebuilding a state with other libraries."""
    found = peers.sqlite_peers(place)
    if not found:
        return None
    events = list(mixed_events(PEERS))
    contenders = {peer.name: peers.folding(peer, events) for peer in found}
    long = Long(place, PEERS)
    segments = long.session.segments()
    contenders[PACKED] = lambda: timed(PEERS, lambda: long.loader.advance(LineState(), segments))
    aims = [Aim(PACKED, found[0].name, 25), Aim(PACKED, peers.EventsourcingMsgspec.name, 6)]
    made = compare(f"Fold, peers: {PEERS:,} events", "events", contenders, aims=aims, rounds=3)
    for peer in found:
        peer.close()
    return made


def load(long: Long) -> Comparison:
    """Compare loading a session some events past its snapshot."""
    session, folder, bare = long.session, long.folder, long.bare
    database, times = bare.database, 200
    target = session.version - session.version % SNAPSHOT_EVERY - SNAPSHOT_EVERY
    kept = session.state_at(target)
    long.loader.keep(session.branch, kept, 0)
    segments = session.segments(target + BEHIND)
    encode, decode = msgspec.msgpack.encode, long.decode
    database.execute("CREATE TABLE snapshots (stream TEXT, version INT, table_ BLOB, game BLOB)")
    database.execute("CREATE UNIQUE INDEX by_place ON snapshots (stream, version)")
    place = target - session.version + long.count
    database.execute(
        "INSERT INTO snapshots VALUES (?, ?, ?, ?)", (STREAM, place, encode(kept.table), encode(kept.game))
    )
    table = msgspec.msgpack.Decoder(type(kept.table))
    game = msgspec.msgpack.Decoder(folder.system.state)
    newest = (
        "SELECT version, table_, game FROM snapshots WHERE stream = ? AND version <= ?"
        " ORDER BY version DESC LIMIT 1"
    )
    behind = "SELECT data FROM events WHERE stream = ? AND version > ? AND version <= ? ORDER BY version"

    def load_bare() -> LineState:
        version, first, second = database.execute(newest, (STREAM, place + BEHIND)).fetchone()
        state = LineState(version, table=table.decode(first), game=game.decode(second))
        rows = database.execute(behind, (STREAM, version, place + BEHIND))
        return folder.fold(state, (decode(row[0]) for row in rows))

    assert load_bare().table == long.loader.load(segments).table  # noqa: S101
    plain, ours = "bare snapshot row, rows behind it", "store, snapshot and rows behind it"
    contenders = {
        plain: lambda: timed(times, lambda: [load_bare() for _ in range(times)]),
        ours: lambda: timed(times, lambda: [long.loader.load(segments) for _ in range(times)]),
        "session.reload: lines, keys, seeds besides": lambda: timed(
            times, lambda: each(lambda _: session.reload(), range(times))
        ),
    }
    title = f"Load a session {BEHIND} events past its snapshot"
    return compare(title, "loads", contenders, aims=[Aim(ours, plain, 0.6)])


def state_at(long: Long) -> Comparison:
    """Compare the state at a version far back with the fold of one snapshot interval."""
    session, folder = long.session, long.folder
    target = long.count // 2 + SNAPSHOT_EVERY - 3
    kept = session.state_at(target - SNAPSHOT_EVERY + 1)
    long.loader.keep(session.branch, kept, 0)
    first, database = long.count // 2, long.bare.database
    query = "SELECT data FROM events WHERE stream = ? AND version > ? AND version <= ? ORDER BY version"
    decode, times = long.decode, 20

    def bare() -> object:
        state = LineState(table=kept.table, game=kept.game)
        rows = database.execute(query, (STREAM, first, first + SNAPSHOT_EVERY - 1))
        return folder.fold(state, (decode(row[0]) for row in rows))

    plain, ours = "bare rows of one snapshot interval, decode, evolve", "session.state_at in the middle"
    contenders = {
        plain: lambda: timed(times, lambda: [bare() for _ in range(times)]),
        ours: lambda: timed(times, lambda: [session.state_at(target) for _ in range(times)]),
    }
    note = "At most one snapshot interval is folded, however long the history is."
    return compare("State at any version", "states", contenders, aims=[Aim(ours, plain, 0.6)], note=note)


def branch(place: Path, count: int = 20_000) -> Comparison:
    """Compare the fold of a branch with that of a history as long that was never forked."""
    flat = open_evening(make_store(place))
    fill(flat, count)
    trunk = open_evening(make_store(place))
    fill(trunk, count // 2)
    line = fork(trunk, "other", trunk.version, actor="gm")
    fill(line, count - count // 2)
    plain, ours = "unforked history", "branch that forked in the middle"
    contenders = {
        plain: lambda: timed(flat.version, lambda: _fold_all(flat)),
        ours: lambda: timed(line.version, lambda: _fold_all(line)),
    }
    return compare("Fold of a branch", "events", contenders, aims=[Aim(ours, plain, 0.9)])


def _fold_all(session: Session) -> LineState:
    loader = Loader(session.store, session.folder, session.id)
    return loader.advance(LineState(), session.segments())


def memory(place: Path) -> list[str]:
    """Measure the memory that folding a million events takes, in a process of its own."""
    path = place / "million.db"
    store = Store(f"sqlite:///{path}")
    session = open_evening(store)
    writer, events = Writer(session), list(mixed_events(1_000))
    for _ in range(VERY_LONG // 1_000):
        writer.append(events)
    store.close()
    rows: list[str] = []
    for how in ("rows", "packs"):
        command = [sys.executable, "-m", "tenmatsu.tools.bench.folding", str(path), how]
        found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        word = "met" if found["peak"] < MOST_MEMORY else "**not met**"
        rows.append(f"| {how} | {found['seconds']:.1f} | {found['peak']:.0f} MB | {word} |")
    head = [f"### Memory: fold {VERY_LONG:,} events", "", "| from | seconds | peak | |", "|---|---|---|---|"]
    return [*head, *rows, "", f"Aim: under {MOST_MEMORY} MB, the interpreter and all libraries in it.", ""]


def main() -> int:
    """Fold a session once and print what it took, in a process of its own."""
    import time

    from tenmatsu.engine.api import find_opened

    path, how = sys.argv[1:]
    session = find_opened(Store(f"sqlite:///{path}"), "@last")
    loader = Loader(session.store, session.folder, session.id)
    start = time.process_time()
    if how == "rows":
        loader.load(session.segments(), cached=False)
    else:
        loader.advance(LineState(), session.segments())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000
    print(json.dumps({"seconds": time.process_time() - start, "peak": peak}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
