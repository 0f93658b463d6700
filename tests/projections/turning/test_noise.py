"""Intervals of shares and of their differences."""

from fractions import Fraction
from random import Random

import pytest

from tenmatsu.engine.rollouts.intervals import paired_shares, wilson
from tenmatsu.projections.turning.noise import find_moved, gain_of, share_of, sure
from tenmatsu.projections.turning.showing import percent


def test_a_share_lies_inside_its_interval_also_at_both_ends() -> None:
    for count in range(11):
        share = share_of(count, 10)
        assert 0.0 <= share.low <= share.value <= share.high <= 1.0
        assert (share.low, share.high) == pytest.approx(wilson(count, 10))


def test_a_gain_has_the_interval_that_rollouts_give_it() -> None:
    for up, down in ((0, 0), (3, 1), (10, 0), (0, 4)):
        gain = gain_of(up, down, 10)
        assert gain.value == (up - down) / 10
        low, high = paired_shares(up, down, 10)
        assert (gain.low, gain.high) == pytest.approx((min(low, gain.value), max(high, gain.value)))


def test_what_is_known_has_no_margin() -> None:
    assert sure(0.5).margin == 0.0


@pytest.mark.parametrize(
    "turned, moved",
    [
        ([], []),
        ([(0, 0)], [False]),
        ([(5, 0)], [False]),
        ([(6, 0)], [True]),
        ([(0, 6)], [True]),
        ([(9, 1)], [True]),
        ([(8, 2)], [False]),
        ([(20, 20)], [False]),
        ([(50_000, 49_000)], [True]),
        ([(50_000, 49_900)], [False]),
        ([(6, 0), (6, 0)], [False, False]),
        ([(7, 0), (0, 7)], [True, True]),
        ([(6, 0), *[(1, 1)] * 50], [True, *[False] * 50]),
        ([(6, 0), *[(4, 4)] * 50], [False] * 51),
    ],
)
def test_a_share_has_moved_where_the_split_is_too_lopsided_for_all_that_could_have(
    turned: list[tuple[int, int]], moved: list[bool]
) -> None:
    assert find_moved(turned) == moved


def test_where_nothing_moves_hardly_a_fight_in_twenty_has_a_turning_point() -> None:
    rng, wrong = Random(1), 0
    for _ in range(1000):
        splits: list[tuple[int, int]] = []
        for count in (rng.randrange(16) for _ in range(40)):
            up = sum(rng.random() < 0.5 for _ in range(count))
            splits.append((up, count - up))
        wrong += any(find_moved(splits))

    assert wrong <= 50


@pytest.mark.parametrize(
    "share, shown",
    [(0.0, 0), (1.0, 100), (Fraction(1, 1000), 1), (Fraction(999, 1000), 99), (0.5, 50), (0.994, 99)],
)
def test_never_and_always_are_not_said_of_what_happened_now_and_then(share: float, shown: int) -> None:
    assert percent(share) == shown
