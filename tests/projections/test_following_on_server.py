"""Followed projections on a server's database: the same states, several followers, one swap."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
import toy
from toytable import answer, facts, fixed_outside, open_toy, roll, say, strike

from tenmatsu.engine.followers import measure_lag, run_followers
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import Store, packs, reading, schema
from tenmatsu.engine.store.generations import Generations
from tenmatsu.engine.timelines import fork
from tenmatsu.events.base import Event
from tenmatsu.events.table import Rolled, Said
from tenmatsu.projections.following import ModelFollower, code_fingerprint
from tenmatsu.projections.projection import catch_up, rebuild
from tenmatsu.projections.rolls import ROLLS
from tenmatsu.projections.timeline import TIMELINE
from tenmatsu.projections.walking import walk


@pytest.fixture
def store(server_url: str) -> Iterator[Store]:
    """A store on it."""
    found = Store(server_url, fixed_outside())
    yield found
    found.close()


def _names(store: Store) -> set[str]:
    m = schema.read_models.c
    with store.database.reading() as connection:
        return set(connection.execute(sa.select(m.name)).scalars())


def _run(follower: ModelFollower[Any]) -> None:
    while follower.advance():
        pass


def test_followed_model_is_the_one_folded_at_once_and_is_swapped_whole(store: Store) -> None:
    sessions = [open_toy(store) for _ in range(3)]
    for session in sessions:
        strike(session)
    old = ModelFollower(store, ROLLS, most=4)
    _run(old)
    new = ModelFollower(store, ROLLS, anew=True, most=4)
    new.advance()
    assert _names(store) == {"rolls/1", "rolls/2"}
    _run(new)

    assert _names(store) == {"rolls/2"}
    for session in sessions:
        now = find_opened(store, session.id)
        assert catch_up(now, ROLLS) == rebuild(now, ROLLS)


@pytest.mark.parametrize("is_packed", [False, True])
def test_what_a_read_model_wants_is_read_as_in_the_whole(
    store: Store, is_packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_toy(store)
    strike(session)
    answer(session)
    first, second = (say(session).commit.last_version for _ in range(2))
    session.do({"type": "table.edit", "what": first, "text": "何奴"}, actor="p1")
    session.do({"type": "table.redact", "what": [first, second], "only": True}, actor="gm")
    roll(session, secret=True)
    line = fork(session, "もし", first, actor="gm")
    roll(line)
    if is_packed:
        for module, name in ((packs, "PACK"), (packs, "LEAST"), (reading, "PACKED_FROM")):
            monkeypatch.setattr(module, name, 4)
        assert store.reader.packs.extend(session.id, "0") > 1
    for one in (session, line):
        every = [(entry, facts(context.after)) for entry, context in walk(one)]
        kinds: tuple[set[type[Event]], ...] = ({Said}, {Rolled, *toy.SYSTEM.events})
        for wants in kinds:
            some = [(entry, facts(context.after)) for entry, context in walk(one, wants=wants)]
            assert some == [step for step in every if type(step[0].event) in wants]


def test_followers_are_woken_and_several_of_one_name_agree(store: Store, server_url: str) -> None:
    session = open_toy(store)
    watchers = [Store(server_url, fixed_outside(str(number))) for number in range(2)]
    stop = threading.Event()
    # a glance so long that only the database's word can wake them in time
    running = [
        threading.Thread(
            target=run_followers,
            args=(watcher, [ModelFollower(watcher, ROLLS), ModelFollower(watcher, TIMELINE)], stop),
            kwargs={"glance": 20.0},
            daemon=True,
        )
        for watcher in watchers
    ]
    for thread in running:
        thread.start()
    try:
        for number in range(10):
            say(session, str(number))
            _wait_until_done(store)
    finally:
        stop.set()
        say(session)
        for thread in running:
            thread.join(40)
        for watcher in watchers:
            watcher.close()

    assert not any(thread.is_alive() for thread in running)
    assert _names(store) == {"rolls/1", "timeline/1"}


def _wait_until_done(store: Store) -> None:
    waited = threading.Event()
    for _ in range(400):
        lags = measure_lag(store)
        if len(lags) == 2 and not any(one.commits for one in lags):
            return
        waited.wait(0.02)
    raise AssertionError(measure_lag(store))


def test_two_that_begin_a_rebuild_at_once_work_on_one_generation(store: Store) -> None:
    open_toy(store)
    _run(ModelFollower(store, ROLLS))
    code = code_fingerprint(ROLLS)
    found: list[str] = []

    def begin() -> None:
        found.append(Generations(store.database, "rolls", code).take(anew=True).fingerprint)

    threads = [threading.Thread(target=begin, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert found == [f"{code}/2"] * 4
    followers = [ModelFollower(store, ROLLS, anew=True) for _ in range(2)]
    while sum(follower.advance() for follower in followers):
        pass
    assert _names(store) == {"rolls/2"}
