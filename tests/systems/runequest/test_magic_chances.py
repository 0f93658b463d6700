"""The chances of spells, of concentration, of spirit dances; what a declaration is refused for."""

from typing import Any

import msgspec
import pytest
from kit import Play
from runemagic import conjure, d100, make_caster, make_ghost
from runemelees import fight, mean, plan, step, strike
from runequests import make_figure, make_foe

from tenmatsu.engine.contract import Chance
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.chance import find_chance
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast, RegainPoints
from tenmatsu.systems.runequest.commands.spirits import BeginSpiritCombat
from tenmatsu.systems.runequest.events.magic import SpellSettled


def _chance(play: Play, command: Any) -> Chance:
    return find_chance(play.state, play.rules, command)


def test_the_chance_of_a_spell_is_that_of_its_roll() -> None:
    play = conjure()
    expected = {"protection": 65, "shield": 70, "steel_the_flesh": 60}

    assert {spell: _chance(play, Cast(character="rin", spell=spell)).needed for spell in expected} == expected
    with pytest.raises(RuleViolation):
        _chance(play, Cast(character="rin", spell="fireball"))


def test_whoever_is_asked_about_a_spell_sees_the_chance_that_it_comes_about() -> None:
    play = conjure().given(Cast(character="rin", spell="disruption", target="aya"))

    assert _chance(play, Choose(character="aya", use="accept")).roll == "cast"


def test_a_declared_spell_tells_its_chance_when_it_is_due_and_amid_spirit_combat_that_of_concentration() -> (
    None
):
    figures: dict[str, Any] = {"rin": make_caster(INT=12), "sen": make_ghost()}
    play = fight({"rin": 0, "sen": 9}, **figures)
    spell = step("spell", spell="protection", points=1, target="rin")
    play.given(mean("sen"), mean("rin", spell))
    assert _chance(play, Choose(character="rin", use="do")).needed == 65

    haunted = fight({"rin": 0, "sen": 0}, **figures)
    haunted.given(BeginSpiritCombat(character="sen", target="rin"), mean("sen"), mean("rin", spell))
    told = _chance(haunted, Choose(character="rin", use="do"))
    assert (told.roll, told.needed) == ("concentrate", 60)


def test_a_spirit_dance_tells_its_chance() -> None:
    figures: dict[str, Any] = {"rin": make_figure(skills={"spirit_dance": 45}), "sen": make_ghost()}
    play = fight({"rin": 0, "sen": 0}, **figures)
    play.given(BeginSpiritCombat(character="sen", target="rin"), mean("sen"))
    play.given(mean("rin", step("spirit_dance")))

    assert _chance(play, Choose(character="rin", use="do")).needed == 45


@pytest.mark.parametrize(
    "figure, values, reason",
    [
        ({}, {"spell": "protection", "points": 5}, "wrong_points"),
        ({"mp": 3}, {"spell": "protection", "points": 4}, "no_mp"),
        ({"rune_points": 0}, {"spell": "shield"}, "no_rune_points"),
        ({"runes": {"earth": 60}}, {"spell": "true_sword"}, "no_rune"),
        ({"techniques": ("tap",)}, {"spell": "burning_lance"}, "not_mastered"),
        ({"INT": 20}, {"spell": "steel_the_flesh", "strength": 1}, "over_free_int"),
        ({"mp": 60, "INT": 99}, {"spell": "steel_the_flesh", "strength": 10}, "over_levels"),
        ({}, {"spell": "protection", "duration": 1}, "not_manipulated"),
    ],
)
def test_what_a_spell_lacks_is_said_when_it_is_declared(
    figure: dict[str, Any], values: dict[str, Any], reason: str
) -> None:
    play = fight({"rin": 0, "jin": 9}, rin=make_caster(**figure), jin=make_foe())
    spell = step("spell", target="rin", **values)

    assert plan(play, "rin", spell) == reason
    play.when(mean("rin", spell)).refused(f"runequest.{reason}")


def test_a_spell_for_somebody_who_is_gone_reaches_nobody_and_costs_nothing() -> None:
    play = conjure()
    casting = Casting(caster="rin", spell="protection", magic="spirit", target="ken", points=1)
    play.given_state(msgspec.structs.replace(play.state, casting=casting))
    play.when(RegainPoints(character="rin", mp=1)).refused("runequest.nothing_to_regain")

    figures = {**play.state.characters, "rin": make_caster(mp=9)}
    play.given_state(msgspec.structs.replace(play.state, characters=figures))
    play.when(RegainPoints(character="rin", mp=1))
    assert play.only(SpellSettled).outcome == "void"
    assert play.state.characters["rin"].mp == 10


def test_a_spell_whose_caster_is_gone_is_over() -> None:
    play = conjure(aya=make_figure(mp=9))
    casting = Casting(caster="ken", spell="protection", magic="spirit", target="aya", points=1)
    play.given_state(msgspec.structs.replace(play.state, casting=casting))

    assert play.when(RegainPoints(character="aya", mp=1)).only(SpellSettled).outcome == "void"


def test_who_is_engaged_strikes_or_casts_and_a_spell_at_sr_12_is_in_time() -> None:
    play = fight(rin=make_caster(known={"protection": 6}), jin=make_foe())
    spell = step("spell", spell="protection", points=6, target="rin")

    assert plan(play, "rin", spell) == [12]
    assert plan(play, "rin", spell, strike("jin")) == "strike_or_cast"


def test_nobody_is_asked_for_consent_to_their_own_spell() -> None:
    play = conjure().when(
        Cast(character="rin", spell="disruption", target="rin"), [*d100(50), (3, 1), (20, 1)]
    )

    play.settled()
    assert play.state.characters["rin"].hp == 13
