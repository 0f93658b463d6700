"""Spirit magic: POW × 5, magic points, resistance, strike ranks, concentration, wounds that forbid it."""

from typing import Any

import msgspec
import pytest
from runemagic import conjure, d100, make_caster, make_ghost
from runemelees import fight, mean, melee_of, plan, step, strike
from runequests import make_figure, make_foe

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast, Dismiss, FavorMagic, RegainPoints
from tenmatsu.systems.runequest.commands.wounds import PassTime
from tenmatsu.systems.runequest.decide.casting import specify_cast
from tenmatsu.systems.runequest.decide.magic import specify_casting
from tenmatsu.systems.runequest.decide.ranks import find_rank
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.clock import SpellsEnded
from tenmatsu.systems.runequest.events.magic import (
    MagicFavored,
    MpReturned,
    MpSpent,
    PointsRegained,
    SpellAnnounced,
    SpellMet,
    SpellSettled,
    SpellTookHold,
)
from tenmatsu.systems.runequest.events.rounds import ActionSettled
from tenmatsu.systems.runequest.events.wounds import Awoke, Fainted
from tenmatsu.systems.runequest.figures import Figure, Hindrance


def wound_in(location: str, hp: int = 0, figure: Figure | None = None, **shock: Any) -> Figure:
    """Return somebody whose location has so many points, in shock where that is said."""
    figure = make_caster() if figure is None else figure
    places = {**figure.locations, location: msgspec.structs.replace(figure.locations[location], hp=hp)}
    hindrances = (Hindrance(kind="shocked", at=location, **shock),) if shock or location == "chest" else ()
    return msgspec.structs.replace(figure, locations=places, hindrances=hindrances)


# The casting roll and what it costs


@pytest.mark.parametrize("face, left, outcome", [(65, 10, "worked"), (66, 13, "failed"), (100, 13, "failed")])
def test_pow_times_5_casts_spirit_magic_and_a_failure_costs_nothing(
    face: int, left: int, outcome: str
) -> None:
    play = conjure().when(Cast(character="rin", spell="protection", points=3), d100(face))

    assert play.only(SpellAnnounced).casting.points == 3
    assert play.only(Checked).skill == 65
    assert play.only(SpellSettled).outcome == outcome
    assert play.state.characters["rin"].mp == left
    assert [event.points for event in play.all(MpSpent)] == ([3] if left == 10 else [])
    assert play.state.casting is None


@pytest.mark.parametrize("face", [3, 13])
def test_a_critical_or_special_costs_what_a_success_does(face: int) -> None:
    play = conjure().when(Cast(character="rin", spell="protection", points=3), d100(face))

    assert play.state.characters["rin"].mp == 10


def test_left_out_the_points_are_those_known_and_the_target_is_oneself() -> None:
    play = conjure()
    casting = specify_casting(play.state, play.rules, Cast(character="rin", spell="protection"))

    assert (casting.points, casting.target, casting.magic) == (4, "rin", "spirit")


@pytest.mark.parametrize(
    "values, why",
    [
        ({"spell": "protection", "points": 5}, "wrong_points"),
        ({"spell": "demoralize", "points": 3, "target": "jin"}, "wrong_points"),
        ({"spell": "protection", "boost": 20}, "no_mp"),
        ({"spell": "protection", "strength": 1}, "not_manipulated"),
    ],
)
def test_a_spell_is_refused_where_it_cannot_be_cast(values: dict[str, Any], why: str) -> None:
    play = conjure().when(Cast(character="rin", **values)).refused("runequest.cannot_cast")

    assert play.refusal is not None
    assert play.refusal.details["why"] == why


def test_nobody_casts_what_they_do_not_know() -> None:
    play = conjure()

    play.when(Cast(character="aya", spell="heal")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="fireball")).refused("runequest.unknown_row")
    play.when(Cast(character="rin", spell="heal", target="kai")).refused("runequest.unknown_character")


def test_nothing_is_cast_at_the_dead_or_by_the_unconscious() -> None:
    play = conjure(aya=make_figure(dead=True), jin=make_foe(unconscious=True, known={"heal": 1}))

    play.when(Cast(character="rin", spell="heal", target="aya")).refused("runequest.cannot_cast")
    play.when(Cast(character="jin", spell="heal")).refused("runequest.cannot_act")


def test_in_a_melee_spells_are_declared() -> None:
    play = fight(rin=make_caster(), jin=make_foe())

    play.when(Cast(character="rin", spell="protection")).refused("runequest.cast_in_melee")


def test_what_the_gm_says_of_season_and_place_counts_on_the_roll() -> None:
    play = conjure().when(FavorMagic(character="rin", plus=-20)).then(MagicFavored(character="rin", plus=-20))
    casting = specify_casting(play.state, play.rules, Cast(character="rin", spell="protection"))

    assert specify_cast(play.state, play.rules, casting).circumstances == (Circumstance("gm_says", -20),)
    assert (
        play.when(Cast(character="rin", spell="protection"), d100(46)).only(SpellSettled).outcome == "failed"
    )


