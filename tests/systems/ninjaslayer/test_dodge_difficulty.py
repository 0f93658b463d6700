"""How hard a dodge is (2-13, 2-14, 2-17): criticals, atmosphere, injuries, skills, a boost."""

from typing import Any

import pytest
from assaulted import come, details, strike
from kit import Play, d6
from ninjas import begin, fight, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ninjaslayer.commands.dodging import Dodge
from tenmatsu.systems.ninjaslayer.decide.dodging import dodge_difficulty, set_dodge
from tenmatsu.systems.ninjaslayer.events.battle import Boosted
from tenmatsu.systems.ninjaslayer.events.dodging import CounterOffered, DodgeRolled

NAMES = ("kids", "easy", "normal", "hard", "ultra_hard", "ultra_hard2", "ultra_hard3")


def sit_down(*, atmosphere: int = 0, options: dict[str, Any] | None = None, **values: Any) -> Play:
    play = begin(options, ren=make_ninja(**values), foe=make_boss(), yak=make_mob())
    return fight(play, "foe", "ren", phase="attack", atmosphere=atmosphere)


@pytest.mark.parametrize(
    "source, harder",
    [
        ("melee", (0, 1, 2)),
        ("shuriken", (0, 0, 1)),
        ("jitsu", (0, 0, 1)),
        ("hacking", (0, 0, 1)),
        ("gun", (0, 0, 0)),
        ("other", (0, 0, 0)),
    ],
)
def test_the_atmosphere_makes_blows_of_pcs_and_bosses_harder_to_dodge(
    source: str, harder: tuple[int, int, int]
) -> None:
    for atmosphere, amount in enumerate(harder):
        play = sit_down(atmosphere=atmosphere)

        assert set_dodge(play.state, play.rules, strike(source=source)).dodge == 2 + amount
        assert set_dodge(play.state, play.rules, strike("yak", source=source, mob=True)).dodge == 2
        assert set_dodge(play.state, play.rules, strike("", source=source)).dodge == 2


@pytest.mark.parametrize("values", [{"moving": True, "source": "other"}, {"counter": True}])
def test_moving_attacks_and_counters_count_as_melee_for_the_atmosphere(values: dict[str, Any]) -> None:
    play = sit_down(atmosphere=2)

    assert set_dodge(play.state, play.rules, strike(**values)).dodge == 4


def test_outside_a_battle_there_is_no_atmosphere() -> None:
    play = begin(ren=make_ninja(), foe=make_boss())

    assert set_dodge(play.state, play.rules, strike()).dodge == 2


@pytest.mark.parametrize("atmosphere, difficulty", [(0, "hard"), (1, "ultra_hard"), (2, "ultra_hard2")])
def test_namu_amida_butsu_is_harder_by_1_and_the_atmosphere_adds(atmosphere: int, difficulty: str) -> None:
    play = come(sit_down(atmosphere=atmosphere), strike(critical="namu_amida_butsu"))

    assert details(play)["difficulty"] == difficulty


def test_a_satsubatsu_is_no_harder_to_dodge() -> None:
    play = come(sit_down(), strike(critical="satsubatsu"))

    assert details(play)["difficulty"] == "normal"


@pytest.mark.parametrize(
    "untreated, difficulty", [((), "normal"), (("head",), "hard"), (("head", "arms"), "ultra_hard")]
)
def test_untreated_injuries_make_dodges_harder(untreated: tuple[str, ...], difficulty: str) -> None:
    play = come(sit_down(untreated=untreated), strike())

    assert details(play)["difficulty"] == difficulty


@pytest.mark.parametrize(
    "source, place", [("melee", 1), ("shuriken", 1), ("gun", 2), ("jitsu", 2), ("hacking", 2)]
)
def test_the_skill_makes_dodges_of_melee_and_shuriken_easier(source: str, place: int) -> None:
    play = sit_down(skills=("evasive",))

    found, changes = dodge_difficulty(play.state, play.rules, "ren", strike(source=source))

    assert found == place
    assert changes == ((Circumstance("evasive", -1),) if place == 1 else ())


