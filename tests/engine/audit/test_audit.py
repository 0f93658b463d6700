"""The audit finds whatever was bent, and says where."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
import toy
from evening import fixed_outside, open_toy, play_evening
from stores import FreshStores
from toy import Hurt, Struck
from unguarded import unguarded

from tenmatsu.engine.api import AuditReport, Event, Rolled, Store, StoreError, audit_session, find_opened
from tenmatsu.engine.commits import make_commit
from tenmatsu.engine.deciding import Commands
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.caches import Caches
from tenmatsu.events.envelope import Header


@pytest.fixture
def evening(fresh_store: FreshStores) -> tuple[Store, str]:
    """A database with one evening in it."""
    store = fresh_store(fixed_outside())
    return store, play_evening(store).id


def test_a_log_as_it_was_written_passes_all_five_checks(evening: tuple[Store, str]) -> None:
    report = audit_session(*evening)

    assert report.failures == ()
    assert report.ok
    assert report.tally.undos == 1
    assert report.tally.entered == 1
    assert report.tally.whatif_rolls == 1
    assert [one.name for one in report.adjustments][-1] == "b.hp"
    assert report.tally.decided == report.tally.commits
    assert report.tally.alone == report.tally.rolls - 2


def _bent(value: Any) -> list[Any]:
    """Return the value with one byte changed, at several places."""
    if isinstance(value, int):
        return [value + 1, value + 1000]
    if isinstance(value, str):
        return ["x", *([("y" if value[0] != "y" else "z") + value[1:], value[:-1]] if value else [])]
    data = bytes(value)
    places = sorted(
        {0, 1, len(data) // 3, len(data) // 2, len(data) - 2, len(data) - 1} & set(range(len(data)))
    )
    return [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in places]


def _named(report: AuditReport) -> set[str]:
    return {failure.commit for failure in report.failures}


@pytest.mark.parametrize("table", ["commits", "events"])
def test_one_changed_byte_in_any_column_of_any_row_fails_and_names_the_commit(
    evening: tuple[Store, str], table: str
) -> None:
    store, session = evening
    rows = schema.metadata.tables[table]
    columns = [column.name for column in rows.columns if column.name != "position"]
    key = ["position"] if table == "commits" else ["session", "branch", "version"]
    with store.database.reading() as connection:
        found = [dict(row) for row in connection.execute(sa.select(rows)).mappings()]
        hashes = {
            (row.branch, row.number): row.hash.hex() for row in connection.execute(sa.select(schema.commits))
        }
    tried = 0
    for place, row in enumerate(found):
        where = [rows.c[name] == row[name] for name in key]
        commit = hashes[row["branch"], row["number"]]
        for turn, column in enumerate(columns):
            bends = _bent(row[column]) if row[column] is not None else [b"x"]
            value = bends[(place + turn) % len(bends)]
            if not _set(store, rows, where, {column: value}):
                continue
            report = audit_session(store, session)
            back = [rows.c[name] == (value if name == column else row[name]) for name in key]
            assert _set(store, rows, back, {column: row[column]})
            assert not report.ok, (table, place, column, value)
            assert commit in _named(report), (table, place, column, value)
            tried += 1
    assert tried > len(found) * (len(columns) - 3)
    assert audit_session(store, session).ok


def _set(store: Store, rows: sa.Table, where: list[Any], values: dict[str, Any]) -> bool:
    """Change a row; return whether the database's own keys let it happen."""
    try:
        with unguarded(store) as connection:
            return connection.execute(sa.update(rows).where(*where).values(values)).rowcount == 1
    except StoreError:
        return False


def test_a_commit_cut_off_at_the_end_is_found_by_the_head(evening: tuple[Store, str]) -> None:
    store, session = evening
    branch = store.find_session(session).current_branch
    head = store.branches(session)[branch]
    with unguarded(store) as connection:
        for table in schema.LOG_TABLES:
            last = (table.c.branch == branch, table.c.number == head.head_number)
            connection.execute(sa.delete(table).where(*last))

    report = audit_session(store, session)

    assert head.head_hash.hex() in _named(report)


Change = Callable[[list[Event]], list[Event]]


def _blow(fresh_store: FreshStores) -> tuple[Store, str]:
    store = fresh_store(fixed_outside())
    session = open_toy(store, options={"dodge": "never"})
    session.do({"type": "toy.strike", "character": "a", "at": "b"}, actor="p1")
    return store, session.id


