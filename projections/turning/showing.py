"""Show chances as whole percents, and how a commit moved them."""

from collections.abc import Callable

from tenmatsu.engine.language import Lang
from tenmatsu.engine.rollouts.tally import UNFINISHED
from tenmatsu.projections.phrases import say
from tenmatsu.projections.turning.curve import Turn
from tenmatsu.projections.turning.prospects import Stake


def percent(share: float) -> int:
    """Return a share in whole percents; 0 and 100 are kept for what came of none or all of the games."""
    if share in {0.0, 1.0}:
        return int(share * 100)
    return min(99, max(1, round(share * 100)))


def show_percent(share: float, lang: Lang) -> str:
    """Return a share as a percentage."""
    return say("percent", lang, value=percent(share))


def show_span(first: float, last: float, lang: Lang) -> str:
    """Return from which chance to which."""
    return say("chance_span", lang, first=show_percent(first, lang), last=show_percent(last, lang))


def points_gained(turn: Turn) -> str:
    """Return how far a commit moved a chance, signed, as the difference of the whole percents shown."""
    return f"{percent(turn.after) - percent(turn.before):+d}"


def show_change(turn: Turn, lang: Lang) -> str:
    """Return the chance before and after a commit, and how far the difference can be off."""
    span, points, margin = show_span(turn.before, turn.after, lang), points_gained(turn), turn.gain.margin
    if not margin:
        return say("chance_change_sure", lang, span=span, points=points)
    return say("chance_change", lang, span=span, points=points, margin=max(1, round(margin * 100)))


def show_stake(stake: Stake, lang: Lang, name: Callable[[str], str]) -> str:
    """Return what a chance is of; `name` gives the words for a result or a character."""
    if stake.character:
        return say("stake_life", lang, who=name(stake.character))
    result = say("unfinished", lang) if stake.result == UNFINISHED else name(stake.result)
    return say("stake_result", lang, result=result)
