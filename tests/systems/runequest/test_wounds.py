"""Damage to locations and the total: at 0, beyond twice, from three times the points."""

import pytest
from kit import Play, work_on
from runequests import begin, hold, make_figure, make_foe
from runewounds import cure, figure_of, hurt, place_of

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.runequest.bodies import can_do_nothing, can_fight
from tenmatsu.systems.runequest.commands.wounds import Hurt
from tenmatsu.systems.runequest.decide.wounding import (
    roll_location,
)
from tenmatsu.systems.runequest.events.wounds import (
    ArmDropped,
    BleedingBegun,
    Died,
    Fainted,
    Fell,
    HitHeld,
    LocationChanged,
    Shocked,
    Wounded,
)
from tenmatsu.systems.runequest.figures import Spell

SLIGHT = {"CON": 11, "SIZ": 10}
"""11 hit points: 4 in legs, abdomen and head, 5 in the chest, 3 in the arms."""
STOUT = {"CON": 21}
"""22 hit points: 8 in legs, abdomen and head, 9 in the chest, 7 in the arms."""


def _begin(**values: int) -> Play:
    return begin(rin=make_figure(**values), jin=make_foe())


def test_a_hit_loses_the_points_of_armour_and_falls_into_location_and_total() -> None:
    play = begin(rin=make_figure(armor=3, natural_armor=1))

    play.when(Hurt(character="rin", points=7, location="left_leg")).then(
        Wounded(character="rin", location="left_leg", points=3, armor=4, left=2, hp=11, wounds=1)
    )


def test_armour_may_hold_a_hit_off() -> None:
    play = begin(rin=make_figure(armor=5))

    play.when(Hurt(character="rin", points=5, location="head")).then(
        HitHeld(character="rin", location="head", points=5, armor=5)
    )


def test_magic_armour_counts_and_what_ignores_armour_passes_all_of_it() -> None:
    magic = Spell(spell="protection", magic="spirit", amount=2), Spell(spell="shield", magic="rune", amount=2)
    play = begin(rin=make_figure(armor=1, spells=magic))

    play.when(Hurt(character="rin", points=6, location="chest"))
    assert play.only(Wounded).points == 1
    play.when(Hurt(character="rin", points=3, location="chest", ignores_armor=True))
    assert (play.only(Wounded).points, play.only(Wounded).armor) == (3, 0)


def test_where_no_location_is_named_it_is_rolled() -> None:
    play = _begin()

    play.when(Hurt(character="rin", points=2), dice=[(20, 12)])
    assert play.only(Wounded).location == "chest"


def test_whoever_lies_on_the_ground_hits_by_a_smaller_die() -> None:
    work = work_on(_begin(), ScriptedDice([(10, 9)]))

    assert roll_location(work, "jin", 10) == "abdomen"


# --- at 0


def test_a_leg_at_0_brings_down_and_takes_the_round() -> None:
    play = hurt(_begin(), "rin", "right_leg", 5)

    play.then(
        Wounded(character="rin", location="right_leg", points=5, left=0, hp=9, wounds=1),
        LocationChanged(character="rin", location="right_leg", state="useless"),
        Fell(character="rin"),
        Shocked(character="rin", location="right_leg", until=1),
    )
    assert can_do_nothing(figure_of(play))


def test_the_abdomen_at_0_brings_down_takes_the_round_and_kills_in_10_minutes() -> None:
    play = hurt(_begin(), "rin", "abdomen", 5)

    play.then(
        Wounded(character="rin", location="abdomen", points=5, left=0, hp=9, wounds=1),
        BleedingBegun(character="rin", location="abdomen", dies_at=50),
        Fell(character="rin"),
        Shocked(character="rin", location="abdomen", until=1),
    )
    assert figure_of(play).dies_at == 50
    assert figure_of(play).is_awake


