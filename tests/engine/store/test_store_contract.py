"""What every store promises, whatever database lies under it."""

from collections.abc import Callable
from contextlib import nullcontext

import msgspec
import pytest
import sqlalchemy as sa
from storework import first_commit, forked_line, next_commit
from toytable import dump

from tenmatsu.engine.errors import ConcurrencyConflict, StoreError, UsageError
from tenmatsu.engine.store import AdoptionRow, Append, CommitPlace, Segment, Store, lineage, reading, schema
from tenmatsu.engine.store.database import Database
from tenmatsu.events.envelope import Commit

ALL = [Segment("0", 1, 10_000, 1, 10_000)]


def _fill(store: Store, count: int = 3, events: int = 2) -> list[Commit]:
    """Open a session and append commits of some events each."""
    work = first_commit()
    store.append(work)
    commits = [work.commit]
    for number in range(count):
        work = next_commit(commits[-1], f"c{number}", [f"{number}/{at}" for at in range(events)])
        store.append(work)
        commits.append(work.commit)
    return commits


def _fork(store: Store, parent: Commit, line: str, name: str = "x") -> Commit:
    work = next_commit(parent, f"fork {line}", branch=line)
    store.append(msgspec.structs.replace(work, branch=forked_line(parent, work.commit, name)))
    return work.commit


def _conflicts(store: Store, work: Append) -> None:
    """Assert that an append is a conflict and leaves no trace."""
    rows = dump(store)
    with pytest.raises(ConcurrencyConflict) as caught:
        store.append(work)
    assert caught.value.code == "conflict"
    assert dump(store) == rows


def _bare(commit: Commit) -> Commit:
    return msgspec.structs.replace(commit, position=0)


def test_what_was_appended_is_read_back_to_the_byte(store: Store) -> None:
    commits = _fill(store)
    secret = next_commit(commits[-1], "secret", audience="!@gm,p1")
    store.append(secret)
    read = list(store.commits("s1", ALL))

    assert [_bare(commit) for commit in read] == [*commits, secret.commit]
    assert [commit.position for commit in read] == sorted(commit.position for commit in read)
    assert all(commit.position for commit in read)


def test_bare_events_are_read_in_the_order_of_their_versions(store: Store) -> None:
    commits = _fill(store)
    data = [item.data for commit in commits for item in commit.events]
    expected = list(enumerate(data, 1))

    assert list(store.reader.events("s1", ALL)) == expected
    assert list(store.reader.events("s1", ALL, 3)) == expected[3:]
    assert list(store.reader.events("s1", [Segment("0", 2, 4, 1, 9)])) == expected[1:4]
    assert list(store.reader.events("s1", ALL, 99)) == []


