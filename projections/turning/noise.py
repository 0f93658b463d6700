"""How far an estimate from so many games can be off, and which differences are more than chance."""

from collections.abc import Sequence
from math import comb, sqrt
from statistics import NormalDist

import msgspec

_LEVEL = 0.05
"""In so many cases an interval or a test may be wrong."""
_MANY = 1000
"""So many games that turned are as good as normally distributed."""
_Z = NormalDist().inv_cdf(1 - _LEVEL / 2)


class Interval(msgspec.Struct, frozen=True):
    """A value with the interval that holds the true one in 95 of 100 cases."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the interval's width."""
        return (self.high - self.low) / 2


def sure(value: float) -> Interval:
    """Return what is known exactly."""
    return Interval(value, value, value)


def share_of(count: int, games: int) -> Interval:
    """Return the share of some of the games, with Wilson's interval."""
    share = count / games
    middle = (share + _Z * _Z / (2 * games)) / (1 + _Z * _Z / games)
    half = _Z * sqrt(share * (1 - share) / games + _Z * _Z / (4 * games * games)) / (1 + _Z * _Z / games)
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def gain_of(up: int, down: int, games: int) -> Interval:
    """
    Return how a share moved when so many games on the same random numbers turned to it and from it.

    The interval is Bonett's and Price's for paired shares: honest for few games too.
    """
    gain = (up - down) / games
    more, less = (up + 1) / (games + 2), (down + 1) / (games + 2)
    half = _Z * sqrt((more + less - (more - less) ** 2) / (games + 2))
    return Interval(gain, max(-1.0, min(gain, more - less - half)), min(1.0, max(gain, more - less + half)))


def find_moved(turned: Sequence[tuple[int, int]]) -> list[bool]:
    """
    Return which of many shares have moved, from how many games turned to each and from it.

    Each is tested exactly, by its sign: were nothing moved, a game that turned would do so either way
    alike. The largest of many differences is large by chance too, so the tests share the level, 0.05
    for all of them at once. Where too few games turned no test could tell anything; those take no share
    (Tarone's correction of Bonferroni's).
    """
    tries = 1
    least = [2 * 0.5 ** (up + down) for up, down in turned]
    while sum(value <= _LEVEL / tries for value in least) > tries:
        tries += 1
    return [_sign_test(up, down) <= _LEVEL / tries for up, down in turned]


def _sign_test(up: int, down: int) -> float:
    """Return how likely so lopsided a split of the games that turned is where nothing moved."""
    turned = up + down
    if turned > _MANY:
        return 2 * NormalDist().cdf(-(abs(up - down) - 1) / sqrt(turned))
    tail: int = sum(comb(turned, count) for count in range(min(up, down) + 1))
    return float(min(1.0, 2 * tail / (1 << turned)))
