"""Blood: a point a round, clocks of 5 and 10 minutes, what stops them, death at a round's end."""

import pytest
from kit import Play, work_on
from runequests import begin, make_figure, make_foe
from runewounds import cure, figure_of, hurt, place_of

from tenmatsu.systems.runequest.commands.wounds import PassTime
from tenmatsu.systems.runequest.decide.wounding import regrow
from tenmatsu.systems.runequest.events.clock import TimePassed
from tenmatsu.systems.runequest.events.wounds import Bled, BleedingBegun, Died, Fainted, LimbLost, LimbRegrown

STOUT = {"CON": 21}
"""22 hit points: 8 in legs, abdomen and head, 9 in the chest, 7 in the arms."""


def _begin(**values: int) -> Play:
    return begin(rin=make_figure(**values), jin=make_foe())


def _pass(play: Play, rounds: int) -> Play:
    return play.when(PassTime(rounds=rounds))


@pytest.mark.parametrize("part, rounds", [("abdomen", 50), ("chest", 50), ("head", 25)])
def test_untreated_it_kills_in_its_time(part: str, rounds: int) -> None:
    play = _begin()
    hurt(play, "rin", part, place_of(play, part).max_hp)
    _pass(play, rounds - 1)
    assert not figure_of(play).dead

    _pass(play, 1)
    assert play.all(Died) == [Died(character="rin", why="bleeding")]


def test_a_further_blow_gives_no_new_time() -> None:
    play = hurt(_begin(**STOUT), "rin", "head", 8)
    _pass(play, 10)
    hurt(play, "rin", "head", 1)

    assert (figure_of(play).dies_at, play.all(BleedingBegun)) == (25, [])


def test_the_clock_stops_at_a_death_on_the_way_and_goes_on() -> None:
    play = hurt(_begin(), "rin", "head", 5)

    _pass(play, 100).then(
        play.events[0],
        TimePassed(rounds=25, now=25),
        Died(character="rin", why="bleeding"),
        TimePassed(rounds=75, now=100),
    )
    assert play.state.until is None


@pytest.mark.parametrize("points, dead", [(1, True), (2, False)])
def test_magic_of_2_stops_the_blood_and_less_does_not(points: int, dead: bool) -> None:
    play = hurt(_begin(), "rin", "abdomen", 5)
    cure(play, "rin", "abdomen", points)
    _pass(play, 60)

    assert figure_of(play).dead is dead


def test_what_is_treated_otherwise_bleeds_no_more() -> None:
    play = hurt(_begin(), "rin", "chest", 6)
    cure(play, "rin", "chest", 1, magic=False)

    assert (figure_of(play).dies_at, figure_of(play).hindrances) == (None, ())


def test_the_soonest_of_several_clocks_counts_and_each_is_stopped_by_itself() -> None:
    play = hurt(_begin(**STOUT), "rin", "abdomen", 8)
    hurt(play, "rin", "head", 8)
    assert figure_of(play).dies_at == 25

    cure(play, "rin", "head", 2)
    assert figure_of(play).dies_at == 50
    cure(play, "rin", "abdomen", 2)
    assert figure_of(play).dies_at is None


def test_a_point_a_round_is_lost_until_any_treatment() -> None:
    play = hurt(_begin(**STOUT), "rin", "abdomen", 17)

    _pass(play, 2)
    assert [one.hp for one in play.all(Bled)] == [4, 3]
    cure(play, "rin", "abdomen", 1)
    assert not figure_of(play).bleeding
    assert figure_of(play).dies_at == 50
    assert _pass(play, 5).all(Bled) == []


def test_bleeding_leads_to_death_at_0() -> None:
    play = hurt(_begin(**STOUT), "rin", "abdomen", 17)

    _pass(play, 20)
    assert [one.hp for one in play.all(Bled)] == [4, 3, 2, 1, 0]
    assert play.all(Died) == [Died(character="rin", why="bleeding")]


def test_bleeding_takes_consciousness_at_2() -> None:
    play = begin(rin=make_figure(hp=3, bleeding=True))

    assert Fainted(character="rin") in _pass(play, 1).events


def test_whoever_bled_comes_round_when_the_blood_is_stopped_with_points_left() -> None:
    play = hurt(_begin(**STOUT), "rin", "abdomen", 17)
    assert figure_of(play).unconscious

    cure(play, "rin", "abdomen", 2)
    assert figure_of(play).is_awake


def test_whoever_has_the_head_at_0_stays_out_until_it_is_over_0() -> None:
    play = hurt(_begin(), "rin", "head", 6)

    cure(play, "rin", "head", 1)
    assert figure_of(play).unconscious
    cure(play, "rin", "head", 1)
    assert figure_of(play).is_awake


def test_a_total_of_0_kills_as_the_round_ends_and_healing_before_saves() -> None:
    play = hurt(_begin(), "rin", "abdomen", 15)
    assert (figure_of(play).hp, figure_of(play).dead) == (-1, False)

    cure(play, "rin", "abdomen", 3)
    _pass(play, 1)
    assert (figure_of(play).hp, figure_of(play).dead) == (2, False)

    play = hurt(_begin(), "rin", "right_leg", 10)
    hurt(play, "rin", "left_leg", 4)
    assert _pass(play, 1).all(Died) == [Died(character="rin", why="hp")]


def test_the_dead_do_nothing_more() -> None:
    play = begin(rin=make_figure(dead=True, bleeding=True, hp=-3))

    assert _pass(play, 10).all(Bled) == []
    assert play.all(Died) == []


# --- limbs


def test_a_severed_limb_is_lost_after_10_minutes_and_1_point_with_it() -> None:
    play = hurt(_begin(), "rin", "left_arm", 12, cuts=True)
    assert _pass(play, 49).all(LimbLost) == []

    _pass(play, 1)
    assert play.only(LimbLost) == LimbLost(character="rin", location="left_arm", cost=1, hp=6, max_hp=13)
    assert place_of(play, "left_arm").state == "lost"


def test_a_maimed_limb_is_lost_without_that() -> None:
    play = hurt(_begin(), "rin", "left_arm", 12)

    _pass(play, 50)
    assert play.only(LimbLost) == LimbLost(character="rin", location="left_arm", cost=0, hp=6, max_hp=14)


def test_what_was_put_back_in_time_is_kept() -> None:
    play = hurt(_begin(), "rin", "left_arm", 12, cuts=True)
    _pass(play, 49)
    cure(play, "rin", "left_arm", 6)

    assert _pass(play, 10).all(LimbLost) == []


def test_a_limb_lost_takes_no_points_and_grows_back_by_magic_alone() -> None:
    play = hurt(_begin(), "rin", "left_arm", 12, cuts=True)
    _pass(play, 50)
    assert figure_of(play).unconscious
    assert cure(play, "rin", "left_arm", 2) == 2
    assert (place_of(play, "left_arm").hp, figure_of(play).hp, figure_of(play).is_awake) == (-8, 8, True)

    work = work_on(play)
    regrow(work, "rin", "left_arm")
    assert work.recorded[-1].event == LimbRegrown(character="rin", location="left_arm", hp=14, max_hp=14)
    arm = work.state.characters["rin"].locations["left_arm"]
    assert (arm.state, arm.hp, arm.cost) == ("whole", 4, 0)
