"""Pools of dice: successes at each difficulty, and patterns that no difficulty changes."""

from itertools import permutations, product

import pytest
from ninjas import TABLES

from tenmatsu.systems.ninjaslayer.pools import Pattern, count_sets, count_successes, matches
from tenmatsu.systems.ninjaslayer.tables import NORMAL

LADDER = {row.name: row for row in TABLES.difficulties}


@pytest.mark.parametrize(
    "difficulty, successes",
    [
        ("kids", 5),
        ("easy", 4),
        ("normal", 3),
        ("hard", 2),
        ("ultra_hard", 1),
        ("ultra_hard2", 0),
        ("ultra_hard3", 0),
    ],
)
def test_each_die_of_the_difficulty_or_more_is_one_success(difficulty: str, successes: int) -> None:
    assert count_successes((1, 2, 3, 4, 5, 6), LADDER[difficulty]) == successes


def test_the_ladder_is_the_difficulties_from_the_easiest_and_normal_is_its_third() -> None:
    assert list(LADDER) == ["kids", "easy", "normal", "hard", "ultra_hard", "ultra_hard2", "ultra_hard3"]
    assert TABLES.difficulty(NORMAL) is LADDER["normal"]
    assert TABLES.difficulty(-3) is LADDER["kids"]
    assert TABLES.difficulty(9) is LADDER["ultra_hard3"]


def test_six_sixes_are_4_successes_at_uh3_5_at_uh2_and_6_at_u_hard() -> None:
    sixes = (6,) * 6
    assert count_successes(sixes, LADDER["ultra_hard3"]) == 4
    assert count_successes(sixes, LADDER["ultra_hard2"]) == 5
    assert count_successes(sixes, LADDER["ultra_hard"]) == 6


@pytest.mark.parametrize("hits, uh2, uh3", [(0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 2, 1), (4, 3, 2)])
def test_the_first_success_takes_a_whole_set_of_sixes_and_each_further_six_is_one_more(
    hits: int, uh2: int, uh3: int
) -> None:
    assert count_sets(hits, LADDER["ultra_hard2"]) == uh2
    assert count_sets(hits, LADDER["ultra_hard3"]) == uh3


@pytest.mark.parametrize(
    "faces, pattern, held",
    [
        ((6, 6), (6, 6), True),
        ((6, 6, 6, 1), (6, 6), True),
        ((6, 5), (6, 6), False),
        ((6, 6, 1), (6, 6, 6), False),
        ((6, 5), (6, -5), True),
        ((6, 6), (6, -5), True),
        ((5, 5, 5), (6, -5), False),
        ((6, 4, 4), (6, -5), False),
        ((4,), (4,), True),
        ((5, 6), (4,), False),
        ((5, 6), (-4,), True),
        ((6, 5, 3), (-3, -5, 6), True),
        ((6, 6, 2), (-3, -5, 6), False),
        ((5, 5), (-5, 5), True),
        ((6, 6), (), False),
        ((), (6,), False),
    ],
)
def test_a_pattern_needs_a_die_of_its_own_for_each_of_its_faces(
    faces: tuple[int, ...], pattern: Pattern, held: bool
) -> None:
    assert matches(faces, pattern) is held


def fits(faces: tuple[int, ...], pattern: Pattern) -> bool:
    """Return whether some way of laying dice on the faces of a pattern meets all of them."""
    return any(
        all(die == face if face > 0 else die >= -face for die, face in zip(order, pattern, strict=True))
        for order in permutations(faces, len(pattern))
    )


@pytest.mark.parametrize("pattern", [(6, 6), (6, -5), (-5, 5), (4,), (-3, 5, -6), (2, -2, -4)])
def test_patterns_are_met_whenever_any_way_of_laying_the_dice_meets_them(pattern: Pattern) -> None:
    for faces in product(range(1, 7), repeat=4):
        assert matches(faces, pattern) is fits(faces, pattern), faces
