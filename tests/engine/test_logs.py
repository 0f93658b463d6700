"""The program's own log: stable names, documented fields, silent until it is asked for."""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from logged import listening
from toytable import fixed_outside, open_toy, say, strike

from tenmatsu.engine.api import audit_session, back_up, copy_sessions, drop_caches, repair_database
from tenmatsu.engine.errors import ConcurrencyConflict, StoreError
from tenmatsu.engine.followers import CommitFollower, measure_lag
from tenmatsu.engine.logs import FIELDS, make_log
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Append, Store, appending
from tenmatsu.engine.store.packs import PACK


def test_commit_is_logged_with_its_place_and_the_start_of_its_hash(session: Session) -> None:
    with listening() as kept:
        commit = say(session).commit

    assert kept.of("appended") == [
        {
            "event": "appended",
            "level": "debug",
            "session": session.id,
            "branch": "0",
            "number": commit.number,
            "version": commit.last_version,
            "commit": commit.hash.hex()[:12],
        }
    ]


def test_levels_leave_out_what_happens_all_the_time(session: Session) -> None:
    with listening(logging.INFO) as kept:
        say(session)

    assert kept.fields == []


def test_who_was_slower_logs_the_conflict_and_the_next_attempt(session: Session) -> None:
    other = find_opened(session.store, session.id)
    say(other)
    with listening(logging.INFO) as kept:
        say(session)

    assert [(one["event"], one["attempt"]) for one in kept.fields] == [("conflict", 1), ("retried", 2)]


