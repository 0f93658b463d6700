"""The map (マップ) as a drawing: lines for a terminal, SVG for a page, words for who sees neither."""

from collections.abc import Iterable, Iterator, Sequence

from tenmatsu.engine.cells import pad, width_of, wrap
from tenmatsu.engine.contract import Drawing, Look
from tenmatsu.engine.language import Lang
from tenmatsu.systems.ninjaslayer.decide.entering import SLAYER
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import (
    WRITTEN,
    Kind,
    kind_in,
    list_squares,
    name_column,
    name_of,
    square,
)
from tenmatsu.systems.ninjaslayer.mapshapes import Board, Piece, Shape, draw_board
from tenmatsu.systems.ninjaslayer.state import Map, State
from tenmatsu.systems.ninjaslayer.wording import load_words

CELLS = 72
"""Of a line in a terminal."""
BODY = "x"
"""Where somebody lies who may be looted, on an empty square."""

SHAPES: dict[str, Shape] = {"P": "round", "B": "double", "m": "angular"}
"""By the letter of a mark."""


def list_drawings(state: State, rules: Rulebook, character: str, look: Look) -> Iterator[Drawing]:
    """Yield the map with everybody on it, for the table as a whole; nothing where none is laid."""
    if character or not state.map.rows:
        return
    pieces = list_pieces(state, look)
    kinds = [kind for kind in WRITTEN if kind != "floor" and any(list_squares(state.map, (kind,)))]
    bodies = {body.square: look.name(one) for one, body in state.bodies.items() if _lies(state, body.square)}
    title, alt = _name_map(state.map, look.lang), _tell(state, pieces, kinds, bodies, look.lang)
    board = Board(
        title=title,
        alt=alt,
        grid=state.map,
        pieces=tuple(pieces),
        bodies=bodies,
        kinds=tuple((kind, _say(kind, look.lang)) for kind in kinds),
        areas=tuple(
            (name, _name_area(name, look.lang), squares) for name, squares in state.map.areas.items()
        ),
        lying=_say("map_body", look.lang),
    )
    yield Drawing(
        title="map",
        text=(
            *([title] if state.map.name else []),
            *_list_lines(state.map, pieces, bodies),
            *_list_legend(pieces, kinds, bodies, look.lang),
        ),
        svg=draw_board(board),
        alt=alt,
    )


def list_pieces(state: State, look: Look) -> list[Piece]:
    """Return everybody on the map with a mark: P1 for the players' side, B1 for a boss, m1 for a mob."""
    counts: dict[str, int] = {}
    pieces: list[Piece] = []
    for one, figure in state.characters.items():
        if not figure.on_map:
            continue
        letter = "P" if figure.side == "players" else "m" if figure.kind == "mob" else "B"
        counts[letter] = counts.get(letter, 0) + 1
        pieces.append(
            Piece(
                mark=f"{letter}{counts[letter]}",
                name=_name(one, look),
                square=figure.square,
                shape=SHAPES[letter],
                down=figure.unconscious,
                note=_tell_condition(figure, look.lang),
            )
        )
    return pieces


def _name(one: str, look: Look) -> str:
    """Return somebody's name; of him who came without one at the table, what the game calls him."""
    name = look.name(one)
    return _say(SLAYER, look.lang) if name == one == SLAYER else name


def _tell_condition(figure: Figure, lang: Lang) -> str:
    told = [_say(key, lang) for key in ("unconscious", "off_balance", "focused") if getattr(figure, key)]
    if not told:
        return ""
    return f"（{'、'.join(told)}）" if lang == "ja" else f" ({', '.join(told)})"


def _lies(state: State, name: str) -> bool:
    cell = square(name)
    return cell is not None and kind_in(state.map, *cell) not in ("wall", "treasure")


