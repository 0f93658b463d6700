"""How far an estimate from so many games can be off."""

from math import sqrt
from statistics import NormalDist

import msgspec


class Interval(msgspec.Struct, frozen=True):
    """A value with the interval that holds the true one."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the interval's width."""
        return (self.high - self.low) / 2

    @property
    def is_beyond(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.low > 0 or self.high < 0


def sure(value: float) -> Interval:
    """Return what is known exactly."""
    return Interval(value, value, value)


def spread(tries: int = 1) -> float:
    """Return how many standard errors hold so many intervals at once, all right in 95 of 100 cases."""
    return NormalDist().inv_cdf(1 - 0.05 / (2 * max(1, tries)))


def share_of(count: int, games: int, z: float) -> Interval:
    """Return the share of some of the games, with Wilson's interval."""
    share = count / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def gain_of(up: int, down: int, games: int, z: float) -> Interval:
    """
    Return how a share moved when so many games on the same random numbers turned to it and from it.

    The interval is Bonett's and Price's for paired shares: honest for few games too.
    """
    gain = (up - down) / games
    more, less = (up + 1) / (games + 2), (down + 1) / (games + 2)
    half = z * sqrt((more + less - (more - less) ** 2) / (games + 2))
    return Interval(gain, max(-1.0, min(gain, more - less - half)), min(1.0, max(gain, more - less + half)))
