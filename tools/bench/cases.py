"""What is measured: append, fold, state at a version, audit, dice, typed dice, start-up."""

import itertools
import os
import resource
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec

from tenmatsu.engine.api import Event, Rolled, Session, Store, audit_session, evaluate, read_typed
from tenmatsu.engine.audit.rules import RecordedDice
from tenmatsu.engine.deciding import Commands, decide
from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream, ring_key
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.loading import SNAPSHOT_EVERY, Loader
from tenmatsu.engine.store import lineage
from tenmatsu.tools.bench.baseline import BareLog
from tenmatsu.tools.bench.material import Writer, fill, mixed_events, open_evening
from tenmatsu.tools.bench.measure import Comparison, Contender, compare, each, timed

LONG = 100_000
_numbers = itertools.count()


def _fresh(place: Path) -> Path:
    return place / f"{next(_numbers)}.db"


def _store(place: Path) -> Store:
    return Store(f"sqlite:///{_fresh(place)}")


def append(place: Path, where: str, commits: int, aim: str) -> Comparison:
    """Compare durable appends, one event a commit and a hundred."""
    bare, store = BareLog(_fresh(place)), _store(place)
    session = open_evening(store)
    writer, singles = Writer(session), [[event] for event in mixed_events(commits)]

    def run_bare() -> tuple[int, float]:
        return timed(commits, lambda: each(bare.append, singles))

    def run_ours() -> tuple[int, float]:
        return timed(commits, lambda: each(writer.append, singles))

    def run_session() -> tuple[int, float]:
        return timed(commits, lambda: _say(spoken, commits))

    spoken = open_evening(store)
    contenders = {
        "bare sqlite3, one event a commit": run_bare,
        "store, one commit of one event": run_ours,
        "session.do, decided and stored": run_session,
    }
    return compare(f"Append, one commit at a time, {where}", "commits", contenders, aim=aim)


def _say(session: Session, count: int) -> None:
    for _ in range(count):
        session.do({"type": "table.say", "text": "いざ"}, actor="gm")


def append_many(place: Path, where: str) -> Comparison:
    """Compare commits of a hundred events."""
    bare, store = BareLog(_fresh(place)), _store(place)
    writer = Writer(open_evening(store))
    events = list(mixed_events(5_000))
    batches: list[list[Event]] = [events[at : at + 100] for at in range(0, len(events), 100)]
    contenders = {
        "bare sqlite3, 100 events a commit": lambda: timed(5_000, lambda: each(bare.append, batches)),
        "store, 100 events a commit": lambda: timed(5_000, lambda: each(writer.append, batches)),
    }
    return compare(f"Append, commits of 100 events, {where}", "events", contenders)


class Long:
    """A session of 100,000 events, and the bare log of the same."""

    def __init__(self, place: Path) -> None:
        self.bare = BareLog(_fresh(place))
        events = list(mixed_events(LONG))
        for at in range(0, LONG, 1_000):
            self.bare.append(events[at : at + 1_000])
        self.store = _store(place)
        self.session = open_evening(self.store)
        fill(self.session, LONG)
        self.folder = Folder(self.session.system)
        self.start = self.session.state_at(self.session.version - LONG)

    def fold_bare(self) -> object:
        """Fold the bare log: rows, decode, the same fold called straight."""
        decode = self.folder.codec.decode
        state = msgspec.structs.replace(self.start, version=0)
        return self.folder.fold(state, (decode(row[0]) for row in self.bare.rows()))


def replay(long: Long) -> Comparison:
    """Compare rebuilding a state from 100,000 events."""
    session = long.session
    loader = Loader(long.store, long.folder, session.id)
    segments = lineage(session.branches, session.branch)
    contenders = {
        "bare rows, decode, fold": lambda: timed(LONG, long.fold_bare),
        "load from the log, no snapshot": lambda: timed(LONG, lambda: loader.load(segments, cached=False)),
    }
    return compare("Rebuild a state from 100,000 events", "events", contenders, rounds=3)


def state_at(long: Long) -> Comparison:
    """Compare the state at a version far back, with snapshots."""
    session, folder = long.session, long.folder
    loader = Loader(long.store, folder, session.id)
    target = LONG // 2 + SNAPSHOT_EVERY - 3
    kept = session.state_at(target - SNAPSHOT_EVERY + 10)
    loader.keep(session.branch, kept, 0)
    rows = [row[0] for row in long.bare.rows()][: SNAPSHOT_EVERY - 10]
    decode = folder.codec.decode

    def bare() -> object:
        return folder.fold(LineState(table=kept.table, game=kept.game), (decode(row) for row in rows))

    contenders = {
        "bare fold of one snapshot interval": lambda: timed(20, lambda: [bare() for _ in range(20)]),
        "session.state_at in the middle of 100,000": lambda: timed(
            20, lambda: [session.state_at(target) for _ in range(20)]
        ),
    }
    return compare("State at any version", "states", contenders)


