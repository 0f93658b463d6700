"""A walk that is asked for some events alone: what it leaves out is folded all the same."""

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import tale
from toytable import facts
from unguarded import unguarded

from tenmatsu.engine import timelines
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import EVERYTHING, Viewer, viewer_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import export_log, import_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, packs, reading, schema
from tenmatsu.events.base import Event
from tenmatsu.events.table import Narrated, Rolled, Said, SceneOpened, SpeechEdited
from tenmatsu.projections.projection import Projection
from tenmatsu.projections.rolls import ROLLS
from tenmatsu.projections.sheets import HISTORIES
from tenmatsu.projections.walking import walk

SOME: tuple[frozenset[type[Event]], ...] = (
    frozenset({Said}),
    frozenset({Rolled, *tale.SYSTEM.events}),
    frozenset({Narrated, SceneOpened, SpeechEdited}),
    frozenset(),
)
WHO = [None, "gm", "p1", "p2"]
PICKY: tuple[Projection[Any], ...] = (ROLLS, HISTORIES)


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """An evening with words that were edited, taken back, redacted and revealed, and a value corrected."""
    session = tale.make_evening(tmp_path_factory.mktemp("corrected"))
    said = [entry.version for entry, _ in walk(session) if isinstance(entry.event, Said)]
    tale.do(session, "p1", "table.edit", what=said[0], text="何奴！")
    tale.do(session, "p1", "table.edit", what=said[1], text="判定ですか")
    tale.do(session, "p2", "table.retract", what=said[2])
    tale.do(session, "gm", "table.redact", what=[said[1], said[3]], only=True)
    secret = next(entry for entry, _ in walk(session) if tale.CANARY in str(entry.event))
    tale.do(session, "gm", "table.reveal", what=[secret.digest], to=["p1"])
    tale.strike(session)
    tale.do(session, "p2", "table.dispute", about=str(session.version))
    tale.do(session, "gm", "table.rule", dispute=1, answer="corrected", name="b.hp", value=9)
    return session


def _line(corrected: Session, name: str) -> Session:
    if name == "0":
        return corrected
    if all(one.name != name for one in corrected.branches.values()):
        at = next(entry.version for entry, _ in walk(corrected) if isinstance(entry.event, SceneOpened))
        forked = timelines.fork(corrected, name, at, actor="gm")
        tale.do(forked, "p1", "table.say", text="さもなくば")
        tale.strike(forked)
    return corrected.on(name)


def _viewer(session: Session, who: str | None) -> Viewer:
    return EVERYTHING if who is None else viewer_of(session, who)


def _seen(steps: Any) -> list[tuple[Any, ...]]:
    """Return the entries, what of the states around them follows from events, and the commit after."""
    return [
        (entry, facts(context.before), facts(context.after), context.after.number, context.after.hash)
        for entry, context in steps
    ]


def _wanted(every: list[tuple[Any, ...]], wants: frozenset[type[Event]]) -> list[tuple[Any, ...]]:
    return [step for step in every if type(step[0].event) in wants]


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("wants", SOME, ids=lambda kinds: "+".join(sorted(kind.__name__ for kind in kinds)))
@pytest.mark.parametrize("branch", ["0", "もし"])
def test_wanted_entries_and_the_states_around_them_are_those_of_the_whole_walk(
    corrected: Session, branch: str, wants: frozenset[type[Event]], who: str | None
) -> None:
    line = _line(corrected, branch)
    viewer = _viewer(line, who)
    every = _seen(walk(line, viewer))

    assert _seen(walk(line, viewer, wants=wants)) == _wanted(every, wants)


@pytest.mark.parametrize("wants", [None, *SOME[:2]])
def test_a_walk_goes_on_from_any_version_even_inside_a_commit(
    corrected: Session, wants: frozenset[type[Event]] | None
) -> None:
    every = _seen(walk(corrected, wants=wants))
    state = LineState()
    for entry, context in walk(corrected):
        state = context.after
        rest = _seen(walk(corrected, after=entry.version, state=state, wants=wants))
        assert rest == [step for step in every if step[0].version > entry.version]