# Resistance


def test_a_foe_resists_with_pow_against_pow_not_with_magic_points() -> None:
    play = conjure(jin=make_foe(mp=1))
    play.when(Cast(character="rin", spell="demoralize", target="jin"), d100(50, 51))

    assert play.only(SpellMet) == SpellMet(target="jin", resisted=True)
    assert play.all(Checked)[1].skill == 50
    assert play.only(SpellSettled).outcome == "resisted"
    assert play.state.characters["rin"].mp == 11


def test_a_foe_overcome_suffers_the_spell() -> None:
    play = conjure().when(Cast(character="rin", spell="demoralize", target="jin"), d100(50, 50))

    assert play.only(SpellSettled).outcome == "worked"


def test_a_friend_accepts_what_helps_and_is_asked_about_what_harms() -> None:
    play = conjure()
    play.when(Cast(character="rin", spell="protection", target="aya"), d100(50)).settled()
    assert play.only(SpellMet) == SpellMet(target="aya", resisted=False)

    play.when(Cast(character="rin", spell="disruption", target="aya"))
    play.asks("accept_spell", "aya", "accept", "resist")
    play.when(Choose(character="aya", use="resist"), d100(50, 96))
    assert play.only(SpellSettled).outcome == "resisted"


def test_a_foe_is_asked_about_what_helps_and_who_accepts_makes_no_roll_against_it() -> None:
    play = conjure().when(Cast(character="rin", spell="heal", points=1, target="jin"))
    play.asks("accept_spell", "jin", "accept", "resist")
    play.when(Choose(character="jin", use="accept"), d100(50))

    assert play.only(SpellSettled).outcome == "worked"


def test_the_unconscious_are_asked_nothing() -> None:
    play = conjure(aya=make_figure(unconscious=True), jin=make_foe(unconscious=True))

    play.when(Cast(character="rin", spell="heal", points=1, target="jin"), d100(50)).settled()
    play.when(Cast(character="rin", spell="disruption", target="aya"), d100(50, 96)).settled()
    assert play.only(SpellSettled).outcome == "resisted"


# Range


def test_a_touch_reaches_3_metres_and_disruption_50() -> None:
    play = fight({"rin": 0, "aya": 4, "jin": 51}, rin=make_caster(), aya=make_figure(), jin=make_foe())
    play.given(
        mean("rin", step("spell", spell="heal", points=1, target="aya")),
        mean("aya"),
        mean("jin"),
    )
    assert melee_of(play).round == 2

    far = fight({"rin": 0, "jin": 50}, rin=make_caster(), jin=make_foe())
    far.given(mean("rin", step("spell", spell="disruption", target="jin")), mean("jin"))
    assert [one.kind for one in far.pending] == ["act"]


# Strike ranks


def test_preparation_dex_and_each_point_make_the_strike_rank() -> None:
    play = fight(rin=make_caster(), jin=make_foe())

    assert plan(play, "rin", step("spell", spell="protection", points=4)) == [10]
    assert plan(play, "rin", step("spell", spell="protection", points=3, boost=2)) == [11]
    assert plan(play, "rin", step("spell", spell="disruption", target="jin")) == [7]


def test_by_the_option_the_first_point_adds_nothing() -> None:
    play = fight(options={"spell_mp_sr": "first_free"}, rin=make_caster(), jin=make_foe())

    assert plan(play, "rin", step("spell", spell="protection", points=4)) == [9]
    assert plan(play, "rin", step("spell", spell="disruption", target="jin")) == [6]


def test_a_spell_made_ready_in_an_earlier_round_comes_at_dex_and_its_points() -> None:
    play = fight(rin=make_caster(), jin=make_foe())
    melee = msgspec.structs.replace(melee_of(play), prepared={"rin": "protection"})
    play.given_state(msgspec.structs.replace(play.state, melee=melee))

    assert plan(play, "rin", step("spell", spell="protection", points=4)) == [5]
    assert plan(play, "rin", step("spell", spell="disruption", target="jin")) == [7]


def test_without_a_focus_the_preparation_takes_a_whole_round() -> None:
    play = fight(rin=make_caster(focus=False), jin=make_foe())
    rank = find_rank(play.state, play.rules, "rin", step("spell", spell="protection", points=4))

    assert (rank.sr, rank.rounds) == (5, 1)


