"""Several hands on one line: one wins, the others decide again or are told."""

import threading
from unittest.mock import Mock

import msgspec
import pytest
from toytable import all_commits, answer, check_chain, dump, open_toy, roll, say, strike

from tenmatsu.engine import session as session_module
from tenmatsu.engine import timelines
from tenmatsu.engine.errors import ConcurrencyConflict, RuleViolation, StoreError
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import ATTEMPTS, Session
from tenmatsu.engine.store import Append, Store


def _again(session: Session) -> Session:
    return find_opened(session.store, session.id)


def test_command_on_a_line_that_moved_on_is_decided_again_on_the_new_state(session: Session) -> None:
    other = _again(session)
    strike(session)
    answer(session)
    hp = session.game.hp["b"]
    result = strike(other)

    assert other.state.number == session.state.number + 1
    assert result.events[0] == other.folder.decode(result.commit.events[0].data)
    assert other.game.hp["b"] == hp
    check_chain(other)


def test_command_refused_on_the_new_state_is_refused(session: Session) -> None:
    other = _again(session)
    strike(session)
    rows = dump(session.store)
    with pytest.raises(RuleViolation) as caught:
        strike(other)

    assert caught.value.code == "choice_pending"
    assert dump(session.store) == rows
    assert other.state == session.state, "what was read meanwhile is kept"


def test_nothing_is_decided_on_another_head_than_the_caller_named(session: Session) -> None:
    seen = session.head
    say(session)
    rows = dump(session.store)
    for one in (session, _again(session)):
        with pytest.raises(ConcurrencyConflict) as caught:
            say(one, expected=seen)
        assert caught.value.code == "head_moved"
        assert seen[:12] in caught.value.say("en")
        assert one.head[:12] in caught.value.say("en")
    assert dump(session.store) == rows


def test_named_head_is_compared_with_the_database_and_not_with_memory(session: Session) -> None:
    stale = _again(session)
    say(session)
    result = say(stale, "see", expected=session.head)

    assert result.commit.previous == session.state.hash


def test_named_head_that_is_overtaken_between_decision_and_append_is_a_conflict(session: Session) -> None:
    stale = _again(session)
    seen = stale.head
    say(session)
    rows = dump(session.store)
    with pytest.raises(ConcurrencyConflict):
        stale.do({"type": "table.say", "text": "x"}, actor="p1", expected=seen)

    assert dump(session.store) == rows


