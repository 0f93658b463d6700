"""カウンターカラテ (2-11): who may strike back at whom, and how that is dodged."""

from typing import Any

import pytest
from assaulted import club, come, details, make_gang, replace, shot, strike
from kit import Play, d6
from ninjas import begin, fight, lay_map, make_boss, make_ninja

from tenmatsu.systems.ninjaslayer.commands.dodging import Counter, Dodge
from tenmatsu.systems.ninjaslayer.events.damage import DamageTaken
from tenmatsu.systems.ninjaslayer.events.dodging import (
    AssaultBegun,
    Countered,
    CounterOffered,
    CounterPassed,
    Evaded,
)


def duel(**values: Any) -> Play:
    return begin(ren=make_ninja(**values), foe=make_boss())


def evade(play: Play, *faces: int) -> Play:
    return play.when(Dodge(character="ren", choice="dodge", with_dice=len(faces)), d6(*faces))


def test_more_successes_than_the_attack_let_the_dodger_strike_back() -> None:
    play = evade(come(duel(), strike()), 4, 5, 6)

    assert play.only(CounterOffered) == CounterOffered(character="ren", targets=("foe",))
    play.asks("counter", "ren", "foe", "none")
    assert (details(play)["rolled"], details(play)["successes"]) == (3, 2)


def test_as_many_are_not_enough() -> None:
    play = evade(come(duel(), strike()), 4, 5, 1)

    play.settled()
    assert play.all(CounterOffered) == []


def test_a_counter_is_1_damage_however_many_more_successes() -> None:
    play = evade(come(duel(karate=13), strike()), 6, 6, 6, 6, 6, 6)

    play.when(Counter(character="ren", choice="foe"))

    assert play.only(Countered) == Countered(character="ren", target="foe")
    (blow,) = play.only(AssaultBegun).blows
    assert (blow.attacker, blow.target, blow.damage, blow.dodge) == ("ren", "foe", 1, 2)
    assert (blow.source, blow.counter, blow.crushing, blow.critical) == ("melee", True, (), "")


def test_the_dodger_may_leave_it() -> None:
    play = evade(come(duel(), strike()), 4, 5, 6)

    play.when(Counter(character="ren", choice="none")).settled()

    assert play.only(CounterPassed) == CounterPassed(character="ren")
    assert play.state.characters["foe"].vitality == 8


def test_only_those_offered_are_countered() -> None:
    play = evade(come(duel(), strike()), 4, 5, 6)

    play.when(Counter(character="ren", choice="ren")).refused("ninjaslayer.counter_at_whom")
    play.when(Counter(character="foe", choice="none")).refused("ninjaslayer.not_asked")


def test_a_counter_may_be_dodged_at_normal_and_is_never_countered() -> None:
    play = evade(come(duel(), strike()), 4, 5, 6)
    play.when(Counter(character="ren", choice="foe")).asks("dodge", "foe", "dodge", "take")
    assert (details(play)["difficulty"], details(play)["damage"]) == ("normal", 1)

    play.when(Dodge(character="foe", choice="dodge", with_dice=8), d6(*(6,) * 8)).settled()

    assert play.only(Evaded).character == "foe"
    assert play.all(CounterOffered) == []


@pytest.mark.parametrize("atmosphere, difficulty", [(1, "hard"), (2, "ultra_hard")])
def test_the_atmosphere_makes_a_counter_harder_to_dodge(atmosphere: int, difficulty: str) -> None:
    play = fight(duel(), "foe", "ren", phase="attack", atmosphere=atmosphere)
    evade(come(play, strike(successes=1)), 6, 6)

    play.when(Counter(character="ren", choice="foe"))

    assert details(play)["difficulty"] == difficulty


