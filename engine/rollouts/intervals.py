"""
95 % intervals, worked out from whole-number counts.

For a share Wilson's interval; for a mean the normal one; for a difference of shares on the same games
Bonett and Price's, which says something honest also where hardly a game differs; for a difference of
means the normal interval of the games' differences.
"""

from collections.abc import Mapping
from math import sqrt

Z = 1.959963984540054
"""Within so many standard deviations lie 95 % of a normal distribution."""

Interval = tuple[float, float]


def wilson(count: int, of: int) -> Interval:
    """Return the interval of a share of `count` in `of`; all that is possible where nothing was seen."""
    if not of:
        return 0.0, 1.0
    share, square = count / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return (0.0 if not count else middle - half), (1.0 if count == of else middle + half)


def paired_shares(gained: int, lost: int, of: int) -> Interval:
    """Return the interval of a difference of shares: `gained` and `lost` are the games that differ."""
    up, down = (gained + 1) / (of + 2), (lost + 1) / (of + 2)
    half = Z * sqrt((up + down - (up - down) ** 2) / (of + 2))
    return max(-1.0, up - down - half), min(1.0, up - down + half)


def mean(counts: Mapping[int, int]) -> float:
    """Return the mean of numbers by how often each came up; at least one must have."""
    return sum(value * count for value, count in counts.items()) / sum(counts.values())


def mean_interval(counts: Mapping[int, int]) -> Interval | None:
    """Return the interval of a mean, None where fewer than two numbers came up."""
    of = sum(counts.values())
    if of < 2:
        return None
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    variance = (of * squares - total * total) / (of * (of - 1))
    half = Z * sqrt(variance / of)
    return total / of - half, total / of + half


def quantile(counts: Mapping[int, int], part: int, of: int) -> int:
    """Return the least number that at least `part` of `of` parts of all numbers do not exceed."""
    needed, passed = part * sum(counts.values()), 0
    for value in sorted(counts):
        passed += counts[value] * of
        if passed >= needed:
            return value
    raise ValueError("a quantile of nothing")
