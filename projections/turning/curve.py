"""The chance of the outcome after each commit of a fight, and the commits that moved it most."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from tenmatsu.engine.folding import LineState
from tenmatsu.engine.rollouts.series import Finish
from tenmatsu.engine.rollouts.tally import UNFINISHED
from tenmatsu.projections.turning.fights import Fight, Step
from tenmatsu.projections.turning.noise import Interval, find_moved
from tenmatsu.projections.turning.prospects import Prospect, Stake

MOST = 3
"""Turning points told of a fight."""
_FLAT = 0.15
"""A life whose chance never moved so far is not drawn."""

Play = Callable[[Sequence[LineState]], Sequence[Sequence[Finish]]]
"""Plays the same number of games from each of some states, on the same random numbers."""


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """The chances at the end of a commit."""

    first: int
    """Version of the commit's first entry."""
    last: int
    told: int
    """Version of the entry that tells best what the commit brought."""
    commit: str
    certain: bool
    """Whether the fight was decided: nothing is estimated then."""
    results: dict[str, Interval]
    """By result, the chance that it comes about; `unfinished` for games that came to no end."""
    alive: dict[str, Interval]
    """By character whom a player plays, the chance to live; so much as is known of games without end."""

    def chance(self, stake: Stake) -> Interval:
        """Return the chance of a stake."""
        return self.alive[stake.character] if stake.character else self.results[stake.result]


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A commit that moved a chance by more than noise."""

    point: int
    """Its place among the points, from 0."""
    stake: Stake
    before: float
    after: float
    gain: Interval
    """How far it moved, with the interval of the difference."""


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
    stakes: tuple[Stake, ...]
    """
    What is followed: the result that came about, else the likeliest at the beginning; and whether each
    character that a player plays comes out alive.
    """
    games: int
    """Played by auto-play from each state."""
    seed: int
    points: tuple[Point, ...]
    turns: tuple[Turn, ...]
    """The commits that moved a stake beyond noise, the largest move first, with the stake they moved most."""

    @property
    def drawn(self) -> tuple[Stake, ...]:
        """The stakes worth drawing: the result, and the lives whose chance moved."""
        turned = {turn.stake for turn in turning_points(self)}
        return tuple(
            stake
            for stake in self.stakes
            if not stake.character or stake in turned or self._range(stake) >= _FLAT
        )

    def _range(self, stake: Stake) -> float:
        chances = self.chances(stake)
        return max(chances) - min(chances)

    def chances(self, stake: Stake) -> list[float]:
        """Return a stake's chance by point."""
        return [point.chance(stake).value for point in self.points]


def turning_points(curve: Curve, most: int = MOST) -> tuple[Turn, ...]:
    """Return the commits that moved the chances most, the largest move first."""
    return curve.turns[:most]


def draw_curves(fights: Iterable[Fight], play: Play, *, games: int, seed: int) -> tuple[Curve, ...]:
    """Return the fights as curves; the games of all of them are played in one batch."""
    found = list(fights)
    states = [step.state for fight in found for step in fight.steps if step.changed and not step.result]
    played = iter(play(states) if states else ())
    return tuple(_draw(fight, list(_look(fight, played)), games=games, seed=seed) for fight in found)


def _look(fight: Fight, played: Iterator[Sequence[Finish]]) -> Iterator[Prospect]:
    """Yield the prospect after each step; one that changed nothing has the former's."""
    prospect = Prospect()
    for step in fight.steps:
        if step.result and (step.changed or step.result != prospect.result):
            prospect = Prospect(step.result, step.alive)
        elif step.changed:
            prospect = Prospect(played=next(played))
        yield prospect


def _draw(fight: Fight, prospects: Sequence[Prospect], *, games: int, seed: int) -> Curve:
    results = dict.fromkeys(result for one in prospects for result in one.results())
    points = [
        _point(step, prospect, results, fight.players)
        for step, prospect in zip(fight.steps, prospects, strict=True)
    ]
    likeliest = max(results, key=lambda one: (one != UNFINISHED, points[0].results[one].value))
    stakes = (Stake(result=fight.result or likeliest), *(Stake(character=one) for one in fight.players))
    return Curve(
        scene=fight.scene,
        title=fight.title,
        fighters=fight.fighters,
        first=fight.steps[0].first,
        last=fight.steps[-1].last,
        over=fight.over,
        result=fight.result,
        stakes=stakes,
        games=games,
        seed=seed,
        points=tuple(points),
        turns=tuple(_find_turns(prospects, stakes)),
    )


def _point(step: Step, prospect: Prospect, results: Iterable[str], players: Iterable[str]) -> Point:
    return Point(
        first=step.first,
        last=step.last,
        told=step.told.version,
        commit=step.commit,
        certain=bool(prospect.result),
        results={one: prospect.chance(Stake(result=one)) for one in results},
        alive={one: prospect.chance(Stake(character=one)) for one in players},
    )


def _find_turns(prospects: Sequence[Prospect], stakes: Sequence[Stake]) -> list[Turn]:
    """Return the commits that moved a stake beyond noise, by all that the fight has of commits and stakes."""
    pairs = [(place, *both) for place, both in enumerate(pairwise(prospects), 1) if both[0] is not both[1]]
    moved = iter(find_moved([now.turned(then, stake) for _, then, now in pairs for stake in stakes]))
    turns: list[Turn] = []
    for place, then, now in pairs:
        found = [
            Turn(
                point=place,
                stake=stake,
                before=then.chance(stake).value,
                after=now.chance(stake).value,
                gain=now.gain(then, stake),
            )
            for stake in stakes
            if next(moved)
        ]
        turns += sorted(found, key=_size)[:1]
    return sorted(turns, key=_size)


def _size(turn: Turn) -> float:
    """Return what puts the largest move first; equal ones stay in order, the result before lives."""
    return -round(abs(turn.gain.value), 9)