@pytest.mark.parametrize("chunk", [1, 2, 3, 100])
def test_long_histories_are_read_whole_piece_by_piece(
    store: Store, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits = _fill(store, 7)
    monkeypatch.setattr(reading, "_CHUNK", chunk)
    monkeypatch.setattr(reading, "_COMMITS", chunk)
    segments = lineage(store.branches("s1"), "0")

    assert [_bare(commit) for commit in store.commits("s1", segments)] == commits
    assert [version for version, _ in store.reader.events("s1", segments)] == list(range(1, 16))


def test_commits_are_read_from_behind_a_number(store: Store) -> None:
    commits = _fill(store)

    assert [_bare(commit) for commit in store.commits("s1", ALL, 2)] == commits[2:]
    assert list(store.commits("s1", ALL, 4)) == []


def test_slow_reader_keeps_no_writer_waiting(store: Store) -> None:
    commits = _fill(store)
    reader = store.commits("s1", ALL)
    next(reader)
    work = next_commit(commits[-1], "meanwhile")
    store.append(work)
    events = store.reader.events("s1", ALL)
    next(events)
    store.append(next_commit(work.commit, "meanwhile again"))

    assert len(list(reader)) == 3
    assert len(list(events)) == 7


def test_head_moves_with_every_commit(store: Store) -> None:
    last = _fill(store)[-1]
    row = store.branches("s1")["0"]

    assert (row.head_number, row.head_version, row.head_hash) == (4, 7, last.hash)


def test_append_behind_another_head_than_the_lines_own_is_a_conflict(store: Store) -> None:
    commits = _fill(store)
    for old in commits[:-1]:
        _conflicts(store, next_commit(old, "late"))
    invented = msgspec.structs.replace(commits[-1], hash=bytes(32))
    _conflicts(store, next_commit(invented, "invented"))


def test_append_to_a_line_that_is_not_there_is_a_conflict(store: Store) -> None:
    _conflicts(store, next_commit(_fill(store)[-1], "lost", branch="9"))


def test_command_id_is_taken_once_in_a_session(store: Store) -> None:
    last = _fill(store)[-1]
    _conflicts(store, next_commit(last, "c0"))
    fork = _fork(store, last, "1")
    _conflicts(store, next_commit(fork, "c0"))
    store.append(first_commit("s2"))


def test_session_is_opened_once(store: Store) -> None:
    _fill(store)
    _conflicts(store, first_commit())


def test_key_is_spent_once_in_a_session(store: Store) -> None:
    last = _fill(store)[-1]
    work = next_commit(last, "roll", keys=[("o1", 0), ("o1", 1), ("h1", 0)])
    store.append(work)
    _conflicts(store, next_commit(work.commit, "again", keys=[("o1", 2), ("o1", 1)]))

    assert store.spent_keys("s1") == {"o1": 2, "h1": 1}
    assert store.spent_places("s1") == {("o1", 0), ("o1", 1), ("h1", 0)}
    assert store.spent_keys("s2") == {}


def test_ring_has_one_seed_in_a_session(store: Store) -> None:
    last = _fill(store)[-1]
    work = next_commit(last, "ring", seeds=[("o1", b"x" * 32)])
    store.append(work)
    _conflicts(store, next_commit(work.commit, "again", seeds=[("o1", b"y" * 32)]))

    assert store.seeds("s1") == {"o1": b"x" * 32}


def test_fork_is_one_row_and_reads_the_parents_events_by_reference(store: Store) -> None:
    commits = _fill(store)
    before = dump(store)
    fork = _fork(store, commits[1], "1")
    after = dump(store)

    grown = {name: len(after[name]) - len(before[name]) for name in after}
    assert {name: count for name, count in grown.items() if count} == {
        "branches": 1,
        "commits": 1,
        "events": 1,
    }
    segments = lineage(store.branches("s1"), "1")
    assert segments == [Segment("0", 1, 3, 1, 2), Segment("1", 4, 4, 3, 3)]
    assert [_bare(commit) for commit in store.commits("s1", segments)] == [*commits[:2], fork]
    assert len(list(store.reader.events("s1", segments))) == 4


def test_line_takes_an_id_once(store: Store) -> None:
    commits = _fill(store)
    _fork(store, commits[1], "1")
    work = next_commit(commits[2], "again", branch="1")
    _conflicts(store, msgspec.structs.replace(work, branch=forked_line(commits[2], work.commit)))


def test_lineage_is_cut_at_a_version(store: Store) -> None:
    commits = _fill(store)
    child = _fork(store, commits[2], "1")
    _fork(store, child, "2")
    branches = store.branches("s1")

    assert [(one.branch, one.first_version, one.last_version) for one in lineage(branches, "2")] == [
        ("0", 1, 5),
        ("1", 6, 6),
        ("2", 7, 7),
    ]
    assert [(one.branch, one.last_version) for one in lineage(branches, "2", 6)] == [("0", 5), ("1", 6)]
    assert [(one.branch, one.last_version) for one in lineage(branches, "2", 5)] == [("0", 5)]
    assert [(one.branch, one.last_version) for one in lineage(branches, "2", 2)] == [("0", 2)]
    assert lineage(branches, "2", 0) == []


def test_line_that_leaves_its_parent_at_the_end_of_the_grandparent_skips_the_parent(store: Store) -> None:
    commits = _fill(store)
    _fork(store, commits[2], "1")
    _fork(store, commits[1], "2")

    assert [one.branch for one in lineage(store.branches("s1"), "2")] == ["0", "2"]


def test_parents_come_before_their_children_however_many_lines_there_are(store: Store) -> None:
    commit = _fill(store)[-1]
    for line in range(1, 12):
        commit = _fork(store, commit, str(line))

    assert list(store.branches("s1")) == list(map(str, range(12)))


def _adopt(store: Store, line: Commit, left: Commit, number: int, command_id: str) -> Append:
    adoption = AdoptionRow("s1", number, line.branch, left.branch, left.hash)
    return next_commit(line, command_id, adoption=adoption)


def test_adoption_moves_where_the_session_stands_and_leaves_the_other_line(store: Store) -> None:
    last = _fill(store)[-1]
    fork = _fork(store, last, "1")
    work = _adopt(store, fork, last, 1, "adopt")
    store.append(work)

    current, branches = store.lines("s1")
    assert current == store.find_session("s1").current_branch == "1"
    assert store.find_session("s1").adoptions == 1
    assert {row.id: row.is_left for row in branches.values()} == {"0": True, "1": False}
    assert store.adoptions("s1") == [AdoptionRow("s1", 1, "1", "0", last.hash)]
    _conflicts(store, next_commit(last, "on the left line"))
    store.append(_adopt(store, last, work.commit, 2, "back"))
    assert store.lines("s1")[0] == "0"


@pytest.mark.parametrize("number", [0, 2])
def test_adoption_out_of_its_number_is_a_conflict(store: Store, number: int) -> None:
    last = _fill(store)[-1]
    _conflicts(store, _adopt(store, _fork(store, last, "1"), last, number, "adopt"))


def test_adoption_that_names_an_old_head_of_the_left_line_is_a_conflict(store: Store) -> None:
    commits = _fill(store)
    _conflicts(store, _adopt(store, _fork(store, commits[-1], "1"), commits[-2], 1, "adopt"))


def test_two_adoptions_of_one_number_have_one_winner(store: Store) -> None:
    last = _fill(store)[-1]
    one, other = _fork(store, last, "1", "x"), _fork(store, last, "2", "y")
    store.append(_adopt(store, one, last, 1, "one"))
    _conflicts(store, _adopt(store, other, last, 1, "other"))


def test_commit_and_command_are_found_with_their_places(store: Store) -> None:
    commits = _fill(store)
    _fork(store, commits[1], "1")

    assert store.find_command("s1", "c1") == ("0", 3)
    assert store.find_command("s1", "fork 1") == ("1", 3)
    assert store.find_command("s1", "none") is None
    assert store.find_command("s2", "c1") is None
    assert store.find_commit("s1", commits[2].hash) == ("0", 3)
    assert store.find_commit("s1", bytes(32)) is None
    assert _bare(store.commit_at("s1", "1", 2)) == commits[1], "a line holds its parents' commits"
    for commit in commits:
        place = CommitPlace("0", commit.number, commit.last_version, commit.hash)
        for version in range(commit.first_version, commit.last_version + 1):
            assert store.place_of("s1", "0", version) == place
    with pytest.raises(LookupError):
        store.commit_at("s1", "0", 99)
    with pytest.raises(LookupError):
        store.place_of("s1", "0", 99)


def test_commits_are_followed_from_a_position(store: Store) -> None:
    _fill(store)
    store.append(first_commit("s2"))
    followed = store.reader.after_position(0, 100, None)

    assert [(session, number) for _, session, _, number in followed] == [
        *(("s1", number) for number in (1, 2, 3, 4)),
        ("s2", 1),
    ]
    assert store.reader.after_position(followed[1][0], 2, None) == followed[2:4]
    assert store.reader.after_position(followed[-1][0], 100, None) == []
    assert store.reader.after_position(0, 100, "s2") == followed[4:]


def test_sessions_stand_in_the_order_of_their_opening_whatever_the_clock_of_the_place(store: Store) -> None:
    for session, at in (
        ("late", "2026-11-29T20:00:00.000000+00:00"),
        ("early", "2026-11-29T21:00:00.000000+09:00"),
    ):
        work = first_commit(session)
        assert work.session is not None
        store.append(
            msgspec.structs.replace(work, session=msgspec.structs.replace(work.session, opened_at=at))
        )

    assert [row.id for row in store.sessions()] == ["early", "late"]
    assert store.find_session("@last").id == "late"


def test_names_stand_beside_the_log_and_can_be_set_again(store: Store) -> None:
    last = _fill(store)[-1]
    store.append(next_commit(last, "names", names=[("gm", "新しい名"), ("p1", "太郎")]))

    assert store.names("s1") == {"gm": "新しい名", "p1": "太郎"}


def test_session_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(UsageError) as caught:
        store.find_session("@last")

    assert caught.value.code == "session_unknown"
    assert store.sessions() == []


def test_store_opened_again_holds_the_same_rows(reopen: Callable[[], Store]) -> None:
    one = reopen()
    commits = _fill(one)
    rows = dump(one)
    one.close()
    other = reopen()

    assert dump(other) == rows
    store_last = next_commit(commits[-1], "after")
    other.append(store_last)
    assert list(other.commits("s1", ALL))[-1].hash == store_last.commit.hash


def test_two_open_stores_see_each_others_commits(reopen: Callable[[], Store]) -> None:
    one, other = reopen(), reopen()
    commits = _fill(one)
    other.append(next_commit(commits[-1], "other"))
    _conflicts(one, next_commit(commits[-1], "one"))

    assert len(list(one.commits("s1", ALL))) == 5


@pytest.mark.parametrize("table", ["commits", "events"])
def test_no_column_of_the_log_can_be_changed(store: Store, table: str) -> None:
    _fill(store)
    rows = dump(store)
    for column in schema.metadata.tables[table].columns:
        table_of = schema.metadata.tables[table]
        for value in (7777 if column.type.python_type is int else _OTHER[column.type.python_type], None):
            refused = value is not None or column.name != "closed"  # which is NULL already
            with (
                pytest.raises(StoreError, match=_KEPT) if refused else nullcontext(),
                store.database.writing() as connection,
            ):
                connection.execute(sa.update(table_of).values({column.name: value}))
            assert dump(store) == rows, f"{table}.{column.name} was set to {value}"


_KEPT = "the log is never changed|datatype mismatch"
"""The trigger; before it, SQLite itself lets no row be without a number."""
_OTHER: dict[type, object] = {str: "7777", bytes: b"\x00"}
_REPLACING = {
    "sqlite": (
        "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        "REPLACE INTO {table} SELECT * FROM {table} WHERE number = 2",
        "UPDATE OR REPLACE {table} SET number = 2 WHERE number = 3",
    ),
    "postgresql": (
        "TRUNCATE {table}",
        "TRUNCATE {table}_0, {table}_7",
        "DELETE FROM {part}",
        "TRUNCATE {part}",
        "UPDATE {table} SET session = 's2'",
        "MERGE INTO {table} USING sessions ON sessions.id = {table}.session WHEN MATCHED THEN DELETE",
    ),
}
"""The ways around a plain DELETE that each kind of database has."""


@pytest.mark.parametrize("table", ["commits", "events"])
def test_no_row_of_the_log_can_be_deleted_or_replaced(store: Store, table: str) -> None:
    _fill(store)
    rows = dump(store)
    kind = store.database.engine.dialect.name
    part = f"{table}_{_part_with_rows(store, table)}" if kind == "postgresql" else ""
    for statement in (
        "DELETE FROM {table}",
        "DELETE FROM {table} WHERE session = 's1' AND number = 2",
        *_REPLACING[kind],
    ):
        with (
            pytest.raises(StoreError, match="the log is never"),
            store.database.writing() as connection,
        ):
            connection.exec_driver_sql(statement.format(table=table, part=part))
    assert dump(store) == rows


def _part_with_rows(store: Store, table: str) -> int:
    with store.database.reading() as connection:
        found = connection.exec_driver_sql(f"SELECT DISTINCT tableoid::regclass::text FROM {table}")
        return int(found.scalar_one().rpartition("_")[2])


def test_upsert_does_not_change_the_log(store: Store) -> None:
    _fill(store)
    rows = dump(store)
    with (
        pytest.raises(StoreError, match="the log is never changed"),
        store.database.writing() as connection,
    ):
        connection.exec_driver_sql(
            "INSERT INTO events SELECT * FROM events WHERE true"
            " ON CONFLICT (session, branch, version) DO UPDATE SET data = NULL"
        )
    assert dump(store) == rows


_ITEMS = {
    "event": ("events", "data", "salt", "digest"),
    "command": ("commits", "command", "command_salt", "command_digest"),
    "header": ("commits", "header", "header_salt", "header_digest"),
}


@pytest.mark.parametrize("kind", _ITEMS)
def test_redaction_empties_bytes_and_salt_of_a_listed_item_and_nothing_else(store: Store, kind: str) -> None:
    commits = _fill(store)
    item = {"event": commits[1].events[0], "command": commits[1].command, "header": commits[1].header}[kind]
    table, data, salt, digest = _ITEMS[kind]
    empty = f"{data} = NULL, {salt} = NULL"

    def set_columns(values: str, where: str = "=") -> None:
        text = sa.text(f"UPDATE {table} SET {values} WHERE {digest} {where} :digest").bindparams(
            sa.bindparam("digest", item.digest, type_=sa.LargeBinary)
        )
        with store.database.writing() as connection:
            connection.execute(text)

    with pytest.raises(StoreError, match="the log is never changed"):
        set_columns(empty)
    with store.database.writing() as connection:
        connection.execute(sa.insert(schema.redactions).values(session="s1", digest=item.digest))
    for values, where in (
        (f"{data} = NULL", "="),
        (f"{salt} = NULL", "="),
        (f"{data} = {salt}, {salt} = NULL", "="),
        (f"{empty}, {digest} = NULL", "="),
        (f"{empty}, number = 99", "="),
        (empty, "<>"),
    ):
        with pytest.raises(StoreError, match="the log is never changed"):
            set_columns(values, where)
    set_columns(empty)

    read = list(store.commits("s1", ALL))[1]
    found = {"event": read.events[0], "command": read.command, "header": read.header}[kind]
    assert (found.data, found.salt, found.digest) == (None, None, item.digest)
    assert read.hash == commits[1].hash
    with pytest.raises(StoreError, match="the log is never changed"):
        set_columns(f"{data} = {digest}, {salt} = {digest}")


def test_item_listed_for_another_session_is_not_redacted(store: Store) -> None:
    digest = _fill(store)[1].events[0].digest
    with store.database.writing() as connection:
        connection.execute(sa.insert(schema.redactions).values(session="s2", digest=digest))
    e = schema.events.c
    empty = sa.update(schema.events).where(e.digest == digest).values(data=None, salt=None)
    with (
        pytest.raises(StoreError, match="the log is never changed"),
        store.database.writing() as connection,
    ):
        connection.execute(empty)


def test_transaction_that_fails_leaves_no_row(store: Store) -> None:
    last = _fill(store)[-1]
    rows = dump(store)
    broken = next_commit(
        last, "broken", ["一", "二"], keys=[("o1", 0)], seeds=[("o2", b"x")], names=[("p1", "x")]
    )
    first, second = broken.commit.events
    twice = msgspec.structs.replace(
        broken.commit, events=(first, msgspec.structs.replace(second, audience=None))
    )
    with pytest.raises((ConcurrencyConflict, StoreError)):
        store.append(msgspec.structs.replace(broken, commit=twice))

    assert dump(store) == rows
    store.append(broken)


def test_schema_made_is_the_newest_one(store: Store) -> None:
    assert store.database.revision() == schema.REVISION
    with store.database.reading() as connection:
        names = store.database.dialect.tables(connection)
        shape = store.database.dialect.shape(connection)
    parts = {name for name in names if name.rpartition("_")[2].isdigit()}
    assert names - parts == {*schema.metadata.tables, "alembic_version"}
    assert {name.rpartition("_")[0] for name in parts} <= {table.name for table in schema.LOG_TABLES}
    assert {name.rpartition(".")[2] for name in shape} >= {
        f"{table.name}_no_{verb}" for table in schema.LOG_TABLES for verb in ("update", "delete")
    }
    assert _as_made(store.database) == store.database.dialect.expected_shape()


def _as_made(database: Database) -> dict[str, str]:
    with database.reading() as connection:
        shape = database.dialect.shape(connection)
    return {name: text for name, text in shape.items() if not name.startswith("alembic_version")}
