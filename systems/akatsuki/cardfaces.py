"""Small drawings of our own: 花札 with the plant of their month, backs, chips, damage cards."""

from collections.abc import Iterator, Sequence

import msgspec

from tenmatsu.engine.drawings import escape, frame_svg

_WIDTH, _HEIGHT = 56, 88
"""Of a card that lies upright."""
_GAP = 8
_CAPTION = 24
"""Room for the words over a row."""
_ROUND = 5

_PAPER = "light-dark(#fffdf7,#2c2932)"
_EDGE = "light-dark(#4a4038,#b9ad9c)"
_INK = "light-dark(#2b2622,#efe8db)"
_FAINT = "light-dark(#6a6055,#a79e90)"
_ON_BAND = "light-dark(#ffffff,#1b1a1f)"
_BACK = "light-dark(#8a2a20,#6e2722)"
_LATTICE = "light-dark(#e3b9a4,#c08d7c)"
_CHIP = "light-dark(#f3e3bd,#4a3f26)"
_KINDS = {
    "bright": "light-dark(#b3231a,#ff9080)",
    "animal": "light-dark(#27653a,#86cf96)",
    "ribbon": "light-dark(#5a3a92,#c2a8f2)",
    "plain": "light-dark(#6b645b,#b3aa9d)",
}
"""A colour for each kind; the sign on the card says the same."""
_LETTERS = "font-family:var(--serif,serif)"
_WORDS = "font-family:var(--sans,sans-serif)"


class Box(msgspec.Struct, frozen=True):
    """A drawing with its size; it begins at 0, 0."""

    width: int
    height: int
    markup: str

    def crosswise(self) -> "Box":
        """Return it as it lies when it was given: turned by a quarter (横)."""
        turned = f'<g transform="translate({self.height} 0) rotate(90)">{self.markup}</g>'
        return Box(self.height, self.width, turned)


def draw_card(month: int, kind: str, plant: str, name: str, sign: str, words: str) -> Box:
    """Return a card face up: the plant large, month and sign small; `name` is what the plant is called."""
    colour = _KINDS.get(kind, _FAINT)
    parts = [
        _rect(0.75, 0.75, _WIDTH - 1.5, _HEIGHT - 1.5, _ROUND, _PAPER, _EDGE),
        *_draw_motif(kind, colour),
        *_draw_plant(plant, raised=bool(name)),
        _text(6, 14, str(month or ""), 10, _FAINT, style=_WORDS, anchor="start"),
        (
            f'<path d="M.75 {_HEIGHT - 19}h{_WIDTH - 1.5}v{18.25 - _ROUND}a5 5 0 0 1-5 5h-{_WIDTH - 11.5}'
            f'a5 5 0 0 1-5-5z" style="fill:{colour}"/>'
        ),
        _text(_WIDTH / 2, _HEIGHT - 6, sign, 11, _ON_BAND, style=_WORDS, bold=True),
    ]
    if name:
        parts.append(_text(_WIDTH / 2, 63, name, 10 if len(name) < 8 else 8.5, _INK, style=_WORDS))
    return _group(_WIDTH, _HEIGHT, words, parts)


def draw_back(words: str) -> Box:
    """Return a card face down."""
    inner = _rect(5, 5, _WIDTH - 10, _HEIGHT - 10, 3, "none", _LATTICE)
    parts = [
        _rect(0.75, 0.75, _WIDTH - 1.5, _HEIGHT - 1.5, _ROUND, _BACK, _EDGE),
        inner,
        (
            f'<path d="{_lattice(7, 7, _WIDTH - 14, _HEIGHT - 14, 7, 6.1667)}" '
            f'style="fill:none;stroke:{_LATTICE};stroke-width:.8;opacity:.75"/>'
        ),
    ]
    return _group(_WIDTH, _HEIGHT, words, parts)


def draw_chip(printed: str, words: str, *, is_back: bool = False, is_given: bool = False) -> Box:
    """Return a chip; a given one lies upside down (逆位置)."""
    size, middle = 40, 20
    fill, line = (_BACK, _LATTICE) if is_back else (_CHIP, _EDGE)
    parts = [
        f'<circle cx="{middle}" cy="{middle}" r="19" style="fill:{fill};stroke:{_EDGE};stroke-width:1.5"/>',
        (
            f'<circle cx="{middle}" cy="{middle}" r="15" '
            f'style="fill:none;stroke:{line};stroke-width:1;stroke-dasharray:3 2"/>'
        ),
    ]
    if is_back:
        parts.append(
            f'<path d="{_lattice(11, 11, 18, 18, 6, 6)}" '
            f'style="fill:none;stroke:{line};stroke-width:.8;opacity:.75"/>'
        )
    else:
        turned = f' transform="rotate(180 {middle} {middle})"' if is_given else ""
        parts.append(f"<g{turned}>{_text(middle, 25.5, printed, 16, _INK, style=_LETTERS, bold=True)}</g>")
    return _group(size, size, words, parts)


