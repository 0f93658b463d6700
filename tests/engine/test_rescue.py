"""What a damaged database still holds is saved: proven commits as logs, the rest as plain lines."""

import json
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from toytable import all_commits, open_toy, roll, say, strike
from unguarded import unguarded
from wholeness import check_audit

from tenmatsu.engine import timelines
from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.errors import StoreError, UsageError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.outside import Outside
from tenmatsu.engine.portable import import_log
from tenmatsu.engine.rescue import Repair, repair_database, saving
from tenmatsu.engine.rescue.found import SessionFound
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.packs import PACK
from tenmatsu.engine.store.salvage import Ask, Row, Salvage, Unreadable
from tenmatsu.engine.upkeep import check_database


@pytest.fixture
def session(file_store: Store) -> Session:
    """A session with an undo, a what-if line, a secret and a snapshot."""
    found = open_toy(file_store)
    say(found, "一")
    strike(found)
    timelines.undo(found, actor="gm")
    timelines.fork(found, "もしも", found.version, actor="gm")
    roll(found, "2d6", secret=True)
    say(found, "二")
    found.keep_snapshot()
    return found


def _imported(repair: Repair, folder: Path) -> Session:
    """Return the session that its saved log makes in a new database."""
    (saved,) = repair.sessions
    assert saved.file is not None
    store = Store(f"sqlite:///{folder / 'new.db'}")
    import_log(store, Path(saved.file))
    check_audit(store, saved.session)
    return find_opened(store, saved.session)


def test_nothing_is_written_where_nothing_is_damaged(session: Session, file_url: str, tmp_path: Path) -> None:
    repair = repair_database(file_url, tmp_path / "saved")

    assert repair.ok
    assert repair.remade
    assert [(one.commits, one.rest, one.file) for one in repair.sessions] == [
        (sum(row.head_number - row.fork_number for row in session.branches.values()), 0, None)
    ]
    assert not (tmp_path / "saved").exists()


def test_bent_snapshot_is_gone_and_the_session_as_it_was(
    session: Session, file_store: Store, file_url: str, tmp_path: Path
) -> None:
    with file_store.database.writing() as connection:
        connection.execute(sa.update(schema.snapshots).values(state=b"bent"))
    assert repair_database(file_url, tmp_path / "saved").ok
    assert find_opened(file_store, session.id).state == session.state


def test_bent_event_ends_its_line_and_all_before_and_behind_it_is_saved(
    session: Session, file_store: Store, file_url: str, tmp_path: Path
) -> None:
    e = schema.events.c
    where = (e.branch == session.branch, e.version == session.version - 1)
    with unguarded(file_store) as connection:
        connection.execute(sa.update(schema.events).where(*where).values(data=b'{"type":"table.said"}'))

    repair = repair_database(file_url, tmp_path / "saved")
    (saved,) = repair.sessions
    (damaged,) = saved.damaged
    found = _imported(repair, tmp_path)
    rest = [json.loads(line) for line in (tmp_path / "saved" / "rest.jsonl").read_text().splitlines()]

    assert (damaged.branch, damaged.code) == (session.branch, "audit_item_bent")
    assert found.branch == session.branch
    assert found.state.number == damaged.number - 1
    assert [line["number"] for line in rest] == list(range(damaged.number, session.state.number + 1))
    assert [line["problem"] for line in rest] == ["audit_item_bent", *["behind"] * (saved.rest - 1)]
    assert "二" in rest[-1]["events"][0]
    assert {one.stat().st_mode & 0o777 for one in (tmp_path / "saved").iterdir()} == {0o600}


@pytest.mark.parametrize("table", [schema.sessions, schema.branches, schema.adoptions, schema.keys_spent])
def test_rows_that_only_repeat_the_log_are_made_of_it_again(
    session: Session, file_store: Store, file_url: str, tmp_path: Path, table: sa.Table
) -> None:
    with file_store.database.writing() as connection:
        connection.execute(sa.delete(table))
    repair = repair_database(file_url, tmp_path / "saved")
    found = _imported(repair, tmp_path)

    assert not repair.ok
    assert (found.head, found.state) == (session.head, session.state)
    assert not (tmp_path / "saved" / "rest.jsonl").exists()


