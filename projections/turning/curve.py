"""The chance of each outcome after each commit of a fight, and the commits that moved it most."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from tenmatsu.engine.folding import LineState
from tenmatsu.engine.rollouts.tally import UNFINISHED
from tenmatsu.projections.turning.fights import Fight, Step
from tenmatsu.projections.turning.noise import Interval, gain_of, share_of, spread, sure

MOST = 3
"""Turning points told of a fight."""

Played = Sequence[str]
"""How each game from a state ended, by the game's number: the result, or `unfinished`."""
Play = Callable[[Sequence[LineState]], Sequence[Played]]
"""Plays the same number of games from each of some states, on the same random numbers."""


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """The chances at the end of a commit."""

    first: int
    """Version of the commit's first entry."""
    last: int
    told: int
    """Version of the entry that tells best what the commit brought."""
    commit: str
    shares: dict[str, Interval]
    """By result; `unfinished` for games that came to no end."""
    certain: bool
    """Whether the fight was decided: nothing is estimated then."""
    gain: Interval
    """How far the followed result's chance moved with this commit."""
    moved: bool
    """Whether that is more than chance would make of the largest of so many moves."""


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """A fight as a curve; an estimate, but where it was decided."""

    scene: int
    """0 outside scenes."""
    title: str
    fighters: tuple[str, ...]
    first: int
    last: int
    over: bool
    """Whether the line has left the fight behind."""
    result: str
    """How it ended; empty where it did not."""
    followed: str
    """The result whose chance is the curve: that which came about, else the likeliest at the beginning."""
    games: int
    """Played by auto-play from each state."""
    seed: int
    points: tuple[Point, ...]

    @property
    def chances(self) -> list[float]:
        """The followed result's chance by point."""
        return [self.chance(point) for point in self.points]

    def chance(self, point: Point) -> float:
        """Return the followed result's chance at a point."""
        return point.shares[self.followed].value

    def chance_before(self, point: Point) -> float:
        """Return it at the point before, where there is one."""
        return self.chance(self.points[max(0, self.points.index(point) - 1)])


def turning_points(curve: Curve, most: int = MOST) -> tuple[Point, ...]:
    """Return the points that moved the chance most, beyond noise, the largest move first."""
    moved = [point for point in curve.points if point.moved]
    return tuple(sorted(moved, key=lambda point: (-abs(point.gain.value), point.last))[:most])


def draw_curves(fights: Iterable[Fight], play: Play, *, games: int, seed: int) -> tuple[Curve, ...]:
    """Return the fights as curves; the games of all of them are played in one batch."""
    found = list(fights)
    states = [step.state for fight in found for step in fight.steps if _is_played(step)]
    played = iter(play(states) if states else ())
    return tuple(_draw(fight, _look(fight, played), games=games, seed=seed) for fight in found)


class _Prospect(msgspec.Struct, frozen=True):
    """What may come of a state: the result that has come already, or how the games from it ended."""

    result: str = ""
    played: Played = ()

    def share(self, result: str, z: float) -> Interval:
        if self.result:
            return sure(float(self.result == result))
        return share_of(sum(end == result for end in self.played), len(self.played), z)

    def gain(self, former: "_Prospect", result: str, z: float) -> Interval:
        """Return how far a result's chance moved from the former prospect to this one."""
        if former is self:
            return sure(0.0)
        if self.result or former.result:
            now, then = self.share(result, z), former.share(result, z)
            return Interval(now.value - then.value, now.low - then.high, now.high - then.low)
        pairs = zip(former.played, self.played, strict=True)
        turned = [(then == result, now == result) for then, now in pairs]
        return gain_of(turned.count((False, True)), turned.count((True, False)), len(turned), z)


def _is_played(step: Step) -> bool:
    return not step.result and step.changed


def _look(fight: Fight, played: Iterator[Played]) -> Iterator[_Prospect]:
    """Yield the prospect after each step; one that changed nothing has the former's."""
    prospect = _Prospect()
    for step in fight.steps:
        if step.result != prospect.result or step.changed:
            prospect = _Prospect(step.result) if step.result else _Prospect(played=next(played))
        yield prospect


def _draw(fight: Fight, looked: Iterator[_Prospect], *, games: int, seed: int) -> Curve:
    steps, prospects = fight.steps, list(looked)
    results = dict.fromkeys(end for one in prospects for end in (one.result, *one.played) if end)
    shares = [{result: one.share(result, spread()) for result in results} for one in prospects]
    followed = fight.result or max(
        results, key=lambda result: (result != UNFINISHED, shares[0][result].value)
    )
    former, tries = prospects[0], len({id(one) for one in prospects}) - 1
    points: list[Point] = []
    for step, prospect, share in zip(steps, prospects, shares, strict=True):
        points.append(
            Point(
                first=step.first,
                last=step.last,
                told=step.told.version,
                commit=step.commit,
                shares=share,
                certain=bool(prospect.result),
                gain=prospect.gain(former, followed, spread()),
                moved=prospect.gain(former, followed, spread(tries)).is_beyond,
            )
        )
        former = prospect
    return Curve(
        scene=fight.scene,
        title=fight.title,
        fighters=fight.fighters,
        first=steps[0].first,
        last=steps[-1].last,
        over=fight.over,
        result=fight.result,
        followed=followed,
        games=games,
        seed=seed,
        points=tuple(points),
    )
