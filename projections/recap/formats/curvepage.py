"""The curve of a fight in a page: an SVG without a script, its words in HTML so that they never shrink."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from tenmatsu.engine.language import Lang
from tenmatsu.projections.phrases import say
from tenmatsu.projections.recap.document import Curve, CurvePoint

_WIDTH, _HEIGHT = 1000, 100
"""The drawing's own measures; the page stretches it."""
_TOP, _HALF, _BOTTOM = 0, _HEIGHT // 2, _HEIGHT


@cache
def curve_style() -> str:
    """Return what a page with a curve needs of style besides."""
    return files("tenmatsu.projections.recap.formats").joinpath("curve.css").read_text(encoding="utf-8")


def draw_curve(block: Curve, number: int, anchors: Collection[int], lang: Lang) -> Iterator[str]:
    """
    Yield a curve line by line.

    `number` sets it apart from the page's other curves; a point links to its entry, or to another of the
    same commit, where `anchors` has it.
    """
    yield '<figure class="curve">'
    fighters = f'<span class="fighters">{escape(block.fighters)}</span>' if block.fighters else ""
    yield f"<figcaption><b>{escape(block.title)}</b>{fighters}"
    label, summary = escape(block.label), escape(block.summary)
    yield f'<p class="summary">{label} <strong>{summary}</strong></p></figcaption>'
    yield '<div class="plot">'
    yield from _drawing(block, number, anchors)
    yield from _words(block, anchors)
    yield "</div>"
    yield from _turns(block, anchors, lang)
    yield f'<p class="estimate">{escape(block.note)}</p>'
    yield "</figure>"


def _drawing(block: Curve, number: int, anchors: Collection[int]) -> Iterator[str]:
    name = f"curve{number}"
    yield (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" preserveAspectRatio="none" role="group" '
        f'aria-labelledby="{name}-title {name}-words">'
    )
    yield f'<title id="{name}-title">{escape(f"{block.title} {block.label}")}</title>'
    yield f'<desc id="{name}-words">{escape(block.graph)}</desc>'
    for y, kind in ((_TOP, ""), (_HALF, " half"), (_BOTTOM, "")):
        yield f'<path class="rule{kind}" d="M0 {y}H{_WIDTH}"/>'
    points = block.points
    places = [_x(place, points) for place in range(len(points))]
    above = [f"{x} {_y(point.high)}" for x, point in zip(places, points, strict=True)]
    below = [f"{x} {_y(point.low)}" for x, point in zip(places, points, strict=True)]
    line = [f"{x} {_y(point.share)}" for x, point in zip(places, points, strict=True)]
    yield f'<path class="band" d="M{"L".join([*above, *reversed(below)])}Z"/>'
    yield f'<path class="line" d="M{"L".join(line)}"/>'
    turned = {turn.point for turn in block.turns}
    for place, (spot, point) in enumerate(zip(line, points, strict=True)):
        dots = f'<path class="near" d="M{spot}h0"/><path class="dot" d="M{spot}h0"/>'
        title = f"<title>{escape(f'v{point.version} {point.percent} {point.text}')}</title>"
        anchor = _anchor(point, anchors)
        if anchor and place not in turned:
            yield f'<a href="#v{anchor}" tabindex="-1">{title}{dots}</a>'
        else:
            yield f"<g>{title}{dots}</g>"
    yield "</svg>"


def _words(block: Curve, anchors: Collection[int]) -> Iterator[str]:
    for y, text in ((_TOP, "100%"), (_HALF, "50%"), (_BOTTOM, "0%")):
        yield f'<span class="y" style="top:{y}%" aria-hidden="true">{text}</span>'
    first, last = block.points[0], block.points[-1]
    yield f'<span class="x" aria-hidden="true">v{first.first}</span>'
    if len(block.points) > 1:
        yield f'<span class="x last" aria-hidden="true">v{last.last}</span>'
    for number, turn in enumerate(block.turns, 1):
        point = block.points[turn.point]
        place = f"left:{_x(turn.point, block.points) / _WIDTH:.1%};top:{_y(point.share)}%"
        title = escape(f"{turn.change} {turn.text}")
        anchor = _anchor(point, anchors)
        if anchor:
            yield f'<a class="peak" href="#v{anchor}" style="{place}" title="{title}">{number}</a>'
        else:
            yield f'<span class="peak" style="{place}" title="{title}">{number}</span>'


def _turns(block: Curve, anchors: Collection[int], lang: Lang) -> Iterator[str]:
    yield f"<p>{escape(block.turns_label)}</p>"
    if not block.turns:
        return
    yield "<ol>"
    for turn in block.turns:
        anchor = _anchor(block.points[turn.point], anchors)
        link = f"v{turn.version}"
        if anchor:
            title = escape(say("version_title", lang, commit=turn.commit))
            link = f' <a class="version" href="#v{anchor}" title="{title}">{link}</a>'
        else:
            link = f' <span class="version">{link}</span>'
        yield f'<li><span class="change">{escape(turn.change)}</span>{escape(turn.text)}{link}</li>'
    yield "</ol>"


def _anchor(point: CurvePoint, anchors: Collection[int]) -> int:
    """Return the version to link to: of the entry that tells the commit, else of another; 0 for none."""
    if point.version in anchors:
        return point.version
    return next((one for one in range(point.first, point.last + 1) if one in anchors), 0)


def _x(place: int, points: Sequence[CurvePoint]) -> float:
    return round(_WIDTH * place / max(1, len(points) - 1), 1)


def _y(share: float) -> float:
    return round(_HEIGHT * (1 - share), 1)
