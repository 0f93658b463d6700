"""Degrees of success as data."""

from hypothesis import given
from hypothesis import strategies as st
from runequests import begin, make_figure

from tenmatsu.engine.contract import Verdict
from tenmatsu.systems.runequest.degrees import Limits, is_success, levels_above, rank_degree, read_degree
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.verdict import read_verdict

SIXTY = Limits(chance=60, critical=3, special=12, success=60, fumble=98)


def test_each_degree_ends_at_its_limit() -> None:
    faces = {1: "critical", 3: "critical", 4: "special", 12: "special", 13: "success", 60: "success"}
    faces |= {61: "failure", 97: "failure", 98: "fumble", 100: "fumble"}

    assert {face: read_degree(SIXTY, face) for face in faces} == faces


@given(st.integers(1, 99))
def test_degrees_are_monotone_in_the_roll(face: int) -> None:
    assert rank_degree(read_degree(SIXTY, face)) >= rank_degree(read_degree(SIXTY, face + 1))


def test_a_fumble_counts_as_a_failure_where_levels_are_compared() -> None:
    assert levels_above("critical", "fumble") == 3
    assert levels_above("fumble", "failure") == 0
    assert levels_above("success", "critical") == -2
    assert is_success("success")
    assert not is_success("failure")


def test_a_percentile_roll_is_told_with_what_it_needed() -> None:
    rolled = Checked(
        character="rin", purpose="skill", ability="dodge", skill=60, limits=SIXTY, face=42, degree="success"
    )

    assert read_verdict(rolled) == Verdict(
        by="rin",
        what="dodge",
        needed=60,
        sides=100,
        dice=1,
        keep=1,
        faces=(42,),
        total=42,
        success=True,
        under=True,
    )
    play = begin(rin=make_figure())
    assert play.system.evolve(play.state, rolled) == play.state
