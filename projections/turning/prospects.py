"""What may come of a moment of a fight, and how far one moment differs from another."""

from collections.abc import Iterable, Sequence

import msgspec

from tenmatsu.engine.rollouts.series import Finish
from tenmatsu.projections.turning.noise import Interval, gain_of, share_of, sure


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

    def chance(self, stake: Stake, z: float) -> Interval:
        """Return the chance of a stake."""
        if self.result:
            return sure(float(stake.holds(Finish(self.result, self.alive))))
        return share_of(sum(map(stake.holds, self.played)), len(self.played), z)

    def gain(self, former: "Prospect", stake: Stake, z: float) -> Interval:
        """Return how far a stake's chance moved from the former prospect to this one."""
        if self.result or former.result:
            now, then = self.chance(stake, z), former.chance(stake, z)
            return Interval(now.value - then.value, now.low - then.high, now.high - then.low)
        pairs = [
            (stake.holds(then), stake.holds(now))
            for then, now in zip(former.played, self.played, strict=True)
        ]
        return gain_of(pairs.count((False, True)), pairs.count((True, False)), len(pairs), z)
