"""Following the log in global order, and building a read model anew, beside bare pages."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Union

import msgspec

from tenmatsu.engine.api import Event, Session, follow_commits, follow_events
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.store import Store
from tenmatsu.events.envelope import Header
from tenmatsu.events.table import Rolled
from tenmatsu.projections.growing import each_row
from tenmatsu.projections.projection import rebuild
from tenmatsu.projections.rolls import ROLLS, Roll, prove
from tenmatsu.tools.bench import peers
from tenmatsu.tools.bench.appending import fresh, make_store
from tenmatsu.tools.bench.baseline import STREAM, connect
from tenmatsu.tools.bench.material import fill, mixed_events, open_evening
from tenmatsu.tools.bench.measure import Aim, Comparison, Contender, compare, timed

COUNT = 20_000
EACH = 10
"""Events of a commit."""
PAGE = 500
BARE_MODEL, MODEL = "bare rows, decode, evolve, the same rows", "projection of rolls, rebuilt"
BARE, OURS = "bare sqlite3, pages of 500 events, decoded", "store, follow_events, decoded"


class Followed:
    """Events in global order, in the store and in a plain table."""

    def __init__(self, place: Path) -> None:
        self.store: Store = make_store(place)
        self.session: Session = open_evening(self.store)
        fill(self.session, COUNT, each=EACH)
        self.folder = Folder(self.session.system)
        types: Any = Union[tuple(self.folder.codec.types.values())]  # noqa: UP007
        self.decode = msgspec.json.Decoder(types).decode
        self._bare = connect(fresh(place))
        run = self._bare.execute
        columns = "position INTEGER PRIMARY KEY, stream TEXT, version INT, type TEXT, data BLOB"
        run(f"CREATE TABLE events ({columns})")
        run("BEGIN")
        encode = msgspec.json.encode
        rows = [
            (STREAM, place, event.__struct_config__.tag, encode(event))
            for place, event in enumerate(mixed_events(COUNT), 1)
        ]
        insert = "INSERT INTO events (stream, version, type, data) VALUES (?, ?, ?, ?)"
        self._bare.executemany(insert, rows)
        run("COMMIT")

    def bare(self) -> Iterator[Event]:
        """Yield every event by pages of the plain table."""
        at, decode = 0, self.decode
        page = "SELECT position, data FROM events WHERE position > ? ORDER BY position LIMIT ?"
        while rows := self._bare.execute(page, (at, PAGE)).fetchall():
            at = rows[-1][0]
            for _, data in rows:
                yield decode(data)

    def ours(self) -> Iterator[Any]:
        """Yield every event by following the store."""
        at, decode = 0, self.folder.decode_rows
        while followed := follow_events(self.store, at):
            at = followed[-1].position
            yield from decode([data for one in followed for data in one.events])

    def commits(self) -> int:
        """Count every event by following whole commits, with who asked for what and all proof."""
        at, count, decode = 0, 0, self.folder.codec.decode_each
        while followed := follow_commits(self.store, at):
            at = followed[-1].position
            for one in followed:
                count += len(decode([item.data for item in one.commit.events if item.data is not None]))
        return count


def catch_up(place: Path) -> Comparison:
    """Compare reading all events in global order, and counting them by who did what."""
    log, events = Followed(place), list(mixed_events(COUNT))
    contenders: dict[str, Contender] = {
        BARE: lambda: timed(COUNT, lambda: Counter(map(type, log.bare()))),
        OURS: lambda: timed(COUNT, lambda: Counter(map(type, log.ours()))),
        "store, follow_commits: whole commits": lambda: timed(COUNT, log.commits),
    }
    found = [peer for peer in peers.sqlite_peers(place) if isinstance(peer, peers.Eventsourcing)]
    for peer in found:
        peer.append(peers.plain(events), 1_000)
        contenders[peer.name] = partial(_catch_up, peer)
    aims = [Aim(OURS, BARE, 0.7)]
    title = f"Catch-up read of {COUNT:,} events, commits of {EACH}"
    made = compare(title, "events", contenders, aims=aims)
    for peer in found:
        peer.close()
    return made


def _catch_up(peer: peers.Eventsourcing) -> tuple[int, float]:
    return timed(COUNT, peer.catch_up)


class BareModel:
    """The same commits in two plain tables, and a bare fold of them to the rows of the rolls' read model."""

    def __init__(self, place: Path, log: Followed) -> None:
        self._folder, self._decode = log.folder, log.decode
        self._bare = connect(fresh(place))
        run = self._bare.execute
        run("CREATE TABLE commits (number INTEGER PRIMARY KEY, hash BLOB, header BLOB)")
        run("CREATE TABLE events (version INTEGER PRIMARY KEY, number INT, digest BLOB, data BLOB)")
        run("BEGIN")
        session = log.session
        for commit in session.store.commits(session.id, session.segments()):
            run("INSERT INTO commits VALUES (?, ?, ?)", (commit.number, commit.hash, commit.header.data))
            rows = [
                (version, commit.number, item.digest, item.data)
                for version, item in enumerate(commit.events, commit.first_version)
            ]
            self._bare.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
        run("COMMIT")

    def fold(self) -> list[Roll]:
        """Return a row for each roll: who, when, where, how far proven; checks are left out."""
        query = (
            "SELECT e.version, c.hash, c.header, e.digest, e.data FROM events e"
            " JOIN commits c ON c.number = e.number ORDER BY e.version"
        )
        state, rolls, at, commit = LineState(), list[Roll](), "", b""
        decode, step, read_header = self._decode, self._folder.fold, msgspec.json.Decoder(Header).decode
        for version, digest, header, own, data in self._bare.execute(query):
            if digest != commit:
                commit, at = digest, read_header(header).at
            event, rings = decode(data), state.table.rings
            state = step(state, (event,))
            if isinstance(event, Rolled):
                by, table = event.by, state.table
                proof, witnesses = prove(event, rings)
                rolls.append(
                    Roll(
                        version=version,
                        commit=commit.hex(),
                        digest=own.hex(),
                        at=at,
                        by=by,
                        player=by if by in table.seats else table.player_of(by) or "",
                        for_=event.for_,
                        dice=event.dice,
                        source=event.source,
                        proof=proof,
                        witnesses=witnesses,
                        vouched=event.vouched,
                    )
                )
        return rolls


def rebuild_all(place: Path) -> Comparison:
    """Compare building the read model of rolls anew with a bare fold to the same rows."""
    log = Followed(place)
    session, bare = log.session, BareModel(place, log)
    assert list(each_row(rebuild(session, ROLLS).rolls)) == bare.fold()  # noqa: S101
    contenders: dict[str, Contender] = {
        BARE_MODEL: lambda: timed(COUNT, bare.fold),
        MODEL: lambda: timed(COUNT, lambda: rebuild(session, ROLLS)),
    }
    title = f"Rebuild the rolls of {COUNT:,} events, commits of {EACH}"
    return compare(title, "events", contenders, aims=[Aim(MODEL, BARE_MODEL, 0.6)])
