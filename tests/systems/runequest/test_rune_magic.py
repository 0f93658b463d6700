"""Rune magic: affinities, rune points by degree, SR 1 and magic points, nothing else in the round."""

import pytest
from runemagic import conjure, d100, make_caster
from runemelees import fight, mean, plan, step, strike
from runequests import make_figure, make_foe

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast
from tenmatsu.systems.runequest.decide.magic import specify_casting
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.magic import MpSpent, RunePointsSpent, SpellSettled


@pytest.mark.parametrize(
    "face, mp, rune_points, outcome",
    [
        (3, 11, 6, "worked"),
        (4, 11, 4, "worked"),
        (70, 11, 4, "worked"),
        (71, 12, 6, "failed"),
        (99, 11, 4, "fumbled"),
    ],
)
def test_what_a_rune_spell_costs_goes_by_the_degree(
    face: int, mp: int, rune_points: int, outcome: str
) -> None:
    play = conjure().when(Cast(character="rin", spell="shield", points=2, boost=2), d100(face))

    assert play.only(SpellSettled).outcome == outcome
    assert play.state.characters["rin"].mp == mp
    assert play.state.characters["rin"].rune_points == rune_points


def test_a_failure_without_a_boost_costs_nothing() -> None:
    play = conjure().when(Cast(character="rin", spell="shield"), d100(80))

    assert play.all(MpSpent) == []
    assert play.all(RunePointsSpent) == []


def test_the_best_fitting_affinity_is_rolled_unless_another_is_named() -> None:
    play = conjure()
    best = specify_casting(play.state, play.rules, Cast(character="rin", spell="heal_wound"))
    assert best.rune == "air"

    play.when(Cast(character="rin", spell="heal_wound", rune="harmony"), d100(50))
    assert (play.only(Checked).ability, play.only(Checked).skill) == ("harmony", 50)
    assert play.only(RunePointsSpent) == RunePointsSpent(character="rin", points=1, rune_points=5)


def test_without_a_fitting_affinity_or_enough_rune_points_there_is_no_rune_spell() -> None:
    play = conjure(rin=make_caster(runes={"air": 70}), aya=make_caster(rune_points=0))

    play.when(Cast(character="rin", spell="true_sword")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="shield", rune="earth")).refused("runequest.cannot_cast")
    play.when(Cast(character="aya", spell="shield")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="shield", points=7)).refused("runequest.cannot_cast")


def test_a_rune_spell_comes_at_1_and_the_magic_points_of_its_boost() -> None:
    play = fight(rin=make_caster(), jin=make_foe())

    assert plan(play, "rin", step("spell", spell="shield", points=3)) == [1]
    assert plan(play, "rin", step("spell", spell="shield", boost=4)) == [5]


def test_by_the_option_the_first_magic_point_of_its_boost_is_free() -> None:
    play = fight(options={"spell_mp_sr": "first_free"}, rin=make_caster(), jin=make_foe())

    assert plan(play, "rin", step("spell", spell="shield", boost=4)) == [4]


@pytest.mark.parametrize("option", ["one", "several"])
def test_no_other_spell_stands_beside_a_rune_spell_in_a_round(option: str) -> None:
    play = fight({"rin": 0, "jin": 40}, {"spells_per_round": option}, rin=make_caster(), jin=make_foe())
    prayer = step("spell", spell="shield", target="rin")

    assert plan(play, "rin", prayer, step("spell", spell="disruption", target="jin")) == "one_spell"


def test_spirit_spells_fit_several_times_into_a_round_by_the_option_or_by_multispell() -> None:
    twice = [step("spell", spell="light"), step("spell", spell="light")]
    one = fight({"rin": 0, "jin": 40}, rin=make_caster(DEX=19), jin=make_foe())
    several = fight(
        {"rin": 0, "jin": 40}, {"spells_per_round": "several"}, rin=make_caster(DEX=19), jin=make_foe()
    )

    assert plan(one, "rin", *twice) == "one_spell"
    assert plan(several, "rin", *twice) == [6, 12]

    cast = conjure(rin=make_caster(DEX=19))
    cast.given(Cast(character="rin", spell="multispell"), dice=d100(50))
    with_magic = fight({"rin": 0, "jin": 40}, rin=cast.state.characters["rin"], jin=make_foe())
    assert plan(with_magic, "rin", *twice) == [6, 12]


def test_damage_does_not_spoil_a_rune_spell() -> None:
    rin = make_caster(DEX=6)
    play = fight(rin=rin, jin=make_foe(DEX=19, SIZ=22, skills={"broadsword": 90}))
    prayer = step("spell", spell="shield", boost=5, target="rin")
    play.given(mean("rin", prayer), mean("jin", strike("rin")))
    play.given(
        Choose(character="jin", use="do"),
        Choose(character="rin", use="none"),
        dice=[(100, 50), (8, 1), (6, 1), (20, 1)],
    )
    play.when(Choose(character="rin", use="do"), d100(50))

    assert play.only(SpellSettled).outcome == "worked"


def test_healing_magic_saves_one_who_would_die_at_the_end_of_the_round() -> None:
    aya = make_figure(hp=-1, unconscious=True)
    play = fight({"rin": 0, "aya": 0, "jin": 40}, rin=make_caster(), aya=aya, jin=make_foe())
    prayer = step("spell", spell="heal_body", target="aya")
    play.given(mean("rin", prayer), mean("jin"))
    play.when(Choose(character="rin", use="do"), d100(50))

    assert play.state.characters["aya"].hp == 14
    assert not play.state.characters["aya"].dead