@pytest.mark.parametrize("choice", ["dodge", "take"])
def test_the_attacker_goes_on_whatever_became_of_the_counter(choice: str) -> None:
    play = come(duel(), strike(staggered=True), strike(staggered=True))
    evade(play, 4, 5, 6)
    play.when(Counter(character="ren", choice="foe")).asks("dodge", "foe", "dodge", "take")

    dice = {"with_dice": 1} if choice == "dodge" else {}
    answer = Dodge(character="foe", choice=choice, **dice)  # type: ignore[arg-type]
    play.when(answer, d6(4) if dice else ())

    play.asks("dodge", "ren", "dodge", "take")
    assert play.state.characters["foe"].vitality == (8 if choice == "dodge" else 7)


def test_what_is_on_its_way_lands_though_its_attacker_fell_by_a_counter() -> None:
    play = begin(ren=make_ninja(), **make_gang(1))
    come(play, club("y1", staggered=True), club("y1", staggered=True))
    evade(play, 6, 6)
    play.when(Counter(character="ren", choice="y1"))
    assert play.state.characters["y1"].removed

    play.asks("dodge", "ren", "dodge", "take")
    evade(play, 6, 6).settled()
    assert play.all(CounterOffered) == []


def test_in_the_own_hand_a_boost_does_not_help_against_a_counter() -> None:
    play = fight(duel(), "foe", "ren", phase="attack")
    evade(come(play, strike()), 4, 5, 6)

    play.when(Counter(character="ren", choice="foe")).asks("dodge", "foe", "dodge", "take")

    assert details(play)["boost"] == 0
    assert details(play)["shape"] == "counter"


@pytest.mark.parametrize(
    "values", [{"area": True}, {"moving": True}, {"counter": True}, {"source": "shuriken"}, {"source": "gun"}]
)
def test_areas_moving_attacks_counters_and_shots_are_not_countered(values: dict[str, Any]) -> None:
    play = evade(come(duel(), strike(**values)), 6, 6, 6)

    play.settled()
    assert play.all(CounterOffered) == []


def test_only_a_ninja_strikes_back() -> None:
    evade(come(duel(ninja=False), strike()), 6, 6, 6).settled()


def test_a_blow_of_nobody_is_not_countered() -> None:
    evade(come(duel(), strike("")), 6, 6, 6).settled()


def test_three_of_eight_yakuza_hit_and_one_of_the_ninjas_choice_falls() -> None:
    """2-11, third example: 6 6 6 3 3 4 is four successes against three."""
    play = begin(ren=make_ninja(wazamae=6), **make_gang(8))
    come(play, *(club(name) for name in ("y2", "y5", "y7")))
    assert (details(play)["successes"], details(play)["together"]) == (3, 3)

    evade(play, 6, 6, 6, 3, 3, 4).asks("counter", "ren", "y2", "y5", "y7", "none")
    play.when(Counter(character="ren", choice="y5")).settled()

    assert play.only(DamageTaken).character == "y5"
    assert [name for name, figure in play.state.characters.items() if figure.removed] == ["y5"]
    assert play.state.characters["ren"].vitality == 6


def test_three_successes_against_the_sum_of_three_are_too_few() -> None:
    play = begin(ren=make_ninja(), **make_gang(3))
    come(play, *(club(name) for name in play.state.characters if name != "ren"))

    evade(play, 6, 6, 6).settled()


def test_on_a_map_only_those_adjacent_are_countered() -> None:
    gang = make_gang(3)
    squares = {"y1": "A1", "y2": "C3", "y3": "E5"}
    play = begin(
        ren=make_ninja(square="B2"),
        **{name: replace(figure, square=squares[name]) for name, figure in gang.items()},
    )
    lay_map(play, ".....", ".....", ".....", ".....", ".....")
    come(play, *(club(name) for name in squares))

    evade(play, 6, 6, 6, 6).asks("counter", "ren", "y1", "y2", "none")


def test_shots_evaded_beside_strikes_count_for_nothing() -> None:
    play = begin(ren=make_ninja(), **make_gang(3))
    come(play, club("y1"), shot("y2"), shot("y3"))

    evade(play, 6, 6).asks("counter", "ren", "y1", "none")
