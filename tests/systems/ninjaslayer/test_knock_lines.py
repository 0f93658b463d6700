"""Knock-away lines (弾き飛ばし), rooms, and the free squares nearest to one."""

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play
from ninjas import TABLES, begin, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Rules
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.grid import DOORS, WINDOWS, is_free, name_of
from tenmatsu.systems.ninjaslayer.options import Options
from tenmatsu.systems.ninjaslayer.rooms import find_openings, find_room, nearest_free
from tenmatsu.systems.ninjaslayer.sight import Knock, find_direction, knock_line
from tenmatsu.systems.ninjaslayer.state import Map, State

NEAREST = Rules(1, Options(), TABLES)
BEFORE = Rules(1, Options(knock_overlap="before"), TABLES)


def stand(*rows: str, rin: str, **others: str) -> Play:
    """Return a ninja on a map, and foes."""
    foes: dict[str, Any] = {name: make_mob(square=where) for name, where in others.items()}
    return lay_map(begin(rin=make_ninja(square=rin), **foes), *rows)


def knock(play: Play, blow_from: str, squares: int, rules: Rulebook = NEAREST) -> Knock:
    """Return where the ninja is knocked to."""
    return knock_line(play.state, rules, blow_from, "rin", squares)


def test_straight_away_from_the_attacker() -> None:
    assert knock(stand("......", rin="B1"), "A1", 3) == Knock(path=("C1", "D1", "E1"), ends=("E1",))


def test_a_diagonal_blow_knocks_away_diagonally() -> None:
    assert knock(stand(*["...."] * 4, rin="C3"), "D4", 2) == Knock(path=("B2", "A1"), ends=("A1",))


@pytest.mark.parametrize("letter", ["#", "D", "L", "W", "F", "T"])
def test_a_wall_or_an_obstacle_ends_it_with_a_crash(letter: str) -> None:
    assert knock(stand(f"...{letter}..", rin="B1"), "A1", 4) == Knock(path=("C1",), wall=True, ends=("C1",))


def test_the_edge_of_the_map_is_a_wall() -> None:
    assert knock(stand("...", rin="B1"), "A1", 4) == Knock(path=("C1",), wall=True, ends=("C1",))


def test_as_far_as_the_wall_is_no_crash() -> None:
    assert not knock(stand("...#", rin="B1"), "A1", 1).wall


def test_a_wall_right_behind_is_a_crash_on_the_spot() -> None:
    assert knock(stand("..#", rin="B1"), "A1", 2) == Knock(wall=True, ends=("B1",))


@pytest.mark.parametrize("letter", ["O", "B"])
def test_open_doors_and_broken_windows_are_flown_through(letter: str) -> None:
    assert not knock(stand(f"..{letter}..", rin="B1"), "A1", 3).wall


def test_a_solid_corner_stops_a_diagonal_flight() -> None:
    assert knock(stand("...", "..#", ".#.", rin="B2"), "A1", 2) == Knock(wall=True, ends=("B2",))


def test_people_of_both_sides_are_passed() -> None:
    play = stand("......", rin="B1", mob="C1", other="D1")

    assert knock(play, "A1", 3) == Knock(path=("C1", "D1", "E1"), ends=("E1",))


@pytest.mark.parametrize(
    "rules, ends", [(NEAREST, ("C1", "E1")), (BEFORE, ("C1",))], ids=["nearest", "before"]
)
def test_on_somebodys_square_the_option_says_where(rules: Rulebook, ends: tuple[str, ...]) -> None:
    assert knock(stand("......", rin="B1", mob="D1"), "A1", 2, rules).ends == ends


def test_before_somebody_may_be_where_it_began() -> None:
    assert knock(stand("....", rin="B1", mob="C1", other="D1"), "A1", 2, BEFORE).ends == ("B1",)


