"""Group commit: several threads' appends in one transaction, each with its own answer."""

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from groupwork import Interrupted, Storing, is_not_there, store_it
from storework import first_commit, next_commit

from tenmatsu.engine.errors import ConcurrencyConflict, StoreError
from tenmatsu.engine.store import Append, Store, grouping, lineage, sqlite
from tenmatsu.engine.store.appending import Appender
from tenmatsu.engine.store.grouping import Group


@pytest.fixture
def one_writer(tmp_path: Path) -> Iterator[Store]:
    """A store where one transaction at a time writes: no other one groups."""
    with closing(Store(f"sqlite:///{tmp_path / 'one.db'}")) as found:
        yield found


def test_what_waits_is_stored_together() -> None:
    storing = Storing()
    storing.begin("second", "third", "fourth")
    storing.end()

    assert storing.groups == [["first"], ["second", "third", "fourth"]]
    assert set(storing.answers.values()) == {"stored"}


def test_what_fails_together_is_tried_alone_and_each_gets_its_own_answer() -> None:
    def alone(work: str) -> None:
        if work == "late":
            raise ValueError("too late")

    def together(_works: Sequence[str]) -> None:
        raise OSError("no room")

    storing = Storing(alone, together)
    storing.begin("good", "late", "good as well")
    storing.end()

    assert sorted(storing.groups) == [["first"], ["good"], ["good as well"]]
    assert storing.answers == {
        "first": "stored",
        "good": "stored",
        "late": "too late",
        "good as well": "stored",
    }


def test_what_keeps_all_from_being_stored_is_the_answer_of_each_and_none_is_tried_alone() -> None:
    def together(_works: Sequence[str]) -> Exception:
        return OSError("busy")

    storing = Storing(together=together)
    storing.begin("second", "third")
    storing.end()

    assert storing.groups == [["first"], ["second", "third"]]
    assert storing.answers == {"first": "stored", "second": "busy", "third": "busy"}


def test_one_alone_meets_its_own_failure() -> None:
    def alone(work: str) -> None:
        raise KeyError(work)

    with pytest.raises(KeyError, match="mine"):
        Group(alone, store_it, is_not_there).hand_in("mine")


def test_more_than_one_transaction_takes_is_stored_in_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouping, "MOST", 2)
    monkeypatch.setattr(grouping, "_PATIENCE", 60)
    storing = Storing()
    storing.begin("a", "b", "c", "d", "e")
    storing.end()

    assert storing.groups == [["first"], ["a", "b"], ["c", "d"], ["e"]]


def test_storing_within_storing_does_not_wait_for_itself() -> None:
    stored: list[str] = []

    def alone(work: str) -> None:
        if work == "outer":
            group.hand_in("inner")
        stored.append(work)

    group = Group(alone, store_it, is_not_there)
    group.hand_in("outer")
    assert stored == ["inner", "outer"]


def test_storing_within_storing_does_not_wait_for_itself_where_others_wait() -> None:
    def alone(work: str) -> None:
        if work == "first":
            storing.group.hand_in("inner")

    storing = Storing(alone)
    storing.begin("second", "third")
    storing.end()

    assert storing.groups == [["inner", "second", "third"], ["first"]]
    assert storing.answers == dict.fromkeys(("first", "second", "third"), "stored")


@pytest.mark.parametrize("is_let_go", [True, False], ids=["when the disk is waited for", "at the end"])
def test_who_has_an_answer_is_held_back_no_longer_than_the_next_transaction(
    monkeypatch: pytest.MonkeyPatch, *, is_let_go: bool
) -> None:
    monkeypatch.setattr(grouping, "_PATIENCE", 60)

    def alone(work: str) -> None:
        if work == "last" and is_let_go:
            storing.group.let_go()
            storing.wait_for_answer("second")

    def together(works: Sequence[str]) -> None:
        if works[0] == "first of two":
            storing.start("last")
            storing.wait_for(1)

    storing = Storing(alone, together)
    storing.begin("first of two", "second")
    storing.end()

    assert storing.groups == [["first"], ["first of two", "second"], ["last"]]
    assert set(storing.answers.values()) == {"stored"}


