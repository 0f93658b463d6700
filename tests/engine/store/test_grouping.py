"""Group commit: several threads' appends in one transaction, each with its own answer."""

import threading
from collections.abc import Sequence

import pytest
from storework import first_commit, next_commit

from tenmatsu.engine.store import Store, lineage
from tenmatsu.engine.store.grouping import Group


def test_what_waits_is_stored_together_and_each_gets_its_own_answer() -> None:
    begun, go_on = threading.Event(), threading.Event()
    groups: list[list[str]] = []

    def alone(work: str) -> None:
        groups.append([work])
        begun.set()
        assert go_on.wait(10)

    def together(works: Sequence[str]) -> list[ValueError | None]:
        groups.append(sorted(works))
        return [ValueError(work) if work == "late 1" else None for work in works]

    group = Group(alone, together)
    refused: list[str] = []

    def hand_in(work: str) -> None:
        try:
            group.hand_in(work)
        except ValueError as error:
            refused.append(str(error))

    first = threading.Thread(target=hand_in, args=("first",))
    first.start()
    assert begun.wait(10)
    late = [threading.Thread(target=hand_in, args=(f"late {number}",)) for number in range(3)]
    for thread in late:
        thread.start()
    while group.waiting < len(late):
        pass
    go_on.set()
    for thread in (first, *late):
        thread.join(10)
    assert groups == [["first"], ["late 0", "late 1", "late 2"]]
    assert refused == ["late 1"]


def test_what_fails_together_is_tried_alone() -> None:
    begun, go_on = threading.Event(), threading.Event()
    stored: list[str] = []

    def alone(work: str) -> None:
        if work == "first":
            begun.set()
            assert go_on.wait(10)
        if work == "bad":
            raise OSError("no room")
        stored.append(work)

    def together(works: Sequence[str]) -> list[BaseException | None]:
        raise OSError("no room")

    group = Group(alone, together)
    first = threading.Thread(target=group.hand_in, args=("first",))
    first.start()
    assert begun.wait(10)
    errors: list[str] = []

    def hand_in(work: str) -> None:
        try:
            group.hand_in(work)
        except OSError as error:
            errors.append(f"{work}: {error}")

    late = [threading.Thread(target=hand_in, args=(work,)) for work in ("good", "bad")]
    for thread in late:
        thread.start()
    while group.waiting < len(late):
        pass
    go_on.set()
    for thread in (first, *late):
        thread.join(10)
    assert (sorted(stored), errors) == (["first", "good"], ["bad: no room"])


def test_one_alone_meets_its_own_failure() -> None:
    def alone(work: str) -> None:
        raise KeyError(work)

    with pytest.raises(KeyError, match="mine"):
        Group(alone, lambda works: [None for _ in works]).hand_in("mine")


def test_of_works_stored_together_one_that_somebody_was_faster_than_leaves_nothing(store: Store) -> None:
    first, second = first_commit("s1"), first_commit("s2")
    for work in (first, second):
        store.append(work)
    late = next_commit(first.commit, "late")
    works = [next_commit(first.commit, "first"), next_commit(second.commit, "second", session="s2"), late]
    found = store.appender.append_together(works)
    assert [error is None for error in found] == [True, True, False]
    for session in ("s1", "s2"):
        assert [row.head_number for row in store.branches(session).values()] == [2]
    assert store.find_command("s1", late.header.command_id) is None
    stored = [one.hash for one in store.commits("s1", lineage(store.branches("s1"), "0"))]
    assert stored == [first.commit.hash, works[0].commit.hash]
