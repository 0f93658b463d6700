"""Names of lines: given at the fork, and another one later."""

from pathlib import Path

import pytest
from toytable import dump, fixed_outside, open_toy, say

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.history import Viewer
from tenmatsu.engine.lines_seen import lines_seen
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import audit_file, export_log
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.store import Store
from tenmatsu.events.table import BranchNamed


def _name(line: Session, name: str, actor: str = "gm", command_id: str | None = None) -> Result:
    return line.do({"type": "table.name_line", "name": name}, actor=actor, command_id=command_id)


@pytest.fixture
def whatif(session: Session) -> Session:
    return timelines.fork(session, "first", session.version, actor="p1")


def test_renamed_line_is_found_by_its_new_name_alone(session: Session, whatif: Session) -> None:
    result = _name(whatif, "もし受けたら", "p1")

    assert result.events == (BranchNamed(branch="1", name="もし受けたら"),)
    for one in (whatif, find_opened(session.store, session.id)):
        assert one.find_branch("もし受けたら") == "1"
        with pytest.raises(UsageError):
            one.find_branch("first")
    assert audit_session(session.store, session.id).ok


def test_session_stays_on_its_line_where_another_takes_that_name(session: Session, whatif: Session) -> None:
    here = find_opened(session.store, session.id, "first")
    _name(whatif, "second")
    here.reload()
    assert here.branch == "1"

    timelines.fork(session, "first", session.version, actor="gm")
    here.reload()
    assert here.branch == "1"


def test_tables_own_line_is_named_by_the_gm_alone(session: Session) -> None:
    with pytest.raises(RuleViolation) as caught:
        _name(session, "本筋", "p1")
    assert caught.value.code == "gm_only"
    _name(session, "本筋")

    assert session.store.branches(session.id)["0"].name == "本筋"
    assert audit_session(session.store, session.id).ok


@pytest.mark.parametrize("name", ["", " ", "12", "@x", "other", "a\n├─ 3 b", "a\u2028b"])
def test_name_that_would_not_name_one_line_is_refused(session: Session, whatif: Session, name: str) -> None:
    timelines.fork(session, "other", session.version, actor="gm")
    rows = dump(session.store)
    with pytest.raises(UsageError) as caught:
        _name(whatif, name)

    assert caught.value.code == "branch_taken"
    assert dump(session.store) == rows


def test_same_command_id_names_once(whatif: Session) -> None:
    first = _name(whatif, "x", command_id="once")
    again = _name(whatif, "x", command_id="once")

    assert (again.repeated, again.commit.hash) == (True, first.commit.hash)


def test_line_left_behind_keeps_its_name(session: Session) -> None:
    say(session)
    timelines.undo(session, actor="gm")
    with pytest.raises(RuleViolation) as caught:
        _name(session.on("0"), "x")

    assert caught.value.code == "line_left"


def test_name_travels_with_the_log(session: Session, whatif: Session, tmp_path: Path) -> None:
    _name(whatif, "second")
    path = tmp_path / "log.jsonl"
    with path.open("wb") as file:
        export_log(session, file)

    assert audit_file(path).ok


@pytest.mark.parametrize("gone,left", [(0, "third"), (1, "third"), (2, ""), (None, "third")])
def test_redacted_name_goes_and_the_one_that_stands_stays(
    session: Session, whatif: Session, gone: int | None, left: str
) -> None:
    for name in ("second", "third"):
        _name(whatif, name)
    names = [
        item
        for commit in session.store.commits(session.id, whatif.segments())
        for item in commit.events
        if b"branch_named" in (item.data or b"")
    ]
    if gone is not None:
        whatif.do({"type": "table.redact", "what": [names[gone].digest.hex()]}, actor="gm")

    assert session.store.branches(session.id)["1"].name == left
    report = audit_session(session.store, session.id)
    assert report.ok, [failure.say("en") for failure in report.failures]


def test_audit_fails_a_row_with_another_name_than_the_last_given(session: Session, whatif: Session) -> None:
    _name(whatif, "second")
    with session.store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE branches SET name = 'first' WHERE id = '1'")

    assert [one.code for one in audit_session(session.store, session.id).failures] == ["audit_fork_wrong"]


def test_name_of_a_secret_line_is_seen_by_the_gm_alone() -> None:
    store = Store("sqlite://", fixed_outside())
    session = open_toy(store)
    line = timelines.fork(session, "奥の手", session.version, actor="gm", secret=True)
    _name(line, "canary")
    session.reload()

    assert "canary" not in str(lines_seen(session, Viewer("p1", is_gm=False)))
    assert "canary" in str(lines_seen(session, Viewer("gm", is_gm=True)))
    store.close()