def test_who_waited_long_has_its_answer_however_long_the_next_transaction_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(grouping, "_PATIENCE", 0.001)
    others = [f"other {number}" for number in range(6)]

    def alone(work: str) -> None:
        if work == "last":
            for other in others:
                storing.wait_for_answer(other)

    def together(works: Sequence[str]) -> None:
        if works[0] == "first of many":
            storing.start("last")
            storing.wait_for(1)
            time.sleep(0.1)

    storing = Storing(alone, together)
    storing.begin("first of many", *others)
    storing.end()

    assert storing.groups == [["first"], ["first of many", *others], ["last"]]
    assert set(storing.answers.values()) == {"stored"}


def test_who_has_an_answer_is_let_go_where_the_next_one_is_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(grouping, "_PATIENCE", 60)

    def alone(work: str) -> None:
        if work == "last":
            raise Interrupted("stop")

    def together(works: Sequence[str]) -> None:
        if works[0] == "first of two":
            storing.start("last")
            storing.wait_for(1)

    storing = Storing(alone, together)
    storing.begin("first of two", "second")
    storing.end()

    assert storing.answers["last"] == "stop"
    assert storing.answers["second"] == "stored"


def test_whoever_is_interrupted_while_it_stores_alone_leaves_the_turn_to_others() -> None:
    def alone(work: str) -> None:
        if work == "first":
            raise Interrupted("stop")

    storing = Storing(alone)
    storing.begin("second", "third")
    storing.end()

    assert storing.answers == {"first": "stop", "second": "stored", "third": "stored"}
    assert storing.groups == [["second", "third"]]


def test_whoever_is_interrupted_while_it_stores_for_others_tells_none_that_it_is_stored() -> None:
    def together(works: Sequence[str]) -> None:
        if works[0] == "second":
            raise Interrupted("stop")

    storing = Storing(together=together)
    storing.begin("second", "third", "fourth")
    storing.end()

    assert storing.answers == {"first": "stored", "second": "stop", "third": "stored", "fourth": "stored"}
    assert sorted(work for group in storing.groups for work in group) == ["first", "fourth", "third"]


def test_whoever_is_interrupted_between_two_tried_alone_leaves_the_other_to_its_own_thread() -> None:
    calls: list[str] = []

    def alone(work: str) -> None:
        calls.append(work)
        if calls == ["first", "second", "third"]:
            raise Interrupted("stop")

    def together(_works: Sequence[str]) -> None:
        raise OSError("no room")

    storing = Storing(alone, together)
    storing.begin("second", "third")
    storing.end()

    assert storing.answers == {"first": "stored", "second": "stop", "third": "stored"}
    assert calls == ["first", "second", "third", "third"]


@pytest.mark.parametrize("before", [(), ("second",)], ids=["next", "behind another"])
def test_whoever_is_interrupted_while_it_waits_takes_its_work_back(
    before: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grouping, "_PATIENCE", 60)
    storing, main = Storing(), threading.get_ident()
    storing.begin(*before)

    def interrupt() -> None:
        storing.wait_for(len(before) + 1)
        storing.start("last")
        storing.wait_for(len(before) + 2)
        signal.pthread_kill(main, signal.SIGINT)

    killer = threading.Thread(target=interrupt)
    killer.start()
    with pytest.raises(KeyboardInterrupt):
        storing.group.hand_in("mine")
    killer.join(10)
    storing.end()

    assert storing.groups == [["first"], [*before, "last"]]
    assert storing.answers == dict.fromkeys(("first", *before, "last"), "stored")


def test_where_one_of_many_comes_too_late_the_others_are_stored_and_it_leaves_nothing(
    one_writer: Store,
) -> None:
    first, second = first_commit("s1"), first_commit("s2")
    for work in (first, second):
        one_writer.append(work)
    late = next_commit(first.commit, "late")
    works = [next_commit(first.commit, "first"), next_commit(second.commit, "second", session="s2")]
    with pytest.raises(ConcurrencyConflict):
        one_writer.appender.append_together([*works, late])
    heads = {session: one_writer.branches(session)["0"].head_number for session in ("s1", "s2")}
    assert heads == {"s1": 1, "s2": 1}

    one_writer.appender.append_together(works)
    for session in ("s1", "s2"):
        assert [row.head_number for row in one_writer.branches(session).values()] == [2]
    assert one_writer.find_command("s1", late.header.command_id) is None
    stored = [one.hash for one in one_writer.commits("s1", lineage(one_writer.branches("s1"), "0"))]
    assert stored == [first.commit.hash, works[0].commit.hash]


