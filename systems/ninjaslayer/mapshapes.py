"""The map as SVG: squares with what they hold, people by shape and mark, a legend below."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from tenmatsu.engine.cells import width_of
from tenmatsu.engine.drawings import escape, frame_svg
from tenmatsu.systems.ninjaslayer.grid import Cell, Kind, kind_in, name_column, square
from tenmatsu.systems.ninjaslayer.state import Map

SIZE = 28
"""Of a square, in pixels."""
EDGE = 22
"""Beside the map, for the names of columns and rows."""
LEAST = 340
"""Of the drawing's width: the legend needs it."""
LINE = 24
"""Of the legend."""
_PAPER = "light-dark(#fbfaf6,#24252b)"
_GRID = "light-dark(#d9d5ca,#3b3d46)"
_INK = "light-dark(#26272b,#ececf0)"
_FAINT = "light-dark(#63636b,#a9abb6)"
_WALL = "light-dark(#4c4f59,#8a8e9b)"
_DOOR = "light-dark(#8a5a2b,#d29a5f)"
_GLASS = "light-dark(#2676a8,#7cc4ee)"
_GOODS = "light-dark(#6f6a5c,#b4ad9a)"
_GOLD = "light-dark(#9a7400,#e6c04a)"
_DARK = "light-dark(#17181c,#08080a)"
_OURS = "light-dark(#1d4f91,#9cc4ff)"
_THEIRS = "light-dark(#9d1f2c,#ff9aa2)"
_AREA = "light-dark(#4f7f3a,#9ed087)"
_WORDS = "font-family:var(--sans,sans-serif)"
_CELL_WIDTH = 7.2
"""Of half a full-width letter of the legend, in pixels."""

Shape = Literal["round", "double", "angular"]
"""Of somebody on the players' side, a boss, a mob."""


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody on the map."""

    mark: str
    name: str
    square: str
    shape: Shape
    down: bool
    note: str
    """Their condition, in brackets."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What is drawn, with its words."""

    title: str
    alt: str
    grid: Map
    pieces: tuple[Piece, ...]
    bodies: dict[str, str]
    """Names of who lies where."""
    kinds: tuple[tuple[Kind, str], ...]
    """What the map holds besides floor."""
    areas: tuple[tuple[str, str, tuple[str, ...]], ...]
    """The key, the words and the squares of each deployment area."""
    lying: str


def draw_board(board: Board) -> str:
    """Return the map with its legend."""
    columns, rows = len(board.grid.rows[0]), len(board.grid.rows)
    width = max(EDGE + columns * SIZE + 1, LEAST)
    parts = [*_draw_ground(board), *_draw_names(columns, rows)]
    for name, label in board.bodies.items():
        cell = square(name)
        if cell is not None:
            parts.append(f"<g><title>{escape(label)}</title>{draw_body(*_corner(cell))}</g>")
    for piece in board.pieces:
        cell = square(piece.square)
        if cell is not None:
            x, y = _corner(cell)
            parts.append(f"<g><title>{escape(piece.name)}</title>{draw_piece(piece, x, y)}</g>")
    top = EDGE + rows * SIZE + 12
    legend = list(_list_legend(board, width))
    for place, (swatch, words) in enumerate(legend):
        y = top + place * LINE
        parts.append(f'<g transform="translate(2 {y}) scale(.72)">{swatch}</g>')
        parts.append(_text(30, y + 15, words, 13, _INK, anchor="start"))
    return frame_svg(width, top + len(legend) * LINE + 4, board.title, board.alt, parts)


def _corner(cell: Cell) -> Cell:
    return EDGE + cell[0] * SIZE, EDGE + cell[1] * SIZE


def _draw_ground(board: Board) -> Iterator[str]:
    columns, rows = len(board.grid.rows[0]), len(board.grid.rows)
    yield _rect(EDGE, EDGE, columns * SIZE, rows * SIZE, _PAPER)
    for key, _, squares in board.areas:
        for name in squares:
            cell = square(name)
            if cell is not None:
                yield draw_area(key, *_corner(cell))
    lines = "".join(f"M{EDGE + x * SIZE} {EDGE}v{rows * SIZE}" for x in range(columns + 1))
    lines += "".join(f"M{EDGE} {EDGE + y * SIZE}h{columns * SIZE}" for y in range(rows + 1))
    yield f'<path d="{lines}" style="fill:none;stroke:{_GRID}"/>'
    for y in range(rows):
        for x in range(columns):
            yield draw_kind(kind_in(board.grid, x, y), *_corner((x, y)))