def test_27_strike_ranks_are_decided_at_3_of_the_third_round() -> None:
    rin = make_caster(DEX=13, known={"protection": 20}, mp=30)
    play = fight({"rin": 0, "jin": 40}, rin=rin, jin=make_foe())
    long = step("spell", spell="protection", points=20, target="rin")
    rank = find_rank(play.state, play.rules, "rin", long)
    assert (rank.sr, rank.rounds) == (3, 2)

    play.given(mean("rin", long), mean("jin"), mean("jin"))
    assert (melee_of(play).round, melee_of(play).stage) == (3, "intents")
    play.given(mean("jin"))
    assert melee_of(play).sr == 3
    play.when(Choose(character="rin", use="do"), d100(50))
    assert play.only(SpellTookHold).spell.amount == 20
    assert play.state.characters["rin"].mp == 10


def test_a_spirit_needs_no_preparation_and_casts_at_1_and_its_points() -> None:
    play = fight(rin=make_caster(), sen=make_ghost(known={"disruption": 1, "protection": 4}))

    assert plan(play, "sen", step("spell", spell="disruption", target="rin")) == [2]
    assert plan(play, "sen", step("spell", spell="protection", points=4)) == [5]


def test_damage_while_it_is_cast_spoils_a_spell() -> None:
    play = fight(rin=make_caster(), jin=make_foe(DEX=18, skills={"broadsword": 90}))
    spell = step("spell", spell="protection", points=4, target="rin")
    play.given(mean("rin", spell), mean("jin", strike("rin")))
    play.given(Choose(character="jin", use="do"))
    play.when(Choose(character="rin", use="none"), [(100, 50), (8, 1), (4, 1), (20, 1)]).settled()

    assert [one.why for one in play.all(ActionSettled)] == ["spoiled"]
    assert play.state.characters["rin"].mp == 13


# Who cannot cast


def test_with_the_chest_at_0_nobody_heals_himself() -> None:
    play = conjure(rin=wound_in("chest"))

    play.when(Cast(character="rin", spell="heal", points=1)).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="heal_wound")).refused("runequest.cannot_cast")


def test_by_the_option_rune_magic_heals_its_caster_even_then_and_nothing_else_does() -> None:
    play = conjure({"chest_zero_magic": "rune"}, rin=wound_in("chest"))

    play.when(Cast(character="rin", spell="heal", points=1)).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="shield")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="heal_wound", target="aya")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="heal_wound"), d100(50))
    assert play.state.characters["rin"].locations["chest"].hp == 6


def test_whoever_can_do_nothing_this_round_casts_nothing() -> None:
    play = conjure({"chest_zero_magic": "rune"}, rin=wound_in("abdomen", until=9))

    play.when(Cast(character="rin", spell="heal_wound")).refused("runequest.cannot_cast")


def test_the_shock_of_a_limb_leaves_healing_oneself_and_no_attack_by_magic() -> None:
    play = conjure(rin=wound_in("right_leg", -4, until=None))

    play.when(Cast(character="rin", spell="disruption", target="jin")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="heal", points=6), d100(50))
    assert play.only(SpellSettled).outcome == "worked"


# Magic points


def test_the_last_magic_point_costs_consciousness_until_one_comes_back() -> None:
    play = conjure(rin=make_caster(mp=2)).when(Cast(character="rin", spell="protection", points=2), d100(50))
    assert play.only(Fainted).character == "rin"
    assert play.only(MpSpent).mp == 0

    play.when(PassTime(hours=1))
    assert play.all(Awoke) == []
    play.when(PassTime(hours=1))
    assert play.only(MpReturned).mp == 1
    assert play.only(Awoke).character == "rin"


def test_all_magic_points_are_back_after_a_day() -> None:
    play = conjure().given(Cast(character="rin", spell="protection", points=4), dice=d100(50))
    play.when(PassTime(days=1))

    assert play.state.characters["rin"].mp == 13
    assert play.state.characters["rin"].mp_since is None


def test_the_gm_gives_points_back_up_to_their_maxima() -> None:
    play = conjure(rin=make_caster(mp=3, rune_points=1))
    play.when(RegainPoints(character="rin", mp=20, rune_points=2))
    assert play.only(PointsRegained) == PointsRegained(character="rin", mp=13, rune_points=3)

    play.when(RegainPoints(character="rin", mp=5)).refused("runequest.nothing_to_regain")


def test_a_spell_ends_with_its_time_or_when_its_caster_ends_it() -> None:
    play = conjure().given(Cast(character="rin", spell="protection", target="aya"), dice=d100(50))
    play.when(Dismiss(character="rin", spell="strength", target="aya")).refused("runequest.not_working")
    play.when(Dismiss(character="rin", spell="protection", target="aya"))
    assert play.only(SpellsEnded).names == ("protection",)

    play.given(Cast(character="rin", spell="protection", target="aya"), dice=d100(50))
    assert play.state.characters["aya"].spells[0].until == 25
    play.given(PassTime(rounds=24))
    assert play.state.characters["aya"].spells != ()
    play.given(PassTime(rounds=1))
    assert play.state.characters["aya"].spells == ()
