"""Defensive magic, and magic points put in to get through it, before the roll and at the last moment."""

from typing import Any

import pytest
from kit import Play
from runemagic import conjure, d100, make_caster
from runemelees import fight, mean, melee_of, step
from runequests import make_figure, make_foe

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast
from tenmatsu.systems.runequest.events.clock import SpellsEnded
from tenmatsu.systems.runequest.events.magic import (
    BoostDeclined,
    SpellBoosted,
    SpellDelayed,
    SpellSettled,
)
from tenmatsu.systems.runequest.figures import Figure, Spell


def make_shielded(points: int, spell: str = "countermagic", **values: Any) -> Figure:
    """Return a foe behind defensive magic of so many points."""
    return make_foe(spells=(Spell(spell=spell, magic="spirit", amount=points, points=points),), **values)


@pytest.mark.parametrize("boost, outcome", [(2, "blocked"), (3, "worked")])
def test_a_spell_gets_through_by_more_points_than_countermagic_has(boost: int, outcome: str) -> None:
    play = conjure(rin=make_caster(mp=boost + 1), jin=make_shielded(3))
    dice = [*d100(50, 50), (3, 1), (20, 10)] if outcome == "worked" else d100(50)
    play.when(Cast(character="rin", spell="disruption", boost=boost, target="jin"), dice)

    assert play.only(SpellSettled).outcome == outcome
    assert play.state.characters["rin"].mp == 0
    assert bool(play.state.characters["jin"].spells) == (outcome == "blocked")


def test_countermagic_is_gone_once_something_got_through() -> None:
    play = conjure(jin=make_shielded(3))
    play.when(Cast(character="rin", spell="demoralize", boost=2, target="jin"), d100(50, 50))

    assert play.all(SpellsEnded)[0].names == ("countermagic",)


def test_shield_stops_magic_too_and_stays() -> None:
    play = conjure(jin=make_shielded(3, "shield"))
    play.when(Cast(character="rin", spell="demoralize", boost=2, target="jin"), d100(50, 50))

    assert play.only(SpellSettled).outcome == "worked"
    assert play.state.characters["jin"].spells[0].spell == "shield"


def test_a_rune_point_counts_for_2_against_it() -> None:
    play = conjure(jin=make_shielded(3))
    play.when(
        Cast(character="rin", spell="lightning", points=2, target="jin"),
        [*d100(50, 50), (6, 1), (6, 1), (20, 10)],
    )

    assert play.only(SpellSettled).outcome == "worked"


def test_on_oneself_countermagic_stops_nothing() -> None:
    rin = make_caster(spells=(Spell(spell="countermagic", magic="spirit", amount=4, points=4),))
    play = conjure(rin=rin).when(Cast(character="rin", spell="protection", points=1), d100(50))

    assert play.only(SpellSettled).outcome == "worked"


def test_outside_a_melee_the_caster_is_asked_to_boost() -> None:
    play = conjure(jin=make_shielded(3)).when(Cast(character="rin", spell="demoralize", target="jin"))
    play.asks("boost", "rin", "boost", "as_it_is")
    assert play.pending[0].details == {"spell": "demoralize", "needed": 2, "most": 11}

    play.when(Choose(character="rin", use="boost", amount=1)).refused("runequest.wrong_boost")
    play.when(Choose(character="rin", use="boost"), d100(50, 50))
    assert play.only(SpellBoosted).boost == 2
    assert play.state.characters["rin"].mp == 9


def test_whoever_casts_it_as_it_is_is_asked_no_more() -> None:
    play = conjure(jin=make_shielded(3)).given(Cast(character="rin", spell="demoralize", target="jin"))
    play.when(Choose(character="rin", use="as_it_is"), d100(50))

    assert play.only(BoostDeclined).character == "rin"
    assert play.only(SpellSettled).outcome == "blocked"


def test_nobody_is_asked_who_has_not_the_points() -> None:
    play = conjure(rin=make_caster(mp=3), jin=make_shielded(3))
    play.when(Cast(character="rin", spell="demoralize", target="jin"), d100(50)).settled()

    assert play.only(SpellSettled).outcome == "blocked"


def _due(points: int, options: dict[str, str] | None = None, spell: str = "demoralize") -> Play:
    """Return a melee in which rin's spell is due at a target behind countermagic."""
    figures: dict[str, Any] = {"rin": make_caster(), "jin": make_shielded(points)}
    play = fight({"rin": 0, "jin": 9}, options, **figures)
    play.given(mean("rin", step("spell", spell=spell, target="jin")), mean("jin"))
    return play.given(Choose(character="rin", use="do"))


def test_in_a_melee_the_boost_puts_the_spell_back_by_1_sr_a_point() -> None:
    play = _due(3)
    assert play.pending[0].details["most"] == 4
    play.when(Choose(character="rin", use="boost", amount=3))
    assert play.only(SpellDelayed).sr == 11
    play.asks("act", "rin", "do", "hold", "drop")
    assert melee_of(play).cast == {"rin": 0}

    play.when(Choose(character="rin", use="do"), d100(50, 50))
    assert play.only(SpellSettled).outcome == "worked"
    assert play.state.characters["rin"].mp == 8


def test_no_boost_goes_beyond_the_round() -> None:
    figures: dict[str, Any] = {"rin": make_caster(), "jin": make_shielded(9)}
    play = fight({"rin": 0, "jin": 9}, **figures)
    play.given(mean("rin", step("spell", spell="demoralize", target="jin")), mean("jin"))
    play.when(Choose(character="rin", use="do"), d100(50))

    assert play.only(SpellSettled).outcome == "blocked"


def test_others_act_before_a_spell_put_back() -> None:
    figures: dict[str, Any] = {
        "rin": make_caster(),
        "jin": make_shielded(3),
        "aya": make_figure(known={"heal": 1}, DEX=9),
    }
    play = fight({"rin": 0, "jin": 9, "aya": 0}, **figures)
    play.given(
        mean("rin", step("spell", spell="demoralize", target="jin")),
        mean("aya", step("spell", spell="heal", target="aya")),
        mean("jin"),
        Choose(character="rin", use="do"),
    )
    play.when(Choose(character="rin", use="boost"))
    play.asks("act", "aya", "do", "hold", "drop")


def test_by_the_option_a_rune_spells_first_magic_point_costs_no_time() -> None:
    play = _due(2, options={"spell_mp_sr": "first_free"}, spell="lightning")
    play.when(Choose(character="rin", use="boost"), [*d100(50, 50), (6, 1), (20, 10)])

    assert play.only(SpellBoosted).boost == 1
    assert play.only(SpellSettled).outcome == "worked"


def test_sorcery_is_put_back_by_2_sr_a_point() -> None:
    play = fight({"rin": 0, "jin": 9}, rin=make_caster(), jin=make_shielded(3))
    lance = step("spell", spell="burning_lance", target="jin")
    play.given(mean("rin", lance), mean("jin"), mean("jin"), Choose(character="rin", use="do"))
    play.when(Choose(character="rin", use="boost"))

    assert play.only(SpellDelayed).sr == 7
