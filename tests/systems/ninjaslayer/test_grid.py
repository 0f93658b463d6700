"""The grid: names of squares, the text that a map is written in, who is next to whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ninjas import begin, lay_map, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.grid import (
    are_adjacent,
    are_squares_adjacent,
    distance,
    is_free,
    kind_at,
    list_squares,
    name_of,
    square,
    who_is_on,
    with_kind,
)
from tenmatsu.systems.ninjaslayer.maptext import Fault, Read, read_map
from tenmatsu.systems.ninjaslayer.state import Map, State


@pytest.mark.parametrize(
    "name, cell",
    [("A1", (0, 0)), ("C4", (2, 3)), ("Z1", (25, 0)), ("AA1", (26, 0)), ("AZ10", (51, 9)), ("BA1", (52, 0))],
)
def test_a_square_is_named_by_column_and_row(name: str, cell: tuple[int, int]) -> None:
    assert square(name) == cell
    assert name_of(*cell) == name


@given(st.integers(0, 701), st.integers(0, 998))
def test_every_square_has_a_name_of_its_own(x: int, y: int) -> None:
    assert square(name_of(x, y)) == (x, y)


@pytest.mark.parametrize("name", ["", "4C", "c4", "C0", "C", "AAA1", "C4 ", "@1"])
def test_what_is_no_name_is_no_square(name: str) -> None:
    assert square(name) is None
    assert kind_at(Map(rows=("...",)), name) == "wall"


def test_every_letter_is_a_kind_of_square() -> None:
    read = read_map(("#.DLOWBFTG",))

    assert isinstance(read, Read)
    kinds = [kind_at(Map(rows=read.rows), name_of(x, 0)) for x in range(10)]
    assert kinds == [
        "wall",
        "floor",
        "door_closed",
        "door_locked",
        "door_open",
        "window",
        "window_broken",
        "furniture",
        "treasure",
        "gap",
    ]


def test_areas_are_floor_that_the_map_remembers() -> None:
    read = read_map(("P.E", "P1E"))

    assert read == Read(
        rows=("...", "..."), areas={"1": ("B2",), "foes": ("C1", "C2"), "players": ("A1", "A2")}
    )


@pytest.mark.parametrize(
    "rows",
    [("###", "#.#"), ("###\n#.#",), ("\n  ###\n  #.#\n\n",), ("＃＃＃", "＃．＃"), ("###\r\n#.#\r\n",)],
)
def test_a_map_is_rows_or_one_text_in_narrow_or_full_letters(rows: tuple[str, ...]) -> None:
    assert read_map(rows) == Read(rows=("###", "#.#"), areas={})


def test_small_letters_are_read_too() -> None:
    assert read_map(("d.w",)) == Read(rows=("D.W",), areas={})


@pytest.mark.parametrize(
    "rows, reason, row, column",
    [
        (("..", ".x"), "map_letter", 2, 2),
        (("..", ". ."), "map_letter", 2, 2),
        (("..", "..."), "map_uneven", 2, 3),
        (("...", "..."[:1]), "map_uneven", 2, 2),
    ],
)
def test_what_is_wrong_is_told_by_row_and_column(
    rows: tuple[str, ...], reason: str, row: int, column: int
) -> None:
    fault = read_map(rows)

    assert isinstance(fault, Fault)
    assert (fault.reason, fault.details["row"], fault.details["column"]) == (reason, row, column)


@pytest.mark.parametrize(
    "rows, reason",
    [
        ((), "map_empty"),
        (("", " \n "), "map_empty"),
        (("##", "FG"), "map_without_floor"),
        (("." * 100,), "map_large"),
    ],
)
def test_other_maps_that_are_none(rows: tuple[str, ...], reason: str) -> None:
    fault = read_map(rows)

    assert isinstance(fault, Fault)
    assert fault.reason == reason


def test_beyond_the_edge_is_wall() -> None:
    assert kind_at(Map(rows=("..",)), "C1") == "wall"
    assert kind_at(Map(rows=("..",)), "A2") == "wall"


def test_one_square_is_changed_and_no_other() -> None:
    grid = Map(rows=("..", ".#"))

    assert with_kind(grid, "B2", "door_open") == ("..", ".O")
    assert with_kind(grid, "C9", "door_open") == ("..", ".#")
    assert list(list_squares(grid, ("floor",))) == ["A1", "B1", "A2"]


@pytest.mark.parametrize(
    "one, other, far", [("A1", "A1", 0), ("A1", "B2", 1), ("A1", "D2", 3), ("C5", "A1", 4)]
)
def test_distances_count_diagonals_as_one(one: str, other: str, far: int) -> None:
    assert distance(one, other) == far == distance(other, one)


def test_neighbours_are_adjacent_diagonals_too() -> None:
    play = lay_map(
        begin(rin=make_ninja(square="B2"), mob=make_mob(square="C3"), far=make_mob(square="D4")),
        *["...."] * 4,
    )

    assert are_adjacent(play.state, "rin", "mob")
    assert not are_adjacent(play.state, "rin", "far")


@pytest.mark.parametrize(
    "rows, adjacent",
    [
        ((".#", "#."), False),
        ((".#", "D."), False),
        ((".W", "#."), False),
        ((".#", ".."), True),
        ((".O", "#."), True),
        ((".F", "F."), True),
    ],
)
def test_a_corner_of_two_solid_squares_parts_neighbours(rows: tuple[str, ...], adjacent: bool) -> None:
    assert are_squares_adjacent(State(map=Map(rows=rows)), "A1", "B2") == adjacent


def test_without_squares_everybody_is_adjacent() -> None:
    play = begin(rin=make_ninja(), mob=make_mob(square="C3"))

    assert are_adjacent(play.state, "rin", "mob")
    assert are_adjacent(play.state, "rin", "nobody")


def test_nobody_stands_where_the_ground_or_somebody_else_forbids_it() -> None:
    play = lay_map(begin(rin=make_ninja(square="A1"), gone=make_mob(square="B1", removed=True)), "..F#OBDWG")
    free = [name for name in (name_of(x, 0) for x in range(9)) if is_free(play.state, name)]

    assert free == ["B1", "E1", "F1"]
    assert is_free(play.state, "A1", ignoring="rin")
    assert who_is_on(play.state, "A1") == "rin"
    assert who_is_on(play.state, "B1") == ""
