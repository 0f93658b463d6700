"""
Follow the whole log, one commit after another, and remember how far that is done.

What a follower does comes before its checkpoint moves: after a crash some of it is done again, nothing is
left out. Whoever follows has to bear that (at least once), by a key of its own or by looking first.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import msgspec
from sqlalchemy.pool import StaticPool

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.following import Followed, follow_commits
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.followers import FollowerRow, Followers
from tenmatsu.engine.store.generations import PREFIX, Generations
from tenmatsu.engine.tracing import span

BATCH = 500
"""Commits between two checkpoints."""
GLANCE = 2.0
"""Seconds after which followers look for news though nothing woke them."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_COUNTED = 100_000
"""A lag is counted up to here."""

_log = make_log("tenmatsu.followers")


class Superseded(Exception):
    """Another follower has taken this one's place; it has nothing more to do."""


class Follower(Protocol):
    """Whoever follows the log under a name."""

    @property
    def name(self) -> str:
        """Stands in the database; one name, one meaning."""
        ...

    def advance(self) -> int:
        """
        Do what comes next and move the checkpoint.

        Return how many commits that were; 0 says that there is nothing new. Raise `Superseded` where
        there never will be.
        """
        ...


class CommitFollower:
    """
    A follower that hands each commit on, in the order of positions: at least once.

    `work` gets up to `most` commits; the checkpoint moves when it returns, and where it raises they come
    again. With another `fingerprint` than the one stored the log is followed from its beginning, and
    whoever follows under the older one has done with it.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        work: Callable[[Sequence[Followed]], None],
        *,
        fingerprint: str = "1",
        most: int = BATCH,
    ) -> None:
        self._store = store
        self._rows = Followers(store.database)
        self._name = name
        self._fingerprint = fingerprint
        self._work = work
        self._most = most
        self._began = False

    @property
    def name(self) -> str:
        """The name of its checkpoint."""
        return self._name

    def begin(self, position: int) -> None:
        """Leave out what stands up to a position, unless there is a checkpoint under this name."""
        self._rows.begin(self._name, self._fingerprint, position)

    def advance(self) -> int:
        """Hand on the commits that come next and move the checkpoint; return how many they were."""
        row = self._find_row()
        batch = follow_commits(self._store, row.position, most=self._most)
        if not batch:
            return 0
        with span("follow", name=row.name, commits=len(batch)):
            self._work(batch)
        moved = self._rows.move(row, batch[-1].position)
        tell_moved(row.name, batch[-1].position, len(batch), alone=moved is not None)
        return len(batch)

    def _find_row(self) -> FollowerRow:
        row = self._rows.begin(self._name, self._fingerprint)
        if row.fingerprint != self._fingerprint:
            if self._began:
                raise Superseded(self._name)
            self._rows.drop(self._name)
            row = self._rows.begin(self._name, self._fingerprint)
        self._began = True
        return row


def tell_moved(name: str, position: int, commits: int, *, alone: bool) -> None:
    """Log that a batch is done; where another one moved the checkpoint meanwhile, it was done twice."""
    _log.info("follower_moved", name=name, position=position, commits=commits, alone=alone)


class Lag(msgspec.Struct, frozen=True, kw_only=True):
    """How far a follower is behind the log."""

    name: str
    position: int
    commits: int
    """Commits that wait for it, counted up to a hundred thousand."""
    since: str | None
    """When the first of these was made; None where none waits."""


def measure_lag(store: Store) -> list[Lag]:
    """Return how far each follower that has a checkpoint is behind, by name."""
    rows = Followers(store.database)
    found: list[Lag] = []
    for row in rows.rows():
        commits, since = rows.behind(row.position, _COUNTED)
        found.append(Lag(name=row.name, position=row.position, commits=commits, since=since))
        _log.debug("follower_lag", name=row.name, commits=commits, since=since)
    return found


def forget_follower(store: Store, name: str) -> bool:
    """Forget how far a follower has come and drop the models that it kept; return whether it was there."""
    rows = Followers(store.database)
    there = rows.find(name) is not None
    rows.drop(name)
    if name.startswith(PREFIX):
        Generations(store.database, name.removeprefix(PREFIX), "").forget()
    return there


def catch_up_followers(store: Store, followers: Sequence[Follower]) -> dict[str, int]:
    """
    Let followers come to the end of the log, all at once; return how many commits each has done.

    The first error of any is raised when the others are through. A database in memory has one connection
    for all: there they come one after another.
    """
    if not followers:
        return {}
    alone = isinstance(store.database.engine.pool, StaticPool)
    with ThreadPoolExecutor(1 if alone else len(followers), thread_name_prefix="follower") as pool:
        jobs = [(one.name, pool.submit(_catch_up, one)) for one in followers]
    return {name: job.result() for name, job in jobs}


def _catch_up(follower: Follower) -> int:
    done = 0
    try:
        while count := follower.advance():
            done += count
    except Superseded:
        _log.info("follower_superseded", name=follower.name)
    return done


def run_followers(
    store: Store, followers: Sequence[Follower], stop: threading.Event, *, glance: float = GLANCE
) -> None:
    """
    Let followers run, each in a thread of its own, until `stop` is set or all are superseded.

    The database, which may not be one in memory, wakes them. One that fails is tried again, with growing
    pauses, and holds up no other.
    """
    news = _News()
    threads = [
        threading.Thread(target=_run, args=(one, stop, news, glance), name=one.name, daemon=True)
        for one in followers
    ]
    for thread in threads:
        thread.start()
    try:
        while not stop.is_set() and any(thread.is_alive() for thread in threads):
            try:
                if store.database.dialect.wait(glance):
                    news.tell()
            except StoreError as error:
                _log.warning("follower_wait_failed", code=error.code)
                stop.wait(glance)
    finally:
        stop.set()
        news.tell()
        for thread in threads:
            thread.join()


class _News:
    """Tells threads that something may be new."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.count = 0

    def tell(self) -> None:
        with self._changed:
            self.count += 1
            self._changed.notify_all()

    def wait(self, seen: int, seconds: float) -> None:
        """Wait until there is more than was seen, at most so long."""
        with self._changed:
            self._changed.wait_for(lambda: self.count != seen, seconds)


def _run(follower: Follower, stop: threading.Event, news: _News, glance: float) -> None:
    pause = _FIRST_PAUSE
    while not stop.is_set():
        seen = news.count
        try:
            done = follower.advance()
        except Superseded:
            _log.info("follower_superseded", name=follower.name)
            return
        except Exception as error:  # noqa: BLE001 - one that fails must not hold up the others
            code = getattr(error, "code", type(error).__name__)
            _log.warning("follower_failed", name=follower.name, code=code, pause=pause)
            stop.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            continue
        pause = _FIRST_PAUSE
        if not done:
            news.wait(seen, glance)
