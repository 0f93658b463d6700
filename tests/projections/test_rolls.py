"""Rolls, and luck against exact expectation."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import tale

from tenmatsu.engine import timelines
from tenmatsu.engine.contract import Verdict
from tenmatsu.engine.history import viewer_of
from tenmatsu.engine.opening import open_session
from tenmatsu.engine.session import Session
from tenmatsu.projections.luck import Luck, measure, measure_each, success_chance
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.rolls import ROLLS, CheckRow, Roll, checks_of, rolls_of


def _roll(dice: list[tuple[int, int]], **values: Any) -> Roll:
    defaults: dict[str, Any] = {
        "version": 1,
        "commit": "c",
        "digest": "d",
        "at": "",
        "by": "a",
        "player": "p1",
        "for_": "strike",
        "source": "ring",
        "proof": "alone",
    }
    return Roll(dice=tuple(dice), **{**defaults, **values})


def _check(
    needed: int | None,
    *,
    success: bool | None,
    dice: int = 3,
    keep: int = 2,
    under: bool = False,
    hits_from: int | None = None,
) -> CheckRow:
    verdict = Verdict(
        by="a",
        what="dodge",
        needed=needed,
        sides=6,
        dice=dice,
        keep=keep,
        faces=(),
        total=0,
        success=success,
        under=under,
        hits_from=hits_from,
    )
    return CheckRow(version=1, commit="c", roll=None, player="p1", verdict=verdict)


@pytest.mark.parametrize("sides, dice", [(6, 1), (6, 2), (6, 3), (6, 4), (4, 5), (10, 3)])
def test_chance_is_exact(sides: int, dice: int) -> None:
    thrown = list(product(range(1, sides + 1), repeat=dice))
    for keep in range(1, dice + 1):
        sums = [sum(sorted(faces)[-keep:]) for faces in thrown]
        for needed in range(sides * keep + 2):
            favourable = sum(1 for total in sums if total >= needed)
            assert success_chance(needed, sides, dice, keep) == Fraction(favourable, len(thrown))
            favourable = sum(1 for total in sums if total <= needed)
            under = success_chance(needed, sides, dice, keep, under=True)
            assert under == Fraction(favourable, len(thrown))


@pytest.mark.parametrize(
    "sides, dice, hits_from", [(6, 1, 5), (6, 4, 5), (6, 3, 4), (4, 3, 4), (6, 2, 7), (6, 2, 1)]
)
def test_chance_of_a_pool_is_exact(sides: int, dice: int, hits_from: int) -> None:
    thrown = list(product(range(1, sides + 1), repeat=dice))
    for keep in range(1, dice + 1):
        hits = [min(keep, sum(face >= hits_from for face in faces)) for faces in thrown]
        for needed in range(dice + 2):
            reached = success_chance(needed, sides, dice, keep, hits_from=hits_from)
            assert reached == Fraction(sum(one >= needed for one in hits), len(thrown))
            under = success_chance(needed, sides, dice, keep, under=True, hits_from=hits_from)
            assert under == Fraction(sum(one <= needed for one in hits), len(thrown))


def test_person_is_measured_in_whole_numbers_and_fractions() -> None:
    rolls = [_roll([(6, 6), (6, 6), (4, 1)]), _roll([(6, 2)], retry_of="x"), _roll([(6, 1)], proof="entered")]
    checks = [_check(9, success=True), _check(12, success=False), _check(None, success=None)]
    person = measure("a", rolls, checks)
    assert (person.rolls, person.dice, person.faces) == (3, 5, 16)
    assert person.expected_faces == Fraction(7, 2) * 4 + Fraction(5, 2)
    assert person.mean == Fraction(16, 5)
    assert (person.sixes, person.six_sided, person.retries, person.entered) == (2, 4, 1, 1)
    assert person.counts == {4: {1: 1}, 6: {1: 1, 2: 1, 6: 2}}
    assert (person.checks, person.successes) == (2, 1)
    assert person.expected_successes == Fraction(113 + 16, 216)
    assert person.face_luck == person.check_luck == "few"


@pytest.mark.parametrize(
    "faces, luck",
    [
        ([6] * 20, "much_more"),
        ([1] * 20, "much_less"),
        ([1, 6] * 10, "as_expected"),
        ([4] * 20, "more"),
        ([3] * 20, "less"),
        ([3, 4] * 9, "few"),
    ],
)
def test_luck_is_judged_by_deviation(faces: list[int], luck: Luck) -> None:
    assert measure("a", [_roll([(6, face) for face in faces])], []).face_luck == luck


def test_luck_of_successes_counts_each_chance() -> None:
    lucky = [_check(12, success=True)] * 4 + [_check(2, success=True)] * 4
    assert measure("a", [], lucky).check_luck == "much_more"
    sure = [_check(2, success=True)] * 8
    assert measure("a", [], sure).check_luck == "few"


def test_checks_that_low_sums_pass_are_expected_from_below() -> None:
    low = [_check(5, success=True, dice=2, under=True), _check(4, success=False, dice=2, under=True)]
    person = measure("a", [], low)

    assert (person.checks, person.successes) == (2, 1)
    assert person.expected_successes == Fraction(10 + 6, 36)
    lucky = [_check(2, success=True, dice=2, under=True)] * 8
    assert measure("a", [], lucky).check_luck == "much_more"
    assert measure("a", [], [_check(2, success=True, dice=2)] * 8).check_luck == "few"


@pytest.mark.parametrize(
    "needed, under, certain",
    [(2, False, True), (3, False, False), (12, True, True), (11, True, False), (None, True, False)],
)
def test_a_check_says_when_any_dice_will_do(needed: int | None, under: bool, certain: bool) -> None:
    assert _check(needed, success=True, dice=2, under=under).verdict.any_will_do is certain


def test_successes_of_pools_are_expected_by_their_counts() -> None:
    pools = [_check(1, success=True, dice=2, hits_from=5), _check(2, success=False, dice=2, hits_from=5)]
    person = measure("a", [], pools)

    assert (person.checks, person.successes) == (2, 1)
    assert person.expected_successes == Fraction(5 + 1, 9)


@pytest.mark.parametrize(
    "needed, dice, under, certain",
    [(0, 3, False, True), (1, 3, False, False), (3, 3, True, True), (2, 3, True, False), (0, 0, False, True)],
)
def test_a_pool_says_when_any_dice_will_do(needed: int, dice: int, under: bool, certain: bool) -> None:
    check = _check(needed, success=True, dice=dice, keep=dice, under=under, hits_from=5)
    assert check.verdict.any_will_do is certain


def test_rolls_of_a_session_carry_purpose_source_and_check(evening: Session) -> None:
    state = catch_up(evening, ROLLS)
    rolls, checks = rolls_of(state), checks_of(state)
    assert [(roll.by, roll.for_, roll.source, roll.faces) for roll in rolls if roll.source == "entered"] == [
        ("a", "strike", "entered", (1, 2)),
        ("a", "strike", "entered", (3, 4)),
        ("b", "dodge", "entered", (5,)),
        ("a", "strike", "entered", (1, 1)),
        ("b", "dodge", "entered", (2,)),
    ]
    assert [roll.proof for roll in rolls if roll.source == "ring"] == ["alone", "alone"]
    assert [(check.verdict.faces, check.verdict.success) for check in checks] == [((5,), True)]
    assert checks[0].roll == next(roll.version for roll in rolls if roll.faces == (5,))


def test_secret_rolls_count_only_for_who_may_see_them(evening: Session) -> None:
    counts = {
        viewer: len(rolls_of(catch_up(evening, ROLLS, viewer_of(evening, viewer)))) for viewer in ("gm", "p1")
    }
    assert counts == {"gm": 7, "p1": 6}


def test_statistics_by_figure_and_by_player(evening: Session) -> None:
    state = catch_up(evening, ROLLS)
    rolls, checks = rolls_of(state), checks_of(state)
    figures = measure_each(rolls, checks)
    players = measure_each(rolls, checks, whose="player")
    assert [one.id for one in figures] == ["gm", "a", "b", "p1"]
    assert [(one.id, one.dice) for one in players] == [("gm", 3), ("p1", 8), ("p2", 2)]
    assert sum(one.rolls for one in figures) == sum(one.rolls for one in players) == len(rolls)


def test_roll_after_an_undo_is_counted_as_a_retry(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "p1", "toy.strike", character="a", at="b")
    timelines.undo(session, actor="gm")
    tale.do(session, "p1", "toy.strike", character="a", at="b")
    rolls = rolls_of(catch_up(session, ROLLS))
    assert len(rolls) == 1
    assert measure("a", rolls, []).retries == 1


def test_dice_of_a_fixed_seed_are_called_so(tmp_path: Path) -> None:
    store = tale.begin(tmp_path).store
    session = open_session(store, "固定", "tale", dice_secret=b"s" * 32)
    tale.do(session, "gm", "table.roll", dice="2d6")
    assert [roll.proof for roll in rolls_of(catch_up(session, ROLLS))] == ["fixed"]


def test_dice_of_what_if_lines_prove_nothing(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    at = session.version
    tale.do(session, "gm", "table.roll", dice="2d6")
    for name, dice in (("同じ", "same"), ("新しい", "fresh")):
        line = timelines.fork(session, name, at, actor="gm", dice=dice)  # type: ignore[arg-type]  # both are known
        tale.do(line, "gm", "table.roll", dice="2d6")
        proof = rolls_of(catch_up(line, ROLLS))[-1].proof
        assert proof in {"same", "whatif"}
