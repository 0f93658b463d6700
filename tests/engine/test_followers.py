"""Followers do every commit at least once, in order, and go on where they were."""

import threading
from collections.abc import Callable, Sequence

import pytest
from toytable import fixed_outside, open_toy, say, strike

from tenmatsu.engine.errors import StoreError, UsageError
from tenmatsu.engine.followers import (
    CommitFollower,
    Superseded,
    catch_up_followers,
    measure_lag,
    run_followers,
)
from tenmatsu.engine.following import Followed, follow_commits
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.followers import Followers


class Seen:
    """Work that remembers what it was given, and breaks off when it is told to."""

    def __init__(self) -> None:
        self.hashes: list[bytes] = []
        self.broken = 0
        self.changed = threading.Condition()

    def __call__(self, batch: Sequence[Followed]) -> None:
        with self.changed:
            for one in batch:
                if self.broken:
                    self.broken -= 1
                    raise UsageError("text_wrong")
                self.hashes.append(one.commit.hash)
                self.changed.notify_all()

    def wait_for(self, goal: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(goal, 30)


def _all(store: Store) -> list[bytes]:
    return [one.commit.hash for one in follow_commits(store, most=10_000)]


def test_follower_does_each_commit_once_and_goes_on_where_it_was(session: Session) -> None:
    seen = Seen()
    while CommitFollower(session.store, "seen", seen, most=2).advance():
        pass
    assert seen.hashes == _all(session.store)
    say(session)
    follower = CommitFollower(session.store, "seen", seen)

    assert follower.advance() == 1
    assert follower.advance() == 0
    assert seen.hashes == _all(session.store)


def test_what_failed_comes_again(session: Session) -> None:
    seen = Seen()
    follower = CommitFollower(session.store, "seen", seen, most=2)
    follower.advance()
    seen.broken = 1
    with pytest.raises(UsageError):
        follower.advance()
    while follower.advance():
        pass

    assert seen.hashes == _all(session.store)


def test_work_is_done_before_the_checkpoint_moves(session: Session) -> None:
    rows = Followers(session.store.database)
    before: list[int] = []

    def work(batch: Sequence[Followed]) -> None:
        row = rows.find("seen")
        assert row is not None
        before.append(row.position)

    follower = CommitFollower(session.store, "seen", work, most=3)
    follower.advance()
    row = rows.find("seen")

    assert before == [0]
    assert row is not None
    assert row.position == follow_commits(session.store, most=3)[-1].position


def test_two_of_one_name_leave_nothing_out_and_do_not_move_each_other_back(session: Session) -> None:
    one, other = Seen(), Seen()
    followers = [CommitFollower(session.store, "seen", work, most=2) for work in (one, other)]
    while sum(follower.advance() for follower in followers):
        pass

    assert set(one.hashes + other.hashes) == set(_all(session.store))
    rows = Followers(session.store.database)
    first = rows.begin("other", "1")
    assert rows.move(first, 10) is not None
    assert rows.move(first, 5) is None
    assert rows.begin("other", "1").position == 10


def test_another_fingerprint_follows_from_the_beginning_and_ends_the_older(session: Session) -> None:
    old, new = Seen(), Seen()
    older = CommitFollower(session.store, "seen", old)
    older.advance()
    newer = CommitFollower(session.store, "seen", new, fingerprint="2")
    newer.advance()
    say(session)

    with pytest.raises(Superseded):
        older.advance()
    assert newer.advance() == 1
    assert new.hashes == _all(session.store)
    assert catch_up_followers(session.store, [older]) == {"seen": 0}


def test_lag_says_how_many_commits_wait_and_since_when(session: Session) -> None:
    follower = CommitFollower(session.store, "seen", Seen())
    follower.advance()
    (none,) = measure_lag(session.store)
    result = say(session)
    strike(session)
    (some,) = measure_lag(session.store)

    assert (none.name, none.commits, none.since) == ("seen", 0, None)
    assert (some.commits, some.position) == (2, none.position)
    waiting = follow_commits(session.store, some.position)
    assert waiting[0].commit.hash == result.commit.hash
    assert waiting[0].commit.header.data is not None
    assert f'"at":"{some.since}"'.encode() in waiting[0].commit.header.data


def test_one_forgotten_follows_from_the_beginning(session: Session) -> None:
    seen = Seen()
    CommitFollower(session.store, "seen", seen).advance()
    Followers(session.store.database).drop("seen")
    CommitFollower(session.store, "seen", seen).advance()

    assert seen.hashes == 2 * _all(session.store)


def test_several_followers_come_to_the_end_at_once(file_store: Store) -> None:
    session = open_toy(file_store)
    seen = [Seen() for _ in range(4)]
    followers = [CommitFollower(file_store, f"seen{n}", work, most=2) for n, work in enumerate(seen)]
    done = catch_up_followers(file_store, followers)

    assert done == dict.fromkeys([f"seen{n}" for n in range(4)], session.state.number)
    assert all(one.hashes == _all(file_store) for one in seen)
    assert catch_up_followers(file_store, []) == {}


def test_followers_at_work_meet_what_is_committed_meanwhile(file_store: Store, file_url: str) -> None:
    session = open_toy(file_store)
    seen, failing = Seen(), Seen()
    failing.broken = 1
    with_failure = CommitFollower(file_store, "failing", failing)
    watcher = Store(file_url, fixed_outside())
    stop = threading.Event()
    followers = [CommitFollower(watcher, "seen", seen), with_failure]
    running = threading.Thread(target=run_followers, args=(watcher, followers, stop), daemon=True)
    running.start()
    try:
        seen.wait_for(lambda: seen.hashes == _all(file_store))
        for _ in range(3):
            say(session)
        everything = _all(file_store)
        seen.wait_for(lambda: len(seen.hashes) == len(everything))
        failing.wait_for(lambda: len(failing.hashes) == len(everything))
    finally:
        stop.set()
        running.join(30)
        watcher.close()

    assert not running.is_alive()
    assert seen.hashes == failing.hashes == everything


def test_nothing_is_skipped_while_many_write(file_store: Store, file_url: str) -> None:
    sessions = [open_toy(file_store).id for _ in range(4)]
    seen, stop = Seen(), threading.Event()
    stores = [Store(file_url, fixed_outside(str(number))) for number in range(5)]

    def write(store: Store, session: str) -> None:
        opened = find_opened(store, session)
        for number in range(15):
            say(opened, str(number))

    followers = [CommitFollower(stores[4], "seen", seen, most=3)]
    running = threading.Thread(target=run_followers, args=(stores[4], followers, stop), daemon=True)
    running.start()
    writers = [threading.Thread(target=write, args=pair) for pair in zip(stores, sessions, strict=False)]
    for thread in writers:
        thread.start()
    for thread in writers:
        thread.join(60)
    try:
        everything = _all(file_store)
        seen.wait_for(lambda: len(seen.hashes) >= len(everything))
    finally:
        stop.set()
        running.join(30)
        for store in stores:
            store.close()

    assert len(everything) >= 4 * 15
    assert seen.hashes == everything


def test_run_ends_when_all_are_superseded(file_store: Store) -> None:
    open_toy(file_store)

    class Gone:
        name = "gone"

        def advance(self) -> int:
            raise Superseded(self.name)

    run_followers(file_store, [Gone()], threading.Event(), glance=0.05)


def test_database_that_fails_while_waiting_stops_no_follower(
    file_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_toy(file_store)
    seen, stop = Seen(), threading.Event()

    def wait(seconds: float) -> bool:
        del seconds
        raise StoreError("store_failed", path="x", reason="x")

    monkeypatch.setattr(file_store.database.dialect, "wait", wait)
    followers = [CommitFollower(file_store, "seen", seen)]
    running = threading.Thread(
        target=run_followers, args=(file_store, followers, stop), kwargs={"glance": 0.05}, daemon=True
    )
    running.start()
    try:
        seen.wait_for(lambda: len(seen.hashes) == len(_all(file_store)))
    finally:
        stop.set()
        running.join(30)

    assert not running.is_alive()
