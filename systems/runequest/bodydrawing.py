"""A body with its hit locations, armour and wounds: as lines, as SVG, in words."""

from collections.abc import Iterator, Sequence

import msgspec

from tenmatsu.engine.cells import pad, width_of, wrap
from tenmatsu.engine.contract import Drawing
from tenmatsu.engine.drawings import escape, frame_svg
from tenmatsu.engine.language import Lang
from tenmatsu.systems.runequest.figures import Figure, Location
from tenmatsu.systems.runequest.svgparts import (
    EDGE,
    FAINT,
    GONE,
    GRAVE,
    HURT,
    INK,
    PAPER,
    RED,
    WIDTH,
    box,
    cut,
    say,
    words,
)

CELLS = 72
"""Of a line in a terminal."""
NAME_CELLS = 16
BAR = 12
"""The most squares of a bar; longer ones are drawn to scale."""
_ORDER = ("head", "arm", "chest", "abdomen", "leg")
_BOX, _HEIGHT, _GAP = 104, 64, 10
_IN_A_ROW = 3
_LINE_CELLS = 19
"""Of the smallest words in a box."""
_STATES = {"severed", "maimed", "lost"}


class _Shown(msgspec.Struct, frozen=True):
    """A location as it is shown."""

    part: str
    name: str
    hp: int
    max_hp: int
    armor: int
    state: str
    wounds: tuple[str, ...]
    """What is wrong with it, in words."""


def draw_body(figure: Figure, name: str, lang: Lang) -> Drawing:
    """Return the drawing of a body."""
    shown = [_show(place, one, figure.natural_armor, lang) for place, one in figure.locations.items()]
    colon, comma, stop = ("：", "、", "。") if lang == "ja" else (": ", ", ", ". ")
    told = [f"{one.name}{colon}{comma.join(_tell(one, lang))}" for one in shown]
    title = f"{cut(name, 40)}{colon}{say('locations', lang)}"
    alt = f"{title}{stop}{stop.join(told)}{stop.strip()}"
    parts, height = _lay_out(shown, lang)
    text = tuple(_list_lines(shown, lang))
    return Drawing(title="locations", text=text, svg=frame_svg(WIDTH, height, title, alt, parts), alt=alt)


def _show(place: str, one: Location, natural: int, lang: Lang) -> _Shown:
    wounds: list[str] = [one.state] if one.state != "whole" else []
    if one.bleeding or one.dies_at is not None:
        wounds.append("bleeding")
    sticks = [f"{say(weapon, lang)}{say('sticks_short', lang)}" for weapon in one.missiles]
    return _Shown(
        part=one.part,
        name=say(place, lang),
        hp=one.hp,
        max_hp=one.max_hp,
        armor=one.armor + natural,
        state=one.state,
        wounds=(*(say(key, lang) for key in wounds), *sticks),
    )


def _tell(one: _Shown, lang: Lang) -> Iterator[str]:
    """Yield what there is to say of a location."""
    yield f"HP {one.hp}/{one.max_hp}"
    if one.armor:
        yield f"{say('location_armor', lang)} {one.armor}"
    yield from one.wounds


def _bar(one: _Shown) -> str:
    """Return a square for each point, or as many as fit."""
    most = min(one.max_hp, BAR)
    left = max(0, one.hp)
    full = left if one.max_hp <= BAR else -(-left * BAR // one.max_hp)
    return "■" * full + "□" * max(0, most - full)


def _list_lines(shown: Sequence[_Shown], lang: Lang) -> Iterator[str]:
    """Yield a line a location, from the head down, in columns; wounds that do not fit go on below."""
    ordered = sorted(shown, key=lambda one: _ORDER.index(one.part))
    names = [cut(one.name, NAME_CELLS) for one in ordered]
    points = [f"{one.hp}/{one.max_hp}" for one in ordered]
    armor = [f"{say('armor_short', lang)} {one.armor}" for one in ordered]
    widths = [max(map(width_of, column)) for column in (names, points, armor)]
    bar = max(width_of(_bar(one)) for one in ordered)
    for row, one in enumerate(ordered):
        head = f"{pad(names[row], widths[0])}  {pad(_bar(one), bar)}  {points[row].rjust(widths[1])}"
        head = f"{head}  {pad(armor[row], widths[2])}"
        told = ("・" if lang == "ja" else ", ").join(one.wounds)
        first, *more = wrap(told, CELLS - width_of(head) - 2)
        yield f"{head}  {first}".rstrip()
        yield from (f"{' ' * (width_of(head) + 2)}{line}" for line in more)


def _lay_out(shown: Sequence[_Shown], lang: Lang) -> tuple[list[str], int]:
    """Return a box for each location where it stands on somebody who faces the reader, and the height."""
    parts = list[str]()
    top = _GAP // 2
    for row in _list_rows(shown):
        width = len(row) * _BOX + (len(row) - 1) * _GAP
        left = (WIDTH - width) / 2
        for one in row:
            if one is not None:
                parts.append(_draw(one, left, top, lang))
            left += _BOX + _GAP
        top += _HEIGHT + _GAP
    return parts, top - _GAP // 2


def _list_rows(shown: Sequence[_Shown]) -> Iterator[list[_Shown | None]]:
    """Yield the rows from the head down; the arms stand beside the chest, a right one on the left."""
    by_part = {part: [one for one in shown if one.part == part] for part in _ORDER}
    yield from _split(by_part["head"])
    arms, chests = by_part["arm"], by_part["chest"]
    if arms or chests:
        middle: list[_Shown | None] = [*chests[:1]] or [None]
        sides: list[_Shown | None] = [*arms[:2], None, None]
        yield [sides[0], *middle, sides[1]]
    yield from _split([*chests[1:], *arms[2:]])
    yield from _split(by_part["abdomen"])
    yield from _split(by_part["leg"])


def _split(found: Sequence[_Shown]) -> Iterator[list[_Shown | None]]:
    for start in range(0, len(found), _IN_A_ROW):
        yield list(found[start : start + _IN_A_ROW])


def _draw(one: _Shown, left: float, top: float, lang: Lang) -> str:
    """Return the box of a location: its colour says how it fares, and its words say the same."""
    fill = PAPER if one.hp >= one.max_hp else HURT if one.hp > 0 else GRAVE
    extra = ""
    if one.state in _STATES:
        fill, extra = GONE, ";stroke-dasharray:5 3"
    middle = left + _BOX / 2
    told = ("・" if lang == "ja" else ", ").join(one.wounds)
    drawn = [
        f"<title>{escape(one.name)}: {escape(', '.join(_tell(one, lang)))}</title>",
        box(left, top, _BOX, _HEIGHT, fill, RED if one.hp <= 0 else EDGE, extra),
        words(middle, top + 16, cut(one.name, 16), 11.5, FAINT),
        words(middle, top + 38, f"{one.hp}/{one.max_hp}", 18, INK, ";font-weight:bold"),
    ]
    if one.armor:
        x, y = left + _BOX - 8, top + 16
        drawn.append(words(x, y, f"◆{one.armor}", 11, INK, ";text-anchor:end"))
    if told:
        drawn.append(words(middle, top + 55, cut(told, _LINE_CELLS), 9.5, RED))
    return f"<g>{''.join(drawn)}</g>"
