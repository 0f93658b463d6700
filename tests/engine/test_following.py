"""Whoever follows a store meets every commit once, in the order of its positions."""

from toytable import all_commits, open_toy, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.following import follow_commits, last_position
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store


def test_follower_meets_every_commit_once_and_then_nothing(session: Session) -> None:
    strike(session)
    timelines.undo(session, actor="gm")
    seen: list[bytes] = []
    position = 0
    while batch := follow_commits(session.store, position, most=2):
        assert len(batch) <= 2
        seen += [followed.commit.hash for followed in batch]
        position = batch[-1].position
    left = [commit.hash for commit in all_commits(session.on("0"))]

    assert seen == [*left, bytes.fromhex(session.head)]
    assert position == last_position(session.store)
    assert follow_commits(session.store, position) == []


def test_follower_of_one_session_meets_no_other(store: Store) -> None:
    one, other = open_toy(store), open_toy(store)
    say(one)

    assert {followed.session for followed in follow_commits(store, session=one.id)} == {one.id}
    assert {followed.session for followed in follow_commits(store)} == {one.id, other.id}
    assert len(follow_commits(store, session=one.id)) == one.state.number


def test_nothing_stands_in_an_empty_store(store: Store) -> None:
    assert last_position(store) == 0
    assert follow_commits(store) == []