def test_the_chest_at_0_leaves_nothing_to_do_and_kills_in_10_minutes() -> None:
    play = hurt(_begin(), "rin", "chest", 6)

    play.then(
        Wounded(character="rin", location="chest", points=6, left=0, hp=8, wounds=1),
        BleedingBegun(character="rin", location="chest", dies_at=50),
        ArmDropped(character="rin", arm="broadsword", weapon="broadsword"),
        ArmDropped(character="rin", arm="medium_shield", weapon="medium_shield"),
        Fell(character="rin"),
        Shocked(character="rin", location="chest"),
    )
    assert can_do_nothing(figure_of(play))


def test_an_arm_at_0_drops_what_it_holds_and_the_other_fights_on() -> None:
    play = hurt(_begin(), "rin", "left_arm", 4)

    play.then(
        Wounded(character="rin", location="left_arm", points=4, left=0, hp=10, wounds=1),
        LocationChanged(character="rin", location="left_arm", state="useless"),
        ArmDropped(character="rin", arm="medium_shield", weapon="medium_shield"),
    )
    assert can_fight(figure_of(play))
    assert not figure_of(play).prone


def test_an_arm_at_0_drops_a_weapon_that_needs_both() -> None:
    play = begin(rin=make_figure(arms={"maul": hold("maul", "both")}))

    hurt(play, "rin", "right_arm", 4)
    assert figure_of(play).arms["maul"].hand == ""


def test_the_head_at_0_takes_consciousness_and_kills_in_5_minutes() -> None:
    play = hurt(_begin(), "rin", "head", 5)

    assert play.only(BleedingBegun).dies_at == 25
    assert play.only(Fainted) == Fainted(character="rin")
    assert len(play.all(ArmDropped)) == 2
    assert figure_of(play).prone


def test_what_goes_by_the_round_happens_once_as_0_is_reached() -> None:
    play = hurt(_begin(**STOUT), "rin", "right_leg", 8)

    assert hurt(play, "rin", "right_leg", 1).all(Shocked) == []


def test_a_wound_that_was_treated_bleeds_again_by_the_next_blow() -> None:
    play = hurt(_begin(), "rin", "abdomen", 5)
    cure(play, "rin", "abdomen", 2)
    hurt(play, "rin", "abdomen", 2)

    assert play.only(BleedingBegun).dies_at == 50


# --- beyond twice


@pytest.mark.parametrize("points, shocked", [(10, False), (11, True)])
def test_a_blow_of_more_than_twice_a_legs_points_takes_the_fight_out_of_it(
    points: int, shocked: bool
) -> None:
    play = hurt(_begin(), "rin", "left_leg", points)

    assert (Shocked(character="rin", location="left_leg") in play.events) is shocked
    assert figure_of(play).hp == 4
    assert place_of(play, "left_leg").hp == 5 - points


def test_an_arm_with_3_that_takes_7_costs_the_total_6_and_all_fighting_until_treated() -> None:
    play = hurt(_begin(**SLIGHT), "rin", "right_arm", 7)

    assert (figure_of(play).hp, place_of(play, "right_arm").hp) == (5, -4)
    assert place_of(play, "right_arm").state == "useless"
    assert not can_fight(figure_of(play))
    assert not can_do_nothing(figure_of(play))
    assert cure(play, "rin", "right_arm", 1) == 1
    assert can_fight(figure_of(play))


def test_each_blow_to_a_limb_counts_up_to_twice_its_points_by_itself() -> None:
    play = hurt(_begin(**STOUT), "rin", "left_arm", 16)
    assert figure_of(play).hp == 8

    hurt(play, "rin", "left_arm", 5)
    assert figure_of(play).hp == 3


