"""States: live, folded, at every version; snapshots are only ever caches."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec
import pytest
import sqlalchemy as sa
import toy
from toytable import all_events, answer, facts, fold_prefix, open_toy, say, strike

from tenmatsu.engine import loading, timelines
from tenmatsu.engine import session as session_module
from tenmatsu.engine.errors import StoreError, UsageError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.loading import Loader, fingerprint
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.caches import Caches
from tenmatsu.engine.store.packs import Part
from tenmatsu.events.base import Event, Unknown

EVERY = 10


@pytest.fixture
def played(session: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A session with snapshots every ten events, on three lines."""
    for module in (loading, session_module):
        monkeypatch.setattr(module, "SNAPSHOT_EVERY", EVERY)
    _play(session, 4)
    timelines.fork(session, "もしも", session.version, actor="gm")
    timelines.undo(session, actor="gm")
    _play(session, 4)
    _play(session.on("もしも"), 4)
    return session


def _play(session: Session, rounds: int) -> None:
    for _ in range(rounds):
        if not session.pending():
            strike(session)
        answer(session, "dodge")
        say(session)
        session.do({"type": "table.adjust", "name": "b.hp", "value": 9}, actor="gm")


def _lines(session: Session) -> Iterator[Session]:
    for branch in session.store.branches(session.id):
        yield session.on(branch)


def _snapshots(session: Session) -> list[tuple[str, int]]:
    with session.store.database.reading() as connection:
        s = schema.snapshots.c
        return [
            tuple(row)
            for row in connection.execute(sa.select(s.branch, s.version).order_by(s.branch, s.version))
        ]


def _set_snapshots(session: Session, **values: object) -> None:
    with session.store.database.writing() as connection:
        connection.execute(sa.update(schema.snapshots).values(**values))


def test_state_at_every_version_is_the_fold_of_the_events_up_to_it(played: Session) -> None:
    for line in _lines(played):
        for version in range(1, line.version + 1):
            assert facts(line.state_at(version)) == facts(fold_prefix(line, version))


def test_state_at_a_commits_end_is_the_one_that_was_seen_live(session: Session) -> None:
    seen = {session.version: session.state}
    for step in (strike, answer, say, strike):
        step(session)
        seen[session.version] = session.state
    timelines.undo(session, actor="gm")

    left = find_opened(session.store, session.id, "0")
    assert all(facts(left.state_at(version)) == facts(state) for version, state in seen.items())
    del seen[max(seen)]
    assert all(facts(session.state_at(version)) == facts(state) for version, state in seen.items())


def test_state_of_a_session_opened_anew_is_the_live_one_to_the_last_field(played: Session) -> None:
    assert find_opened(played.store, played.id).state == played.state
    assert played.state.number == len(list(played.store.commits(played.id, played.segments())))


@pytest.mark.parametrize("version", [0, -1, 10_000])
def test_version_outside_the_history_is_refused(session: Session, version: int) -> None:
    with pytest.raises(UsageError) as caught:
        session.state_at(version)

    assert caught.value.code == "version_unknown"