def _forge_last(store: Store, session: str, change: Change) -> str:
    """Rewrite the last commit's events, and every hash to match; return the new hash."""
    branch = store.branches(session)["0"]
    old = store.commit_at(session, "0", branch.head_number)
    folder = Folder(toy.SYSTEM)
    events = change([event for item in old.events if isinstance(event := folder.decode(item.data), Event)])
    before = LineState(old.first_version - 1, old.number - 1, old.previous)
    command = Commands(toy.SYSTEM).decode(old.command.data or b"")
    header = msgspec.json.decode(old.header.data or b"", type=Header)
    new = make_commit(before, header, command, [Recorded(event) for event in events], store.outside)
    c, e = schema.commits.c, schema.events.c
    with unguarded(store) as connection:
        connection.execute(
            sa.update(schema.commits)
            .where(c.session == session, c.number == new.number)
            .values(
                hash=new.hash,
                pad=new.pad,
                header_digest=new.header.digest,
                header_salt=new.header.salt,
                command_digest=new.command.digest,
                command_salt=new.command.salt,
            )
        )
        for version, item in enumerate(new.events, new.first_version):
            connection.execute(
                sa.update(schema.events)
                .where(e.session == session, e.version == version)
                .values(digest=item.digest, salt=item.salt, data=item.data)
            )
        connection.execute(sa.update(schema.branches).values(head_hash=new.hash))
    return new.hash.hex()


def test_an_outcome_changed_with_hashes_made_anew_is_caught_by_deciding_again(
    fresh_store: FreshStores,
) -> None:
    store, session = _blow(fresh_store)

    def one_less(events: list[Event]) -> list[Event]:
        hurt = events[-1]
        assert isinstance(hurt, Hurt)
        return [*events[:-1], Hurt(who=hurt.who, amount=hurt.amount - 1, now=hurt.now + 1)]

    forged = _forge_last(store, session, one_less)
    report = audit_session(store, session)

    assert [(one.check, one.commit, one.code) for one in report.failures] == [
        ("rules", forged, "audit_outcome_differs")
    ]


def test_a_bent_face_with_hashes_made_anew_is_caught_by_its_key(fresh_store: FreshStores) -> None:
    store, session = _blow(fresh_store)

    def other_face(events: list[Event]) -> list[Event]:
        rolled, struck = events[0], events[1]
        assert isinstance(rolled, Rolled)
        assert isinstance(struck, Struck)
        (sides, face), second = rolled.dice
        dice = ((sides, face % 6 + 1), second)
        amount = struck.amount - face + dice[0][1]
        return [
            msgspec.structs.replace(rolled, dice=dice),
            msgspec.structs.replace(struck, amount=amount),
            Hurt(who="b", amount=amount, now=max(0, 10 - amount)),
        ]

    forged = _forge_last(store, session, other_face)
    report = audit_session(store, session)

    assert [(one.check, one.commit, one.code) for one in report.failures] == [
        ("dice", forged, "dice_faces_wrong")
    ]


def test_a_roll_left_out_or_skipped_is_caught(fresh_store: FreshStores) -> None:
    store, session = _blow(fresh_store)

    forged = _forge_last(store, session, lambda events: events[1:])
    report = audit_session(store, session)

    assert ("rules", forged, "audit_dice_differ") in {(f.check, f.commit, f.code) for f in report.failures}


def test_a_bent_cache_is_reported_and_never_believed(evening: tuple[Store, str]) -> None:
    store, session = evening
    opened = find_opened(store, session)
    loader = Loader(store, opened.folder, session)
    wrong = msgspec.structs.replace(opened.state, game=toy.State(hp={"a": 99, "b": 99}))
    loader.keep(opened.branch, wrong, 0)

    report = audit_session(store, session)

    assert [(one.check, one.code) for one in report.failures] == [("versions", "audit_snapshot_wrong")]
    Caches(store.database).drop(session)
    assert audit_session(store, session).ok


def test_a_head_that_the_log_does_not_hold_fails(evening: tuple[Store, str]) -> None:
    store, session = evening
    report = audit_session(store, session, since="0" * 64)

    assert [one.code for one in report.failures] == ["audit_head_unknown"]


def test_a_head_that_somebody_kept_proves_the_history_before_it(evening: tuple[Store, str]) -> None:
    store, session = evening
    kept = store.commit_at(session, "0", 4).hash.hex()

    assert audit_session(store, session, since=kept[:16]).ok