def test_where_another_process_writes_for_long_it_is_waited_for_once_for_all(
    monkeypatch: pytest.MonkeyPatch, one_writer: Store
) -> None:
    monkeypatch.setattr(sqlite, "_USUAL_PATIENCE", 1)
    works = [first_commit(f"s{number}") for number in range(3)]
    with closing(Store(one_writer.database.url.render_as_string())) as other:
        with one_writer.database.writing():
            answer = other.appender.append_together(works)
        assert isinstance(answer, StoreError)
        assert answer.code == "store_busy"
        assert other.sessions() == []

        assert other.appender.append_together(works) is None


def test_where_one_of_many_brings_a_key_that_is_there_none_of_them_is_stored(one_writer: Store) -> None:
    first, second = first_commit("s1"), first_commit("s2")
    for work in (first, second):
        one_writer.append(work)
    again = next_commit(second.commit, "open", session="s2")
    with pytest.raises(ConcurrencyConflict):
        one_writer.appender.append_together([next_commit(first.commit, "first"), again])

    assert {session: one_writer.branches(session)["0"].head_number for session in ("s1", "s2")} == {
        "s1": 1,
        "s2": 1,
    }


def test_append_lets_go_who_has_an_answer_right_before_it_waits_for_the_disk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store, names = Store("sqlite://"), list[str]()
    store.appender = Appender(store.database, step=names.append)

    def let_go(_group: Group[Append]) -> None:
        names.append("let go")

    monkeypatch.setattr(Group, "let_go", let_go)
    store.append(first_commit())

    assert names.index("let go") == names.index("commit") + 1
    store.close()


@pytest.mark.parametrize("is_opened", [True, False], ids=["a new session", "the next commit"])
def test_who_was_stored_by_one_that_was_interrupted_behind_it_is_told_that_it_is_stored(
    one_writer: Store, monkeypatch: pytest.MonkeyPatch, *, is_opened: bool
) -> None:
    works = [first_commit(f"s{number}") for number in range(3)]
    if not is_opened:
        for work in works:
            one_writer.append(work)
        works = [next_commit(work.commit, "next", session=work.commit.session) for work in works]
    rung: list[str] = []
    told: dict[str, str] = {}
    queued, appender = threading.Event(), one_writer.appender

    def ring(_dialect: object) -> None:
        rung.append(threading.current_thread().name)
        if len(rung) == 1:
            assert queued.wait(10)
        if len(rung) == 2:
            raise Interrupted("stop")

    def append(work: Append) -> None:
        try:
            appender.append(work)
        except BaseException as error:  # noqa: BLE001  # the test looks at what each was told
            told[work.commit.session] = type(error).__name__
        else:
            told[work.commit.session] = "stored"

    monkeypatch.setattr(type(one_writer.database.dialect), "ring", ring)
    group = vars(appender)["_group"]
    threads = [threading.Thread(target=append, args=(work,), name=work.commit.session) for work in works]
    for count, thread in enumerate(threads):
        thread.start()
        while not rung or group.waiting < count:
            time.sleep(0.001)
    queued.set()
    for thread in threads:
        thread.join(30)

    assert rung == ["s0", "s1"], "two were stored in one transaction, and nothing was stored again"
    assert told == {"s0": "stored", "s1": "Interrupted", "s2": "stored"}


def test_threads_of_many_sessions_each_get_their_own_answer(file_store: Store) -> None:
    firsts = [first_commit(f"s{number}") for number in range(8)]
    for work in firsts:
        file_store.append(work)
    told: dict[str, list[str]] = {work.commit.session: [] for work in firsts}
    start = threading.Barrier(len(firsts))

    def play(session: str, number: int) -> None:
        before = firsts[number].commit
        start.wait(10)
        for turn in range(20):
            work = next_commit(before, f"turn {turn}", session=session)
            file_store.append(work)
            try:
                file_store.append(next_commit(before, f"late {turn}", session=session))
            except ConcurrencyConflict:
                told[session].append("late")
            before = work.commit

    threads = [threading.Thread(target=play, args=(f"s{number}", number)) for number in range(len(firsts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert told == {work.commit.session: ["late"] * 20 for work in firsts}
    for session in told:
        assert file_store.branches(session)["0"].head_number == 21
