"""A commit that says it stands for another is believed on what-if lines alone, where it decides so."""

import pytest
from duels import answer, ends, play, strike
from msgspec.structs import replace
from toytable import all_commits, append_raw, only, say

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.commands import Narrate, Roll
from tenmatsu.engine.timelines import adopt, fork
from tenmatsu.engine.whatif import replace_commit
from tenmatsu.events.table import DecidedAgain, Narrated, Rolled

TOLD = Narrated(by="gm", text="夜")
HASH = "ab" * 32


def codes(session: Session) -> list[str]:
    return [failure.code for failure in audit_session(session.store, session.id).failures]


def hashes(session: Session) -> list[str]:
    return [commit.hash.hex() for commit in all_commits(session)]


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
    line = whatif_line(session)
    talk = say(session).commit.hash.hex()
    again = Recorded(DecidedAgain(of=talk))
    append_raw(line, Narrate(as_="gm", text="夜"), Recorded(TOLD), again)
    assert codes(session) == []
    append_raw(line, Narrate(as_="gm", text="夜"), again, Recorded(TOLD))
    append_raw(line, Narrate(as_="gm", text="夜"), Recorded(TOLD), again, again)
    assert codes(session) == ["audit_outcome_differs", "audit_outcome_differs"]


def test_it_stands_for_a_later_commit_of_the_line_that_was_forked(session: Session) -> None:
    line = whatif_line(session)
    before, behind = hashes(session)[1], hashes(session)[-1]
    for of in (HASH, before, behind, hashes(line)[-1]):
        append_raw(line, Narrate(as_="gm", text="夜"), Recorded(TOLD), Recorded(DecidedAgain(of=of)))
    assert codes(session) == ["audit_again_wrong"] * 4


def test_it_has_the_dice_of_the_commit_it_stands_for(session: Session) -> None:
    line = whatif_line(session)
    first, second = (session.do({"type": "table.roll", "dice": "d6"}, actor="gm") for _ in range(2))
    own, others = (replace(only(one.events), source="same") for one in (first, second))
    fresh = replace(own, ring=None, index=None, key=None, mix=None, source="whatif")
    again = Recorded(DecidedAgain(of=second.commit.hash.hex()))
    append_raw(line, Roll(as_="gm", dice="d6"), Recorded(others), again)
    assert codes(session) == []
    for place, forged in enumerate((own, fresh), 1):
        elsewhere = fork(session, f"line {place}", ends(session)[-3], actor="gm")
        append_raw(elsewhere, Roll(as_="gm", dice="d6"), Recorded(forged), again)
        assert codes(session) == ["audit_again_dice"] * place


@pytest.mark.parametrize("last, expected", [(5, []), (6, ["audit_again_dice"])])
def test_dice_typed_in_before_stay_what_they_were(session: Session, last: int, expected: list[str]) -> None:
    line = whatif_line(session)
    typed = session.do({"type": "table.roll", "dice": "2d6"}, actor="gm", dice=[3, 5])
    digest = next(item.digest for item in typed.commit.events if b"table.rolled" in (item.data or b""))
    forged = Rolled(dice=((6, 3), (6, last)), by="gm", for_="free", source="same", of=digest.hex())
    again = DecidedAgain(of=typed.commit.hash.hex())
    append_raw(line, Roll(as_="gm", dice="2d6"), Recorded(forged), Recorded(again))
    assert codes(session) == expected


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


def test_dice_of_an_adopted_line_come_from_the_tables_rings(session: Session) -> None:
    line = fork(session, "もしも", ends(session)[-1], actor="gm")
    line.do({"type": "table.roll", "dice": "2d6"}, actor="gm")
    adopt(session, line.branch, actor="gm")
    assert codes(session) == []
    chosen = Rolled(dice=((6, 6), (6, 6)), by="gm", for_="free", source="whatif")
    append_raw(session, Roll(as_="gm", dice="2d6"), Recorded(chosen))
    assert codes(session) == ["dice_of_other_line"]
