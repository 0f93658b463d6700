"""弾幕発生 (2-11, an option): many shots of mobs become one that is harder to dodge."""

from typing import Any

import pytest
from assaulted import club, come, details, make_gang, shot
from kit import Play, d6
from ninjas import begin, make_ninja

from tenmatsu.systems.ninjaslayer.commands.dodging import CallBarrage, Dodge
from tenmatsu.systems.ninjaslayer.events.dodging import (
    BarrageAsked,
    BarrageCalled,
    BarrageDeclined,
    DodgeRolled,
)

ON = {"barrage": "on"}
ALL = ("none", "third", "sixth", "twelfth")


def shoot(count: int, options: dict[str, Any] | None = None, **values: Any) -> Play:
    play = begin(ON if options is None else options, ren=make_ninja(), **make_gang(count))
    return come(play, *(shot(f"y{number}", **values) for number in range(1, count + 1)))


@pytest.mark.parametrize(
    "barrage, damage, difficulty",
    [("third", 5, "hard"), ("sixth", 2, "ultra_hard"), ("twelfth", 1, "ultra_hard2")],
)
def test_fifteen_damage_becomes_one_blow_as_the_gm_says(barrage: str, damage: int, difficulty: str) -> None:
    play = shoot(15)
    assert play.only(BarrageAsked).together == 15
    play.asks("barrage", "@gm", *ALL)
    assert (details(play)["damage"], details(play)["together"]) == (15, 15)

    play.when(CallBarrage(choice=barrage))

    called = play.only(BarrageCalled)
    assert (called.before, called.blow.damage, called.difficulty) == (15, damage, difficulty)
    play.asks("dodge", "ren", "dodge", "take")
    told = details(play)
    assert (told["damage"], told["difficulty"], told["together"]) == (damage, difficulty, 1)


def test_a_barrage_lands_as_one_blow() -> None:
    play = shoot(15)

    play.when(CallBarrage(choice="sixth"))
    play.when(Dodge(character="ren", choice="dodge", with_dice=2), d6(5, 5)).settled()

    assert play.only(DodgeRolled).success is False
    assert play.state.characters["ren"].vitality == 4


def test_a_barrage_may_be_left_and_is_asked_once() -> None:
    play = shoot(15)

    play.when(CallBarrage(choice="none"))

    assert play.only(BarrageDeclined) == BarrageDeclined(target="ren")
    play.asks("dodge", "ren", "dodge", "take")
    assert (details(play)["damage"], details(play)["difficulty"]) == (15, "normal")


@pytest.mark.parametrize(
    "count, options", [(3, ALL[:2]), (5, ALL[:2]), (6, ALL[:3]), (11, ALL[:3]), (12, ALL)]
)
def test_some_damage_must_be_left(count: int, options: tuple[str, ...]) -> None:
    shoot(count).asks("barrage", "@gm", *options)


def test_two_damage_make_no_barrage() -> None:
    shoot(2).asks("dodge", "ren", "dodge", "take")


def test_without_the_option_nobody_is_asked() -> None:
    shoot(15, {}).asks("dodge", "ren", "dodge", "take")


def test_strikes_of_mobs_make_no_barrage() -> None:
    play = begin(ON, ren=make_ninja(), **make_gang(6))
    come(play, *(club(f"y{number}") for number in range(1, 7)))

    play.asks("dodge", "ren", "dodge", "take")


def test_shots_that_are_not_evaded_together_make_no_barrage() -> None:
    play = begin(ON, ren=make_ninja(ninja=False), **make_gang(6))
    come(play, *(shot(f"y{number}") for number in range(1, 7)))

    play.asks("dodge", "ren", "dodge", "take")


def test_what_differs_in_difficulty_its_target_may_dodge_apart_instead() -> None:
    play = begin(ON, ren=make_ninja(), **make_gang(4))
    come(play, *(shot(f"y{number}") for number in range(1, 4)), shot("y4", dodge=3))

    play.asks("dodge", "ren", "dodge", "apart", "take")
    play.when(Dodge(character="ren", choice="apart")).asks("dodge", "ren", "dodge", "take")
    play.when(Dodge(character="ren", choice="take")).asks("barrage", "@gm", *ALL[:2])


def test_a_barrage_is_not_harder_than_ultra_hard_3() -> None:
    play = shoot(12, dodge=5)

    play.when(CallBarrage(choice="twelfth"))

    assert play.only(BarrageCalled).difficulty == "ultra_hard3"
    assert play.only(BarrageCalled).blow.dodge == 6


def test_only_a_barrage_that_is_offered_can_be_called() -> None:
    play = shoot(5)

    play.when(CallBarrage(choice="sixth")).refused("ninjaslayer.no_such_barrage")
    play.when(CallBarrage(choice="none")).asks("dodge", "ren", "dodge", "take")


def test_who_has_no_dice_may_still_be_worn_down_by_one() -> None:
    play = begin(ON, ren=make_ninja(dodge_dice=0), **make_gang(5))
    come(play, *(shot(f"y{number}") for number in range(1, 6)))
    play.asks("barrage", "@gm", "none", "third")

    play.when(CallBarrage(choice="third")).settled()

    assert play.state.characters["ren"].vitality == 5
