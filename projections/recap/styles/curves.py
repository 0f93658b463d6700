"""The curves of fights, as every style shows them."""

from collections.abc import Iterator, Sequence

from tenmatsu.projections.phrases import say
from tenmatsu.projections.recap.document import Curve, CurvePoint, CurveTurn
from tenmatsu.projections.recap.story import FightPoint, FightTold, Line, Story
from tenmatsu.projections.recap.styles.parts import heading_text, number_scene
from tenmatsu.projections.turning.showing import show_percent
from tenmatsu.projections.turning.sparkline import sparkline

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
    points = tuple(_point(point, story) for point in fight.points)
    turns = tuple(
        CurveTurn(
            point=place,
            version=point.line.version,
            commit=point.line.commit,
            text=point.line.text,
            change=point.line.turned.change,
        )
        for place, point in enumerate(fight.points)
        if point.line.turned is not None
    )
    ends = {"began": points[0].percent, "ended": points[-1].percent}
    where = ("、" if lang == "ja" else ", ").join(f"v{turn.version}" for turn in turns)
    return Curve(
        title=heading_text(title, story),
        fighters=("、" if lang == "ja" else ", ").join(fight.fighters),
        label=say("fight_chance", lang, result=fight.result),
        summary=say("fight_span", lang, **ends),
        spark=sparkline([point.share for point in fight.points], _WIDTH),
        points=points,
        turns=turns,
        turns_label=say("turning" if turns else "fight_none", lang),
        graph=say(
            "fight_graph" if turns else "fight_graph_flat",
            lang,
            first=fight.first,
            last=fight.last,
            turns=where,
            **ends,
        ),
        note=say("fight_estimate", lang, games=fight.games, seed=fight.seed),
        games=fight.games,
        seed=fight.seed,
    )


def _point(point: FightPoint, story: Story) -> CurvePoint:
    return CurvePoint(
        first=point.first,
        last=point.last,
        version=point.line.version,
        commit=point.line.commit,
        text=point.line.text,
        share=point.share,
        low=point.low,
        high=point.high,
        certain=point.certain,
        percent=show_percent(point.share, story.lang),
    )