def test_all_changes_add_up_before_the_ladder_ends_them() -> None:
    play = sit_down(untreated=("head", "legs"), eased=True, skills=("evasive",))

    place, changes = dodge_difficulty(play.state, play.rules, "ren", strike(dodge=7))

    assert NAMES[place] == "ultra_hard3"
    assert sum(change.amount for change in changes) == 5
    assert dodge_difficulty(play.state, play.rules, "ren", strike(dodge=5))[0] == 5


def test_no_dodge_is_easier_than_kids() -> None:
    play = sit_down(eased=True, skills=("evasive",))

    assert dodge_difficulty(play.state, play.rules, "ren", strike(dodge=0))[0] == 0


def test_a_boost_in_a_dodge_makes_it_easier_by_1_and_costs_1_spirit() -> None:
    """2-14, first example: 1 2 3 6 6 6 at EASY beats three successes, so that a counter is open."""
    play = come(sit_down(), strike(faces=(1, 4, 6, 6), successes=3, critical="satsubatsu"))
    assert details(play)["boost"] == 1

    play.when(Dodge(character="ren", choice="dodge", with_dice=6, boost=True), d6(1, 2, 3, 6, 6, 6))

    rolled = play.only(DodgeRolled)
    assert (rolled.difficulty, rolled.successes) == ("easy", 4)
    assert rolled.circumstances == (Circumstance("adrenaline_boost", -1),)
    assert play.only(Boosted).own_hand is False
    assert play.only(CounterOffered).targets == ("foe",)
    figure = play.state.characters["ren"]
    assert (figure.spirit, figure.boosted, figure.eased) == (2, True, True)


def test_without_the_boost_there_is_no_counter() -> None:
    play = come(sit_down(), strike(faces=(1, 4, 6, 6), successes=3, critical="satsubatsu"))

    play.when(Dodge(character="ren", choice="dodge", with_dice=6), d6(1, 2, 3, 6, 6, 6)).settled()

    assert play.only(DodgeRolled).successes == 3
    assert play.all(CounterOffered) == []


def test_a_boost_holds_for_all_own_dodges_of_the_phase_and_comes_once_a_battle() -> None:
    play = come(sit_down(), strike(staggered=True, successes=9), strike(staggered=True, successes=9))

    play.when(Dodge(character="ren", choice="dodge", with_dice=1, boost=True), d6(3))

    assert (details(play)["difficulty"], details(play)["boost"]) == ("easy", 0)
    again = Dodge(character="ren", choice="dodge", with_dice=1, boost=True)
    play.when(again).refused("ninjaslayer.no_boost_now")
    play.when(Dodge(character="ren", choice="dodge", with_dice=1), d6(3)).settled()
    assert play.state.characters["ren"].vitality == 6


@pytest.mark.parametrize(
    "values", [{"ninja": False}, {"boosted": True}, {"now_spirit": 0}], ids=["no ninja", "used", "no spirit"]
)
def test_a_boost_is_for_a_ninja_with_spirit_once_a_battle(values: dict[str, Any]) -> None:
    play = come(sit_down(**values), strike())

    assert details(play)["boost"] == 0


def test_there_is_no_boost_outside_a_battle() -> None:
    play = come(begin(ren=make_ninja(), foe=make_boss()), strike())

    assert details(play)["boost"] == 0


def test_who_falls_by_the_price_of_a_boost_dodges_no_more() -> None:
    play = come(sit_down(options={"spirit_cost_at_zero": "negative"}, now_spirit=0), strike())
    assert details(play)["boost"] == 1

    play.when(Dodge(character="ren", choice="dodge", with_dice=3, boost=True))

    assert play.all(DodgeRolled) == []
    assert play.state.assaults == ()


def test_what_the_blow_crushes_by_is_told_before_the_dodge() -> None:
    play = begin(ren=make_ninja(), foe=make_boss())
    come(play, strike(damage=2, crushing=(1, 2)))

    assert details(play)["damage"] == 4