@pytest.mark.parametrize("rules", [NEAREST, BEFORE])
def test_behind_a_crash_on_somebody_the_free_squares_along_the_wall_come_first(
    rules: Rulebook,
) -> None:
    play = stand(".....", ".....", ".....", ".....", rin="C2", mob="E2")

    found = knock(play, "B2", 5, rules)

    assert (found.path, found.wall) == (("D2", "E2"), True)
    assert found.ends == ("D1", "E1", "E3")


def test_over_a_gap_the_nearest_ground_is_where_it_ends() -> None:
    assert knock(stand("..GG..", rin="B1"), "A1", 1).ends == ("B1",)
    assert knock(stand("..GG..", rin="B1"), "A1", 4).ends == ("F1",)


def test_without_a_map_nobody_is_knocked_anywhere() -> None:
    assert knock(begin(rin=make_ninja(square="B1")), "A1", 3) == Knock()
    assert knock(lay_map(begin(rin=make_ninja()), "...."), "A1", 3) == Knock()
    assert knock(stand("....", rin="B1"), "", 3) == Knock()


@pytest.mark.parametrize(
    "end, direction",
    [
        ((3, 0), (1, 0)),
        ((0, -2), (0, -1)),
        ((1, 1), (1, 1)),
        ((3, 1), (1, 0)),
        ((2, 1), (1, 1)),
        ((-1, 3), (0, 1)),
    ],
)
def test_a_blow_from_afar_knocks_into_the_nearest_of_eight_directions(
    end: tuple[int, int], direction: tuple[int, int]
) -> None:
    assert find_direction((0, 0), end) == direction


@given(
    st.lists(st.text("..#FOG", min_size=5, max_size=5), min_size=4, max_size=4),
    st.lists(st.integers(0, 19), min_size=4, max_size=4, unique=True),
    st.integers(0, 7),
    st.sampled_from(("nearest", "before")),
)
def test_nobody_is_knocked_onto_a_wall_or_another(
    rows: list[str], spots: list[int], squares: int, overlap: Literal["nearest", "before"]
) -> None:
    names = [name_of(spot % 5, spot // 5) for spot in spots]
    for name in names:
        row = int(name[1]) - 1
        column = ord(name[0]) - ord("A")
        rows[row] = f"{rows[row][:column]}.{rows[row][column + 1 :]}"
    figures = {one: make_mob(square=name) for one, name in zip(("a", "b", "c"), names[1:], strict=True)}
    state = State(characters={"rin": make_ninja(square=names[0]), **figures}, map=Map(rows=tuple(rows)))

    found = knock_line(state, Rules(1, Options(knock_overlap=overlap), TABLES), names[1], "rin", squares)

    assert found.ends
    assert all(is_free(state, end, ignoring="rin") for end in found.ends)


HOUSE = ("#######", "#..D..#", "#.F#..W", "#######")


def test_a_room_ends_at_walls_doors_and_windows() -> None:
    state = State(map=Map(rows=HOUSE))

    assert find_room(state, "B2") == {"B2", "C2", "B3", "C3"}
    assert find_room(state, "F3") == {"E2", "F2", "E3", "F3"}
    assert find_room(state, "A1") == frozenset()
    assert find_room(state, "D2") == find_room(state, "B2") | find_room(state, "F3") | {"D2"}


def test_the_doors_and_windows_of_a_room() -> None:
    state = State(map=Map(rows=HOUSE))

    assert find_openings(state, find_room(state, "B2"), DOORS) == ("D2",)
    assert find_openings(state, find_room(state, "B2"), WINDOWS) == ()
    assert find_openings(state, find_room(state, "F3"), DOORS | WINDOWS) == ("D2", "G3")


def test_the_nearest_free_squares_are_on_this_side_of_a_wall() -> None:
    play = lay_map(begin(rin=make_ninja(square="C2"), boss=make_boss(square="B2")), *HOUSE)

    assert nearest_free(play.state, "C2") == ("B3",)
    assert nearest_free(play.state, "C2", ignoring="rin") == ("C2",)
    assert nearest_free(play.state, "E2") == ("E2",)
    assert nearest_free(play.state, "C2", within=("F3",)) == ()
    assert nearest_free(begin().state, "C2") == ()
