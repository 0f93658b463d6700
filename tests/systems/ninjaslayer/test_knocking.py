"""Knock-away (弾き飛ばし): how far, along which line, what a crash does, where one comes to rest."""

from typing import Any

import pytest
from kit import Play, d6
from landing import let_land
from ninjas import begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.damage import SettleSquare
from tenmatsu.systems.ninjaslayer.events.damage import (
    DamageTaken,
    Exploded,
    Flung,
    SquareOffered,
    SquareSettled,
)

OPEN = ("........", "........", "........")
WALLED = ("........", "....#...", "........")


def _place(*rows: str, options: dict[str, Any] | None = None, **others: Any) -> Play:
    kyo = make_ninja(karate=3, wazamae=6, square="A2")
    foe = make_boss(vitality=9, square="B2", dodge_dice=0)
    people: dict[str, Any] = {"kyo": kyo, "foe": foe, **others}
    return lay_map(begin(options, **people), *rows)


def _fling(play: Play, **values: Any) -> Any:
    return let_land(play, d6(1), critical="satsubatsu", **values).only(Flung)


@pytest.mark.parametrize("ability", ["karate", "legs"])
def test_blow_by_karate_or_legs_flings_by_the_attackers_karate(ability: str) -> None:
    play = _place(*OPEN)
    flung = _fling(play, ability=ability, damage=5)

    assert (flung.squares, flung.path, flung.square, flung.wall) == (3, ("C2", "D2", "E2"), "E2", False)
    assert play.state.characters["foe"].square == "E2"
    assert play.state.assaults == ()


def test_other_blow_flings_by_the_damage_before_the_reduction() -> None:
    foe = make_boss(vitality=9, square="B2", reduction=1)
    play = _place(*OPEN, foe=foe)
    flung = _fling(play, ability="wazamae", damage=1, crushing=(1,))

    assert play.only(DamageTaken).lost == 1
    assert (flung.squares, flung.square) == (2, "D2")


def test_karate_that_ability_damage_lowered_flings_less_far() -> None:
    play = _place(*OPEN, kyo=make_ninja(karate=3, lost={"karate": 2}, square="A2"))

    assert _fling(play).path == ("C2",)


def test_fling_goes_on_slantwise() -> None:
    play = _place("......", "......", "......", "......", "......", kyo=make_ninja(karate=3, square="A1"))

    assert _fling(play).path == ("C3", "D4", "E5")


def test_fling_passes_everybody_on_its_way() -> None:
    play = _place(*OPEN, ren=make_ninja(square="C2"), mob=make_mob(square="D2"))

    assert _fling(play).square == "E2"


def test_crash_ends_the_fling_and_does_1_damage_more() -> None:
    play = _place(*WALLED)
    flung = _fling(play)

    assert (flung.path, flung.square, flung.wall) == (("C2", "D2"), "D2", True)
    assert [one.damage for one in play.all(DamageTaken)] == [2, 1]
    assert play.state.characters["foe"].vitality == 9 - 3


def test_crash_right_behind_moves_nobody() -> None:
    play = _place("..#.....", "..#.....", "..#.....")
    flung = _fling(play)

    assert (flung.path, flung.square, flung.how) == ((), "B2", "stuck")
    assert play.state.characters["foe"].square == "B2"
    assert len(play.all(DamageTaken)) == 2


@pytest.mark.parametrize("atmosphere", [0, 1, 2])
def test_crash_is_dodged_at_normal_harder_by_the_atmosphere_of_melee(atmosphere: int) -> None:
    foe = make_boss(vitality=9, square="B2", dodge_dice=4)
    play = fight(_place(*WALLED, foe=foe), "kyo", "foe", phase="attack", boss=True, atmosphere=atmosphere)
    let_land(play, d6(1), critical="satsubatsu")

    (crash,) = play.state.assaults[-1].blows
    assert (crash.target, crash.damage, crash.dodge) == ("foe", 1, 2 + atmosphere)
    assert play.pending[0].kind == "dodge"


def test_crash_of_one_who_fell_unconscious_cannot_be_dodged() -> None:
    foe = make_boss(vitality=2, spirit=5, square="B2", dodge_dice=4)
    play = _place(*WALLED, foe=foe)
    _fling(play)

    assert play.settled().state.characters["foe"].spirit == 4


def test_crash_may_kill() -> None:
    play = _place(*WALLED, foe=make_boss(vitality=2, spirit=0, square="B2"))
    _fling(play)

    assert play.only(Exploded).character == "foe"


def test_mob_crashes_without_a_dodge() -> None:
    play = _place(*WALLED, foe=make_mob(vitality=3, square="B2"))
    _fling(play)

    assert play.settled().state.characters["foe"].removed


def test_who_crashes_onto_somebody_chooses_the_nearest_square_along_the_wall() -> None:
    foe = make_boss(vitality=9, square="B3", dodge_dice=0)
    kyo, ren = make_ninja(karate=9, square="A3"), make_ninja(square="E3")
    play = _place(*(".....#",) * 5, kyo=kyo, foe=foe, ren=ren)
    _fling(play)

    assert set(play.only(SquareOffered).squares) == {"E2", "E4"}
    play.asks("settle_square", "foe", "E2", "E4")
    assert play.state.characters["foe"].square == "B3"
    play.when(SettleSquare(character="ren", choice="E2")).refused("ninjaslayer.not_asked")
    play.when(SettleSquare(character="foe", choice="D3")).refused("ninjaslayer.no_such_choice")
    play.when(SettleSquare(character="foe", choice="E4"))
    assert play.only(SquareSettled).square == "E4"
    assert play.only(DamageTaken).damage == 1
    assert play.settled().state.characters["foe"].square == "E4"


@pytest.mark.parametrize("option", ["nearest", "before"])
def test_who_ends_on_somebody_without_a_wall(option: str) -> None:
    play = _place(*OPEN, options={"knock_overlap": option}, ren=make_ninja(square="E2"))
    flung = _fling(play)

    assert flung.path == ("C2", "D2", "E2")
    if option == "before":
        assert play.settled().state.characters["foe"].square == "D2"
    else:
        choices = play.only(SquareOffered).squares
        assert "D2" in choices
        assert "E2" not in choices
        play.when(SettleSquare(character="foe", choice=choices[0]))
        assert play.state.characters["foe"].square == choices[0]


def test_without_a_map_the_nm_says_where_somebody_is_flung() -> None:
    play = begin(kyo=make_ninja(karate=3), foe=make_boss(vitality=9))
    flung = _fling(play)

    assert (flung.squares, flung.path, flung.square, flung.how) == (3, (), "", "unmapped")
    assert play.settled().state.characters["foe"].vitality == 7