def test_retries_are_bounded(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[Append] = []

    def always_slower(work: Append) -> None:
        tries.append(work)
        raise ConcurrencyConflict("conflict")

    monkeypatch.setattr(session.store, "append", always_slower)
    with pytest.raises(ConcurrencyConflict) as caught:
        say(session)

    assert caught.value.code == "conflict"
    assert len(tries) == ATTEMPTS == session_module.ATTEMPTS
    assert len({work.header.command_id for work in tries}) == 1, "it is one command all the while"


def test_command_that_another_hand_stored_meanwhile_is_not_stored_twice(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = _again(session)
    append = session.store.append

    def overtaken(work: Append) -> None:
        monkeypatch.undo()
        say(other, "text", command_id="x")
        append(work)

    monkeypatch.setattr(session.store, "append", overtaken)
    result = say(session, "text", command_id="x")

    assert result.repeated
    assert session.state == other.state


def test_decision_made_again_takes_the_next_key_and_burns_none(session: Session) -> None:
    other = _again(session)
    first = roll(session)
    second = roll(other)

    assert (first.index, second.index) == (0, 1)
    assert session.store.spent_keys(session.id) == {"o1": 2}


def test_ring_committed_ahead_by_two_hands_is_committed_once(session: Session) -> None:
    other = _again(session)
    for _ in range(191):
        roll(session)
    roll(session)
    roll(other)

    assert list(other.table.rings) == ["o1", "h1", "o2", "h2"]
    assert _again(session).state == other.state


def test_append_beside_an_undo_has_one_winner(session: Session) -> None:
    strike(session)
    slow = _again(session)
    answer(session)
    with pytest.raises(ConcurrencyConflict):
        timelines.undo(slow, actor="gm")

    assert session.store.adoptions(session.id) == []
    assert list(session.store.branches(session.id)) == ["0"]
    slow.reload()
    timelines.undo(slow, actor="gm")
    assert slow.pending()


def test_append_behind_an_undo_goes_to_the_new_line(session: Session) -> None:
    strike(session)
    slow = _again(session)
    timelines.undo(session, actor="gm")
    result = say(slow)

    assert result.commit.branch == session.branch == slow.branch == "1"
    check_chain(slow)


def test_append_to_a_left_line_held_by_its_name_is_refused(session: Session) -> None:
    pinned = session.on("0")
    strike(session)
    timelines.undo(session, actor="gm")
    rows = dump(session.store)
    with pytest.raises(RuleViolation) as caught:
        say(pinned)

    assert caught.value.code == "line_left"
    assert dump(session.store) == rows


def test_two_undos_at_once_have_one_winner(session: Session) -> None:
    strike(session)
    other = _again(session)
    timelines.undo(session, actor="gm")
    with pytest.raises(ConcurrencyConflict):
        timelines.undo(other, actor="gm")

    assert [adoption.number for adoption in session.store.adoptions(session.id)] == [1]
    assert [row.is_left for row in session.store.branches(session.id).values()] == [True, False]


def test_two_adoptions_at_once_have_one_winner(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        timelines.fork(session, name, session.version, actor="gm")
    other = _again(session)
    timelines.adopt(session, "one", actor="gm")
    with monkeypatch.context() as patch:
        read = msgspec.structs.replace(session.store.opened(session.id), current_branch="0")
        patch.setattr(session.store, "opened", Mock(return_value=read))  # as before the other adoption
        with pytest.raises(ConcurrencyConflict):
            timelines.adopt(other, "two", actor="gm")

    assert len(session.store.adoptions(session.id)) == 1
    assert _again(session).branch == session.branch


def test_fork_beside_one_that_takes_its_name_is_told(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = _again(session)
    append = session.store.append

    def overtaken(work: Append) -> None:
        monkeypatch.undo()
        timelines.fork(other, "もしも", other.version, actor="gm")
        append(work)

    monkeypatch.setattr(session.store, "append", overtaken)
    with pytest.raises(ConcurrencyConflict):
        timelines.fork(session, "もしも", session.version, actor="gm")

    assert [row.name for row in session.store.branches(session.id).values()] == ["", "もしも"]
    assert list(session.branches) == ["0"]


def test_two_forks_at_once_both_get_a_line_or_one_is_told(file_url: str) -> None:
    stores = [Store(file_url) for _ in range(2)]
    first = open_toy(stores[0])
    start = threading.Barrier(2)
    told: list[ConcurrencyConflict] = []

    def fork(store: Store, name: str) -> None:
        mine = find_opened(store, first.id)
        start.wait()
        try:
            timelines.fork(mine, name, mine.version, actor="gm")
        except ConcurrencyConflict as conflict:
            told.append(conflict)

    threads = [threading.Thread(target=fork, args=pair) for pair in zip(stores, "xy", strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    lines = stores[0].branches(first.id)
    assert len(lines) + len(told) == 3
    assert len({row.name for row in lines.values()}) == len(lines)
    for store in stores:
        store.close()


def test_reading_anew_that_fails_leaves_a_session_as_it_was(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = _again(session)
    roll(other)
    timelines.undo(other, actor="gm")
    kept = [vars(session)[name] for name in ("state", "branch", "branches", "current_branch", "_spent")]
    with monkeypatch.context() as patch:
        patch.setattr(Loader, "load", Mock(side_effect=StoreError("store_busy", path="x")))
        with pytest.raises(StoreError):
            session.reload()

    now = [vars(session)[name] for name in ("state", "branch", "branches", "current_branch", "_spent")]
    assert all(one is before for one, before in zip(now, kept, strict=True))
    session.reload()
    assert session.branch == other.branch


def test_threads_with_a_session_each_lose_nothing_and_leave_no_gap(file_url: str) -> None:
    opened = Store(file_url)
    first = open_toy(opened)
    hashes: list[str] = []

    def play(number: int) -> None:
        store = Store(file_url)
        mine = find_opened(store, first.id)
        for count in range(10):
            done = False
            while not done:
                try:
                    result = say(mine, f"{number}/{count}", command_id=f"{number}/{count}")
                except ConcurrencyConflict:
                    continue
                hashes.append(result.commit.hash.hex())
                done = True
        store.close()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    first.reload()
    stored = [commit.hash.hex() for commit in all_commits(first)][5:]
    assert len(hashes) == 40
    assert set(stored) == set(hashes)
    check_chain(first)
    opened.close()


def test_line_is_read_as_of_one_moment_while_another_hand_moves_the_table(file_url: str) -> None:
    stores = [Store(file_url) for _ in range(2)]
    first = open_toy(stores[0])
    mine = find_opened(stores[1], first.id)
    failed: list[BaseException] = []
    done = threading.Event()

    def move() -> None:
        try:
            for _ in range(40):
                say(first)
                timelines.undo(first, actor="gm")
        except BaseException as error:  # noqa: BLE001  # it is judged in the test's own thread
            failed.append(error)
        finally:
            done.set()

    mover = threading.Thread(target=move)
    mover.start()
    reads = 0
    while not done.is_set() or not reads:
        mine.reload()
        reads += 1
        assert mine.branch in mine.branches
        assert not mine.branches[mine.branch].is_left
        assert mine.state.version == mine.branches[mine.branch].head_version
    mover.join()

    assert failed == []
    mine.reload()
    assert mine.state == first.state
    for store in stores:
        store.close()
