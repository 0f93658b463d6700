"""Put the curves of fights into words."""

from collections.abc import Sequence

from tenmatsu.engine.language import Lang
from tenmatsu.engine.rollouts.tally import UNFINISHED
from tenmatsu.projections.phrases import say, tidy_line
from tenmatsu.projections.recap.story import FightPoint, FightTold, Sitting, Turned
from tenmatsu.projections.recap.wording import Wording
from tenmatsu.projections.turning import Curve, turning_points
from tenmatsu.projections.turning.showing import points_gained, show_change

_DIGITS = 4
"""Digits of a share that programs get."""


def find_turned(curves: Sequence[Curve], wording: Wording, lang: Lang) -> dict[int, Turned]:
    """Return by version of their entries what is said of those that turned a fight."""
    found: dict[int, Turned] = {}
    for curve in curves:
        for rank, point in enumerate(turning_points(curve), 1):
            change = show_change(curve, point, lang)
            found[point.told] = Turned(
                rank=rank,
                mark=say("turned_mark", lang, points=f"{points_gained(curve, point):+d}"),
                change=change,
                note=say("turned_note", lang, result=_result(curve, wording, lang), change=change),
            )
    return found


def tell_fights(
    curves: Sequence[Curve], sittings: Sequence[Sitting], wording: Wording, lang: Lang
) -> tuple[FightTold, ...]:
    """Return the fights with the lines of their points."""
    if not curves:
        return ()
    lines = {line.version: line for sitting in sittings for line in sitting.lines()}
    return tuple(
        FightTold(
            number=curve.scene,
            title=tidy_line(curve.title),
            fighters=tuple(wording.name(one) for one in curve.fighters),
            result=_result(curve, wording, lang),
            games=curve.games,
            seed=curve.seed,
            first=curve.first,
            last=curve.last,
            points=tuple(
                FightPoint(
                    first=point.first,
                    last=point.last,
                    line=lines[point.told],
                    share=round(point.shares[curve.followed].value, _DIGITS),
                    low=round(point.shares[curve.followed].low, _DIGITS),
                    high=round(point.shares[curve.followed].high, _DIGITS),
                    certain=point.certain,
                )
                for point in curve.points
            ),
        )
        for curve in curves
    )


def _result(curve: Curve, wording: Wording, lang: Lang) -> str:
    return say("unfinished", lang) if curve.followed == UNFINISHED else wording.name(curve.followed)