def _list_lines(grid: Map, pieces: Sequence[Piece], bodies: Iterable[str]) -> Iterator[str]:
    """Yield the rows under the letters of their columns; a wide map goes on below."""
    marks = {**dict.fromkeys(bodies, BODY), **{piece.square: piece.mark for piece in pieces}}
    wide = max((len(mark) for mark in marks.values()), default=1)
    columns = len(grid.rows[0])
    cell = max(wide, len(name_column(columns - 1)), 2) + 1
    number = len(str(len(grid.rows)))
    band = max((CELLS - number) // cell, 1)
    for first in range(0, columns, band):
        across = range(first, min(first + band, columns))
        yield " " * number + "".join(name_column(x).rjust(cell) for x in across)
        for y in range(len(grid.rows)):
            shown = (marks.get(name_of(x, y)) or _glyph(grid, x, y, cell) for x in across)
            yield str(y + 1).rjust(number) + "".join(one.rjust(cell) for one in shown)


def _glyph(grid: Map, x: int, y: int, cell: int) -> str:
    kind = kind_in(grid, x, y)
    return "#" * (cell - 1) if kind == "wall" else WRITTEN[kind]


def _list_legend(
    pieces: Sequence[Piece], kinds: Sequence[Kind], bodies: dict[str, str], lang: Lang
) -> Iterator[str]:
    """Yield who the marks are, and what the letters are."""
    wide = max((len(piece.mark) for piece in pieces), default=0)
    for piece in pieces:
        yield from _fold(f"{pad(piece.mark, wide)} {_flat(piece.name)} {piece.square}{piece.note}")
    for where, name in bodies.items():
        yield from _fold(
            f"{pad(BODY, wide)} {_flat(name)} {where}{_in_brackets(_say('map_body', lang), lang)}"
        )
    line = ""
    for letter in (f"{WRITTEN[kind]} {_say(kind, lang)}" for kind in kinds):
        if line and width_of(f"{line}  {letter}") > CELLS:
            yield line
            line = ""
        line += f"  {letter}" if line else letter
    if line:
        yield line


def _fold(line: str) -> Iterator[str]:
    yield from wrap(line, CELLS)


def _flat(name: str) -> str:
    return " ".join(name.split())


def _in_brackets(words: str, lang: Lang) -> str:
    return f"（{words}）" if lang == "ja" else f" ({words})"


def _tell(
    state: State, pieces: Sequence[Piece], kinds: Sequence[Kind], bodies: dict[str, str], lang: Lang
) -> str:
    """Return the whole map in words."""
    colon, comma, stop = ("：", "、", "。") if lang == "ja" else (": ", ", ", ". ")
    grid = state.map
    size = _say("map_size", lang).format(columns=len(grid.rows[0]), rows=len(grid.rows))
    told = [f"{_name_map(grid, lang)}{comma}{size}"]
    told += [f"{piece.mark} {piece.name}{colon}{piece.square}{piece.note}" for piece in pieces]
    told += [
        f"{name}{colon}{where}{_in_brackets(_say('map_body', lang), lang)}" for where, name in bodies.items()
    ]
    for kind in kinds:
        told.append(f"{_say(kind, lang)}{colon}{comma.join(join_runs(list_squares(grid, (kind,))))}")
    told.append(_say("map_rest", lang))
    told += [f"{_name_area(name, lang)}{colon}{comma.join(join_runs(at))}" for name, at in grid.areas.items()]
    return stop.join(told) + stop.strip()


def join_runs(names: Iterable[str]) -> list[str]:
    """Return squares, row by row, with neighbours in a row as one: A1–C1."""
    runs: list[list[tuple[int, int]]] = []
    for x, y in filter(None, map(square, names)):
        if runs and runs[-1][-1] == (x - 1, y):
            runs[-1].append((x, y))
        else:
            runs.append([(x, y)])
    return [name_of(*run[0]) if len(run) == 1 else f"{name_of(*run[0])}–{name_of(*run[-1])}" for run in runs]


def _name_map(grid: Map, lang: Lang) -> str:
    if not grid.name:
        return _say("map", lang)
    return (
        f"{_say('map', lang)}「{_flat(grid.name)}」"
        if lang == "ja"
        else f"{_say('map', lang)} “{_flat(grid.name)}”"
    )


def _name_area(name: str, lang: Lang) -> str:
    known = f"area_{name}"
    told = _say(known, lang)
    return _say("area_other", lang).format(name=name) if told == known else told


def _say(key: str, lang: Lang) -> str:
    return load_words().label(key, lang)