def draw_wound(harm: str, rank: int, care: str, words: str, *, is_turned: bool) -> Box:
    """Return a damage card: face up it is red (重体), turned over by treatment it is pale (重傷)."""
    colour = _FAINT if is_turned else _KINDS["bright"]
    width, height = 132, 64
    dashed = ";stroke-dasharray:5 3" if is_turned else ""
    parts = [
        (
            f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="6" '
            f'style="fill:{_PAPER};stroke:{colour};stroke-width:2{dashed}"/>'
        ),
        _text(28, 44, str(rank), 34, colour, style=_LETTERS, bold=True),
        _text(54, 26, harm, 13, _INK, style=_WORDS, bold=True, anchor="start"),
        _text(54, 44, care, 12, colour, style=_WORDS, bold=not is_turned, anchor="start"),
    ]
    for place in range(5):
        fill = colour if place < rank else "none"
        parts.append(f'<circle cx="{58 + place * 13}" cy="54" r="3.2" style="fill:{fill};stroke:{colour}"/>')
    return _group(width, height, words, parts)


def draw_row(width: int, title: str, alt: str, rows: Sequence[tuple[str, str, Sequence[Box]]]) -> str:
    """Return everything under each other: (words, words at the end of the line, boxes) for each row."""
    parts: list[str] = []
    top = 0
    for label, note, boxes in rows:
        parts.append(_caption(top + 15, label, note))
        top += _CAPTION
        for line in _flow(width, boxes):
            left, height = 0, max(box.height for box in line)
            for box in line:
                lower = top + (height - box.height) // 2
                parts.append(f'<g transform="translate({left} {lower})">{box.markup}</g>')
                left += box.width + _GAP
            top += height + _GAP
        top += 4
    return frame_svg(width, top, title, alt, parts)


def _caption(bottom: int, label: str, note: str) -> str:
    small = f'<tspan dx="9" style="fill:{_FAINT};font-weight:400">{escape(note)}</tspan>' if note else ""
    style = f"{_WORDS};font-size:12.5px;font-weight:700;fill:{_INK}"
    return f'<text x="1" y="{bottom}" style="{style}">{escape(label)}{small}</text>'


def _flow(width: int, boxes: Sequence[Box]) -> Iterator[list[Box]]:
    line: list[Box] = []
    left = 0
    for box in boxes:
        if line and left + box.width > width:
            yield line
            line, left = [], 0
        line.append(box)
        left += box.width + _GAP
    if line:
        yield line


def _draw_motif(kind: str, colour: str) -> Iterator[str]:
    """Yield what tells a kind without words: the sun, wings, a ribbon; nothing for a plain card."""
    match kind:
        case "bright":
            yield f'<circle cx="40" cy="17" r="10" style="fill:{colour};opacity:.9"/>'
        case "animal":
            line = f"fill:none;stroke:{colour};stroke-width:2.4;stroke-linecap:round"
            yield f'<path d="M30 19q5-9 10-1q5-8 10 1" style="{line}"/>'
        case "ribbon":
            yield f'<path d="M45 1.5h7v28l-3.5-4l-3.5 4z" style="fill:{colour};opacity:.8"/>'
        case _:
            return


def _draw_plant(plant: str, *, raised: bool) -> Iterator[str]:
    """Yield the letters of a plant: one large, two under each other, or side by side over its name."""
    middle = _WIDTH / 2
    if len(plant) == 1:
        yield _text(middle, 48 if raised else 54, plant, 29, _INK, style=_LETTERS, bold=True)
    elif raised:
        yield _text(middle, 47, plant, 21, _INK, style=_LETTERS, bold=True)
    else:
        for place, letter in enumerate(plant):
            yield _text(middle, 43 + place * 20, letter, 19, _INK, style=_LETTERS, bold=True)


def _lattice(left: float, top: float, width: float, height: float, across: float, down: float) -> str:
    """Return a path of diamonds that fill a rectangle."""
    parts: list[str] = []
    rows, columns = round(height / down / 2), round(width / across)
    step_x, step_y = width / columns, height / rows
    for row in range(rows):
        for column in range(columns):
            x, y = left + (column + 0.5) * step_x, top + row * step_y
            parts.append(
                f"M{x:.1f} {y:.1f}l{step_x / 2:.2f} {step_y / 2:.2f}l-{step_x / 2:.2f} {step_y / 2:.2f}"
                f"l-{step_x / 2:.2f}-{step_y / 2:.2f}z"
            )
    return "".join(parts)


def _group(width: int, height: int, words: str, parts: Sequence[str]) -> Box:
    return Box(width, height, f"<g><title>{escape(words)}</title>{''.join(parts)}</g>")


def _rect(x: float, y: float, width: float, height: float, rounded: float, fill: str, line: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{rounded}" '
        f'style="fill:{fill};stroke:{line};stroke-width:1.2"/>'
    )


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    *,
    style: str,
    bold: bool = False,
    anchor: str = "middle",
) -> str:
    weight = ";font-weight:700" if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" '
        f'style="{style};font-size:{size:g}px;fill:{colour}{weight}">{escape(text)}</text>'
    )
