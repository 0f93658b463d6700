"""What spells do by themselves: each key of an effect."""

from typing import Any, get_args

import msgspec
import pytest
from kit import work_on
from runemagic import conjure, d100, make_caster
from runemelees import fight, plan, strike
from runequests import TABLES, begin, hold, make_figure, make_foe

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast
from tenmatsu.systems.runequest.commands.wounds import PassTime
from tenmatsu.systems.runequest.decide.blowing import specify_attack
from tenmatsu.systems.runequest.decide.casting import EFFECTS
from tenmatsu.systems.runequest.decide.damaging import find_formula
from tenmatsu.systems.runequest.decide.ghosting import find_spirit_armor
from tenmatsu.systems.runequest.decide.planning import find_allowance
from tenmatsu.systems.runequest.decide.ranks import quicken
from tenmatsu.systems.runequest.derived import find_damage_bonus
from tenmatsu.systems.runequest.events.attacks import Hindered
from tenmatsu.systems.runequest.events.clock import HindrancesEnded, SpellsEnded
from tenmatsu.systems.runequest.events.magic import SpellSettled, SpellTookHold
from tenmatsu.systems.runequest.events.wounds import HitHeld, Wounded
from tenmatsu.systems.runequest.figures import Figure, Spell
from tenmatsu.systems.runequest.rows_magic import EffectKey
from tenmatsu.systems.runequest.spellbook import sum_working


def hurt(figure: Figure, **points: int) -> Figure:
    """Return somebody whose locations have so many points, the total less by what they miss."""
    places = dict(figure.locations)
    missing = 0
    for name, hp in points.items():
        missing += places[name].max_hp - hp
        places[name] = msgspec.structs.replace(places[name], hp=hp)
    return msgspec.structs.replace(figure, locations=places, hp=figure.hp - missing)


def with_spells(figure: Figure, *spells: Spell) -> Figure:
    """Return somebody on whom spells work."""
    return msgspec.structs.replace(figure, spells=spells)


def test_each_effect_of_the_figures_is_known() -> None:
    assert set(EFFECTS) == set(get_args(EffectKey))
    assert {row.effect for row in TABLES.spells.values()} == set(get_args(EffectKey))


# Healing


def test_heal_gives_each_point_back_to_a_location() -> None:
    play = conjure(aya=hurt(make_figure(), head=1, left_leg=3))
    play.when(Cast(character="rin", spell="heal", points=3, target="aya", at="left_leg"), d100(50))
    assert play.state.characters["aya"].locations["left_leg"].hp == 5

    play.when(Cast(character="rin", spell="heal", points=3, target="aya"), d100(50))
    assert play.state.characters["aya"].locations["head"].hp == 4
    play.when(Cast(character="rin", spell="heal", target="aya", at="tail")).refused("runequest.cannot_cast")


def _sever(state: str, hp: int = -10) -> Figure:
    figure = hurt(make_figure(), right_arm=hp)
    arm = msgspec.structs.replace(figure.locations["right_arm"], state=state, mend_until=50)
    return msgspec.structs.replace(figure, locations={**figure.locations, "right_arm": arm}, hp=5)


def test_heal_6_puts_a_severed_limb_back_and_less_does_not() -> None:
    play = conjure(aya=_sever("severed"))

    play.when(Cast(character="rin", spell="heal", points=5, target="aya"), d100(50))
    assert play.state.characters["aya"].locations["right_arm"].state == "severed"
    play.when(Cast(character="rin", spell="heal", points=6, target="aya"), d100(50))
    assert play.state.characters["aya"].locations["right_arm"].state == "whole"


def test_heal_wound_makes_a_location_whole() -> None:
    play = conjure(aya=hurt(make_figure(), head=-2))
    play.when(Cast(character="rin", spell="heal_wound", target="aya"), d100(50))

    assert play.state.characters["aya"].locations["head"].hp == 5


def test_mend_flesh_heals_by_the_dice_of_its_strength() -> None:
    play = conjure(aya=hurt(make_figure(), head=0))
    play.when(Cast(character="rin", spell="mend_flesh", target="aya"), [(100, 50), (3, 2)])

    assert play.state.characters["aya"].locations["head"].hp == 2


def test_heal_body_heals_everything() -> None:
    play = conjure(aya=msgspec.structs.replace(hurt(make_figure(), head=1, left_leg=0), hp=3))
    play.when(Cast(character="rin", spell="heal_body", target="aya"), d100(50))

    figure = play.state.characters["aya"]
    assert figure.hp == figure.max_hp
    assert all(one.hp == one.max_hp for one in figure.locations.values())


@pytest.mark.parametrize("state", ["lost", "severed", "maimed"])
def test_regrow_limb_makes_a_limb_whole(state: str) -> None:
    play = conjure(rin=make_caster(runes={"harmony": 70}), aya=_sever(state))
    play.when(Cast(character="rin", spell="regrow_limb", target="aya"), d100(50))

    assert play.state.characters["aya"].locations["right_arm"].state == "whole"


