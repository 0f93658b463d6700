"""What may come of a moment of a fight, and how far one moment differs from another."""

from collections.abc import Iterable, Sequence

import msgspec

from tenmatsu.engine.rollouts.series import Finish
from tenmatsu.projections.turning.noise import Interval, gain_of, share_of, sure

_WITHOUT_DOUBT = 64
"""Games that stand for a difference between two results that have both come."""


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What a chance is of: a result, or a character's life."""

    result: str = ""
    character: str = ""

    def holds(self, finish: Finish) -> bool:
        """Return whether it came about; a game without an end has cost nobody's life."""
        if self.character:
            return finish.alive is None or self.character in finish.alive
        return finish.result == self.result


class Prospect(msgspec.Struct, frozen=True):
    """The result that has come already, or how the games from a state ended."""

    result: str = ""
    alive: tuple[str, ...] = ()
    """Who is alive where it has come."""
    played: Sequence[Finish] = ()

    def results(self) -> Iterable[str]:
        """Return the results seen."""
        return [self.result] if self.result else [one.result for one in self.played]

    def chance(self, stake: Stake) -> Interval:
        """Return the chance of a stake."""
        if self.result:
            return sure(float(stake.holds(Finish(self.result, self.alive))))
        return share_of(sum(map(stake.holds, self.played)), len(self.played))

    def gain(self, former: "Prospect", stake: Stake) -> Interval:
        """Return how far a stake's chance moved from the former prospect to this one."""
        if self.result or former.result:
            now, then = self.chance(stake), former.chance(stake)
            return Interval(now.value - then.value, now.low - then.high, now.high - then.low)
        return gain_of(*self.turned(former, stake), len(self.played))

    def turned(self, former: "Prospect", stake: Stake) -> tuple[int, int]:
        """Return in how many games a stake came out here alone, and in how many there alone."""
        games = len(self.played) or len(former.played) or _WITHOUT_DOUBT
        both = zip(former.finishes(games), self.finishes(games), strict=True)
        pairs = [(stake.holds(then), stake.holds(now)) for then, now in both]
        return pairs.count((False, True)), pairs.count((True, False))

    def finishes(self, games: int) -> Sequence[Finish]:
        """Return how so many games ended: all alike, where the result has come."""
        return [Finish(self.result, self.alive)] * games if self.result else self.played
