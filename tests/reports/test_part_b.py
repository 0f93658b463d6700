"""The log as evidence: the rows B of the reports, each in the name of its test."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import sqlalchemy as sa
from clitools import DONE, FAILED, USAGE, Cli
from swordplay import FAILED as FALLEN
from swordplay import begin_swordplay, draw_sword
from toytable import answer, roll, say, strike

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.history import EVERYTHING, read_entries
from tenmatsu.engine.loading import SNAPSHOT_EVERY, Loader
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import audit_file, export_log, import_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Segment, Store, schema
from tenmatsu.projections.recap import recap
from tenmatsu.tools.bench import folding


def _bend(session: Session, version: int, data: str) -> None:
    """Change the stored bytes of an event past the triggers, as only somebody with the file could."""
    with session.store.database.writing() as connection:
        names = connection.execute(sa.text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars()
        for name in list(names):
            connection.execute(sa.text(f'DROP TRIGGER "{name}"'))
        events = schema.events
        connection.execute(sa.update(events).where(events.c.version == version).values(data=data.encode()))


def _version_of(session: Session, tag: str) -> int:
    return next(entry.version for entry in read_entries(session) if entry.tag == tag)


def _export(session: Session, path: Path) -> Path:
    with path.open("wb") as file:
        export_log(session, file)
    return path


def test_b1_one_broken_event_hides_no_other(session: Session, cli: Cli) -> None:
    say(session, "最初の言葉")
    version = _version_of(session, "table.said")
    say(session, "後の言葉")
    _bend(session, version, '{"type":"table.said","by":3}')

    told = cli("log", "@last")

    assert told.code == DONE
    assert "最初の言葉" not in told.out
    assert "後の言葉" in told.out
    assert cli("audit", "@last").code == FAILED


def test_b2_a_roll_taken_back_is_in_the_audit_all_the_same(session: Session) -> None:
    rolled = roll(session, "2d6", actor="p1")
    version = _version_of(session, "table.rolled")
    session.do({"type": "table.retract", "what": version}, actor="p1")

    entry = next(one for one in read_entries(session) if one.version == version)
    assert (entry.event, entry.actor, entry.retracted) == (rolled, "p1", True)
    assert audit_session(session.store, session.id).tally.rolls == 1


def test_b3_any_change_names_the_commit(session: Session) -> None:
    say(session, "はい")
    version = _version_of(session, "table.said")
    commit = next(one.commit for one in read_entries(session) if one.version == version)
    _bend(session, version, '{"type":"table.said","by":"p1","text":"いいえ"}')

    report = audit_session(session.store, session.id)

    assert not report.ok
    assert report.failures[0].commit == commit


def test_b6_an_export_counts_its_lines_and_an_empty_selection_says_so(
    session: Session, cli: Cli, tmp_path: Path
) -> None:
    file = tmp_path / "evening.jsonl"
    written = cli("export", "@last", file)
    assert f"({len(file.read_bytes().splitlines())} lines)" in written.out

    assert cli("log", "@last", "--type", "nothing.of_the_kind").code == USAGE


def test_b7_a_roll_says_who_for_what_against_which_number() -> None:
    session = begin_swordplay()
    draw_sword(session, FALLEN)

    told = recap(session, style="raw", format="txt", lang="ja")

    line = next(line for line in told.splitlines() if "失敗" in line)
    assert all(word in line for word in ("お竜", "剣術", "20"))


def test_b8_events_have_the_clock_on_the_wall_and_the_calendar_of_the_story() -> None:
    session = begin_swordplay()
    session.do({"type": "ukiyozoshi.set_calendar", "year": 1716, "month": 3, "day": 3}, actor="gm")
    entry = list(read_entries(session))[-1]
    session.do({"type": "ukiyozoshi.pass_time", "days": 1}, actor="gm")

    assert entry.at
    words = session.system.words()
    assert "3" in words.event(entry.tag, entry.event, "ja", {})
    assert (session.game.clock.month, session.game.clock.day) == (3, 4)


def test_b9_every_time_has_its_zone(session: Session, cli: Cli) -> None:
    assert all(entry.at.endswith("+09:00") for entry in read_entries(session))
    assert all(line["at"].endswith("+09:00") for line in cli("log", "@last", "--json").lines)


def test_b11_a_name_that_was_replaced_stands_nowhere_in_what_is_shown(session: Session) -> None:
    session.do({"type": "table.alias", "who": "p1", "alias": "PL1"}, actor="p1")
    roll(session, "2d6", actor="p1")
    say(session, actor="p1")

    told = recap(session, style="raw", format="txt", lang="ja")

    assert "PL1" in told
    assert "太郎" not in told


def test_b13_a_long_log_is_opened_from_its_snapshot(session: Session) -> None:
    for number in range(SNAPSHOT_EVERY):
        say(session, str(number))
    opened = find_opened(session.store, session.id)
    tail = list(read_entries(opened, EVERYTHING, opened.version - 4))

    assert opened.state == session.state
    assert [entry.version for entry in tail] == list(range(opened.version - 4, opened.version + 1))
    with session.store.database.reading() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(schema.snapshots)).scalar_one() > 0


def test_b14_a_replay_reads_every_event_once_and_the_bench_measures_its_rate(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(100):
        say(session, str(number))
    read: list[bytes | str] = []
    rows = session.store.reader.rows

    def counting(session_id: str, segments: Sequence[Segment], after: int = 0) -> Iterator[list[bytes | str]]:
        for some in rows(session_id, segments, after):
            read.extend(some)
            yield some

    monkeypatch.setattr(session.store.reader, "rows", counting)
    state = Loader(session.store, session.folder, session.id).load(session.segments(), cached=False)

    assert state.game == session.game
    assert read == [data for _, data in session.store.reader.events(session.id, session.segments())]
    assert callable(folding.fold)


def test_b15_a_recap_that_was_edited_leaves_the_log_as_it_was(session: Session) -> None:
    say(session, "いい月だ")
    version = _version_of(session, "table.said")
    item = session.store.commit_at(session.id, "0", session.state.number).events[0]
    session.do({"type": "table.edit", "what": version, "text": "いい月だねえ"}, actor="p1")

    assert "いい月だねえ" in recap(session, style="book", format="txt", lang="ja", chat=True)
    assert item in session.store.commit_at(session.id, "0", session.state.number - 1).events
    assert audit_session(session.store, session.id).ok


def test_b16_both_texts_of_an_edit_are_kept_with_their_times(session: Session, cli: Cli) -> None:
    say(session, "いい月だ")
    version = _version_of(session, "table.said")
    session.do({"type": "table.edit", "what": version, "text": "いい月だねえ"}, actor="p1")

    told = cli("audit", "@last", "--id", version)

    assert "いい月だ" in told.out.splitlines()[0]
    assert "いい月だねえ" in told.out.splitlines()[1]
    assert told.out.count("2026-11-29T20:00") == 2


def test_b18_a_session_goes_on_elsewhere_with_the_same_head_and_its_secrets(
    session: Session, tmp_path: Path
) -> None:
    secret = roll(session, "3d6", secret=True)
    file = _export(session, tmp_path / "whole.jsonl")
    elsewhere = Store(f"sqlite:///{tmp_path / 'other.db'}")
    import_log(elsewhere, file)
    moved = find_opened(elsewhere, session.id)

    assert moved.head == session.head
    assert secret in [entry.event for entry in read_entries(moved)]
    elsewhere.close()


def test_b21_lines_of_an_export_are_objects_that_hold_themselves(session: Session, tmp_path: Path) -> None:
    strike(session)
    answer(session)
    file = _export(session, tmp_path / "evening.jsonl")

    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]

    assert all(isinstance(line, dict) for line in lines)
    assert audit_file(file).ok
