"""The curves of a fight in a page: SVG without a script, its words in HTML so that they never shrink."""

from collections.abc import Collection, Iterator
from functools import cache
from html import escape
from importlib.resources import files

from tenmatsu.engine.language import Lang
from tenmatsu.projections.phrases import say
from tenmatsu.projections.recap.document import Curve, CurveLine, CurvePoint
from tenmatsu.projections.turning import Interval

_WIDTH, _HEIGHT = 1000, 100
"""The drawing's own measures; the page stretches it."""
_RULES = ((0, "100%", ""), (50, "50%", " half"), (100, "0%", ""))


@cache
def curve_style() -> str:
    """Return what a page with curves needs of style besides."""
    return files("tenmatsu.projections.recap.formats").joinpath("curve.css").read_text(encoding="utf-8")


def draw_curve(block: Curve, number: int, anchors: Collection[int], lang: Lang) -> Iterator[str]:
    """
    Yield a fight's curves line by line.

    `number` sets them apart from the page's other fights; a point links to its entry, or to another of the
    same commit, where `anchors` has it.
    """
    yield '<figure class="curve">'
    fighters = f'<span class="fighters">{escape(block.fighters)}</span>' if block.fighters else ""
    yield f"<figcaption><b>{escape(block.title)}</b>{fighters}</figcaption>"
    for place in range(len(block.lines)):
        yield from _Plot(block, place, f"curve{number}-{place + 1}", anchors).lines()
    yield f"<p>{escape(block.turns_label)}</p>"
    if block.turns:
        yield "<ol>"
        for turn in block.turns:
            link = f' <span class="version">v{turn.version}</span>'
            if anchor := _anchor(block.points[turn.point], anchors):
                title = escape(say("version_title", lang, commit=turn.commit))
                link = f' <a class="version" href="#v{anchor}" title="{title}">v{turn.version}</a>'
            yield f'<li><span class="change">{escape(turn.change)}</span> {escape(turn.text)}{link}</li>'
        yield "</ol>"
    yield f'<p class="estimate">{escape(block.note)}</p>'
    yield "</figure>"


class _Plot:
    """One curve."""

    def __init__(self, block: Curve, place: int, name: str, anchors: Collection[int]) -> None:
        self._block = block
        self._line: CurveLine = block.lines[place]
        self._name = name
        self._anchors = anchors
        self._turned = {turn.point: n for n, turn in enumerate(block.turns, 1) if turn.line == place}

    def lines(self) -> Iterator[str]:
        """Yield it line by line."""
        line, name = self._line, self._name
        yield f'<p class="summary">{escape(line.text)} <strong>{escape(line.summary)}</strong></p>'
        yield f'<div class="plot{" life" if line.is_life else ""}">'
        yield (
            f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" preserveAspectRatio="none" role="group" '
            f'aria-labelledby="{name}-title" aria-describedby="{name}-words">'
        )
        yield f'<title id="{name}-title">{escape(line.text)}</title>'
        yield f'<desc id="{name}-words">{escape(line.graph)}</desc>'
        yield "".join(f'<path class="rule{kind}" d="M0 {y}H{_WIDTH}"/>' for y, _, kind in _RULES)
        above = [self._spot(place, one.high) for place, one in enumerate(line.chances)]
        below = [self._spot(place, one.low) for place, one in enumerate(line.chances)]
        yield f'<path class="band" d="M{"L".join([*above, *reversed(below)])}Z"/>'
        spots = [self._spot(place, one.value) for place, one in enumerate(line.chances)]
        yield f'<path class="line" d="M{"L".join(spots)}"/>'
        for place, spot in enumerate(spots):
            yield self._dot(place, spot)
        yield "</svg>"
        for y, text, _ in _RULES:
            yield f'<span class="y" style="top:{y}%" aria-hidden="true">{text}</span>'
        for place, number in self._turned.items():
            yield self._peak(place, number)
        if self._line is self._block.lines[-1]:
            first, last = self._block.points[0].first, self._block.points[-1].last
            yield f'<span class="x" aria-hidden="true">v{first}</span>'
            yield f'<span class="x last" aria-hidden="true">v{last}</span>'
        yield "</div>"

    def _dot(self, place: int, spot: str) -> str:
        """Return a point: one that moved the curve is seen, every one can be pointed at."""
        point, chances = self._block.points[place], self._line.chances
        moved = not place or chances[place].value != chances[place - 1].value
        seen = f'<path class="dot" d="M{spot}h0"/>' if moved else ""
        said = escape(f"v{point.version} {self._line.percents[place]} {point.text}")
        inside = f'<title>{said}</title><path class="near" d="M{spot}h0"/>{seen}'
        if anchor := _anchor(point, self._anchors):
            return f'<a href="#v{anchor}" tabindex="-1">{inside}</a>'
        return f"<g>{inside}</g>"

    def _peak(self, place: int, number: int) -> str:
        """Return the number of a turning point, which the list below explains."""
        x, y = self._x(place) / _WIDTH, self._y(self._line.chances[place])
        where = f'class="peak" style="left:{x:.1%};top:{y}%"'
        title = escape(self._block.turns[number - 1].text)
        if anchor := _anchor(self._block.points[place], self._anchors):
            return f'<a {where} href="#v{anchor}" title="{title}">{number}</a>'
        return f'<span {where} title="{title}">{number}</span>'

    def _spot(self, place: int, share: float) -> str:
        return f"{self._x(place)} {round(_HEIGHT * (1 - share), 1)}"

    def _x(self, place: int) -> float:
        return round(_WIDTH * place / max(1, len(self._block.points) - 1), 1)

    @staticmethod
    def _y(chance: Interval) -> float:
        return round(_HEIGHT * (1 - chance.value), 1)


def _anchor(point: CurvePoint, anchors: Collection[int]) -> int:
    """Return the version to link to: of the entry that tells the commit, else of another; 0 for none."""
    if point.version in anchors:
        return point.version
    return next((one for one in range(point.first, point.last + 1) if one in anchors), 0)
