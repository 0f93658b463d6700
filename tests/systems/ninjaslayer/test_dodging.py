"""回避判定 (2-1, 2-11): who may dodge, with which dice, and what a success does."""

import pytest
from assaulted import club, come, details, make_gang, strike
from kit import Play, d6
from ninjas import alter, begin, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.attacking import DamageDodgeDice
from tenmatsu.systems.ninjaslayer.commands.dodging import Counter, Dodge
from tenmatsu.systems.ninjaslayer.events.damage import DamageTaken
from tenmatsu.systems.ninjaslayer.events.dodging import (
    AssaultBegun,
    AssaultEnded,
    BlowLapsed,
    BlowStruck,
    DodgeAsked,
    DodgeRolled,
    Evaded,
    HitTaken,
)


def sit_down(**values: object) -> Play:
    return begin(ren=make_ninja(**values), foe=make_boss())


def dodge(**values: object) -> Dodge:
    return Dodge(**{"character": "ren", "choice": "dodge", **values})  # type: ignore[arg-type]


def test_who_is_hit_is_asked_with_all_that_is_known() -> None:
    play = come(
        sit_down(emergency_dice=2),
        strike(successes=3, damage=2, critical="satsubatsu", staggered=True),
        strike(staggered=True),
    )

    assert [type(event) for event in play.events] == [AssaultBegun, DodgeAsked]
    play.asks("dodge", "ren", "dodge", "take")
    told = details(play)
    assert told["attacker"] == "foe"
    assert (told["successes"], told["damage"], told["critical"]) == (3, 2, "satsubatsu")
    assert (told["difficulty"], told["dice"], told["emergency"]) == ("normal", 6, 2)
    assert (told["together"], told["left"]) == (1, 1)


def test_one_success_brings_the_damage_to_0_and_no_effects() -> None:
    play = come(sit_down(), strike(damage=3, critical="satsubatsu"))

    play.when(dodge(with_dice=3), d6(1, 2, 4))

    rolled = play.only(DodgeRolled)
    assert (rolled.success, rolled.successes, rolled.difficulty) == (True, 1, "normal")
    assert play.only(Evaded) == Evaded(character="ren", together=1)
    assert play.all(DamageTaken) == []
    assert play.state.characters["ren"].vitality == 6
    assert play.state.assaults == ()


def test_without_a_success_the_blow_lands() -> None:
    play = come(sit_down(), strike(damage=2))

    play.when(dodge(with_dice=2), d6(3, 1))

    assert play.only(BlowStruck) == BlowStruck(attacker="foe", target="ren")
    assert play.state.characters["ren"].vitality == 4
    assert isinstance(play.events[-1], AssaultEnded)


def test_one_may_take_it_and_keep_the_dice() -> None:
    play = come(sit_down(), strike())

    play.when(dodge(choice="take"))

    assert play.only(HitTaken) == HitTaken(character="ren", together=1)
    assert play.state.characters["ren"].vitality == 5
    assert play.state.characters["ren"].dodge_dice == 6


def test_dice_used_are_gone() -> None:
    play = come(sit_down(emergency_dice=3), strike())

    play.when(dodge(with_dice=2, emergency=1), d6(1, 1, 6))

    rolled = play.only(DodgeRolled)
    assert (rolled.with_dice, rolled.emergency) == (2, 1)
    assert (rolled.dodge_dice, rolled.emergency_dice) == (4, 2)
    figure = play.state.characters["ren"]
    assert (figure.dodge_dice, figure.emergency_dice) == (4, 2)


@pytest.mark.parametrize(
    "values, code",
    [
        ({"with_dice": 7}, "dodge_dice_short"),
        ({"with_dice": -1}, "dodge_dice_short"),
        ({"with_dice": 1, "emergency": 3}, "emergency_dice_short"),
        ({"with_dice": 1, "emergency": -1}, "emergency_dice_short"),
        ({}, "no_dodge_dice"),
        ({"with_dice": 1, "boost": True}, "no_boost_now"),
        ({"choice": "take", "with_dice": 1}, "dice_without_dodge"),
        ({"choice": "take", "boost": True}, "dice_without_dodge"),
        ({"choice": "apart"}, "nothing_apart"),
        ({"character": "foe", "with_dice": 1}, "not_asked"),
    ],
)
def test_dice_are_declared_before_the_roll_and_are_there(values: dict[str, object], code: str) -> None:
    play = come(sit_down(emergency_dice=2), strike())

    play.when(dodge(**values)).refused(f"ninjaslayer.{code}")


