"""Show chances as whole percents, and how a commit moved them."""

from tenmatsu.engine.language import Lang
from tenmatsu.projections.phrases import say
from tenmatsu.projections.turning.curve import Curve, Point


def percent(share: float) -> int:
    """Return a share in whole percents; 0 and 100 are kept for what came of none or all of the games."""
    if share in {0.0, 1.0}:
        return int(share * 100)
    return min(99, max(1, round(share * 100)))


def show_percent(share: float, lang: Lang) -> str:
    """Return a share as a percentage."""
    return say("percent", lang, value=percent(share))


def points_gained(curve: Curve, point: Point) -> int:
    """Return how far a point moved the chance, as the difference of the whole percents shown."""
    return percent(curve.chance(point)) - percent(curve.chance_before(point))


def show_change(curve: Curve, point: Point, lang: Lang) -> str:
    """Return the chance before and after a point, and how far the difference can be off."""
    margin = round(point.gain.margin * 100)
    return say(
        "turned_change" if margin else "turned_change_sure",
        lang,
        before=show_percent(curve.chance_before(point), lang),
        after=show_percent(curve.chance(point), lang),
        points=f"{points_gained(curve, point):+d}",
        margin=margin,
    )
