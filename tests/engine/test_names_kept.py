"""Names of lines that not everybody knows of: they bar nobody, and then mean no line alone."""

import pytest

from tenmatsu.engine import timelines
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.session import Session


def _shared(session: Session) -> Session:
    timelines.fork(session, "ambush", session.version, actor="gm", secret=True)
    return timelines.fork(session, "ambush", session.version, actor="p1")


def test_name_of_a_line_kept_from_somebody_bars_them_from_nothing(session: Session) -> None:
    assert _shared(session).branch == "2"

    timelines.fork(session, "trap", session.version, actor="gm", secret=True)
    other = timelines.fork(session, "other", session.version, actor="p2")
    other.do({"type": "table.name_line", "name": "trap"}, actor="p2")


def test_name_of_a_line_kept_from_others_bars_the_gm(session: Session) -> None:
    timelines.fork(session, "ambush", session.version, actor="gm", secret=True)
    with pytest.raises(UsageError) as caught:
        timelines.fork(session, "ambush", session.version, actor="gm")
    assert caught.value.code == "branch_taken"


def test_name_that_several_lines_share_means_none_of_them(session: Session) -> None:
    _shared(session)
    session.reload()
    with pytest.raises(UsageError) as caught:
        session.find_branch("ambush")
    assert (caught.value.code, caught.value.details["lines"]) == ("branch_shared", "1, 2")
    mark = {"type": "table.mark", "line": "ambush", "mark": "!"}
    with pytest.raises(UsageError) as caught:
        session.do(mark, actor="gm")
    assert caught.value.code == "branch_shared"
    session.do(mark, actor="p1")


def test_a_session_opened_by_a_name_stays_on_its_line_whoever_takes_the_name(session: Session) -> None:
    timelines.fork(session, "ambush", session.version, actor="gm", secret=True)
    opened = session.on("ambush")
    timelines.fork(session, "ambush", session.version, actor="p1")
    opened.reload()
    assert opened.branch == "1"
    opened.do({"type": "table.name_line", "name": "trap"}, actor="gm")
    opened.reload()
    assert opened.branch == "1"