def test_regrow_limb_has_nothing_to_do_where_no_limb_is_lost() -> None:
    play = conjure(rin=make_caster(runes={"harmony": 70}))

    play.when(Cast(character="rin", spell="regrow_limb", target="aya")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="regrow_limb", target="aya", at="head"), d100(50))
    assert play.only(SpellSettled).outcome == "worked"


# Damage


def test_disruption_ignores_armour_at_a_location_that_dice_find() -> None:
    play = conjure(jin=make_foe(armor=6))
    play.when(Cast(character="rin", spell="disruption", target="jin"), [*d100(50, 50), (3, 2), (20, 10)])

    assert (play.only(Wounded).location, play.only(Wounded).points) == ("abdomen", 2)


def test_lightning_does_a_die_for_each_rune_point_less_armour() -> None:
    play = conjure(jin=make_foe(armor=4))
    lightning = Cast(character="rin", spell="lightning", target="jin", points=2)
    play.when(lightning, [*d100(50, 50), (6, 4), (6, 3), (20, 10)])
    assert play.only(Wounded).points == 3
    assert play.state.characters["rin"].rune_points == 4

    play.when(Cast(character="rin", spell="lightning", target="jin"), [*d100(50, 50), (6, 4), (20, 10)])
    assert play.only(HitHeld).armor == 4


# Protection


def test_protection_and_shield_are_armour_everywhere_and_add_up() -> None:
    play = conjure()
    play.given(Cast(character="rin", spell="protection", points=3, target="aya"), dice=d100(50))
    play.given(Cast(character="rin", spell="shield", points=2, target="aya"), dice=d100(50))
    figure = play.state.characters["aya"]

    assert sum_working(TABLES, figure, "armor", "ward") == 7
    assert [one.until for one in figure.spells] == [25, 75]


def test_the_same_spell_again_takes_the_place_of_the_first() -> None:
    play = conjure()
    for points in (3, 2):
        play.given(Cast(character="rin", spell="protection", points=points), dice=d100(50))

    assert [one.amount for one in play.state.characters["rin"].spells] == [2]


def test_spirit_screen_and_spirit_block_are_spirit_armour() -> None:
    play = conjure()
    play.given(Cast(character="rin", spell="spirit_screen", points=2), dice=d100(50))
    play.given(Cast(character="rin", spell="spirit_block", points=2), dice=d100(50))

    assert find_spirit_armor(work_on(play), play.state.characters["rin"]) == 8


# Weapons


def _attack(play: Any, arm: str = "broadsword") -> int:
    spec = specify_attack(play.state, play.rules, Blow(attacker="aya", target="jin", arm=arm))
    return spec.skill + sum(one.amount for one in spec.circumstances)


def test_bladesharp_adds_5_percent_and_1_damage_a_point_to_the_weapon_in_hand() -> None:
    play = conjure()
    before = _attack(play)
    play.given(Cast(character="rin", spell="bladesharp", points=3, target="aya"), dice=d100(50))

    assert play.state.characters["aya"].spells[0].at == "broadsword"
    assert _attack(play) == before + 15
    formula = find_formula(play.rules, play.state.characters["aya"], "broadsword", "normal")
    assert formula.magic == ("3",)


@pytest.mark.parametrize("spell, magic, runic", [("fireblade", ("3D6",), ()), ("true_sword", (), ("1D8+1",))])
def test_fireblade_and_true_sword_add_dice(
    spell: str, magic: tuple[str, ...], runic: tuple[str, ...]
) -> None:
    play = conjure().given(Cast(character="rin", spell=spell, target="aya"), dice=d100(50))
    formula = find_formula(play.rules, play.state.characters["aya"], "broadsword", "normal")

    assert (formula.magic, formula.runic) == (magic, runic)


def test_speedart_works_on_a_missile_weapon_alone() -> None:
    aya = make_figure(arms={"self_bow": hold("self_bow", "both")}, skills={"self_bow": 60})
    play = conjure(aya=aya).given(Cast(character="rin", spell="speedart", target="aya"), dice=d100(50))
    assert play.state.characters["aya"].spells[0].at == "self_bow"
    assert play.state.characters["aya"].spells[0].amount == 15

    play.when(Cast(character="rin", spell="bladesharp", target="aya")).refused("runequest.cannot_cast")
    play.when(Cast(character="rin", spell="speedart", target="rin")).refused("runequest.cannot_cast")


def test_repair_mends_the_most_damaged_arm() -> None:
    arms = {"broadsword": hold("broadsword", hp=9), "medium_shield": hold("medium_shield", "left", hp=2)}
    play = conjure(aya=make_figure(arms=arms))
    play.given(Cast(character="rin", spell="repair", target="aya"), dice=d100(50))

    assert play.state.characters["aya"].arms["medium_shield"].hp == 12
    assert play.state.characters["aya"].arms["broadsword"].hp == 9


# Bodies