def test_an_edit_stands_for_a_redacted_word_and_is_found(corrected: Session) -> None:
    found = [entry for entry, _ in walk(corrected, wants={Said}) if entry.redacted]
    assert [entry.event.text for entry in found if isinstance(entry.event, Said)] == ["判定ですか"]
    assert [entry.redacted for entry, _ in walk(corrected)].count(True) == len(found) + 1


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("projection", PICKY, ids=lambda one: one.name)
def test_what_a_projection_does_not_want_leaves_it_as_it_is(
    corrected: Session, projection: Projection[Any], who: str | None
) -> None:
    assert projection.wants is not None
    wants, state, passed = projection.wants(corrected.system), projection.start(), 0
    for entry, context in walk(corrected, _viewer(corrected, who)):
        after = projection.fold(state, entry, context)
        if type(entry.event) not in wants:
            assert after is state
            passed += 1
        state = after
    assert passed > 10


@pytest.mark.parametrize("who", WHO[1:])
def test_secrets_of_others_are_in_no_walk(corrected: Session, who: str) -> None:
    viewer = viewer_of(corrected, who)
    told = repr(_seen(walk(corrected, viewer, wants={Said, Narrated, Rolled})))
    assert (tale.CANARY in told) == (who != "p2"), "it was revealed to one of the two"


@pytest.mark.parametrize("wants", SOME)
def test_a_packed_history_gives_the_same(
    wants: frozenset[type[Event]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packs, "PACK", 8)
    monkeypatch.setattr(packs, "LEAST", 2)
    monkeypatch.setattr(reading, "PACKED_FROM", 4)
    session = tale.make_evening(tmp_path)
    assert session.store.reader.packs.extend(session.id, session.branch) > 2
    found = session.store.reader.pieces(session.id, session.segments())
    assert any(isinstance(piece, packs.Part) for piece in found)

    every = _seen(walk(session))
    assert _seen(walk(session, wants=wants)) == _wanted(every, wants)
    assert _seen(walk(session, after=11, state=session.state_at(11), wants=wants)) == [
        step for step in _wanted(every, wants) if step[0].version > 11
    ]


def test_an_event_that_is_stored_under_another_name_is_found_by_its_bytes(tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    wants = frozenset({Rolled})
    every = _seen(walk(session))
    first, second, *_ = [step[0].version for step in _wanted(every, wants)]
    with unguarded(session.store) as connection:
        e = schema.events
        connection.execute(sa.update(e).where(e.c.version == first).values(type="table.said"))
        connection.execute(sa.update(e).where(e.c.version == second + 1).values(type="table.rolled"))

    assert _seen(walk(session, wants=wants)) == _wanted(every, wants)


def test_of_a_commit_whose_header_is_gone_nobody_is_told_who_asked_for_what(tmp_path: Path) -> None:
    session = tale.make_evening(tmp_path)
    with unguarded(session.store) as connection:
        connection.execute(sa.update(schema.commits).values(header=None))
    every = _wanted(_seen(walk(session)), frozenset({Rolled}))

    assert {(entry.at, entry.actor, entry.command) for entry, *_ in every} == {("", "", "")}
    assert _seen(walk(session, wants={Rolled})) == every


def test_a_viewers_own_log_is_walked_as_its_viewer_sees_it(corrected: Session, tmp_path: Path) -> None:
    with (tmp_path / "seen.jsonl").open("wb") as file:
        export_log(corrected, file, viewer_of(corrected, "p1"))
    store = Store(f"sqlite:///{tmp_path / 'seen.db'}")
    import_log(store, tmp_path / "seen.jsonl")
    session = find_opened(store, "@last")
    assert session.view == "p1"
    for wants in SOME:
        assert _seen(walk(session, wants=wants)) == _wanted(_seen(walk(session)), wants)