@pytest.mark.parametrize("dodge_dice", [0, -3])
def test_emergency_dice_are_used_at_0_and_below(dodge_dice: int) -> None:
    play = come(sit_down(dodge_dice=dodge_dice, emergency_dice=2), strike())
    assert (details(play)["dice"], details(play)["emergency"]) == (0, 2)

    play.when(dodge(with_dice=1)).refused("ninjaslayer.dodge_dice_short")
    play.when(dodge(emergency=2), d6(2, 5))

    assert play.only(DodgeRolled).success
    figure = play.state.characters["ren"]
    assert (figure.dodge_dice, figure.emergency_dice) == (dodge_dice, 0)


def test_dodge_dice_damage_spares_the_emergency_dice_and_may_go_below_0() -> None:
    play = sit_down(dodge_dice=2, emergency_dice=2)

    play.when(DamageDodgeDice(character="ren", amount=5))

    figure = play.state.characters["ren"]
    assert (figure.dodge_dice, figure.emergency_dice) == (-3, 2)


@pytest.mark.parametrize("dodge_dice", [0, -1])
def test_without_any_dice_nobody_is_asked_and_the_blow_lands(dodge_dice: int) -> None:
    play = come(sit_down(dodge_dice=dodge_dice), strike())

    play.settled()
    assert play.state.characters["ren"].vitality == 5


def test_a_mob_never_dodges() -> None:
    play = begin(ren=make_ninja(), foe=make_mob(vitality=3, dodge_dice=4, emergency_dice=4))
    come(play, strike("ren", "foe"))

    play.settled()
    assert play.state.characters["foe"].vitality == 2


def test_a_boss_dodges() -> None:
    play = come(sit_down(), strike("ren", "foe"))

    play.asks("dodge", "foe", "dodge", "take")


def test_the_unconscious_do_not_dodge() -> None:
    play = come(sit_down(unconscious=True, now_vitality=0), strike())

    play.settled()
    assert play.state.characters["ren"].spirit == 2


def test_what_cannot_be_dodged_lands_at_once() -> None:
    play = come(sit_down(), strike(undodgeable=True))

    play.settled()
    assert play.state.characters["ren"].vitality == 5


def test_blows_are_settled_in_order_and_each_target_is_asked() -> None:
    play = begin(ren=make_ninja(), kai=make_ninja(), foe=make_boss())
    come(play, strike(), strike(target="kai"))

    play.asks("dodge", "ren", "dodge", "take")
    play.when(dodge(choice="take")).asks("dodge", "kai", "dodge", "take")
    play.when(Dodge(character="kai", choice="dodge", with_dice=1), d6(6)).settled()
    assert play.state.characters["kai"].vitality == 6


def test_who_falls_dodges_no_more_and_what_comes_behind_lands() -> None:
    play = sit_down(now_vitality=1)
    come(play, strike(staggered=True), strike(staggered=True))

    play.when(dodge(choice="take")).settled()

    assert [event.damage for event in play.all(DamageTaken)] == [1, 1]
    figure = play.state.characters["ren"]
    assert (figure.unconscious, figure.vitality, figure.spirit) == (True, 0, 2)


def test_blows_at_somebody_gone_come_to_nothing() -> None:
    play = begin(ren=make_ninja(), foe=make_mob())
    come(play, strike("ren", "foe", staggered=True), strike("ren", "foe", staggered=True))

    play.settled()
    assert play.only(BlowLapsed) == BlowLapsed(target="foe")
    assert len(play.all(BlowStruck)) == 1


def test_ultra_hard_2_asks_for_two_sixes_and_counts_them_as_one() -> None:
    for faces, successes in (((6, 5, 5), 0), ((6, 6, 5), 1), ((6, 6, 6), 2)):
        play = come(sit_down(), strike(dodge=5, successes=9))
        assert details(play)["difficulty"] == "ultra_hard2"

        rolled = play.when(dodge(with_dice=3), d6(*faces)).only(DodgeRolled)

        assert (rolled.face, rolled.per, rolled.successes) == (6, 2, successes)


def test_eight_yakuza_miss_a_ninja_who_has_three_dice_left() -> None:
    """2-11, first example: five of eight hit; 3 3 4 evades them all."""
    play = begin(ren=make_ninja(dodge_dice=3), **make_gang(8))
    come(play, *(club(f"y{number}") for number in range(1, 6)))
    assert (details(play)["together"], details(play)["damage"]) == (5, 5)

    play.when(dodge(with_dice=3), d6(3, 3, 4)).settled()

    assert play.only(Evaded).together == 5
    assert play.state.characters["ren"].vitality == 6


def test_nothing_is_asked_of_whom_nothing_waits_for() -> None:
    play = sit_down()

    play.when(dodge(with_dice=1)).refused("ninjaslayer.not_asked")
    come(play, strike())
    play = alter(play, "ren", dodge_dice=2)
    play.when(dodge(with_dice=3)).refused("ninjaslayer.dodge_dice_short")
    assert Counter.answers == {"counter"}