def audit(place: Path) -> Comparison:
    """Compare an audit with rebuilding the state, and with deciding the same commands."""
    store = _store(place)
    session = open_evening(store)
    for _ in range(1_500):
        session.do({"type": "table.roll", "dice": "3d6"}, actor="gm")
        session.do({"type": "table.say", "text": "いざ、尋常に勝負。"}, actor="gm")
    loader = Loader(store, session.folder, session.id)
    segments, count = session.segments(), session.version
    contenders = {
        "rebuild the state": lambda: timed(count, lambda: loader.load(segments, cached=False)),
        "decide the same commands, no storage": _decide_all(store, session, count),
        "audit: chain, versions, dice, rules, decode": lambda: timed(
            count, lambda: audit_session(store, session.id)
        ),
    }
    return compare("Audit of a played session", "events", contenders, rounds=3)


def _decide_all(store: Store, session: Session, count: int) -> Contender:
    """Return a contender that decides every command of a session again from its recorded dice."""
    commands, folder = Commands(session.system), session.folder
    work = [
        (commands.decode(commit.command.data or b""), [folder.decode(item.data) for item in commit.events])
        for commit in store.commits(session.id, session.segments(), after=1)
    ]
    start = session.state_at(store.commit_at(session.id, session.branch, 1).last_version)
    rules = session.rules()

    def run() -> None:
        state = start
        for command, events in work:
            dice = RecordedDice([event for event in events if isinstance(event, Rolled)])
            decision = decide(folder, state, command, dice, rules)
            state = msgspec.structs.replace(state, table=decision.table, game=decision.state)

    return lambda: timed(count, run)


def dice() -> Comparison:
    """Compare provable dice with bare HMAC blocks."""
    from hmac import digest

    seed, count = bytes(range(32)), 20_000

    def ours() -> None:
        for index in range(count // 200):
            Stream(ring_key(seed, index), ZERO_MIX).dice([6] * 200)

    def bare() -> None:
        for index in range(count // 200):
            data = b"".join(digest(seed, bytes([block, index % 256]), "sha256") for block in range(7))
            [byte % 6 + 1 for byte in data if byte < 252][:200]

    contenders = {
        "bare HMAC blocks and modulo": lambda: timed(count, bare),
        "keyring-1, 200 dice a roll": lambda: timed(count, ours),
    }
    return compare("Dice with proof", "dice", contenders, aim="at least 50,000 dice a second")


def notation() -> Comparison:
    """Compare evaluations of a typed command with a bare loop that rolls, sums and compares the same."""
    typed, count, random = "2D6+3>=7", 5_000, Random(1)  # noqa: S311  # the bare loop to compare with

    def die(sides: int) -> int:
        return random.randrange(sides) + 1

    def bare() -> None:
        for _ in range(count):
            total = die(6) + die(6) + 3
            f"({typed}) ＞ {total} ＞ {'成功' if total >= 7 else '失敗'}"

    def known() -> None:
        for _ in range(count):
            evaluate(typed, die)

    def unknown() -> None:
        for _ in range(count):
            read_typed.cache_clear()
            evaluate(typed, die)

    contenders = {
        "bare random loop, rolled, summed, told": lambda: timed(count, bare),
        "a command read before": lambda: timed(count, known),
        "a command read anew": lambda: timed(count, unknown),
    }
    return compare(f"Typed dice, {typed}", "evaluations", contenders, aim="at least 7,000 a second")


def start_up() -> list[str]:
    """Measure the CPU that `tenmatsu --help` takes, beside a bare interpreter."""
    seconds: dict[str, float] = {}
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "tenmatsu --help": [sys.executable, "-m", "tenmatsu.tools.cli.main", "--help"],
    }
    for name, command in commands.items():
        taken: list[float] = []
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        seconds[name] = sorted(taken)[2]
    rows = [f"| {name} | {taken:.3f} |" for name, taken in seconds.items()]
    return ["### Start-up", "", "| command | CPU seconds |", "|---|---|", *rows, "", "Aim: under 0.3 s.", ""]
