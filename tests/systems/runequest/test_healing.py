"""Hit points that come back, limbs that are saved, and who comes round."""

import pytest
from kit import Play
from runequests import begin, make_figure, make_foe
from runewounds import cure, figure_of, hurt, place_of, strike

from tenmatsu.systems.runequest.commands.wounds import Hurt, Mend
from tenmatsu.systems.runequest.events.healing import Healed, Treated
from tenmatsu.systems.runequest.events.wounds import Awoke


def _begin(**values: int) -> Play:
    return begin(rin=make_figure(**values), jin=make_foe())


def test_healing_goes_to_location_and_total_and_never_over_their_points() -> None:
    play = hurt(_begin(), "rin", "left_leg", 3)

    assert cure(play, "rin", "left_leg", 2) == 2
    assert (figure_of(play).hp, place_of(play, "left_leg").hp, place_of(play, "left_leg").wounds) == (
        13,
        4,
        1,
    )
    assert cure(play, "rin", "left_leg", 6) == 1
    assert (figure_of(play).hp, place_of(play, "left_leg").hp, place_of(play, "left_leg").wounds) == (
        14,
        5,
        0,
    )
    assert cure(play, "rin", "left_leg", 6) == 0


def test_without_a_location_it_goes_where_most_is_missing_or_to_the_total() -> None:
    play = hurt(_begin(), "rin", "left_leg", 1)
    hurt(play, "rin", "chest", 3)
    assert cure(play, "rin", "", 2) == 2
    assert place_of(play, "chest").hp == 5

    play = begin(rin=make_figure(hp=5, unconscious=True))
    play.when(Mend(character="rin", points=20)).then(
        Healed(character="rin", points=9, hp=14), Awoke(character="rin")
    )


def test_nobody_heals_the_dead_or_what_has_no_body() -> None:
    play = begin(rin=make_figure(dead=True, hp=3), jin=make_foe(embodied=False))

    assert cure(play, "rin", "", 3) == 0
    assert cure(play, "jin", "", 3) == 0
    assert cure(play, "nobody", "", 3) == 0


def test_a_limb_can_be_used_again_once_it_is_over_0() -> None:
    play = hurt(_begin(), "rin", "left_arm", 5)

    cure(play, "rin", "left_arm", 1)
    assert place_of(play, "left_arm").state == "useless"
    cure(play, "rin", "left_arm", 1)
    assert place_of(play, "left_arm").state == "whole"


@pytest.mark.parametrize("points, state", [(5, "severed"), (6, "useless")])
def test_magic_of_6_puts_a_severed_limb_back(points: int, state: str) -> None:
    play = hurt(_begin(), "rin", "left_arm", 12, cuts=True)

    cure(play, "rin", "left_arm", points)
    assert place_of(play, "left_arm").state == state
    cure(play, "rin", "left_arm", 5)
    assert place_of(play, "left_arm").state == ("whole" if state == "useless" else "severed")


def test_a_severed_limb_is_put_back_by_no_other_means() -> None:
    play = hurt(_begin(), "rin", "left_arm", 12, cuts=True)

    cure(play, "rin", "left_arm", 20, magic=False)
    assert place_of(play, "left_arm").state == "severed"


def test_a_maimed_limb_is_saved_by_all_its_points() -> None:
    play = hurt(_begin(), "rin", "left_arm", 12)

    cure(play, "rin", "left_arm", 11)
    assert place_of(play, "left_arm").state == "maimed"
    cure(play, "rin", "left_arm", 1)
    assert place_of(play, "left_arm").state == "whole"


def test_shock_of_a_limb_lost_keeps_out_until_it_is_treated() -> None:
    play = hurt(_begin(), "rin", "left_arm", 12)
    assert figure_of(play).unconscious

    play.when(Mend(character="rin", points=1, location="left_arm"))
    assert play.only(Treated) == Treated(character="rin", location="left_arm", clock=False, eased=True)
    assert figure_of(play).is_awake


def test_whoever_healing_finds_out_for_a_time_sleeps_it_out() -> None:
    play = _begin()
    strike(play, "rin", "chest", 2, [(100, 99), (6, 1)], special="slash")

    cure(play, "rin", "chest", 2)
    assert figure_of(play).unconscious


def test_refusals() -> None:
    play = begin(rin=make_figure(dead=True), jin=make_foe(embodied=False), ren=make_figure())

    play.when(Hurt(character="nobody", points=1)).refused("runequest.unknown_character")
    play.when(Hurt(character="rin", points=1)).refused("runequest.is_dead")
    play.when(Hurt(character="jin", points=1)).refused("runequest.no_body")
    play.when(Hurt(character="ren", points=1, location="tail")).refused("runequest.no_such_location")
    play.when(Mend(character="ren", points=1)).refused("runequest.nothing_to_treat")