def test_line_that_leaves_a_damaged_commit_is_saved_as_rest(
    session: Session, file_store: Store, file_url: str, tmp_path: Path
) -> None:
    with unguarded(file_store) as connection:
        connection.execute(
            sa.delete(schema.commits).where(schema.commits.c.branch == "0", schema.commits.c.number == 4)
        )
    repair = repair_database(file_url, tmp_path / "saved")
    (saved,) = repair.sessions
    found = _imported(repair, tmp_path)

    assert (found.branch, found.state.number) == ("0", 3)
    assert {one.branch for one in saved.damaged} == set(session.branches)
    total = sum(row.head_number - row.fork_number for row in session.branches.values())
    assert saved.commits + saved.rest == total, "the events of the lost commit are there too"


def test_events_of_which_no_other_row_speaks_are_saved_as_rest(
    session: Session, file_store: Store, file_url: str, tmp_path: Path
) -> None:
    count = sum(len(commit.events) for commit in all_commits(session))
    with unguarded(file_store) as connection:
        for table in (schema.sessions, schema.branches, schema.commits):
            connection.execute(sa.delete(table))
    (saved,) = repair_database(file_url, tmp_path / "saved").sessions
    rest = [json.loads(line) for line in (tmp_path / "saved" / "rest.jsonl").read_text().splitlines()]

    assert (saved.session, saved.commits, saved.file) == (session.id, 0, None)
    assert sum(len(line["events"]) for line in rest) >= count
    assert any("二" in (data or "") for line in rest for data in line["events"])


def test_session_of_which_no_commit_is_left_is_damaged(
    session: Session, file_store: Store, file_url: str, tmp_path: Path
) -> None:
    with unguarded(file_store) as connection:
        for table in (schema.events, schema.commits, schema.branches, schema.adoptions):
            connection.execute(sa.delete(table))
    repair = repair_database(file_url, tmp_path / "saved")

    assert not repair.ok
    assert [(one.session, one.damaged[0].number) for one in repair.sessions] == [(session.id, 1)]
    assert not (tmp_path / "saved").exists(), "there was nothing to save"


