"""
Every statement about a session finds its rows by the session, as the SQL that is sent shows.

So whole sessions can lie on machines of their own. Only followers read the log across sessions, by position.
Every command of the command line is held to the same in `tests/tools/test_on_a_server.py`.
"""

from contextlib import closing
from pathlib import Path

import pytest
from evening import fixed_outside, play_evening
from sentsql import KEYED, SPREAD, find_spread, find_unkeyed, listening

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.following import follow_commits, follow_entries, last_position
from tenmatsu.engine.history import EVERYTHING, Viewer, read_entries, state_for
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import export_log, import_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, packs, reading, schema
from tenmatsu.engine.tokens import check_token, issue_token, revoke_token
from tenmatsu.projections.projection import rebuild
from tenmatsu.projections.rolls import ROLLS
from tenmatsu.projections.timeline import TIMELINE


def _use(store: Store, folder: Path) -> Session:
    """Do with a session whatever the engine can."""
    session = play_evening(store)
    session.do({"type": "table.say", "text": "本名"}, actor="p1")
    session.do({"type": "table.redact", "what": [session.version]}, actor="gm")
    session.keep_snapshot()
    line = timelines.fork(session, "試し", session.version, actor="gm", dice="same")
    line.do({"type": "table.say", "text": "では"}, actor="gm")
    timelines.undo(session, actor="gm")
    session.keep_snapshot()
    rebuild(session, ROLLS)
    rebuild(session, TIMELINE)
    again = find_opened(store, session.id)
    again.state_at(again.version // 2)
    for viewer in (EVERYTHING, Viewer("p1", is_gm=False)):
        list(read_entries(again, viewer))
        state_for(again, viewer)
        follow_entries(store, session.id, viewer)
    token = issue_token(session, "p1")
    check_token(session, token)
    revoke_token(session, "p1")
    store.forget(session.id, "p2")
    audit_session(store, session.id)
    with (folder / "log.jsonl").open("wb") as file:
        export_log(session, file, EVERYTHING)
    import_log(store, folder / "log.jsonl")
    return again


def test_every_statement_about_a_session_names_it_and_needs_one_partition(
    server_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # an evening as short as this one is packed and read from packs too
    monkeypatch.setattr(packs, "PACK", 8)
    monkeypatch.setattr(reading, "PACKED_FROM", 8)
    with listening() as sent, closing(Store(server_url, fixed_outside())) as store:
        _use(store, tmp_path)
        follow_commits(store)
        last_position(store)

    assert find_unkeyed(sent) == []
    assert find_spread(server_url, sent) == []
    text = " ".join(sent)
    assert [table for table in KEYED if f"INTO {table} " not in text] == []
    assert [table for table in SPREAD if f"UPDATE {table} " not in text] == []


def test_tables_are_keyed_by_session_as_they_say() -> None:
    for table in schema.KEYED_BY_SESSION:
        if table is not schema.commits:
            assert "session" in {column.name for column in table.primary_key}
    assert {table.name for table in schema.metadata.sorted_tables if "session" in table.columns} == KEYED


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT data FROM events WHERE digest = %s",
        "SELECT data FROM events WHERE events.branch = %s",
        "DELETE FROM snapshots",
        "UPDATE commits SET command = NULL WHERE commits.command_digest = %s",
        "INSERT INTO keys_spent (ring, index) VALUES (%s, %s)",
        "INSERT INTO events (session, number) SELECT %s, events.number FROM events",
        "COPY events (branch, version) FROM STDIN",
        "SELECT 1 FROM events JOIN commits ON events.number = commits.number WHERE events.session = %s",
    ],
)
def test_statement_without_its_session_is_found(statement: str) -> None:
    assert find_unkeyed({statement: None}) == [statement]


@pytest.mark.parametrize("where", ["number = 2", "session <> 's1'", "session IN ('a', 'b', 'c', 'd')"])
def test_statement_that_looks_into_many_partitions_is_found(server_url: str, where: str) -> None:
    statement = f"SELECT * FROM events WHERE {where}"

    assert find_spread(server_url, {statement: None}) == [statement]