@pytest.mark.parametrize("part", ["abdomen", "chest", "head"])
def test_a_blow_of_more_than_twice_head_chest_abdomen_takes_consciousness_and_bleeds(part: str) -> None:
    play = _begin(**STOUT)
    most = place_of(play, part).max_hp
    hurt(play, "rin", part, 2 * most + 1)

    assert BleedingBegun(character="rin", location=part, bleeding=True) in play.events
    assert play.all(Fainted)[0] == Fainted(character="rin")
    assert figure_of(play).hp == 22 - 2 * most - 1
    assert figure_of(play).bleeding


@pytest.mark.parametrize("part", ["abdomen", "chest", "head"])
def test_twice_head_chest_abdomen_is_not_more_than_twice(part: str) -> None:
    play = _begin(**STOUT)
    hurt(play, "rin", part, 2 * place_of(play, part).max_hp)

    assert not figure_of(play).bleeding


@pytest.mark.parametrize("reading, bleeding", [("blow", False), ("cumulative", True)])
@pytest.mark.parametrize("part", ["abdomen", "chest", "head"])
def test_twice_a_part_counts_a_blow_or_all_damage(part: str, reading: str, bleeding: bool) -> None:
    play = begin(options={"blow_threshold": reading}, rin=make_figure(**STOUT))
    most = place_of(play, part).max_hp
    hurt(play, "rin", part, most, most + 1)

    assert figure_of(play).bleeding is bleeding


def test_a_limb_counts_blows_whatever_head_chest_and_abdomen_do() -> None:
    play = begin(options={"blow_threshold": "cumulative"}, rin=make_figure(**STOUT))
    hurt(play, "rin", "left_arm", 7, 8)

    assert can_fight(figure_of(play))


# --- from three times


@pytest.mark.parametrize("part", ["right_leg", "left_arm"])
@pytest.mark.parametrize("cuts, state", [(True, "severed"), (False, "maimed")])
def test_three_times_a_limbs_points_sever_or_maim_it(part: str, cuts: bool, state: str) -> None:
    play = _begin()
    most = place_of(play, part).max_hp
    hurt(play, "rin", part, 3 * most, cuts=cuts)

    place = place_of(play, part)
    assert (place.state, place.mend_until) == (state, 50)
    assert figure_of(play).unconscious
    assert figure_of(play).hp == 14 - 2 * most


def test_an_arm_with_3_is_severed_by_10_from_a_sword() -> None:
    play = hurt(_begin(**SLIGHT), "rin", "left_arm", 10, cuts=True)

    assert (
        LocationChanged(character="rin", location="left_arm", state="severed", mend_until=50) in play.events
    )
    assert figure_of(play).hp == 5


@pytest.mark.parametrize(
    "reading, points, state",
    [
        ("reached", 9, "severed"),
        ("exceeded", 9, "useless"),
        ("exceeded", 10, "severed"),
        ("reached", 8, "useless"),
    ],
)
def test_three_times_is_reached_or_exceeded(reading: str, points: int, state: str) -> None:
    play = begin(options={"sever_at": reading}, rin=make_figure(**SLIGHT))
    hurt(play, "rin", "left_arm", points, cuts=True)

    assert place_of(play, "left_arm").state == state


@pytest.mark.parametrize("part", ["abdomen", "chest", "head"])
def test_a_blow_of_more_than_three_times_head_chest_abdomen_kills_at_once(part: str) -> None:
    play = _begin(**STOUT)
    most = place_of(play, part).max_hp
    hurt(play, "rin", part, 3 * most)
    assert not figure_of(play).dead

    play = hurt(_begin(**STOUT), "rin", part, 3 * most + 1)
    assert Died(character="rin", why=part) in play.events  # type: ignore[arg-type]


@pytest.mark.parametrize("reading, dead", [("blow", False), ("cumulative", True)])
def test_three_times_a_part_counts_a_blow_or_all_damage(reading: str, dead: bool) -> None:
    play = begin(options={"blow_threshold": reading}, rin=make_figure(**STOUT))
    hurt(play, "rin", "abdomen", 12, 13)

    assert figure_of(play).dead is dead
