"""A followed projection is the one folded at once; a new generation takes the old one's place whole."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
import tale

from tenmatsu.engine import timelines
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.followers import Superseded, catch_up_followers, measure_lag
from tenmatsu.engine.opening import Participant, find_opened, open_session
from tenmatsu.engine.registry import find_system
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import Viewer
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.caches import Caches
from tenmatsu.engine.store.followers import Followers
from tenmatsu.engine.store.generations import Generations
from tenmatsu.engine.upkeep import drop_caches
from tenmatsu.projections import following as module
from tenmatsu.projections import projection as folding
from tenmatsu.projections.following import ModelFollower
from tenmatsu.projections.projection import Projection, catch_up, rebuild
from tenmatsu.projections.rolls import ROLLS
from tenmatsu.projections.sheets import HISTORIES
from tenmatsu.projections.timeline import TIMELINE
from tenmatsu.projections.walking import walk

ALL: tuple[Projection[Any], ...] = (HISTORIES, TIMELINE, ROLLS)


def _models(store: Store) -> dict[tuple[str, str], int]:
    m = schema.read_models.c
    with store.database.reading() as connection:
        rows = connection.execute(sa.select(m.name, m.branch, m.version))
        return {(row.name, row.branch): row.version for row in rows}


def _run(follower: ModelFollower[Any]) -> None:
    while follower.advance():
        pass


def _release(monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    """Let the program be of another release."""

    def code_of(projection: Projection[Any]) -> str:
        return f"{number} {projection.name}"

    monkeypatch.setattr(module, "code_of", code_of)


@pytest.mark.parametrize("most", [1, 3, 500])
def test_followed_model_is_the_one_folded_at_once(tmp_path: Path, most: int) -> None:
    session = tale.make_evening(tmp_path)
    followers = [ModelFollower(session.store, one, most=most) for one in ALL]
    catch_up_followers(session.store, followers)

    assert _models(session.store) == {(f"{one.name}/1", "0"): session.version for one in ALL}
    for one in ALL:
        assert catch_up(session, one) == rebuild(session, one)


def test_reader_goes_on_from_what_a_follower_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = tale.make_evening(tmp_path)
    whole = rebuild(session, ROLLS)
    drop_caches(session.store)
    _run(ModelFollower(session.store, ROLLS))
    begun: list[int] = []

    def walk_on(one: Session, viewer: Viewer, *, after: int, **given: Any) -> Any:
        begun.append(after)
        return walk(one, viewer, after=after, **given)

    monkeypatch.setattr(folding, "walk", walk_on)

    assert catch_up(session, ROLLS) == whole
    assert begun == [session.version]
    assert _models(session.store) == {("rolls/1", "0"): session.version}


def test_undo_is_followed_onto_the_new_timeline(tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    follower = ModelFollower(session.store, ROLLS)
    _run(follower)
    timelines.undo(session, actor="gm")
    _run(follower)
    now = find_opened(session.store, session.id)

    assert _models(session.store)["rolls/1", now.branch] == now.version
    assert catch_up(now, ROLLS) == rebuild(now, ROLLS)


def test_old_generation_serves_until_the_new_one_is_whole(tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    old = ModelFollower(session.store, ROLLS)
    _run(old)
    new = ModelFollower(session.store, ROLLS, anew=True, most=5)
    new.advance()

    assert {name for name, _ in _models(session.store)} == {"rolls/1", "rolls/2"}
    assert [one.name for one in measure_lag(session.store)] == ["model:rolls", "model:rolls/next"]
    tale.do(session, "gm", "table.narrate", text="その頃")
    assert old.advance() == 1
    _run(new)

    assert _models(session.store) == {("rolls/2", "0"): session.version}
    assert [(one.name, one.commits) for one in measure_lag(session.store)] == [("model:rolls", 0)]
    with pytest.raises(Superseded):
        old.advance()
    assert new.advance() == 0
    assert ModelFollower(session.store, ROLLS).advance() == 0


def test_another_release_builds_beside_and_takes_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tale.make_evening(tmp_path)
    old = ModelFollower(session.store, ROLLS)
    _run(old)
    _release(monkeypatch, "9.9")
    new = ModelFollower(session.store, ROLLS, most=5)
    new.advance()
    monkeypatch.undo()
    assert old.advance() == 0
    assert ("rolls/1", "0") in _models(session.store)
    _run(new)

    assert _models(session.store) == {("rolls/2", "0"): session.version}
    with pytest.raises(Superseded):
        old.advance()


def test_rebuild_that_was_broken_off_is_gone_on_with(tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    _run(ModelFollower(session.store, ROLLS))
    ModelFollower(session.store, ROLLS, anew=True, most=5).advance()
    behind = measure_lag(session.store)[-1].commits
    again = ModelFollower(session.store, ROLLS, anew=True, most=5)
    again.advance()

    assert measure_lag(session.store)[-1].commits == behind - 5
    _run(again)
    assert _models(session.store) == {("rolls/2", "0"): session.version}


def test_rebuild_of_a_third_release_gives_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = tale.make_evening(tmp_path)
    _run(ModelFollower(session.store, ROLLS))
    _release(monkeypatch, "9.8")
    third = ModelFollower(session.store, ROLLS, most=5)
    third.advance()
    _release(monkeypatch, "9.9")
    newest = ModelFollower(session.store, ROLLS, most=5)
    newest.advance()

    with pytest.raises(Superseded):
        third.advance()
    _run(newest)
    assert _models(session.store) == {("rolls/3", "0"): session.version}


def test_dropped_caches_are_followed_anew(tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    follower = ModelFollower(session.store, ROLLS)
    _run(follower)
    drop_caches(session.store)
    assert _models(session.store) == {}
    assert measure_lag(session.store)[0].commits == session.state.number
    _run(follower)

    assert _models(session.store) == {("rolls/1", "0"): session.version}


def test_redaction_drops_the_model_and_the_follower_makes_it_again(tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    follower = ModelFollower(session.store, HISTORIES)
    _run(follower)
    tale.do(session, "p1", "table.say", text="忘れてほしい言葉")
    _run(follower)
    tale.do(session, "gm", "table.redact", what=[session.version])
    assert ("value_histories/1", "0") not in _models(session.store)
    _run(follower)

    assert _models(session.store) == {("value_histories/1", "0"): session.version}


def test_session_that_cannot_be_folded_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tale.make_evening(tmp_path)
    people = [Participant("gm", "佐藤", "gm"), Participant("p1", "太郎")]
    other = open_session(session.store, "別の夜", "tale", participants=people)

    def open_one(store: Store, session_id: str) -> Session:
        if session_id == session.id:
            raise RuntimeError("a broken plug-in")
        return find_opened(store, session_id)

    monkeypatch.setattr(module, "find_opened", open_one)
    _run(ModelFollower(session.store, ROLLS))

    assert _models(session.store) == {("rolls/1", "0"): other.version}


def test_database_that_fails_is_no_session_to_pass_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tale.make_evening(tmp_path)
    follower = ModelFollower(session.store, ROLLS)

    def fail(*_args: Any) -> Session:
        raise StoreError("store_lost", path="x", reason="x")

    monkeypatch.setattr(module, "find_opened", fail)
    with pytest.raises(StoreError):
        follower.advance()
    monkeypatch.undo()
    _run(follower)

    assert _models(session.store) == {("rolls/1", "0"): session.version}


def test_states_and_checkpoint_are_stored_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tale.make_evening(tmp_path)
    follower = ModelFollower(session.store, ROLLS)

    def fail(*_args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Caches, "save_models_in", fail)
    with pytest.raises(KeyboardInterrupt):
        follower.advance()
    monkeypatch.undo()

    assert measure_lag(session.store)[0].position == 0
    _run(follower)
    assert _models(session.store) == {("rolls/1", "0"): session.version}


def test_long_fold_has_checkpoints_of_the_generation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = tale.make_evening(tmp_path)
    monkeypatch.setattr(folding, "CHECKPOINT_EVERY", 10)
    kept: list[str] = []
    save = Caches.save_model

    def remember(self: Any, model: Any) -> None:
        kept.append(model.name)
        save(self, model)

    monkeypatch.setattr(Caches, "save_model", remember)
    _run(ModelFollower(session.store, ROLLS))

    assert set(kept) == {"rolls/1"}
    assert catch_up(session, ROLLS) == rebuild(session, ROLLS)


def test_broken_plug_in_does_not_change_what_the_others_were_made_under(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del tmp_path
    monkeypatch.setattr(module, "system_ids", lambda: ["toy"])
    alone = module.code_fingerprint(ROLLS)

    def find(system_id: str) -> Any:
        if system_id == "broken":
            raise RuntimeError("broken")
        return found(system_id)

    found = find_system
    monkeypatch.setattr(module, "system_ids", lambda: ["broken", "toy"])
    monkeypatch.setattr(module, "find_system", find)

    assert module.code_fingerprint(ROLLS) == alone
    other = msgspec.defstruct("Other", [("x", int)], frozen=True)
    assert (
        module.code_fingerprint(Projection(name="rolls", state=other, start=other, fold=ROLLS.fold)) != alone
    )


def test_swap_that_comes_second_changes_nothing(tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    _run(ModelFollower(session.store, ROLLS))
    generations = Generations(session.store.database, "rolls", module.code_fingerprint(ROLLS))
    row = generations.take(anew=True)
    rows = Followers(session.store.database)
    old = rows.find("model:rolls")
    assert old is not None
    other = msgspec.structs.replace(old, fingerprint=f"{'0' * 48}/9")
    before = rows.rows()

    assert not generations.swap(row, other)
    assert not generations.swap(msgspec.structs.replace(row, position=7), old)
    assert rows.rows() == before
    assert generations.swap(row, old)
    assert [one.fingerprint for one in rows.rows()] == [row.fingerprint]
