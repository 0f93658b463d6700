"""The curves of fights, as every style shows them."""

from collections.abc import Iterator, Sequence

from tenmatsu.projections.phrases import say
from tenmatsu.projections.recap.document import Curve, CurveLine, CurvePoint, CurveTurn
from tenmatsu.projections.recap.story import FightPoint, FightTold, Line, StakeTold, Story
from tenmatsu.projections.recap.styles.parts import heading_text, number_scene
from tenmatsu.projections.turning import sparkline
from tenmatsu.projections.turning.showing import show_percent, show_span

_WIDTH = 60
"""Letters that a line of blocks has at most."""


def curves_in(lines: Sequence[Line], story: Story) -> Iterator[Curve]:
    """Yield the curves of the fights whose last entry is among these lines, which follow one another."""
    if lines and story.fights:
        for fight in story.fights:
            if lines[0].version <= fight.last <= lines[-1].version:
                yield _curve(fight, story)


def _curve(fight: FightTold, story: Story) -> Curve:
    lang = story.lang
    title = say("fight", lang)
    if fight.number:
        title = say("fight_of", lang, scene=number_scene(fight.number, fight.title, story))
    drawn = [place for place, stake in enumerate(fight.stakes) if stake.is_drawn]
    turns = tuple(_turns(fight.points, drawn))
    return Curve(
        title=heading_text(title, story),
        fighters=("、" if lang == "ja" else ", ").join(fight.fighters),
        lines=tuple(_line(fight.stakes[place], fight, story) for place in drawn),
        points=tuple(_point(point) for point in fight.points),
        turns=turns,
        turns_label=say("turning" if turns else "fight_none", lang),
        note=say("fight_estimate", lang, games=fight.games, seed=fight.seed),
        games=fight.games,
        seed=fight.seed,
    )


def _line(stake: StakeTold, fight: FightTold, story: Story) -> CurveLine:
    values = [chance.value for chance in stake.chances]
    span = show_span(values[0], values[-1], story.lang)
    return CurveLine(
        text=say("fight_chance", story.lang, stake=stake.text),
        is_life=stake.is_life,
        summary=span,
        graph=say("fight_graph", story.lang, first=fight.first, last=fight.last, span=span),
        spark=sparkline(values, _WIDTH),
        chances=stake.chances,
        percents=tuple(show_percent(value, story.lang) for value in values),
    )


def _point(point: FightPoint) -> CurvePoint:
    return CurvePoint(
        first=point.first,
        last=point.last,
        version=point.line.version,
        commit=point.line.commit,
        text=point.line.text,
        certain=point.certain,
    )


def _turns(points: Sequence[FightPoint], drawn: Sequence[int]) -> Iterator[CurveTurn]:
    for place, point in enumerate(points):
        if (turned := point.line.turned) is not None:
            yield CurveTurn(
                point=place,
                line=drawn.index(turned.stake),
                version=point.line.version,
                commit=point.line.commit,
                text=point.line.text,
                change=turned.change,
            )
