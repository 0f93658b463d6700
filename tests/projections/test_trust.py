"""The audit in words: exact ranges, counts by person, nothing told that the viewer may not know."""

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
import tale

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.history import viewer_of
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.engine.session import Session
from tenmatsu.projections.trust import find_trust, plain_trust, trust_page
from tenmatsu.projections.trust.ranges import chi_square_tail, find_bias, success_range, sum_range


@pytest.mark.parametrize("sides, dice", [(2, 12), (3, 10)])
def test_a_range_is_counted_out(sides: int, dice: int) -> None:
    sums = sorted(sum(faces) for faces in product(range(1, sides + 1), repeat=dice))
    found = sum_range({sides: dice})
    assert found is not None
    assert found.exact
    assert found.expected == Fraction(sum(sums), len(sums))
    within = sum(found.low <= total <= found.high for total in sums)
    assert within * 20 >= len(sums) * 19
    for low, high in ((found.low + 1, found.high), (found.low, found.high - 1)):
        left_out = sum(total < low for total in sums), sum(total > high for total in sums)
        assert max(left_out) * 40 > len(sums)


def test_forty_dice_have_the_range_that_tables_know() -> None:
    found = sum_range({6: 40})
    assert found is not None
    assert (found.low, found.high, int(found.expected)) == (119, 161, 140)
    assert [found.place(total) for total in (118, 119, 161, 162)] == ["below", "within", "within", "above"]


def test_many_dice_follow_the_curve_and_too_few_have_no_range() -> None:
    many = sum_range({6: 1000})
    assert many is not None
    assert not many.exact
    assert (many.low, many.high) == (3395, 3605)
    assert sum_range({6: 9}) is None
    assert sum_range({1_000_000: 12}) is None


def test_successes_have_a_range_of_their_own() -> None:
    found = success_range([Fraction(1, 2)] * 10)
    assert found is not None
    assert (found.low, found.high, int(found.expected)) == (2, 8, 5)
    assert success_range([]) is None


@pytest.mark.parametrize("value, freedom", [(11.0705, 5), (18.3070, 10), (3.8415, 1), (30.1435, 19)])
def test_the_tail_of_chi_square_is_that_of_the_tables(value: float, freedom: int) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(0.05, abs=1e-4)


def test_faces_that_lean_are_told_from_faces_that_do_not() -> None:
    fair, loaded = find_bias(6, dict.fromkeys(range(1, 7), 100)), find_bias(6, {6: 90, 1: 10})
    assert fair is not None
    assert loaded is not None
    assert (fair.leaning, loaded.leaning) == ("none", "strong")
    assert find_bias(6, {1: 99}) is None
    assert find_bias(100, {1: 499}) is None


def _evening(folder: Path) -> Session:
    session = tale.begin(folder)
    tale.do(session, "p1", "table.roll", dice="40d6")
    tale.strike(session, dodge=5)
    timelines.undo(session, actor="gm", reason="slip")
    tale.do(session, "p2", "toy.answer", [5], character="b", choice="dodge")
    tale.do(session, "gm", "table.adjust", name="b.hp", value=3, reason="数え違い")
    tale.do(session, "gm", "table.roll", dice=f"3d{600}", secret=True)
    return session


def test_a_person_has_their_undos_retries_and_entered_dice(tmp_path: Path) -> None:
    session = _evening(tmp_path)
    trust = find_trust(session)
    people = {person.id: person for person in trust.people}
    assert (people["gm"].undos, people["p2"].retries) == (1, 1)
    assert people["p2"].entered == 1
    luck = people["p1"].luck[0]
    assert luck.range is not None
    assert (luck.origin, luck.dice, luck.range.low, luck.range.high) == ("engine", 40, 119, 161)
    (change,) = trust.changes
    assert (change.name, change.new, change.note, change.by) == ("b.hp", 3, "数え違い", "gm")
    assert trust.left_behind == 1
    tally = audit_session(session.store, session.id).tally
    assert {one.id: one.undos for one in trust.people if one.undos} == tally.undos_by
    assert {one.id: one.retries for one in trust.people if one.retries} == tally.retries_by


def test_a_viewer_is_told_of_nothing_that_is_closed(tmp_path: Path) -> None:
    session = _evening(tmp_path)
    seen = find_trust(session, viewer_of(session, "p1"))
    assert "600" not in repr(seen)
    assert (seen.unrevealed, find_trust(session).unrevealed) == (1, 0)
    own = next(person for person in seen.people if person.id == "p1")
    assert own == next(person for person in find_trust(session).people if person.id == "p1")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_all_in_both_languages(tmp_path: Path, lang: Lang) -> None:
    session = _evening(tmp_path)
    report = audit_session(session.store, session.id)
    for viewer in (None, "p1"):
        page = trust_page(report, find_trust(session, viewer_of(session, viewer)), lang)
        assert "{" not in page
        assert ("119〜161" if lang == "ja" else "119 to 161") in page
        assert "数え違い" in page
        assert session.head in page
    html = trust_page(report, find_trust(session), lang, "html")
    assert "<script" not in html
    assert plain_trust(find_trust(session))["people"][1]["luck"][0]["range"]["expected"] == 140.0
