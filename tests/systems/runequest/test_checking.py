"""Percentile rolls: chances, what comes off, who wins, and the commands that roll."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, work_on
from runequests import begin, make_figure, make_foe

from tenmatsu.engine.contract import Circumstance
from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.runequest.commands.checks import Oppose, Resist, RollCharacteristic, RollSkill
from tenmatsu.systems.runequest.decide.checking import (
    CheckSpec,
    find_chance,
    find_limits,
    measure_chance,
    roll_opposed,
    set_against,
)
from tenmatsu.systems.runequest.degrees import Limits
from tenmatsu.systems.runequest.events.checks import Checked, OpposedSettled


def d100(*faces: int) -> list[tuple[int, int]]:
    """Return a script of percentile dice."""
    return [(100, face) for face in faces]


def _spec(skill: int, **changes: Any) -> CheckSpec:
    basic = CheckSpec(character="rin", purpose="skill", ability="broadsword", skill=skill)
    return msgspec.structs.replace(basic, **changes)


def _limits(skill: int, options: dict[str, str] | None = None, **changes: Any) -> Limits:
    play = begin(options=options, rin=make_figure())
    return find_limits(play.state, play.rules, _spec(skill, **changes))


def _against(one: int, other: int, **options: str) -> tuple[Limits, Limits]:
    play = begin(options=options, rin=make_figure())
    sides = set_against(_spec(one), _spec(other), play.rules)
    first, second = (find_limits(play.state, play.rules, side) for side in sides)
    return first, second


# Over 100 %


def test_what_one_side_has_over_100_comes_off_the_other() -> None:
    attack, parry = _against(133, 80)

    assert (attack.chance, parry.chance) == (133, 47)
    assert _against(80, 148)[0].chance == 32


def test_where_both_are_over_100_the_larger_excess_comes_off_both() -> None:
    attack, parry = _against(142, 105)

    assert (attack.chance, parry.chance) == (100, 63)
    assert (attack.special, parry.special) == (20, 12)


def test_up_to_100_nothing_comes_off() -> None:
    assert [side.chance for side in _against(100, 100)] == [100, 100]


def test_the_one_side_over_100_has_its_degrees_from_the_full_skill_or_from_100() -> None:
    full, hundred = _against(133, 80)[0], _against(133, 80, excess_degrees="hundred")[0]

    assert (full.critical, full.special) == (6, 26)
    assert (hundred.critical, hundred.special) == (5, 20)
    assert _against(133, 80, excess_degrees="hundred")[1] == _against(133, 80)[1]
    assert _against(80, 133, excess_degrees="hundred")[1].special == 20


def test_all_modifiers_count_towards_100() -> None:
    play = begin(rin=make_figure())
    one = _spec(90, circumstances=(Circumstance("plus", 40),))
    _, other = set_against(one, _spec(80, divisors={"divided": 2}), play.rules)

    assert find_chance(play.rules, other) == 10
    assert measure_chance(play.rules, other)[1] == (
        Circumstance("divided", -40),
        Circumstance("over_hundred", -30),
    )


# The order of modifiers


@pytest.mark.parametrize("order, chance", [("halve_first", 40), ("add_first", 30)])
def test_a_skill_is_halved_before_bonuses_are_added_or_after(order: str, chance: int) -> None:
    play = begin(options={"modifier_order": order}, rin=make_figure(skills={"scan": 40}))
    play.when(RollSkill(character="rin", ability="scan", plus=20, divisor=2), d100(50))

    assert play.only(Checked).limits.chance == chance
    assert play.only(Checked).degree == "failure"


def test_over_100_comes_off_behind_every_halving() -> None:
    play = begin(options={"modifier_order": "add_first"}, rin=make_figure())
    _, other = set_against(_spec(130), _spec(80, divisors={"a": 2}), play.rules)

    assert find_chance(play.rules, other) == 10


def test_halvings_round_down_and_leave_what_is_below_0() -> None:
    play = begin(options={"modifier_order": "add_first"}, rin=make_figure())

    assert find_chance(play.rules, _spec(65, divisors={"a": 2})) == 32
    below = _spec(10, divisors={"a": 2}, circumstances=(Circumstance("plus", -40),))
    assert find_chance(play.rules, below) == -30
    assert find_chance(play.rules, _spec(65, divisors={"a": 2, "b": 4})) == 8


# What always succeeds and always fails


def test_01_to_05_always_succeed_and_96_to_00_always_fail() -> None:
    assert _limits(-40).success == 5
    assert _limits(3).success == 5
    assert _limits(240).success == 95


def test_without_a_floor_nothing_succeeds_at_0_or_less() -> None:
    assert _limits(0, floor=False) == Limits(chance=0, critical=0, special=0, success=0, fumble=96)
    assert _limits(1, floor=False).success == 5


# Degrees from another chance


def test_degrees_may_come_from_another_chance() -> None:
    assert _limits(95, degrees_from=40).special == 8
    assert _limits(95, fumble_from=30).fumble == 97
    assert _limits(60, degrees_divisor=3).special == 4
    group = (Circumstance("packed_group", 25), Circumstance("plus", 10))
    limits = _limits(60, circumstances=group, degrees_without=("packed_group",))
    assert (limits.chance, limits.special) == (95, 14)


# Opposed rolls


@pytest.mark.parametrize(
    "faces, winner",
    [
        ((50, 70), "one"),
        ((70, 50), "other"),
        ((50, 12), "other"),
        ((3, 12), "one"),
        ((50, 40), "tie"),
        ((99, 70), "nobody"),
        ((70, 71), "nobody"),
    ],
)
def test_of_an_opposed_roll_the_better_degree_wins(faces: tuple[int, int], winner: str) -> None:
    play = begin(rin=make_figure(skills={"scan": 60}), jin=make_foe(skills={"hide": 60}))
    play.when(Oppose(character="rin", ability="scan", against="jin", against_ability="hide"), d100(*faces))

    settled = play.only(OpposedSettled)
    assert (settled.one, settled.other, settled.winner) == ("rin", "jin", winner)
    assert [one.purpose for one in play.all(Checked)] == ["opposed", "opposed"]


def test_over_100_counts_in_an_opposed_roll() -> None:
    play = begin(rin=make_figure(skills={"scan": 120}), jin=make_foe(skills={"hide": 60, "scan": 50}))
    work = work_on(play, ScriptedDice(d100(41, 41)))
    winner, one, other = roll_opposed(work, _spec(120), _spec(60, character="jin"))

    assert (winner, one, other) == ("one", "success", "failure")
    play.when(Oppose(character="rin", ability="scan", against="jin", plus=-20, against_plus=10), d100(61, 60))
    assert [one.limits.chance for one in play.all(Checked)] == [100, 60]
    assert play.only(OpposedSettled).winner == "tie"


def test_nobody_opposes_themselves_or_rolls_what_they_do_not_have() -> None:
    play = begin(rin=make_figure(), jin=make_foe(unconscious=True), kai=make_foe())

    play.when(Oppose(character="rin", ability="scan", against="rin")).refused("runequest.against_oneself")
    play.when(Oppose(character="rin", ability="scan", against="jin")).refused("runequest.cannot_act")
    play.when(Oppose(character="rin", ability="scan", against="kai", against_ability="air")).refused(
        "runequest.unknown_ability"
    )
    play.when(RollSkill(character="rin", ability="flying")).refused("runequest.unknown_ability")
    play.when(RollSkill(character="jin", ability="scan")).refused("runequest.cannot_act")


# Characteristics and resistance


def test_a_characteristic_is_rolled_times_5_or_as_often_as_asked() -> None:
    play = begin(rin=make_figure(POW=13, DEX=16))

    play.when(RollCharacteristic(character="rin", name="POW"), d100(65))
    assert (play.only(Checked).limits.chance, play.only(Checked).degree) == (65, "success")
    play.when(RollCharacteristic(character="rin", name="DEX", times=3, plus=-10), d100(39))
    assert (play.only(Checked).limits.chance, play.only(Checked).degree) == (38, "failure")


def test_pow_against_pow_is_50_and_5_for_each_point() -> None:
    play = begin(rin=make_figure(POW=16), jin=make_foe(POW=12, unconscious=True))

    play.when(Resist(character="rin", against="jin"), d100(70))
    checked = play.only(Checked)
    assert (checked.ability, checked.limits.chance, checked.degree) == ("resistance", 70, "success")
    play.when(Resist(character="jin", against="rin"), d100(31))
    assert (play.only(Checked).limits.chance, play.only(Checked).degree) == (30, "failure")


def test_two_characteristics_add_up_against_two() -> None:
    play = begin(rin=make_figure(STR=15, SIZ=14), jin=make_foe(DEX=10, SIZ=16))
    push = Resist(character="rin", using=("STR", "SIZ"), against="jin", against_using=("DEX", "SIZ"))

    play.when(push, d100(65))
    assert (play.only(Checked).limits.chance, play.only(Checked).degree) == (65, "success")


def test_a_figure_stands_against_a_characteristic_where_nobody_is_named() -> None:
    play = begin(rin=make_figure(CON=13))

    play.when(Resist(character="rin", using=("CON",), value=9, plus=10), d100(80))
    assert (play.only(Checked).limits.chance, play.only(Checked).degree) == (80, "success")
    play.when(Resist(character="rin", using=("CON",), value=40), d100(5))
    assert (play.only(Checked).limits.chance, play.only(Checked).degree) == (0, "success")


def test_a_resistance_roll_needs_one_thing_to_overcome() -> None:
    play = begin(rin=make_figure(), jin=make_foe())

    play.when(Resist(character="rin")).refused("runequest.resist_what")
    play.when(Resist(character="rin", against="jin", value=9)).refused("runequest.resist_what")
    play.when(Resist(character="rin", against="rin")).refused("runequest.against_oneself")
    play.when(Resist(character="rin", against="kai")).refused("runequest.unknown_character")
    play.when(RollCharacteristic(character="kai", name="POW")).refused("runequest.unknown_character")


# Laws


@given(st.integers(-50, 400), st.integers(-50, 400))
def test_a_contest_never_raises_a_chance(one: int, other: int) -> None:
    play: Play = begin(rin=make_figure())
    sides = set_against(_spec(one), _spec(other), play.rules)

    assert find_chance(play.rules, sides[0]) <= one
    assert find_chance(play.rules, sides[1]) <= other
    assert min(find_chance(play.rules, side) for side in sides) <= 100
