"""Intervals of shares and of their differences."""

from fractions import Fraction

import pytest

from tenmatsu.projections.turning.noise import gain_of, share_of, spread, sure
from tenmatsu.projections.turning.showing import percent


def test_a_share_lies_inside_its_interval_also_at_both_ends() -> None:
    for count in range(11):
        share = share_of(count, 10, spread())
        assert 0.0 <= share.low <= share.value <= share.high <= 1.0
    assert share_of(0, 10, spread()).high == pytest.approx(0.2775, abs=1e-4)


def test_no_games_that_turned_are_no_move_and_all_are_one() -> None:
    assert not gain_of(0, 0, 100, spread()).is_beyond
    assert gain_of(100, 0, 100, spread()).is_beyond
    assert gain_of(0, 100, 100, spread()).value == -1.0


def test_games_that_turned_both_ways_cancel_out() -> None:
    gain = gain_of(20, 20, 100, spread())

    assert gain.value == 0.0
    assert gain.low == pytest.approx(-gain.high)


def test_more_tries_need_more_standard_errors() -> None:
    assert spread() == pytest.approx(1.95996, abs=1e-5)
    assert spread(0) == spread(1) < spread(40)


def test_what_is_known_has_no_margin() -> None:
    assert sure(0.5).margin == 0.0
    assert not sure(0.0).is_beyond


@pytest.mark.parametrize(
    "share, shown",
    [(0.0, 0), (1.0, 100), (Fraction(1, 1000), 1), (Fraction(999, 1000), 99), (0.5, 50), (0.994, 99)],
)
def test_never_and_always_are_not_said_of_what_happened_now_and_then(share: float, shown: int) -> None:
    assert percent(share) == shown