def test_last_attempt_that_loses_is_followed_by_none(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(_work: Append) -> None:
        raise ConcurrencyConflict("conflict")

    monkeypatch.setattr(session.store, "append", slow)
    with listening(logging.INFO) as kept, pytest.raises(ConcurrencyConflict):
        say(session)

    assert [one["attempt"] for one in kept.of("conflict")] == [1, 2, 3, 4, 5]
    assert [one["attempt"] for one in kept.of("retried")] == [2, 3, 4, 5]


def test_command_that_comes_again_is_logged_as_repeated(session: Session) -> None:
    first = say(session, command_id="one")
    with listening() as kept:
        say(session, command_id="one")

    (again,) = kept.of("repeated")
    assert again["commit"] == first.commit.hash.hex()[:12]
    assert not kept.of("appended")


def test_append_whose_answer_is_lost_is_logged_as_lost_and_found(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = session.store.database
    appending_there, losses = database.appending, iter([True])

    @contextmanager
    def lossy() -> Generator[Any]:
        with appending_there() as cursor:
            yield cursor
        if next(losses, False):
            raise StoreError("store_unsure", path="here")

    monkeypatch.setattr(database, "appending", lossy)
    with listening(logging.INFO) as kept:
        say(session)

    assert [(one["event"], one["attempt"], one.get("code")) for one in kept.fields] == [
        ("append_lost", 1, "store_unsure"),
        ("append_found", 2, None),
    ]


def test_append_that_is_lost_to_the_end_is_never_logged_as_appended(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(_work: Append) -> None:
        raise StoreError("store_lost", path="here")

    monkeypatch.setattr(session.store.appender, "_append_once", lost)
    with listening() as kept, pytest.raises(StoreError):
        say(session)

    assert [one["attempt"] for one in kept.of("append_lost")] == list(range(1, appending.ATTEMPTS + 1))
    assert not kept.of("appended")


def test_snapshots_and_loads_tell_from_where_to_where(session: Session) -> None:
    with listening() as kept:
        session.keep_snapshot()
        version = session.version
        say(session)
        find_opened(session.store, session.id)

    assert [one["version"] for one in kept.of("snapshot_stored")] == [version]
    assert [(one["snapshot"], one["version"]) for one in kept.of("loaded")] == [(version, session.version)]


def test_snapshot_that_a_redaction_overtook_is_not_logged_as_stored(session: Session) -> None:
    stale = find_opened(session.store, session.id)
    _redact(session)
    with listening() as kept:
        stale.keep_snapshot()

    assert not kept.of("snapshot_stored")


def test_redaction_is_logged_without_what_it_took(session: Session) -> None:
    with listening(logging.INFO) as kept:
        _redact(session)

    (told,) = kept.of("redacted")
    assert told["items"] >= 1
    assert "gone" not in repr(kept.fields)


def _redact(session: Session) -> None:
    said = say(session, "gone").commit
    session.do({"type": "table.redact", "what": [said.events[0].digest.hex()]}, actor="p1")


def test_packing_is_logged_where_it_made_packs() -> None:
    session = open_toy(Store("sqlite://", fixed_outside()))
    with listening() as kept:
        session.keep_snapshot()
        while session.version <= PACK:
            say(session)
        session.keep_snapshot()

    assert [one["packs"] for one in kept.of("packed")] == [1]


def test_followers_tell_how_far_they_are_behind(session: Session) -> None:
    follower = CommitFollower(session.store, "behind", lambda _batch: None, most=2)
    follower.advance()
    with listening() as kept:
        (lag,) = measure_lag(session.store)

    (told,) = kept.of("follower_lag")
    assert (told["name"], told["commits"]) == ("behind", lag.commits)


def test_upkeep_tells_what_was_done(file_store: Store, tmp_path: Path, fresh_store: Any) -> None:
    session = open_toy(file_store)
    strike(session)
    with listening(logging.INFO) as kept:
        back_up(file_store, tmp_path / "CANARY.db")
        copy_sessions(file_store, fresh_store())
        drop_caches(file_store)
        audit_session(file_store, session.id)
        file_store.forget(session.id, "p1")

    assert [one["event"] for one in kept.fields] == [
        "backed_up",
        "sessions_copied",
        "caches_dropped",
        "audited",
        "participant_forgotten",
    ]
    assert "CANARY" not in repr(kept.fields), "no paths"


def test_copy_tells_of_each_session_and_of_what_ended_it(
    file_store: Store, tmp_path: Path, fresh_store: Any
) -> None:
    session, other = open_toy(file_store), fresh_store()
    with listening() as kept:
        copy_sessions(file_store, other)
    (told,) = kept.of("session_copied")
    rows = session.branches["0"]
    assert (told["session"], told["commits"], told["events"]) == (
        session.id,
        rows.head_number,
        rows.head_version,
    )
    assert [(one["sessions"], one["known"]) for one in kept.of("sessions_copied")] == [(1, 0)]

    say(session, "CANARY")
    say(find_opened(other, session.id), "another history")
    (tmp_path / "CANARY.db").touch()
    with listening() as kept:
        with pytest.raises(ConcurrencyConflict):
            copy_sessions(file_store, other)
        with pytest.raises(StoreError):
            back_up(file_store, tmp_path / "CANARY.db")
    told_codes = {one["event"]: one["code"] for one in kept.fields if "code" in one}
    assert told_codes == {"copy_failed": "copy_conflict", "backup_failed": "backup_exists"}
    assert "CANARY" not in repr(kept.fields)


def test_repair_tells_what_it_came_to(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.db'}"
    store = Store(url)
    open_toy(store)
    store.close()
    with listening(logging.INFO) as kept:
        repair_database(url, tmp_path / "saved")

    (told,) = kept.of("repaired")
    assert (told["made"], told["healthy"], told["damaged"]) == (0, True, 0)


def test_hash_is_its_start_in_hex_and_a_line_is_one_line() -> None:
    with listening() as kept:
        make_log("tenmatsu.try").info("tried", commit=bytes(32), name="two\nlines", since=None)

    (record,) = kept.records
    assert (
        record.getMessage()
        == "event='tried' commit='000000000000' name='two\\nlines' since=None level='info'"
    )
    assert getattr(record, FIELDS)["name"] == "two\nlines"


def test_nothing_is_put_together_while_nobody_listens(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_arguments: object) -> Any:
        raise AssertionError("a line was put together")

    monkeypatch.setattr("structlog.stdlib.BoundLogger._process_event", work)
    with listening(logging.ERROR):
        say(session)
        session.keep_snapshot()
        find_opened(session.store, session.id)
    with listening(), pytest.raises(AssertionError, match="put together"):
        say(session)


def test_host_without_logging_sees_nothing(session: Session, capfd: pytest.CaptureFixture[str]) -> None:
    make_log("tenmatsu.try").warning("tried")
    say(session)

    assert capfd.readouterr() == ("", "")
