"""Put the curves of fights into words."""

from collections.abc import Sequence

from tenmatsu.engine.language import Lang
from tenmatsu.projections.phrases import say, tidy_line
from tenmatsu.projections.recap.story import FightPoint, FightTold, Line, Sitting, StakeTold, Turned
from tenmatsu.projections.recap.wording import Wording
from tenmatsu.projections.turning import Curve, Interval, Turn, turning_points
from tenmatsu.projections.turning.showing import points_gained, show_change, show_stake

_DIGITS = 4
"""Digits of a chance that programs get."""


def find_turned(curves: Sequence[Curve], wording: Wording, lang: Lang) -> dict[int, Turned]:
    """Return by version of their entries what is said of those that turned a fight."""
    return {
        curve.points[turn.point].told: _turned(curve, rank, turn, wording, lang)
        for curve in curves
        for rank, turn in enumerate(turning_points(curve), 1)
    }


def _turned(curve: Curve, rank: int, turn: Turn, wording: Wording, lang: Lang) -> Turned:
    stake, change = show_stake(turn.stake, lang, wording.name), show_change(turn, lang)
    return Turned(
        rank=rank,
        stake=curve.stakes.index(turn.stake),
        mark=say("turned_mark", lang, stake=stake, points=points_gained(turn)),
        change=say("turned_line", lang, stake=stake, change=change),
        note=say("turned_note", lang, stake=stake, change=change),
    )


def tell_fights(
    curves: Sequence[Curve], sittings: Sequence[Sitting], wording: Wording, lang: Lang
) -> tuple[FightTold, ...]:
    """Return the fights with the lines of their points."""
    if not curves:
        return ()
    lines = {line.version: line for sitting in sittings for line in sitting.lines()}
    return tuple(_fight(curve, lines, wording, lang) for curve in curves)


def _fight(curve: Curve, lines: dict[int, Line], wording: Wording, lang: Lang) -> FightTold:
    return FightTold(
        number=curve.scene,
        title=tidy_line(curve.title),
        fighters=tuple(wording.name(one) for one in curve.fighters),
        stakes=tuple(
            StakeTold(
                text=show_stake(stake, lang, wording.name),
                is_life=bool(stake.character),
                is_drawn=stake in curve.drawn,
                chances=tuple(_rounded(point.chance(stake)) for point in curve.points),
            )
            for stake in curve.stakes
        ),
        games=curve.games,
        seed=curve.seed,
        first=curve.first,
        last=curve.last,
        points=tuple(
            FightPoint(first=one.first, last=one.last, line=lines[one.told], certain=one.certain)
            for one in curve.points
        ),
    )


def _rounded(chance: Interval) -> Interval:
    return Interval(*(round(value, _DIGITS) for value in (chance.value, chance.low, chance.high)))
