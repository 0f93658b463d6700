"""Appends: one event a commit, a hundred, several threads at once; beside the bare limits and the peers."""

import itertools
import threading
from collections.abc import Callable
from pathlib import Path

from tenmatsu.engine.api import Event, Session, Store
from tenmatsu.engine.table.commands import Say
from tenmatsu.events.envelope import Header
from tenmatsu.tools.bench import peers
from tenmatsu.tools.bench.baseline import STREAM, BareCommits, BareLog
from tenmatsu.tools.bench.floor import replayed
from tenmatsu.tools.bench.material import Writer, mixed_events, open_evening
from tenmatsu.tools.bench.measure import Aim, Comparison, Contender, compare, each, timed

EVENTS = "bare sqlite3, events alone"
COMMITS = "bare sqlite3, the same commits"
OURS = "store"
STATEMENTS = "SQLite alone: the store's statements, made before"
ALONE = "store, one thread"
TOGETHER = "store, eight threads"
_numbers = itertools.count()
_THREADS = 8


def fresh(place: Path) -> Path:
    """Return the path of a new database."""
    return place / f"{next(_numbers)}.db"


def make_store(place: Path) -> Store:
    """Return an empty store in a new file."""
    return Store(f"sqlite:///{fresh(place)}")


class _Bare:
    """Writes the same commits as `Writer`, with the same clock and ids, to the bare limit."""

    def __init__(self, log: BareCommits, store: Store) -> None:
        self._log, self._outside = log, store.outside
        self._command = Say(as_="gm", text="x")
        self._number = 0

    def append(self, events: list[Event]) -> None:
        """Append events as one commit."""
        self._number += 1
        header = Header(
            session=STREAM,
            branch="0",
            number=self._number,
            at=self._outside.stamp(),
            actor="gm",
            command_id=self._outside.new_id(),
        )
        self._log.append(header, self._command, events)


def append(
    place: Path, count: int, size: int, aims: tuple[float, float | None], *, disk: bool = False
) -> Comparison:
    """Compare commits of so many events each; the aims are for the same commits and for events alone."""
    store = make_store(place)
    events, log = list(mixed_events(count)), BareLog(fresh(place))
    batches = [events[at : at + size] for at in range(0, count, size)]
    bare, writer = _Bare(BareCommits(fresh(place)), store), Writer(open_evening(store))
    contenders: dict[str, Contender] = {
        COMMITS: _each(bare.append, batches, waits=disk),
        EVENTS: _each(log.append, batches, waits=disk),
        OURS: _each(writer.append, batches, waits=disk),
    }
    if size == 1:
        spoken = open_evening(store)
        contenders["session.do, decided and stored"] = lambda: timed(
            count, lambda: _say(spoken, count), waits=disk
        )
    if size == 1 and not disk:
        contenders[STATEMENTS] = replayed(store, batches)
    least, alone = aims
    wanted = [Aim(OURS, COMMITS, least), *([Aim(OURS, EVENTS, alone)] if alone else [])]
    what = "One event a commit" if size == 1 else f"{size} events a commit"
    return compare(f"Append. {what}, {'on disk' if disk else 'in memory'}", "events", contenders, aims=wanted)


def _each(
    append_one: Callable[[list[Event]], None], batches: list[list[Event]], *, waits: bool = False
) -> Contender:
    return lambda: timed(sum(map(len, batches)), lambda: each(append_one, batches), waits=waits)


def _say(session: Session, count: int) -> None:
    for _ in range(count):
        session.do({"type": "table.say", "text": "いざ"}, actor="gm")


def against_peers(place: Path, count: int, size: int) -> Comparison | None:
    """Compare appends with other libraries, with the durability that each has by itself."""
    found = peers.sqlite_peers(place)
    if not found:
        return None
    store, events = make_store(place), list(mixed_events(count))
    writer = Writer(open_evening(store))
    batches = [events[at : at + size] for at in range(0, count, size)]
    contenders = {peer.name: peers.appending(peer, events, size) for peer in found}
    contenders[OURS] = _each(writer.append, batches)
    what = "one event a commit" if size == 1 else f"{size} events a commit"
    aims = [Aim(OURS, "eventsourcing", 3)]
    made = compare(f"Append, peers: {what}, in memory", "events", contenders, aims=aims, rounds=3)
    for peer in found:
        peer.close()
    return made


def together(place: Path, count: int) -> Comparison:
    """Compare eight threads that each wait for their own durable commit with one thread."""
    store = make_store(place)
    alone = Writer(open_evening(store))
    writers = [Writer(open_evening(store)) for _ in range(_THREADS)]
    singles = [[event] for event in mixed_events(count)]

    def all_at_once() -> None:
        threads = [
            threading.Thread(target=each, args=(writer.append, singles[place::_THREADS]))
            for place, writer in enumerate(writers)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    contenders: dict[str, Contender] = {
        ALONE: _each(alone.append, singles, waits=True),
        TOGETHER: lambda: timed(count, all_at_once, waits=True),
    }
    aims = [Aim(TOGETHER, ALONE, 2.5)]
    return compare("Group commit, on disk, each commit waited for", "commits", contenders, aims=aims)
