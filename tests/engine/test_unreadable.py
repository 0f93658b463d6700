"""Bytes of the log that cannot be read are told of as damage, with the commit where they stand."""

from collections.abc import Callable
from io import BytesIO

import msgspec
import pytest
import sqlalchemy as sa
from toytable import roll, say
from unguarded import unguarded

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.differences import pair_commits
from tenmatsu.engine.errors import AuditFailed
from tenmatsu.engine.following import follow_entries
from tenmatsu.engine.history import EVERYTHING, read_entries
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import export_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import schema
from tenmatsu.engine.timelines import fork, plan_undo

HEADERS: dict[str, Callable[[Session], object]] = {
    "entries": lambda session: list(read_entries(session)),
    "feed": lambda session: follow_entries(session.store, session.id, EVERYTHING),
    "undo": lambda session: plan_undo(session, actor="gm"),
}


def _bend(session: Session, table: sa.Table, column: str, data: bytes) -> str:
    """Let the last commit of the line hold other bytes; return the start of its hash."""
    with unguarded(session.store) as connection:
        where = (table.c.branch == session.branch, table.c.number == session.state.number)
        assert connection.execute(sa.update(table).where(*where).values({column: data})).rowcount
    return session.head[:12]


def _check_told(caught: pytest.ExceptionInfo[AuditFailed], commit: str) -> None:
    assert caught.value.code == "log_unreadable"
    assert caught.value.say("en").startswith(f"Part of the log cannot be read (commit {commit}).")
    assert caught.value.say("ja").startswith(f"記録の行動 {commit} に読めないところがあります。")


@pytest.mark.parametrize("data", [b"\xff", b"{}", b"[" * 100_000])
@pytest.mark.parametrize("read", HEADERS.values(), ids=HEADERS)
def test_header_that_is_none_is_told_with_its_commit(
    session: Session, read: Callable[[Session], object], data: bytes
) -> None:
    say(session, "一")
    commit = _bend(session, schema.commits, "header", data)
    with pytest.raises(AuditFailed) as caught:
        read(session)

    _check_told(caught, commit)


@pytest.mark.parametrize("table, column", [(schema.commits, "command"), (schema.events, "data")])
def test_export_of_bytes_that_are_no_text_tells_their_commit(
    session: Session, table: sa.Table, column: str
) -> None:
    say(session, "一")
    commit = _bend(session, table, column, b"\xff")
    with pytest.raises(AuditFailed) as caught:
        export_log(session, BytesIO())

    _check_told(caught, commit)


def test_reveal_of_bytes_that_are_no_text_tells_their_commit(session: Session) -> None:
    roll(session, "2d6", secret=True)
    commit = _bend(session, schema.events, "data", b"\xff")
    with pytest.raises(AuditFailed) as caught:
        session.do({"type": "table.reveal", "what": [str(session.version)]}, actor="gm")

    _check_told(caught, commit)


def test_comparison_with_a_command_that_cannot_be_read_tells_its_commit(session: Session) -> None:
    fork(session, "もしも", session.version, actor="gm")
    say(session, "一")
    commit = _bend(session, schema.commits, "command", b'{"type":"table.say","text":"\xff"}')
    other = find_opened(session.store, session.id, branch="1")
    with pytest.raises(AuditFailed) as caught:
        pair_commits(session, other)

    _check_told(caught, commit)


def test_audit_names_a_header_nested_deeper_than_any_program_wrote(session: Session) -> None:
    commit = _bend(session, schema.commits, "header", b"[" * 100_000)
    failures = audit_session(session.store, session.id).failures

    assert any(one.code == "audit_header_unreadable" and one.commit.startswith(commit) for one in failures)


def test_command_that_is_no_text_is_one_that_cannot_be_decoded(session: Session) -> None:
    with pytest.raises(msgspec.DecodeError):
        session.commands.decode(b'{"type":"table.say","as":"p1","text":"\xff"}')
