"""ニンジャ第六感 (2-16): one part of an attack before any dodge, or one's own dodge, rolled again."""

from typing import Any

from assaulted import come, details, shot, strike
from kit import Play, d6
from ninjas import begin, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.dodging import Dodge, UseSense
from tenmatsu.systems.ninjaslayer.events.dodging import DodgeRolled, PartRerolled, SenseKept
from tenmatsu.systems.ninjaslayer.events.judging import SixthSenseUsed

SENSE = ("sixth_sense",)
MISS: dict[str, Any] = {"faces": (1, 2), "successes": 0, "missed": True, "staggered": True}


def sit_down(**values: Any) -> Play:
    return begin(ren=make_ninja(), foe=make_boss(skills=SENSE, **values))


def choose(choice: str, character: str = "foe") -> UseSense:
    return UseSense(character=character, choice=choice)


def test_the_attacker_may_roll_one_part_again_before_the_first_dodge() -> None:
    play = come(sit_down(), strike(staggered=True), strike(staggered=True, faces=(5, 5)))
    play.asks("sense_part", "foe", "part:1", "part:2", "keep")
    assert details(play)["parts"] == "4, 5 / 5, 5"

    play.when(choose("part:2"), d6(6, 6))

    rolled = play.only(PartRerolled)
    assert (rolled.faces, rolled.successes, rolled.action) == ((6, 6), 2, "melee")
    assert play.only(SixthSenseUsed) == SixthSenseUsed(character="foe")
    assert [blow.critical for blow in rolled.blows] == ["", "satsubatsu"]
    play.asks("dodge", "ren", "dodge", "take")
    assert play.state.characters["foe"].sensed


def test_what_is_rolled_anew_counts_even_when_it_misses() -> None:
    play = come(sit_down(), strike())

    play.when(choose("part:1"), d6(1, 1)).settled()

    assert play.only(PartRerolled).blows == ()
    assert play.state.characters["ren"].vitality == 6


def test_a_part_that_missed_may_be_rolled_again_and_hit() -> None:
    play = come(sit_down(), strike(staggered=True), strike(**MISS))
    play.asks("sense_part", "foe", "part:1", "part:2", "keep")

    play.when(choose("part:2"), d6(4, 1)).asks("dodge", "ren", "dodge", "take")

    assert details(play)["left"] == 1


def test_an_attack_that_missed_wholly_may_be_saved() -> None:
    play = come(sit_down(), strike(**MISS))

    play.when(choose("part:1"), d6(4, 1)).asks("dodge", "ren", "dodge", "take")


def test_whoever_keeps_the_roll_lets_the_misses_go() -> None:
    play = come(sit_down(), strike(staggered=True), strike(**MISS))

    play.when(choose("keep"))

    assert play.only(SenseKept) == SenseKept(character="foe")
    assert (details(play)["together"], details(play)["left"]) == (1, 0)
    assert not play.state.characters["foe"].sensed


def test_without_the_sense_misses_are_never_launched() -> None:
    play = begin(ren=make_ninja(), foe=make_boss())
    come(play, strike(**MISS))
    assert play.events == []

    come(play, strike(), strike(**MISS)).asks("dodge", "ren", "dodge", "take")
    assert details(play)["left"] == 0


def test_the_sense_comes_once_a_scenario() -> None:
    come(sit_down(sensed=True), strike()).asks("dodge", "ren", "dodge", "take")


def test_a_counter_is_no_judgement_to_roll_again() -> None:
    come(sit_down(), strike(counter=True, faces=())).asks("dodge", "ren", "dodge", "take")


def test_once_the_foe_has_dodged_no_part_is_rolled_again() -> None:
    play = come(sit_down(), strike(staggered=True), strike(staggered=True))
    play.when(choose("keep"))
    play.when(Dodge(character="ren", choice="dodge", with_dice=1), d6(1))

    play.asks("dodge", "ren", "dodge", "take")
    assert play.state.assaults[-1].sensing == ""


def test_blows_of_one_roll_on_an_area_are_one_part() -> None:
    play = begin(ren=make_ninja(), kai=make_ninja(), foe=make_boss(skills=SENSE))
    thrown: dict[str, Any] = {"weapon": "shuriken", "source": "shuriken", "ability": "wazamae", "area": True}
    come(play, strike(**thrown), strike(target="kai", **thrown))
    play.asks("sense_part", "foe", "part:1", "keep")

    play.when(choose("part:1"), d6(6, 1))

    rolled = play.only(PartRerolled)
    assert (rolled.targets, rolled.action) == (("ren", "kai"), "shooting")
    assert [blow.successes for blow in rolled.blows] == [1, 1]


def test_only_parts_that_are_there_can_be_rolled_again() -> None:
    play = come(sit_down(), strike())

    play.when(choose("part:2")).refused("ninjaslayer.sense_what")
    play.when(choose("reroll")).refused("ninjaslayer.sense_what")
    play.when(choose("keep", "ren")).refused("ninjaslayer.not_asked")


def test_mobs_without_the_sense_ask_nothing() -> None:
    play = begin(ren=make_ninja(), y1=make_mob())
    come(play, shot("y1")).asks("dodge", "ren", "dodge", "take")


def test_ones_own_dodge_may_be_rolled_again_without_further_dice() -> None:
    play = begin(ren=make_ninja(skills=SENSE, emergency_dice=1), foe=make_boss())
    come(play, strike())
    play.when(Dodge(character="ren", choice="dodge", with_dice=2, emergency=1), d6(1, 2, 3))
    play.asks("sense_dodge", "ren", "reroll", "keep")
    assert (details(play)["faces"], details(play)["rolled"]) == ("1, 2, 3", 0)

    play.when(choose("part:1", "ren")).refused("ninjaslayer.sense_what")
    play.when(choose("reroll", "ren"), d6(4, 1, 1)).settled()

    rolled = play.only(DodgeRolled)
    assert (rolled.again, rolled.sense, rolled.success) == (True, False, True)
    assert (rolled.dodge_dice, rolled.emergency_dice) == (4, 0)
    figure = play.state.characters["ren"]
    assert (figure.dodge_dice, figure.emergency_dice, figure.sensed, figure.vitality) == (4, 0, True, 6)


def test_a_dodge_that_is_kept_stands() -> None:
    play = begin(ren=make_ninja(skills=SENSE), foe=make_boss())
    come(play, strike())
    play.when(Dodge(character="ren", choice="dodge", with_dice=2), d6(1, 2))

    play.when(choose("keep", "ren")).settled()

    assert play.state.characters["ren"].vitality == 5
    assert not play.state.characters["ren"].sensed


def test_a_successful_dodge_may_be_rolled_again_too_and_fail() -> None:
    play = begin(ren=make_ninja(skills=SENSE), foe=make_boss())
    come(play, strike())
    play.when(Dodge(character="ren", choice="dodge", with_dice=2), d6(4, 2))

    play.asks("sense_dodge", "ren", "reroll", "keep")
    play.when(choose("reroll", "ren"), d6(1, 1)).settled()
    assert play.state.characters["ren"].vitality == 5


def test_a_counter_comes_of_the_dodge_that_counts() -> None:
    play = begin(ren=make_ninja(skills=SENSE), foe=make_boss())
    come(play, strike())
    play.when(Dodge(character="ren", choice="dodge", with_dice=3), d6(4, 4, 1))

    play.when(choose("reroll", "ren"), d6(4, 4, 4)).asks("counter", "ren", "foe", "none")
