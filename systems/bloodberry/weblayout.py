"""The web of relations as SVG: people on a circle, relations by their strength, what they feel."""

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tenmatsu.engine.cells import width_of
from tenmatsu.engine.drawings import escape, frame_svg

_WIDTH = 360
"""Of the drawing, in pixels; a telephone shows it as large."""
_PAPER = "light-dark(#fffdf9,#26232b)"
_INK = "light-dark(#2b2226,#f0e8ea)"
_FAINT = "light-dark(#6c5a62,#b3a3aa)"
_TIES = (
    "light-dark(#8d7d84,#958790)",
    "light-dark(#a8748a,#a87e90)",
    "light-dark(#b0325f,#e0719a)",
    "light-dark(#8f0f3f,#ff7faa)",
)
"""The colour of a relation by its strength; the marks say the same."""
_CURSE = "light-dark(#4b2a86,#b79af0)"
_CAMPS = ("light-dark(#1f6f64,#63c7b8)", "light-dark(#8a5a12,#dfae5e)", "light-dark(#2d5a9b,#86b1ee)")
_STROKES = ("1.2", "1.8", "3", "4.6")
_WORDS = "font-family:var(--sans,sans-serif)"
_LINE = 17
"""Height of a line of words."""


class Node(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody of the web."""

    id: str
    name: str
    kind: str = "pc"
    camp: int = -1
    """The number of their camp, from 0; -1 without one."""


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A relation of two of them."""

    one: str
    other: str
    strength: int
    marks: str
    name: str
    """What the relation is called."""
    feels: tuple[str, ...] = ()
    felt: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    """All of it in words, for below the web."""


class Facing(msgspec.Struct, frozen=True, kw_only=True):
    """A camp that confronts a curse."""

    camp: str
    number: int
    curse: str
    strength: int
    marks: str


class Point(msgspec.Struct, frozen=True):
    """A place in the drawing."""

    x: float
    y: float

    def towards(self, other: "Point", part: float) -> "Point":
        """Return the place at a part of the way to another."""
        return Point(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)


def draw_web(
    title: str,
    alt: str,
    nodes: Sequence[Node],
    edges: Sequence[Edge],
    facings: Sequence[Facing],
    centre: str = "",
) -> str:
    """Return the web: people on a circle, or around one of them; below it whatever does not fit there."""
    room = 104.0 if len(nodes) <= 4 and not centre else 76.0
    names = {node.id: _cut(node.name, room, 12) for node in nodes}
    places, height = _place(nodes, centre, names)
    halves = {one: _halve(name) for one, name in names.items()}
    ends = [
        (
            _leave(places[e.one], places[e.other], halves[e.one]),
            _leave(places[e.other], places[e.one], halves[e.other]),
        )
        for e in edges
    ]
    fits = not centre and _fits(places, edges)
    parts: list[str] = []
    for edge in edges:
        parts += _draw_tie(edge, places[edge.one], places[edge.other])
    taken: list[Point] = []
    for edge, (one, other) in zip(edges, ends, strict=True):
        parts += _draw_marks(edge, one, other, taken, named=fits)
    if fits:
        for edge, (one, other) in zip(edges, ends, strict=True):
            parts += _draw_feelings(edge, one, other)
    parts += [_draw_node(node, names[node.id], places[node.id]) for node in nodes]
    bottom = height + (8.0 if facings else 0.0)
    for facing in facings:
        parts += _draw_facing(facing, bottom)
        bottom += 40
    if not fits:
        for edge in edges:
            drawn, bottom = _draw_words(edge, bottom)
            parts += drawn
    return frame_svg(_WIDTH, round(bottom + 6), title, alt, parts)


def _place(nodes: Sequence[Node], centre: str, names: Mapping[str, str]) -> tuple[dict[str, Point], int]:
    """Return where people stand, and how high the web is."""
    around = [node.id for node in nodes if node.id != centre]
    count = len(around)
    if count <= 2:
        row = [*around[:1], centre, *around[1:]] if centre else around
        left, right = (_halve(names[row[end]]) + 6 for end in (0, -1))
        step = (_WIDTH - left - right) / max(1, len(row) - 1)
        return {one: Point(left + step * place, 48) for place, one in enumerate(row)}, 84
    across, down = 124.0, 96.0 + 7 * min(count, 12)
    turns = [math.tau * place / count - math.pi / 2 for place in range(count)]
    placed = {
        one: Point(_WIDTH / 2 + across * math.cos(turn), down * math.sin(turn))
        for one, turn in zip(around, turns, strict=True)
    }
    if centre:
        placed[centre] = Point(_WIDTH / 2, 0)
    top = min(point.y for point in placed.values()) - 24
    held = {
        one: Point(min(max(at.x, half + 2), _WIDTH - half - 2), at.y - top)
        for one, at in placed.items()
        for half in (_halve(names[one]),)
    }
    return held, round(max(point.y for point in held.values()) + 26)


def _halve(name: str) -> float:
    """Return half the width of the box around a name."""
    return max(40.0, _measure(name, 12) + 18) / 2


def _leave(start: Point, end: Point, half: float) -> Point:
    """Return where a line leaves the box around a name."""
    across, down = abs(end.x - start.x), abs(end.y - start.y)
    return start.towards(end, min(half / max(across, 0.1), 14 / max(down, 0.1), 0.45))


def _fits(places: dict[str, Point], edges: Sequence[Edge]) -> bool:
    """Return whether names and feelings have room beside the lines."""
    if len(places) > 4:
        return False
    for edge in edges:
        one, other = places[edge.one], places[edge.other]
        across = abs(one.x - other.x)
        room = (0.36 * across if abs(one.y - other.y) < 30 else 84) - 4
        longest = max((_measure(text, 10) for text in (*edge.feels, *edge.felt)), default=0)
        if longest > room or _measure(edge.name, 10) > 84:
            return False
    return len(edges) <= 5


def _draw_tie(edge: Edge, one: Point, other: Point) -> Iterator[str]:
    level = min(edge.strength, len(_TIES) - 1)
    dashes = ";stroke-dasharray:3 4" if edge.strength == 0 else ""
    yield (
        f'<path d="M{one.x:.1f} {one.y:.1f}L{other.x:.1f} {other.y:.1f}" '
        f'style="stroke:{_TIES[level]};stroke-width:{_STROKES[level]}{dashes};fill:none"/>'
    )


def _draw_marks(edge: Edge, one: Point, other: Point, taken: list[Point], *, named: bool) -> Iterator[str]:
    """Yield the strength as marks upon the line, its name over them; aside where another's are."""
    parts = (0.5, 0.4, 0.6, 0.33, 0.67)
    spots = [one.towards(other, part) for part in parts]
    at = next((s for s in spots if all(abs(s.x - t.x) > 40 or abs(s.y - t.y) > 20 for t in taken)), spots[0])
    taken.append(at)
    level = min(edge.strength, len(_TIES) - 1)
    name = edge.name if named else ""
    width = max(len(edge.marks) * 11 + 8, _measure(name, 10) + 10)
    high = 30 if name else 16
    yield _rect(at.x - width / 2, at.y - high / 2, width, high, 6, _PAPER, _TIES[level], "1")
    if name:
        yield _text(at.x, at.y - 3, name, 10, _INK)
    yield _text(at.x, at.y + (11 if name else 4), edge.marks, 11, _TIES[level])


def _draw_feelings(edge: Edge, one: Point, other: Point) -> Iterator[str]:
    """Yield what either feels, near whoever feels it, with paper behind the letters."""
    level = abs(one.y - other.y) < 30
    for start, end, felt in ((one, other, edge.feels), (other, one, edge.felt)):
        at = start.towards(end, 0.2)
        lift = (-8.0 - 13 * (len(felt) - 1)) if level else -6.0 * (len(felt) - 1) + 4
        for place, text in enumerate(felt):
            yield _text(at.x, at.y + lift + 13 * place, text, 10, _FAINT, halo=True)


def _draw_node(node: Node, name: str, at: Point) -> str:
    half = _halve(name)
    edge = _CURSE if node.kind == "curse" else _CAMPS[node.camp % len(_CAMPS)] if node.camp >= 0 else _INK
    dashes = ";stroke-dasharray:4 3" if node.kind == "npc" else ""
    return (
        f"<g><title>{escape(node.name)}</title>"
        f"{_rect(at.x - half, at.y - 14, half * 2, 28, 14, _PAPER, edge, f'1.8{dashes}')}"
        f"{_text(at.x, at.y + 4.5, name, 12, _INK, bold=True)}</g>"
    )


def _draw_facing(facing: Facing, top: float) -> Iterator[str]:
    """Yield a camp and a curse with their relation between them."""
    level = min(facing.strength, len(_TIES) - 1)
    y, colour = top + 18, _CAMPS[facing.number % len(_CAMPS)]
    dashes = ";stroke-dasharray:3 4" if facing.strength == 0 else ""
    yield (
        f'<path d="M110 {y:.1f}H250" '
        f'style="stroke:{_TIES[level]};stroke-width:{_STROKES[level]}{dashes};fill:none"/>'
    )
    width = len(facing.marks) * 11 + 8
    yield _rect(180 - width / 2, y - 8, width, 16, 6, _PAPER, _TIES[level], "1")
    yield _text(180, y + 4, facing.marks, 11, _TIES[level])
    for x, name, edge in ((66, facing.camp, colour), (294, facing.curse, _CURSE)):
        yield (
            f"<g><title>{escape(name)}</title>{_rect(x - 60, y - 14, 120, 28, 4, _PAPER, edge, '1.8')}"
            f"{_text(x, y + 4.5, _cut(name, 108, 12), 12, _INK, bold=True)}</g>"
        )


def _draw_words(edge: Edge, top: float) -> tuple[list[str], float]:
    """Return a relation in words below the web, and where it ends."""
    parts: list[str] = []
    y = top + 4
    for place, line in enumerate(edge.lines):
        for part in _fold(line, _WIDTH - 24, 11):
            y += _LINE - 2
            parts.append(
                _text(8 if place == 0 else 18, y, part, 11, _INK if place == 0 else _FAINT, anchor="start")
            )
    return parts, y + 3


def _fold(text: str, room: float, size: float) -> Iterator[str]:
    """Yield a text in lines that fit, broken at a blank where that does not leave half a line empty."""
    while _measure(text, size) > room:
        end = len(text)
        while end > 1 and _measure(text[:end], size) > room:
            end -= 1
        blank = text.rfind(" ", end // 2, end + 1)
        end = end if blank < 0 else blank
        yield text[:end]
        text = text[end:].lstrip()
    yield text


def _cut(text: str, room: float, size: float) -> str:
    """Return a text, cut where it has no room."""
    if _measure(text, size) <= room:
        return text
    while text and _measure(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text}…"


def _measure(text: str, size: float) -> float:
    """Return about how wide a text is, in pixels."""
    return width_of(text) * size * 0.54


def _rect(
    x: float, y: float, width: float, height: float, round_: float, fill: str, edge: str, stroke: str
) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_:g}" '
        f'style="fill:{fill};stroke:{edge};stroke-width:{stroke}"/>'
    )


def _text(
    x: float,
    y: float,
    words: str,
    size: float,
    colour: str,
    *,
    anchor: str = "middle",
    bold: bool = False,
    halo: bool = False,
) -> str:
    weight = ";font-weight:600" if bold else ""
    behind = f";paint-order:stroke;stroke:{_PAPER};stroke-width:3.5px;stroke-linejoin:round" if halo else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" '
        f'style="{_WORDS};font-size:{size:g}px;fill:{colour}{weight}{behind}">{escape(words)}</text>'
    )