def _draw_names(columns: int, rows: int) -> Iterator[str]:
    for x in range(columns):
        yield _text(EDGE + x * SIZE + SIZE // 2, EDGE - 6, name_column(x), 12, _FAINT)
    for y in range(rows):
        yield _text(EDGE // 2, EDGE + y * SIZE + SIZE // 2 + 4, str(y + 1), 12, _FAINT)


def _list_legend(board: Board, width: int) -> Iterator[tuple[str, str]]:
    """Yield each sign with its words: who stands where, then what squares hold."""
    room = int((width - 34) / _CELL_WIDTH)
    for piece in board.pieces:
        behind = f" {piece.square}{piece.note}"
        yield draw_piece(piece, 0, 0), cut(piece.name, room - width_of(behind)) + behind
    for name, label in board.bodies.items():
        behind = f" {name}: {board.lying}"
        yield draw_body(0, 0), cut(label, room - width_of(behind)) + behind
    for kind, words in board.kinds:
        yield draw_kind(kind, 0, 0), words
    for key, words, _ in board.areas:
        yield draw_area(key, 0, 0), cut(words, room)


def cut(text: str, cells: int) -> str:
    """Return a text on one line of at most so many cells, with … where it goes on."""
    flat = " ".join(text.split())
    if width_of(flat) <= cells:
        return flat
    while flat and width_of(flat) >= cells:
        flat = flat[:-1]
    return f"{flat}…"


def draw_kind(kind: Kind, x: int, y: int) -> str:
    """Return what a square holds, at its upper left corner; nothing for floor."""
    match kind:
        case "floor":
            return ""
        case "wall":
            return _rect(x, y, SIZE, SIZE, _WALL)
        case "door_closed":
            return _rect(x + 3, y + 3, SIZE - 6, SIZE - 6, _DOOR)
        case "door_locked":
            keyhole = f"M{x + 14} {y + 9}a3.4 3.4 0 1 1-.1 0M{x + 12} {y + 15}h4v6h-4z"
            return _rect(x + 3, y + 3, SIZE - 6, SIZE - 6, _DOOR) + _path(keyhole, fill=_PAPER)
        case "door_open":
            posts = f"M{x + 4} {y + 3}v22M{x + 24} {y + 3}v22"
            return _path(posts, line=_DOOR, width=4)
        case "window":
            panes = f"M{x + 4} {y + 4}h20v20h-20zM{x + 14} {y + 4}v20M{x + 4} {y + 14}h20"
            return _path(panes, line=_GLASS, width=2.4)
        case "window_broken":
            shards = (
                f"M{x + 4} {y + 24}v-20h6M{x + 24} {y + 4}v20h-7M{x + 4} {y + 24}l5-8M{x + 24} {y + 4}l-6 6"
            )
            return _path(shards, line=_GLASS, width=2.4)
        case "furniture":
            box = _rect(x + 3, y + 3, SIZE - 6, SIZE - 6, _GOODS, round_=4)
            return box + _path(f"M{x + 7} {y + 10}h14M{x + 7} {y + 18}h14", line=_PAPER, width=2)
        case "treasure":
            box = _rect(x + 4, y + 6, SIZE - 8, SIZE - 11, _GOLD, round_=3)
            return box + _path(f"M{x + 4} {y + 13}h20M{x + 14} {y + 11}v5", line=_PAPER, width=2)
        case "gap":
            depth = _rect(x + 1, y + 1, SIZE - 2, SIZE - 2, _DARK)
            return depth + _path(
                f"M{x + 3} {y + 25}l22-22M{x + 3} {y + 13}l10-10M{x + 15} {y + 25}l10-10", line=_FAINT
            )


def draw_area(key: str, x: int, y: int) -> str:
    """Return the sign of a deployment area: each side has a colour and a dash of its own."""
    colour, dash = {"players": (_OURS, "3 3"), "foes": (_THEIRS, "7 3")}.get(key, (_AREA, "1 2"))
    frame = f'x="{x + 2}" y="{y + 2}" width="{SIZE - 4}" height="{SIZE - 4}"'
    return f'<rect {frame} style="fill:none;stroke:{colour};stroke-width:1.4;stroke-dasharray:{dash}"/>'


def draw_body(x: int, y: int) -> str:
    """Return the sign of somebody who lies there."""
    return _path(f"M{x + 8} {y + 8}l12 12M{x + 20} {y + 8}l-12 12", line=_FAINT, width=3)


def draw_piece(piece: Piece, x: int, y: int) -> str:
    """Return somebody: round for the players' side, angular for a mob, with a double line for a boss."""
    colour = _OURS if piece.shape == "round" else _THEIRS
    dashed = ";stroke-dasharray:3 2" if piece.down else ""
    fill = f"fill:{_PAPER};stroke:{colour};stroke-width:2{dashed}"
    middle_x, middle_y = x + SIZE // 2, y + SIZE // 2
    if piece.shape == "angular":
        frame = f'x="{x + 3}" y="{y + 3}" width="{SIZE - 6}" height="{SIZE - 6}" rx="2"'
        drawn = f'<rect {frame} style="{fill}"/>'
    else:
        drawn = f'<circle cx="{middle_x}" cy="{middle_y}" r="12.4" style="{fill}"/>'
    if piece.shape == "double":
        drawn += f'<circle cx="{middle_x}" cy="{middle_y}" r="9.6" style="fill:none;stroke:{colour}"/>'
    if piece.down:
        drawn += _path(f"M{x + 5} {y + 23}L{x + 23} {y + 5}", line=colour)
    size = 12 if len(piece.mark) < 3 else 10
    return drawn + _text(middle_x, middle_y + 4, piece.mark, size, colour, bold=True)


def _rect(x: int, y: int, width: int, height: int, fill: str, *, round_: int = 0) -> str:
    corner = f' rx="{round_}"' if round_ else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{corner} style="fill:{fill}"/>'


def _path(drawn: str, *, line: str = "none", fill: str = "none", width: float = 1.2) -> str:
    return f'<path d="{drawn}" style="fill:{fill};stroke:{line};stroke-width:{width}"/>'


def _text(
    x: int, y: int, words: str, size: int, fill: str, *, anchor: str = "middle", bold: bool = False
) -> str:
    weight = ";font-weight:700" if bold else ""
    style = f"{_WORDS};font-size:{size}px;text-anchor:{anchor};fill:{fill}{weight}"
    return f'<text x="{x}" y="{y}" style="{style}">{escape(words)}</text>'