def test_one_snapshot_is_kept_in_every_interval(played: Session) -> None:
    opened = 12
    for branch, row in played.store.branches(played.id).items():
        kept = [version // EVERY for line, version in _snapshots(played) if line == branch]
        first = max(opened, row.fork_version) // EVERY + 1
        assert kept == list(range(first, row.head_version // EVERY + 1))


def test_loading_reads_at_most_one_interval_of_events_behind_a_snapshot(
    played: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    fold = Folder.fold

    def counting(self: Folder, state: LineState, events: Iterable[Event | Unknown | None]) -> LineState:
        taken = list(events)
        read.append(len(taken))
        return fold(self, state, taken)

    monkeypatch.setattr(Folder, "fold", counting)
    longest = max(
        len(commit.events)
        for line in _lines(played)
        for commit in line.store.commits(line.id, line.segments())
    )
    for line in _lines(played):
        for version in range(2 * EVERY, line.version + 1):
            read.clear()
            line.state_at(version)
            assert sum(read) <= EVERY + longest, version


def test_loading_reads_no_more_events_than_it_folds(played: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[bytes | str] = []
    pieces = played.store.reader.pieces

    def counting(*place: object) -> Iterator[Part | list[bytes | str]]:
        for piece in pieces(*place):  # type: ignore[arg-type]
            assert isinstance(piece, list)
            rows.extend(piece)
            yield piece

    monkeypatch.setattr(played.store.reader, "pieces", counting)
    find_opened(played.store, played.id)

    assert rows
    assert len(rows) < 2 * EVERY
    behind = played.store.reader.events(played.id, played.segments(), played.version - len(rows))
    assert rows == [data for _, data in behind]


def test_snapshots_can_be_dropped_at_any_time(played: Session) -> None:
    states = {line.branch: line.state for line in _lines(played)}
    Caches(played.store.database).drop()

    assert _snapshots(played) == []
    assert {line.branch: line.state for line in _lines(played)} == states


def test_snapshots_of_one_session_are_dropped_alone(played: Session) -> None:
    other = open_toy(played.store)
    _play(other, 3)
    kept = len(_snapshots(played))
    Caches(played.store.database).drop(other.id)

    assert 0 < len(_snapshots(played)) < kept


def test_stale_snapshot_is_ignored_and_written_anew(played: Session) -> None:
    state = played.state
    _play(played, 3)
    with played.store.database.reading() as connection:
        other = connection.execute(sa.select(schema.snapshots.c.state).limit(1)).scalar_one()
    newest = played.state
    _set_snapshots(played, state=other)
    assert find_opened(played.store, played.id).state != newest, "a snapshot of this release is trusted"

    _set_snapshots(played, fingerprint="of another release")
    again = find_opened(played.store, played.id)
    assert again.state == newest
    assert facts(again.state_at(state.version)) == facts(state)
    _play(again, 3)
    with played.store.database.reading() as connection:
        found = set(connection.execute(sa.select(schema.snapshots.c.fingerprint)).scalars())
    assert found == {"of another release", fingerprint(played.system)}


def test_snapshot_damaged_in_any_byte_is_ignored(played: Session) -> None:
    state, (branch, version) = played.state, _snapshots(played)[-1]
    s = schema.snapshots.c
    with played.store.database.reading() as connection:
        whole = bytes(
            connection.execute(
                sa.select(s.state).where(s.branch == branch, s.version == version)
            ).scalar_one()
        )
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        _set_snapshots(played, state=whole[:place] + bytes([whole[place] ^ 0x11]) + whole[place + 1 :])
        assert find_opened(played.store, played.id).state == state
    for scrap in (b"", whole[:-1], b"\xff" * 40):
        _set_snapshots(played, state=scrap)
        assert find_opened(played.store, played.id).state == state


def test_snapshot_that_cannot_be_stored_costs_nothing_but_speed(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "SNAPSHOT_EVERY", 2)

    def refuse(*_arguments: object) -> None:
        raise StoreError("store_full", path="x")

    monkeypatch.setattr(Caches, "save_snapshot", refuse)
    strike(session)

    assert _snapshots(session) == []
    assert find_opened(session.store, session.id).state == session.state


def test_loader_without_caches_reads_no_snapshot(played: Session) -> None:
    _set_snapshots(played, state=b"")
    loader = Loader(played.store, played.folder, played.id)

    assert facts(loader.load(played.segments(), cached=False)) == facts(played.state)


def test_fingerprint_changes_with_the_games_state_and_rules() -> None:
    class Other(toy.State, frozen=True):
        mana: int = 0

    system = toy.SYSTEM
    prints = {
        fingerprint(system),
        fingerprint(replace(system, state=Other)),
        fingerprint(replace(system, rules_versions=range(1, 9))),
        fingerprint(replace(system, id="other")),
    }
    assert len(prints) == 4


def test_state_of_a_snapshot_is_exact_in_its_types(played: Session) -> None:
    live = played.state
    loaded = find_opened(played.store, played.id).state

    assert msgspec.to_builtins(loaded.table) == msgspec.to_builtins(live.table)
    assert isinstance(loaded.game.deck, tuple)
    assert type(loaded.table.links) is dict


def test_events_between_two_versions_decode_in_their_order(session: Session) -> None:
    strike(session)

    assert len(all_events(session)) == session.version