def test_rows_of_which_nothing_is_left_are_told_as_no_session(
    session: Session, file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Salvage.pour

    def pour(found: Salvage, table: sa.Table, ask: Ask, low: int, high: int) -> None:
        """Give a row of a damaged page besides, as SQLite reads it."""
        kept(found, table, ask, low, high)
        if table is schema.commits:
            empty = (None,) * (len(table.columns) - 1)
            kept(found, table, lambda _low, _high: iter([empty]), 1, 1)

    monkeypatch.setattr(Salvage, "pour", pour)
    repair = repair_database(file_url, tmp_path / "saved")

    assert [one.session for one in repair.sessions] == [session.id]


def test_rows_are_found_one_by_one_where_no_range_can_be_read(
    session: Session, file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pour = Salvage.pour

    def pour_worn(found: Salvage, table: sa.Table, ask: Ask, low: int, high: int) -> None:
        def ask_worn(low: int, high: int) -> Iterator[Row]:
            yield from ask(low, high)
            if low < high:
                raise Unreadable

        pour(found, table, ask_worn, low, high)

    monkeypatch.setattr(Salvage, "pour", pour_worn)
    (one,) = repair_database(file_url, tmp_path / "saved").sessions

    assert (one.damaged, one.rest) == ((), 0)
    assert one.commits == sum(row.head_number - row.fork_number for row in session.branches.values())


def test_redaction_does_not_count_as_damage(session: Session, file_url: str, tmp_path: Path) -> None:
    """On PostgreSQL its rows move behind all others."""
    version = session.version
    for _ in range(3):
        say(session, "三")
    session.do({"type": "table.redact", "what": [version]}, actor="gm")
    assert repair_database(file_url, tmp_path / "saved").ok


def test_session_of_a_game_that_is_not_here_has_no_log_and_hinders_nothing(
    session: Session, file_store: Store, file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_none(system: str) -> AnySystem:
        raise UsageError("system_unknown", system=system, known="")

    with file_store.database.writing() as connection:
        connection.execute(sa.delete(schema.keys_spent))
    monkeypatch.setattr(saving, "find_system", find_none)
    (saved,) = repair_database(file_url, tmp_path / "saved").sessions

    assert (saved.session, saved.file) == (session.id, None)
    assert saved.damaged


def test_nothing_is_overwritten(session: Session, file_url: str, tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    with pytest.raises(StoreError) as caught:
        repair_database(file_url, tmp_path / "saved")
    assert caught.value.code == "rescue_exists"
    assert session.version


def test_what_is_played_meanwhile_is_no_damage(
    session: Session, file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pour = Salvage.pour

    def play_on(found: Salvage, table: sa.Table, *rest: Any) -> None:
        pour(found, table, *rest)
        roll(session, "2d6")
        timelines.undo(session, actor="gm")

    monkeypatch.setattr(Salvage, "pour", play_on)
    head = session.head
    assert repair_database(file_url, tmp_path / "saved").ok
    assert session.head != head


def test_of_two_repairs_at_once_one_saves_and_the_other_says_so(
    session: Session, file_store: Store, file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with file_store.database.writing() as connection:
        connection.execute(sa.delete(schema.keys_spent))
    prove, others = SessionFound.__init__, list[Repair]()

    def repair_too(one: SessionFound, *rest: Any) -> None:
        prove(one, *rest)
        monkeypatch.setattr(SessionFound, "__init__", prove)
        others.append(repair_database(file_url, tmp_path / "saved"))

    monkeypatch.setattr(SessionFound, "__init__", repair_too)
    with pytest.raises(StoreError) as caught:
        repair_database(file_url, tmp_path / "saved")
    found = _imported(others[0], tmp_path)

    assert caught.value.code == "rescue_exists"
    assert found.head == session.head
    assert [one.name for one in tmp_path.glob("*saved*")] == ["saved"]


def test_database_of_another_release_is_not_repaired(
    session: Session, file_store: Store, file_url: str, tmp_path: Path
) -> None:
    with file_store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with closing(file_store), pytest.raises(StoreError) as caught:
        repair_database(file_url, tmp_path / "saved")
    assert caught.value.code == "store_newer"
    assert session.version


def test_what_is_held_is_a_session_however_many_there_are(
    file_store: Store, file_url: str, tmp_path: Path
) -> None:
    for _ in range(2):
        _long_session(file_store)
    few = _peak(file_url, tmp_path)
    for _ in range(10):
        _long_session(file_store)
    many = _peak(file_url, tmp_path)

    assert few > 50 * 3 * 3000, "a session is held as a whole"
    assert many < 1.5 * few


def _long_session(store: Store) -> None:
    session = open_toy(store)
    for _ in range(50):
        say(session, "あ" * 3000)


def _peak(url: str, folder: Path) -> int:
    """Return the most bytes that were held while a database was looked at."""
    tracemalloc.start()
    try:
        assert repair_database(url, folder / "saved").ok
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_guards_and_indexes_that_are_gone_are_told_and_there_again(
    session: Session, file_store: Store, file_url: str, tmp_path: Path
) -> None:
    on = " ON events" if file_store.database.engine.dialect.name == "postgresql" else ""
    with file_store.database.writing() as connection:
        connection.exec_driver_sql(f"DROP TRIGGER events_no_delete{on}")
        connection.exec_driver_sql("DROP INDEX events_revealed")
    repair = repair_database(file_url, tmp_path / "saved")

    assert repair.ok
    assert {one.rpartition(".")[2] for one in repair.made} >= {"events_no_delete", "events_revealed"}
    assert check_database(file_url).differing == ()
    assert repair_database(file_url, tmp_path / "saved").made == ()
    assert session.version


@pytest.mark.parametrize("column", ["data", "end_hash"])
def test_pack_that_does_not_hold_is_counted_and_dropped(
    session: Session, file_store: Store, file_url: str, tmp_path: Path, column: str
) -> None:
    while session.version <= 2 * PACK:
        session.do({"type": "table.say", "text": "三"}, actor="p1")
    session.keep_snapshot()
    assert check_database(file_url).broken_packs == 0
    first = schema.packs.c.first_version < PACK
    with file_store.database.writing() as connection:
        connection.execute(sa.update(schema.packs).where(first).values({column: b"[]"}))

    health = check_database(file_url)
    assert (health.broken_packs, health.ok) == (1, True)
    assert repair_database(file_url, tmp_path / "saved").ok
    assert check_database(file_url).broken_packs == 0
    assert find_opened(file_store, session.id).state == session.state


def test_id_of_a_session_that_is_no_name_of_a_file_leads_nowhere(
    file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database may come from a stranger."""
    ids = iter(["../escaped", *map(str, range(100))])

    def new_id(_outside: Outside) -> str:
        return next(ids)

    monkeypatch.setattr(Outside, "new_id", new_id)
    with closing(Store(file_url)) as store:
        open_toy(store)
        with store.database.writing() as connection:
            connection.execute(sa.delete(schema.adoptions))
            connection.execute(sa.update(schema.sessions).values(adoptions=1))
    (saved,) = repair_database(file_url, tmp_path / "saved").sessions

    assert (saved.session, saved.file) == ("../escaped", None)
    assert saved.damaged
    assert not (tmp_path / "escaped.jsonl").exists()