def test_strength_adds_to_the_damage_bonus() -> None:
    play = conjure().given(Cast(character="rin", spell="strength", target="aya"), dice=d100(50))

    assert find_damage_bonus(TABLES, play.state.characters["aya"]) == ("1D6",)


def test_coordination_adds_to_dex() -> None:
    play = conjure().given(Cast(character="rin", spell="coordination", target="aya"), dice=d100(50))

    assert quicken(TABLES, play.state.characters["aya"]).of("DEX") == 20


@pytest.mark.parametrize("spell, target, units", [("mobility", "aya", 11), ("slow", "jin", 5)])
def test_mobility_and_slow_change_the_move(spell: str, target: str, units: int) -> None:
    play = conjure()
    play.given(Cast(character="rin", spell=spell, target=target), dice=d100(50, 50)[: 1 + (target == "jin")])

    assert find_allowance(play.state, play.rules, target) == units


# Minds


def test_demoralize_makes_attacks_and_parries_worse_while_it_lasts() -> None:
    play = conjure(aya=make_figure(), jin=make_foe())
    play.given(Cast(character="rin", spell="demoralize", target="aya"))
    before = _attack(play)
    play.when(Choose(character="aya", use="accept"), d100(50))
    assert _attack(play) == before - 25
    (hindrance,) = play.only(Hindered).hindrances
    assert (hindrance.kind, hindrance.until) == ("attack_parry_less", 25)

    play.given(PassTime(rounds=25))
    assert _attack(play) == before


def test_demoralize_again_does_not_add_up() -> None:
    play = conjure()
    for _ in range(2):
        play.given(Cast(character="rin", spell="demoralize", target="jin"), dice=d100(50, 50))

    assert len(play.state.characters["jin"].hindrances) == 1


def test_befuddle_leaves_neither_attacks_nor_spells() -> None:
    play = conjure(jin=make_foe(known={"heal": 2}))
    play.given(Cast(character="rin", spell="befuddle", target="jin"), dice=d100(50, 50))

    play.when(Strike(character="jin", target="rin")).refused("runequest.cannot_attack")
    play.when(Cast(character="jin", spell="heal")).refused("runequest.cannot_cast")


# Magic against magic


def test_dispel_magic_ends_the_newest_spells_that_its_points_cover() -> None:
    spells = (
        Spell(spell="protection", magic="spirit", points=2, amount=2),
        Spell(spell="shield", magic="rune", points=1, amount=2),
        Spell(spell="strength", magic="spirit", points=2, amount=8),
    )
    play = conjure(aya=with_spells(make_figure(), *spells))
    play.when(Cast(character="rin", spell="dispel_magic", points=4, boost=4, target="aya"), d100(50))
    assert play.only(SpellsEnded).names == ("strength", "shield")

    play.when(Cast(character="rin", spell="dispel_magic", points=1, boost=4, target="aya"), d100(50))
    assert play.all(SpellsEnded) == []


def test_dispel_magic_can_name_a_spell_and_dismiss_magic_counts_double() -> None:
    spells = (
        Spell(spell="protection", magic="spirit", points=2, amount=2),
        Spell(spell="strength", magic="spirit", points=2, amount=8),
    )
    play = conjure(aya=with_spells(make_figure(), *spells))
    play.when(Cast(character="rin", spell="dismiss_magic", target="aya", at="protection"), d100(50))

    assert play.only(SpellsEnded).names == ("protection",)


def test_dispelling_demoralize_gives_heart_again() -> None:
    play = conjure().given(Cast(character="rin", spell="demoralize", target="jin"), dice=d100(50, 50))
    play.given(Cast(character="rin", spell="dispel_magic", target="jin"))
    play.when(Choose(character="jin", use="accept"), d100(50))

    assert play.only(HindrancesEnded).character == "jin"
    assert play.state.characters["jin"].hindrances == ()


# Named effects


def test_what_a_named_spell_does_is_left_to_the_gm_but_its_time_is_kept() -> None:
    play = conjure().when(Cast(character="rin", spell="light"), d100(50))
    assert play.only(SpellTookHold).spell.until == 25

    own = '[spells]\nomen = { magic = "spirit", cost = 1, lasting = "instant", target = "area" }\n'
    other = conjure_with(own).when(Cast(character="rin", spell="omen"), d100(50))
    assert other.all(SpellTookHold) == []
    ritual = '[spells]\nomen = { magic = "spirit", cost = 1, lasting = "ritual", target = "self" }\n'
    lasting = conjure_with(ritual).when(Cast(character="rin", spell="omen"), d100(50))
    assert lasting.only(SpellTookHold).spell.until is None


def conjure_with(own: str) -> Any:
    """Return a game under a table's own spells."""
    return begin(own, rin=make_caster(known={"omen": 1}))


def test_a_weapon_struck_by_magic_is_used_in_a_melee() -> None:
    rin = with_spells(
        make_caster(),
        Spell(spell="coordination", magic="spirit", amount=4),
    )
    play = fight(rin=rin, jin=make_foe())

    assert plan(play, "rin", strike("jin")) == [4]
