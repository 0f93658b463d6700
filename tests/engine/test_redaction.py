"""Redaction: words are gone from the files, the chain still verifies, the audit says that something went."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stores import FreshStores
from toytable import all_commits, answer, fixed_outside, open_toy, roll, say, strike

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.history import EVERYTHING, Viewer, read_entries
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import export_log, import_log
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.timelines import fork, undo
from tenmatsu.projections.projection import rebuild
from tenmatsu.projections.timeline import TIMELINE

SHORT = "本名は山田花子"
LONG = "住所は東京都千代田区丸の内一丁目。" * 600
CANARIES = (SHORT, LONG[:60])


def _redact(session: Session, *what: int | str, actor: str = "gm", **extra: Any) -> Result:
    return session.do({"type": "table.redact", "what": list(what), **extra}, actor=actor)


def _lingers(path: Path, *words: str) -> list[str]:
    """Return the words that stand in some file of the database."""
    data = b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))
    return [word for word in words or CANARIES if word.encode() in data]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def filed(path: Path) -> Session:
    """An evening in a file: words short and long, in a title, a scene, a name, a note, an edit."""
    store = Store(f"sqlite:///{path}", fixed_outside())
    return open_toy(store)


def _talk(session: Session) -> list[int]:
    """Let everybody say the words in all the ways there are; return the versions."""
    versions: list[int] = []
    for text in (SHORT, LONG):
        for command in (
            {"type": "table.say", "text": text},
            {"type": "table.note", "text": text},
            {"type": "table.narrate", "text": text},
            {"type": "table.rename_session", "title": text},
            {"type": "table.open_scene", "title": text},
            {"type": "table.name_character", "character": "a", "name": text},
            {"type": "table.alias", "who": "a", "alias": text},
            {"type": "table.adjust", "name": "a.hp", "value": 7, "reason": text},
        ):
            session.do(command, actor="gm")
            versions.append(session.version)
    return versions


def test_words_are_gone_from_every_file_and_cache(filed: Session, path: Path) -> None:
    versions = _talk(filed)
    filed.keep_snapshot()
    rebuild(filed, TIMELINE)
    fork(filed, SHORT, filed.version, actor="gm")
    assert _lingers(path) == list(CANARIES)
    result = _redact(filed, *versions)
    assert not result.waits

    named = [entry.version for entry in read_entries(filed.on("1")) if entry.tag == "table.branch_named"]
    assert _lingers(path) == [SHORT]
    digest = next(read_entries(filed.on("1"), EVERYTHING, named[0])).digest
    _redact(filed, digest)
    assert _lingers(path) == []
    report = audit_session(filed.store, filed.id)
    assert report.failures == ()
    assert report.tally.redacted == 2 * len(versions) + 2
    filed.keep_snapshot()
    rebuild(filed, TIMELINE)
    assert _lingers(path) == []
    assert filed.branches["1"].name == "" or filed.store.branches(filed.id)["1"].name == ""


def test_a_session_goes_on_behind_a_redacted_scene_and_name(filed: Session) -> None:
    filed.do({"type": "table.open_scene", "title": "長屋"}, actor="gm")
    scene = filed.version
    _redact(filed, scene)

    assert (filed.table.scene, filed.table.in_scene, filed.table.scene_title) == (1, True, "")
    filed.do({"type": "table.close_scene"}, actor="gm")
    filed.do({"type": "table.open_scene", "title": "川辺"}, actor="gm")
    strike(filed)
    answer(filed)
    assert filed.table.scene == 2
    report = audit_session(filed.store, filed.id)
    assert report.failures == ()
    assert not any(one.code == "audit_not_decided" for one in report.unchecked), "later commands are decided"


def test_later_commands_are_decided_again_behind_a_gap(filed: Session) -> None:
    say(filed, SHORT)
    version = filed.version
    roll(filed)
    before = audit_session(filed.store, filed.id).tally.decided
    _redact(filed, version)
    report = audit_session(filed.store, filed.id)

    assert report.tally.decided == before  # one less for the words, one more for the redaction
    assert {one.code for one in report.unchecked} == {"audit_redacted", "audit_command_gone"}


@pytest.mark.parametrize("table, item", [(schema.events, ""), (schema.commits, "command")])
def test_an_item_emptied_in_silence_is_named(filed: Session, table: sa.Table, item: str) -> None:
    say(filed, SHORT)
    last = all_commits(filed)[-1]
    digest = last.command.digest if item else last.events[0].digest
    salt, data, place = (f"{item}_salt", item, f"{item}_digest") if item else ("salt", "data", "digest")
    with filed.store.database.writing() as connection:
        connection.execute(sa.insert(schema.redactions).values(session=filed.id, digest=digest))
        connection.execute(sa.update(table).where(table.c[place] == digest).values({data: None, salt: None}))

    report = audit_session(filed.store, filed.id)
    assert ("audit_emptied", filed.head) in {(one.code, one.commit) for one in report.failures}


def test_what_happened_is_not_redacted(filed: Session) -> None:
    roll(filed)
    for what in (1, filed.version):
        with pytest.raises(RuleViolation) as refused:
            _redact(filed, what)
        assert refused.value.code == "not_redactable"
    with pytest.raises(UsageError):
        _redact(filed, "ffffffff")
    with pytest.raises(RuleViolation) as refused:
        filed.do({"type": "table.redact"}, actor="gm")
    assert refused.value.code == "nothing_to_redact"


def test_words_go_once_and_the_same_command_id_is_the_same_redaction(filed: Session) -> None:
    say(filed, SHORT)
    version = filed.version
    first = filed.do({"type": "table.redact", "what": [version]}, actor="p1", command_id="r1")
    again = filed.do({"type": "table.redact", "what": [version]}, actor="p1", command_id="r1")

    assert (again.repeated, again.commit.hash) == (True, first.commit.hash)
    with pytest.raises(RuleViolation) as refused:
        _redact(filed, version)
    assert refused.value.code == "redacted_already"


def test_an_edit_goes_with_the_words_unless_only_these_are_meant(filed: Session, path: Path) -> None:
    say(filed, SHORT)
    version = filed.version
    filed.do({"type": "table.edit", "what": version, "text": "名は伏せます"}, actor="p1")
    _redact(filed, version, actor="p1", only=True)
    entry = next(read_entries(filed, EVERYTHING, version))

    assert _lingers(path, SHORT) == []
    assert "名は伏せます" in repr(entry.event)
    _redact(filed, version, actor="p1")
    assert _lingers(path, "名は伏せます") == []


def test_the_same_words_on_other_lines_go_too(filed: Session, path: Path) -> None:
    say(filed, SHORT)
    undo(filed, actor="p1")
    other = fork(filed, "もしも", filed.version, actor="gm")
    say(other, SHORT)
    filed.reload()
    say(filed, SHORT)
    _redact(filed, filed.version, actor="p1")

    assert _lingers(path, SHORT) == []
    assert audit_session(filed.store, filed.id).failures == ()


def test_all_words_of_a_participant_on_every_line(filed: Session, path: Path) -> None:
    for actor in ("p1", "p2"):
        say(filed, f"{SHORT}{actor}", actor=actor)
        filed.do({"type": "table.note", "text": f"{SHORT}{actor}"}, actor=actor)
    filed.do({"type": "table.say", "text": f"{SHORT}p1", "character": "a"}, actor="gm")
    undo(filed, actor="gm")
    filed.do({"type": "table.redact", "of": "p1"}, actor="gm")

    assert _lingers(path, f"{SHORT}p1") == []
    assert _lingers(path, f"{SHORT}p2") != []
    with pytest.raises(RuleViolation) as refused:
        filed.do({"type": "table.redact", "of": "p2"}, actor="p1")
    assert refused.value.code == "words_not_yours"


def test_a_redacted_whisper_tells_the_others_nothing(filed: Session) -> None:
    filed.do({"type": "table.say", "text": SHORT, "to": ["p2"], "silent": True}, actor="p1")
    before = list(read_entries(filed, Viewer("guest", is_gm=False)))
    filed.do({"type": "table.redact", "of": "p1"}, actor="p1")

    assert list(read_entries(filed, Viewer("guest", is_gm=False))) == before


def test_with_a_reader_open_it_waits_and_is_finished_later(filed: Session, path: Path) -> None:
    say(filed, SHORT)
    version = filed.version
    reader = sqlite3.connect(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM commits").fetchone()
    result = _redact(filed, version)

    assert (result.waits, filed.store.is_unclean, filed.store.clean()) == (True, True, False)
    reader.close()
    assert (filed.store.clean(), filed.store.is_unclean) == (True, False)
    assert _lingers(path, SHORT) == []


def test_an_export_holds_digests_alone_and_is_imported(filed: Session, tmp_path: Path) -> None:
    filed.do({"type": "table.open_scene", "title": SHORT}, actor="gm")
    _redact(filed, filed.version)
    filed.do({"type": "table.close_scene"}, actor="gm")
    log = tmp_path / "log.jsonl"
    with log.open("wb") as file:
        export_log(filed, file)
    other = Store(f"sqlite:///{tmp_path / 'other.db'}", fixed_outside("other"))
    import_log(other, log)

    assert SHORT.encode() not in log.read_bytes()
    assert audit_session(other, filed.id).failures == ()
    assert find_opened(other, filed.id).table == filed.table
    other.close()


def test_a_redaction_travels_with_the_log_and_words_never_come_back(filed: Session, tmp_path: Path) -> None:
    say(filed, SHORT)
    version = filed.version
    old, new = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    with old.open("wb") as file:
        export_log(filed, file)
    other = Store(f"sqlite:///{tmp_path / 'other.db'}", fixed_outside("other"))
    import_log(other, old)
    assert _lingers(tmp_path / "other.db", SHORT) == [SHORT]
    _redact(filed, version)
    with new.open("wb") as file:
        export_log(filed, file)

    assert not import_log(other, new).waits
    assert _lingers(tmp_path / "other.db", SHORT) == []
    assert import_log(other, old).added == 0
    assert _lingers(tmp_path / "other.db", SHORT) == []
    assert audit_session(other, filed.id).failures == ()
    other.close()


def test_a_forgotten_person_has_no_name_in_the_files(filed: Session, path: Path) -> None:
    assert filed.store.forget(filed.id, "p1")

    assert "p1" not in filed.store.names(filed.id)
    assert _lingers(path, "太郎") == []
    assert audit_session(filed.store, filed.id).ok


def test_a_stale_reader_keeps_no_snapshot_of_what_is_gone(filed: Session, path: Path) -> None:
    filed.do({"type": "table.rename_session", "title": SHORT}, actor="gm")
    version = filed.version
    stale = find_opened(filed.store, filed.id)
    _redact(filed, version)
    stale.keep_snapshot()

    assert _lingers(path, SHORT) == []


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(1, 40), st.booleans()), max_size=6))
def test_any_redactions_keep_the_chain_and_the_fold(
    fresh_store: FreshStores, picks: list[tuple[int, bool]]
) -> None:
    store = fresh_store()
    session = open_toy(store)
    session.do({"type": "table.open_scene", "title": "一"}, actor="gm")
    say(session, "い")
    session.do({"type": "table.say", "text": "ろ", "to": ["p2"]}, actor="p1")
    undo(session, actor="p1")
    session.do({"type": "table.name_character", "character": "a", "name": "は"}, actor="p1")
    session.do({"type": "table.adjust", "name": "a.hp", "value": 7, "reason": "ほ"}, actor="gm")
    fork(session, "へ", session.version, actor="gm")
    session.reload()
    strike(session)
    answer(session)
    hp = session.game
    for version, only in picks:
        with contextlib.suppress(RuleViolation):
            _redact(session, min(version, session.version), only=only)
    loader = Loader(store, session.folder, session.id)
    for branch in session.branches:
        line = session.on(branch)
        assert loader.load(line.segments(), cached=False).table == line.table

    assert session.game == hp
    assert audit_session(store, session.id).failures == ()
    roll(session)
    store.close()
