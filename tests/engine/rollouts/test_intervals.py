"""The intervals against values known from elsewhere, and worked out exactly."""

from math import comb, isclose

import pytest

from tenmatsu.engine.rollouts.intervals import mean, mean_interval, paired_shares, quantile, wilson


@pytest.mark.parametrize(
    "count,of,low,high",
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_wilson_gives_the_published_intervals(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)


def test_wilson_says_nothing_where_nothing_was_seen() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("chance", [0.02, 0.1, 0.3, 0.5, 0.9])
def test_wilson_holds_the_chance_about_nineteen_times_in_twenty(chance: float) -> None:
    of = 200
    held = sum(
        comb(of, count) * chance**count * (1 - chance) ** (of - count)
        for count in range(of + 1)
        if wilson(count, of)[0] <= chance <= wilson(count, of)[1]
    )
    assert 0.93 <= held <= 0.98


def test_the_interval_of_a_mean_is_1_96_standard_errors_wide() -> None:
    counts = {1: 1, 2: 1, 3: 1}
    interval = mean_interval(counts)
    assert interval is not None
    assert mean(counts) == 2
    assert interval == pytest.approx((2 - 1.95996 / 3**0.5, 2 + 1.95996 / 3**0.5), abs=1e-4)


def test_one_number_alone_has_no_interval() -> None:
    assert mean_interval({4: 1}) is None
    assert mean_interval({4: 2}) == (4.0, 4.0)


def test_paired_shares_are_bonett_and_price_s() -> None:
    up, down = 21 / 102, 9 / 102
    half = 1.959964 * ((up + down - (up - down) ** 2) / 102) ** 0.5
    assert paired_shares(20, 8, 100) == pytest.approx((up - down - half, up - down + half), abs=1e-6)


def test_paired_shares_that_all_differ_are_no_certainty() -> None:
    low, high = paired_shares(5, 0, 5)
    assert low < 1
    assert isclose(high, 1.0)


def test_quantiles_are_numbers_that_came_up() -> None:
    counts = {3: 1, 5: 2, 9: 1}
    assert [quantile(counts, part, 4) for part in (1, 2, 3, 4)] == [3, 5, 5, 9]
