"""Projections: checkpoints, lines, viewers."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
import tale

from tenmatsu.engine import timelines
from tenmatsu.engine.history import viewer_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import schema
from tenmatsu.projections import projection as module
from tenmatsu.projections.projection import (
    Projection,
    catch_up,
    catch_up_everywhere,
    fingerprint,
    fold_on,
    rebuild,
)
from tenmatsu.projections.rolls import ROLLS
from tenmatsu.projections.sheets import HISTORIES
from tenmatsu.projections.timeline import TIMELINE
from tenmatsu.projections.walking import walk

ALL: tuple[Projection[Any], ...] = (HISTORIES, TIMELINE, ROLLS)
each = pytest.mark.parametrize("projection", ALL, ids=lambda one: one.name)


def _stored(session: Session) -> list[tuple[str, str, int]]:
    m = schema.read_models.c
    with session.store.database.reading() as connection:
        found = connection.execute(sa.select(m.name, m.branch, m.version).order_by(m.name, m.branch))
        return [(row.name, row.branch, row.version) for row in found]


def _spoil(session: Session, **values: Any) -> None:
    with session.store.database.writing() as connection:
        connection.execute(sa.update(schema.read_models).values(**values))


@each
def test_rebuilt_equals_live(projection: Projection[Any], tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    catch_up(session, projection)
    tale.do(session, "gm", "table.open_scene", title="一")
    catch_up(session, projection)
    tale.strike(session)
    live = catch_up(session, projection)
    assert live == rebuild(session, projection)
    assert live == catch_up(find_opened(session.store, session.id), projection)


@each
def test_caught_up_after_every_command_equals_the_whole(
    projection: Projection[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tale.begin(tmp_path)
    asked = tale.do

    def do(one: Session, *args: Any, **fields: Any) -> None:
        asked(one, *args, **fields)
        catch_up(one, projection)

    monkeypatch.setattr(tale, "do", do)
    tale.play_evening(session)
    assert _stored(session) == [(projection.name, "0", session.version)]
    assert catch_up(session, projection) == rebuild(session, projection)


@each
def test_checkpoint_inside_a_commit_is_as_good_as_any(
    projection: Projection[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tale.make_evening(tmp_path)
    whole = rebuild(session, projection)
    monkeypatch.setattr(module, "_due_after", (1).__add__)
    kept: list[tuple[int, Any]] = []
    keep = module.Checkpoints[Any].keep

    def remember(self: Any, version: int, state: Any) -> None:
        kept.append((version, state))
        keep(self, version, state)

    monkeypatch.setattr(module.Checkpoints, "keep", remember)
    rebuild(session, projection)
    wants = None if projection.wants is None else projection.wants(session.system)
    wanted = [entry.version for entry, _ in walk(session) if wants is None or type(entry.event) in wants]
    assert [version for version, _ in kept] == [*wanted, *{session.version}.difference(wanted)]
    monkeypatch.undo()
    cache = module.Checkpoints[Any](session, projection)
    states, state = dict(kept), projection.start()
    for version in tale.versions(session):
        state = states.get(version, state)
        keep(cache, version, state)
        assert catch_up(session, projection) == whole


@each
@pytest.mark.parametrize("spoilt", [{"state": b"\xc1nonsense"}, {"state": b""}, {"fingerprint": "older"}])
def test_unreadable_or_stale_checkpoint_is_ignored(
    projection: Projection[Any], spoilt: dict[str, Any], tmp_path: Path
) -> None:
    session = tale.make_evening(tmp_path)
    whole = catch_up(session, projection)
    _spoil(session, **spoilt)
    assert catch_up(session, projection) == whole


@each
def test_fork_continues_from_what_it_shares_with_its_parent(
    projection: Projection[Any], tmp_path: Path
) -> None:
    session = tale.begin(tmp_path)
    at = session.version
    catch_up(session, projection)
    line = timelines.fork(session, "もし", at, actor="gm")
    tale.do(line, "gm", "table.open_scene", title="もしもの場")
    on_line = catch_up(line, projection)
    tale.play_evening(session)
    on_main = catch_up(session, projection)
    assert on_line == rebuild(line, projection)
    assert on_main == rebuild(session, projection)
    assert on_line != on_main
    late = timelines.fork(session, "遅く", at, actor="gm")
    assert catch_up(late, projection) == rebuild(late, projection)


@each
def test_undone_commit_leaves_nothing_behind(projection: Projection[Any], tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "p1", "toy.strike", thrown=[5, 5], character="a", at="b")
    tale.do(session, "p2", "toy.answer", character="b", choice="take")
    catch_up(session, projection)
    timelines.undo(session, actor="gm")
    assert catch_up(session, projection) == rebuild(session, projection)
    assert session.game.hp["b"] == 10


@each
def test_viewer_is_folded_fresh_and_never_stored(projection: Projection[Any], tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    catch_up(session, projection, viewer_of(session, "p1"))
    catch_up(session, projection, viewer_of(session, "gm"))
    assert _stored(session) == []


def test_progress_is_told_now_and_then_up_to_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tale.make_evening(tmp_path)
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(module, "_TELL_EVERY", 15)
    rebuild(session, TIMELINE, lambda done, whole: told.append((done, whole)))
    assert [done for done, _ in told] == [15, 30, session.version]
    assert {whole for _, whole in told} == {session.version}


def test_checkpoints_of_a_long_fold_come_further_and_further_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tale.make_evening(tmp_path)
    monkeypatch.setattr(module, "CHECKPOINT_EVERY", 3)
    kept: list[int] = []

    def remember(_self: Any, version: int, _state: Any) -> None:
        kept.append(version)

    monkeypatch.setattr(module.Checkpoints, "keep", remember)
    rebuild(session, TIMELINE)
    assert kept == [3, 6, 12, 24, session.version]

    kept.clear()
    begun, version, _ = fold_on(session, TIMELINE, module.Checkpoints(session, TIMELINE))
    assert (begun, version) == (0, session.version)
    assert kept == [3, 6, 12, 24], "the last is the caller's to store"


def test_where_nothing_is_new_nothing_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = tale.make_evening(tmp_path)
    whole = catch_up(session, ROLLS)
    monkeypatch.setattr(module.Checkpoints, "keep", Mock(side_effect=AssertionError("stored again")))
    assert catch_up(session, ROLLS) == whole


def test_session_behind_a_checkpoint_does_not_read_the_future(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    old = find_opened(session.store, session.id)
    before = rebuild(old, ROLLS)
    tale.play_evening(session)
    catch_up(session, ROLLS)
    assert catch_up(old, ROLLS) == before


def test_fingerprints_tell_projections_apart(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    assert len({fingerprint(session, one) for one in ALL}) == len(ALL)


def test_every_session_of_a_store_is_caught_up(tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    found = catch_up_everywhere(session.store, ROLLS)
    assert found == {session.id: catch_up(session, ROLLS)}
