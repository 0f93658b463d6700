"""Lines of sight: what hides, what does not, and the line itself against exact geometry."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play
from ninjas import TABLES, begin, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Rules
from tenmatsu.systems.ninjaslayer.options import Options
from tenmatsu.systems.ninjaslayer.sight import sees, sees_square, trace_line

BLOCKED = Rules(1, Options(), TABLES)
FREE = Rules(1, Options(los_corner="free"), TABLES)


def stand(*rows: str, rin: str, mob: str, **others: str) -> Play:
    """Return two on a map; others are allies of the first (`ally_…`) or foes."""
    figures: dict[str, Any] = {"rin": make_ninja(square=rin), "mob": make_mob(square=mob)}
    for name, where in others.items():
        figures[name] = make_ninja(square=where) if name.startswith("ally") else make_boss(square=where)
    return lay_map(begin(**figures), *rows)


def test_nothing_between_is_seen_through() -> None:
    assert sees(stand("....", rin="A1", mob="D1").state, BLOCKED, "rin", "mob")


@pytest.mark.parametrize(
    "letter, seen",
    [
        ("#", False),
        ("F", False),
        ("T", False),
        ("D", False),
        ("L", False),
        ("O", True),
        ("W", True),
        ("B", True),
        ("G", True),
        (".", True),
    ],
)
def test_walls_obstacles_and_closed_doors_hide(letter: str, seen: bool) -> None:
    play = stand(f".{letter}.", rin="A1", mob="C1")

    assert sees(play.state, BLOCKED, "rin", "mob") == seen
    assert sees(play.state, BLOCKED, "mob", "rin") == seen


def test_enemies_hide_and_allies_do_not() -> None:
    assert not sees(stand("...", rin="A1", mob="C1", foe="B1").state, BLOCKED, "rin", "mob")
    assert sees(stand("...", rin="A1", mob="C1", ally="B1").state, BLOCKED, "rin", "mob")


def test_an_enemy_is_an_enemy_of_the_one_who_looks() -> None:
    play = stand("...", rin="A1", mob="C1", foe="B1")

    assert sees(play.state, BLOCKED, "mob", "rin")


def test_who_looks_and_what_is_looked_at_hide_nothing() -> None:
    assert sees(stand("O.D", rin="A1", mob="C1").state, BLOCKED, "rin", "mob")
    assert sees_square(stand("..#", rin="A1", mob="B1").state, BLOCKED, "rin", "B1")


@pytest.mark.parametrize("rows, seen", [((".#.", "#..", "..."), False), ((".#.", "...", "..."), True)])
def test_a_corner_of_two_blocking_squares_is_blocked(rows: tuple[str, ...], seen: bool) -> None:
    assert sees(stand(*rows, rin="A1", mob="C3").state, BLOCKED, "rin", "mob") == seen


def test_the_option_lets_sight_through_a_corner() -> None:
    play = stand(".#", "#.", rin="A1", mob="B2")

    assert sees(play.state, FREE, "rin", "mob")
    assert not sees(play.state, BLOCKED, "rin", "mob")


def test_two_enemies_close_a_corner_like_walls() -> None:
    play = stand("..", "..", rin="A1", mob="B2", one="B1", other="A2")

    assert not sees(play.state, BLOCKED, "rin", "mob")
    assert sees(play.state, FREE, "rin", "mob")


def test_without_squares_everybody_is_seen() -> None:
    play = begin(rin=make_ninja(), mob=make_mob(square="C1"))

    assert sees(play.state, BLOCKED, "rin", "mob")
    assert sees(play.state, BLOCKED, "rin", "nobody")
    assert sees_square(play.state, BLOCKED, "rin", "C1")


def test_a_knights_move_goes_between_two_squares() -> None:
    assert list(trace_line((0, 0), (2, 1))) == [((1, 0),), ((1, 1),)]


CELL = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


def crosses(begin_at: tuple[int, int], end: tuple[int, int], cell: tuple[int, int]) -> bool:
    """Return whether the line between two centres goes through the inside of a square, in exact fractions."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        run = Fraction(end[axis] - begin_at[axis])
        near = Fraction(2 * (cell[axis] - begin_at[axis]) - 1, 2)
        if run == 0:
            if not near < 0 < near + 1:
                return False
            continue
        first, last = sorted((near / run, (near + 1) / run))
        low, high = max(low, first), min(high, last)
    return low < high


@given(CELL, CELL)
def test_the_line_is_what_exact_geometry_says(one: tuple[int, int], other: tuple[int, int]) -> None:
    singles = {cells[0] for cells in trace_line(one, other) if len(cells) == 1}
    expected = {
        (x, y)
        for x in range(-7, 8)
        for y in range(-7, 8)
        if (x, y) not in (one, other) and crosses(one, other, (x, y))
    }

    assert singles == expected


@given(CELL, CELL)
def test_the_line_is_the_same_from_both_ends(one: tuple[int, int], other: tuple[int, int]) -> None:
    there = {frozenset(cells) for cells in trace_line(one, other)}
    back = {frozenset(cells) for cells in trace_line(other, one)}

    assert there == back
