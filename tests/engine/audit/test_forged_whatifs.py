"""A commit that says it stands for another is believed on what-if lines alone, where it decides so."""

import pytest
from duels import answer, ends, play, strike
from toytable import append_raw

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.commands import Narrate
from tenmatsu.engine.timelines import adopt
from tenmatsu.engine.whatif import replace_commit
from tenmatsu.events.table import DecidedAgain, Narrated

TOLD = Narrated(by="gm", text="夜")
HASH = "ab" * 32


def codes(session: Session) -> list[str]:
    return [failure.code for failure in audit_session(session.store, session.id).failures]


def whatif_line(session: Session) -> Session:
    play(session, strike("a", "b"), answer("b", "take"))
    return replace_commit(session, ends(session)[-1], {"choice": "dodge"}, actor="gm", name="もしも").line


def test_the_tables_own_line_stands_for_nothing(session: Session) -> None:
    append_raw(session, Narrate(as_="gm", text="夜"), Recorded(TOLD), Recorded(DecidedAgain(of=HASH)))
    assert codes(session) == ["audit_outcome_differs"]


@pytest.mark.parametrize("of", ["", "ab", "XY" * 32, HASH + "0"])
def test_what_it_stands_for_is_named_by_a_hash(session: Session, of: str) -> None:
    line = whatif_line(session)
    append_raw(line, Narrate(as_="gm", text="夜"), Recorded(TOLD), Recorded(DecidedAgain(of=of)))
    assert codes(session) == ["audit_outcome_differs"]


def test_it_stands_last_and_once(session: Session) -> None:
    again = Recorded(DecidedAgain(of=HASH))
    line = whatif_line(session)
    append_raw(line, Narrate(as_="gm", text="夜"), Recorded(TOLD), again)
    assert codes(session) == []
    append_raw(line, Narrate(as_="gm", text="夜"), again, Recorded(TOLD))
    append_raw(line, Narrate(as_="gm", text="夜"), Recorded(TOLD), again, again)
    assert codes(session) == ["audit_outcome_differs", "audit_outcome_differs"]


def test_whoever_sees_anything_of_the_commit_sees_that_it_stands_for_another(session: Session) -> None:
    line = whatif_line(session)
    append_raw(line, Narrate(as_="gm", text="夜"), Recorded(TOLD), Recorded(DecidedAgain(of=HASH), "@gm"))
    assert codes(session) == ["audit_outcome_differs"]


def test_an_adopted_line_is_the_tables_own_from_there_on(session: Session) -> None:
    line = whatif_line(session)
    adopt(session, line.branch, actor="gm")
    assert codes(session) == []
    append_raw(session, Narrate(as_="gm", text="夜"), Recorded(TOLD), Recorded(DecidedAgain(of=HASH)))
    assert codes(session) == ["audit_outcome_differs"]
