"""Where somebody may go: by the rules one by one, and against every walk tried out."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play
from ninjas import TABLES, alter, begin, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Rules
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import name_of, square
from tenmatsu.systems.ninjaslayer.options import Options
from tenmatsu.systems.ninjaslayer.reach import Going, check_path, count_squares, find_reach, is_blocked
from tenmatsu.systems.ninjaslayer.state import Map, State

RULES = Rules(1, Options(), TABLES)
WHEEL = Going(cartwheel=True)


def reach(play: Play, squares: int | None = None, **going: bool) -> dict[str, tuple[str, ...]]:
    """Return where `rin` may go."""
    return find_reach(play.state, RULES, "rin", squares=squares, **going)


def test_a_move_goes_as_far_as_the_legs_and_never_slanting() -> None:
    play = lay_map(begin(rin=make_ninja(square="B2")), *["...."] * 4)

    assert set(reach(play, 1)) == {"A2", "B1", "C2", "B3"}
    assert reach(play, 2)["C3"] in (("C2", "C3"), ("B3", "C3"))


def test_a_cartwheel_goes_slanting() -> None:
    play = lay_map(begin(rin=make_ninja(square="B2")), *["...."] * 4)

    assert set(reach(play, 1, cartwheel=True)) == {"A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"}


@pytest.mark.parametrize("legs, squares, wheel", [(3, 3, 6), (9, 9, 18), (12, 12, 20), (25, 20, 20)])
def test_legs_twice_the_legs_and_twenty_at_most(legs: int, squares: int, wheel: int) -> None:
    figure = make_ninja(legs=legs)

    assert count_squares(figure, RULES) == squares
    assert count_squares(figure, RULES, cartwheel=True) == wheel


def test_injured_legs_go_less_far() -> None:
    assert count_squares(make_ninja(legs=5, lost={"legs": 2}), RULES) == 3


def test_doors_and_windows_cost_nothing_more_and_may_be_ended_in() -> None:
    play = lay_map(begin(rin=make_ninja(square="A1")), ".DWOB.")

    assert list(reach(play, 5)) == ["B1", "C1", "D1", "E1", "F1"]


def test_a_locked_door_and_a_wall_stop_everybody() -> None:
    assert reach(lay_map(begin(rin=make_ninja(square="A1")), ".L."), cartwheel=True) == {}
    assert reach(lay_map(begin(rin=make_ninja(square="A1")), ".#."), cartwheel=True) == {}


@pytest.mark.parametrize("letter", ["F", "T", "G"])
def test_obstacles_and_gaps_stop_a_move_and_a_cartwheel_goes_over_them(letter: str) -> None:
    play = lay_map(begin(rin=make_ninja(square="A1")), f".{letter}.")

    assert reach(play) == {}
    assert reach(play, cartwheel=True) == {"C1": ("B1", "C1")}


def test_enemies_stop_a_move_and_a_cartwheel_goes_over_them() -> None:
    play = lay_map(begin(rin=make_ninja(square="A1"), mob=make_mob(square="B1")), "...")

    assert reach(play) == {}
    assert reach(play, cartwheel=True) == {"C1": ("B1", "C1")}


def test_allies_are_passed_and_not_ended_on() -> None:
    play = lay_map(begin(rin=make_ninja(square="A1"), jin=make_ninja(square="B1")), "...")

    assert reach(play) == {"C1": ("B1", "C1")}


def test_no_way_ends_where_it_began() -> None:
    play = lay_map(begin(rin=make_ninja(square="B1")), "...")

    assert "B1" not in reach(play) | reach(play, cartwheel=True)
    assert check_path(play.state, "rin", ("A1", "B1"), going=WHEEL) == ("taken", "B1")
    assert check_path(play.state, "rin", ("A1", "B1"), going=Going()) == ("", "")


@pytest.mark.parametrize("rows, passes", [((".#", "#."), False), ((".#", ".."), True), ((".D", "W."), False)])
def test_a_cartwheel_does_not_slip_between_two_solid_corners(rows: tuple[str, ...], passes: bool) -> None:
    play = lay_map(begin(rin=make_ninja(square="A1")), *rows)

    assert ("B2" in reach(play, 1, cartwheel=True)) == passes


def test_without_a_map_or_a_square_there_is_no_reach() -> None:
    assert reach(begin(rin=make_ninja())) == {}
    assert reach(lay_map(begin(rin=make_ninja()), "...")) == {}
    assert reach(begin(rin=make_ninja(square="A1"))) == {}


def blocked(boss: Figure, rows: tuple[str, ...] = ("...", "#D#", "..."), name: str = "B2") -> Play:
    """Return a ninja on one side of a door and somebody else on the other."""
    play = lay_map(begin(rin=make_ninja(square="B1"), boss=boss), *rows)
    assert is_blocked(play.state, play.state.characters["rin"], name) == (name not in reach(play))
    return play


@pytest.mark.parametrize("letter", ["D", "O", "W", "B"])
def test_a_boss_in_front_blocks_a_door_or_window(letter: str) -> None:
    play = blocked(make_boss(square="B3"), ("...", f"#{letter}#", "..."))

    assert "B2" not in reach(play, cartwheel=True)
    assert ("B2" in reach(play, cartwheel=True, door=True)) == (letter in "DO")
    assert ("B2" in reach(play, cartwheel=True, window=True)) == (letter in "WB")


@pytest.mark.parametrize(
    "boss",
    [
        make_mob(square="B3"),
        make_boss(square="A3"),
        make_boss(square="B3", unconscious=True),
        make_boss(square="B3", side="players"),
    ],
    ids=["a mob", "aslant", "down", "a friend"],
)
def test_nobody_else_blocks_a_door(boss: Figure) -> None:
    assert "B2" in reach(blocked(boss))


def test_a_boss_in_the_door_blocks_it_even_for_a_cartwheel() -> None:
    play = blocked(make_boss(square="B2"), ("...", "#O#", "..."))

    assert "B3" not in reach(play, cartwheel=True)
    assert "B3" in reach(play, cartwheel=True, door=True)


def test_no_door_is_passed_twice_in_one_move() -> None:
    play = lay_map(begin(rin=make_ninja(square="A1")), ".O.", "...")

    assert check_path(play.state, "rin", ("B1", "C1", "B1"), going=Going()) == ("door_twice", "B1")
    assert check_path(play.state, "rin", ("B1", "B2", "A2"), going=Going()) == ("", "")


@pytest.mark.parametrize(
    "path, bar",
    [
        (("C1",), ("no_step", "C1")),
        (("B2",), ("no_step", "B2")),
        (("B1", "C1"), ("wall", "C1")),
        (("A2",), ("obstacle", "A2")),
        (("B1", "B2"), ("enemy", "B2")),
        ((), ("no_step", "A1")),
        (("nowhere",), ("no_step", "nowhere")),
    ],
)
def test_a_way_said_square_by_square_is_checked(path: tuple[str, ...], bar: tuple[str, str]) -> None:
    play = lay_map(begin(rin=make_ninja(square="A1"), mob=make_mob(square="B2")), "..#", "F..")

    assert check_path(play.state, "rin", path, going=Going()) == bar


def test_a_way_that_is_too_long_is_told() -> None:
    play = lay_map(begin(rin=make_ninja(square="A1")), "....")

    assert check_path(play.state, "rin", ("B1", "C1"), going=Going(), squares=1) == ("far", "C1")
    assert check_path(play.state, "nobody", ("B1",), going=Going()) == ("no_step", "")


STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
ASLANT = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def walk(
    rows: tuple[str, ...], people: dict[str, str], at: str, left: int, way: tuple[str, ...], *, wheel: bool
) -> Iterator[tuple[str, ...]]:
    """Yield every walk there is, the rules written down once more; `people` are "foe", "friend" by square."""
    if way:
        yield way
    if not left:
        return
    x, y = square(at) or (0, 0)
    for dx, dy in (*STEPS, *(ASLANT if wheel else ())):
        if not (0 <= x + dx < len(rows[0]) and 0 <= y + dy < len(rows)):
            continue
        onward, letter = name_of(x + dx, y + dy), rows[y + dy][x + dx]
        if letter in "#L" or (dx and dy and rows[y][x + dx] in "#LDW" and rows[y + dy][x] in "#LDW"):
            continue
        if not wheel and (letter in "FTG" or people.get(onward) == "foe"):
            continue
        if letter in "DO" and onward in way:
            continue
        yield from walk(rows, people, onward, left - 1, (*way, onward), wheel=wheel)


SMALL = st.integers(2, 4).flatmap(
    lambda columns: st.lists(
        st.text("....#DLOWFTG", min_size=columns, max_size=columns), min_size=2, max_size=3
    )
)


@settings(max_examples=120, deadline=None)
@given(SMALL, st.lists(st.integers(0, 11), min_size=3, max_size=3, unique=True), st.booleans())
def test_reach_is_what_trying_every_walk_finds(rows: list[str], spots: list[int], wheel: bool) -> None:
    """The cheapest way to each square is as short as the shortest of all walks, and no square is missed."""
    squares = [name_of(x, y) for y in range(len(rows)) for x in range(len(rows[0]))]
    begin_at, foe, friend = (squares[spot % len(squares)] for spot in spots)
    people = {foe: "foe", friend: "friend"}
    people.pop(begin_at, None)
    figures = {"rin": make_ninja(square=begin_at)}
    for name, side in people.items():
        figures[side] = make_mob(square=name) if side == "foe" else make_ninja(square=name)
    state = State(characters=figures, map=Map(rows=tuple(rows)))
    shortest: dict[str, int] = {}
    for way in walk(tuple(rows), people, begin_at, 4, (), wheel=wheel):
        x, y = square(way[-1]) or (0, 0)
        if way[-1] not in (begin_at, *people) and rows[y][x] in ".DOW":
            shortest[way[-1]] = min(len(way), shortest.get(way[-1], len(way)))

    found = find_reach(state, RULES, "rin", squares=4, cartwheel=wheel)

    assert {name: len(way) for name, way in found.items()} == shortest
    for name, way in found.items():
        assert way[-1] == name
        assert check_path(state, "rin", way, going=Going(cartwheel=wheel), squares=4) == ("", "")


def test_exploring_reaches_as_far_as_there_is_floor() -> None:
    play = lay_map(begin(rin=make_ninja(square="A1")), "." * 60)

    assert len(reach(play)["BH1"]) == 59
    assert len(reach(alter(play, "rin", square="AZ1"))["A1"]) == 51
