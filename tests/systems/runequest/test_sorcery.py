"""Sorcery: runes and techniques, manipulation, free INT, inscribed items, two rounds at the least."""

from typing import Any

import pytest
from runemagic import ARCANA, conjure, d100, make_caster
from runemelees import fight, mean, melee_of, step
from runequests import TABLES, make_foe

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast, Inscribe
from tenmatsu.systems.runequest.decide.casting import find_cost
from tenmatsu.systems.runequest.decide.magic import specify_casting
from tenmatsu.systems.runequest.decide.manipulating import Sorcery, measure_sorcery
from tenmatsu.systems.runequest.decide.ranks import find_rank
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.magic import SpellInscribed, SpellSettled, SpellTookHold
from tenmatsu.systems.runequest.figures import Figure


def make_sorcerer(**values: Any) -> Figure:
    """Return somebody who knows sorcery alone."""
    return make_caster(**{"known": dict.fromkeys(ARCANA, 1), "INT": 12, **values})


@pytest.mark.parametrize(
    "mastered, techniques, levels, base, manipulation",
    [
        (("fire",), ("summon", "command"), 3, 3, 3),
        (("earth",), ("summon", "command"), 3, 4, 6),
        (("fire",), ("command",), 3, 4, 6),
        (("earth",), ("command",), 3, 5, 12),
    ],
)
def test_what_is_borrowed_costs_2_and_makes_manipulation_twice_or_four_times_as_dear(
    mastered: tuple[str, ...], techniques: tuple[str, ...], levels: int, base: int, manipulation: int
) -> None:
    play = conjure()
    figure = make_sorcerer(mastered=mastered, techniques=techniques)
    row = TABLES.spells["burning_lance"]

    found = measure_sorcery(play.rules, figure, row, levels)
    assert found == Sorcery(base=base, manipulation=manipulation)


def test_with_nothing_related_there_is_no_spell() -> None:
    play = conjure(rin=make_sorcerer(mastered=("moon",)))

    play.when(Cast(character="rin", spell="burning_lance", target="jin")).refused("runequest.cannot_cast")
    play.when(Inscribe(character="rin", spell="burning_lance")).refused("runequest.no_sorcery")


@pytest.mark.parametrize(
    "face, left, outcome",
    [(3, 12, "worked"), (12, 9, "worked"), (60, 9, "worked"), (61, 12, "failed"), (99, 9, "fumbled")],
)
def test_what_sorcery_costs_goes_by_the_degree(face: int, left: int, outcome: str) -> None:
    play = conjure(rin=make_sorcerer())
    play.when(Cast(character="rin", spell="steel_the_flesh", strength=2), d100(face))

    assert play.only(Checked).ability == "steel_the_flesh"
    assert play.only(SpellSettled).outcome == outcome
    assert play.state.characters["rin"].mp == left


@pytest.mark.parametrize(
    "strength, duration, amount, until", [(0, 0, 1, 25), (2, 1, 3, 50), (0, 3, 1, 200), (4, 0, 5, 25)]
)
def test_manipulation_raises_strength_and_duration(
    strength: int, duration: int, amount: int, until: int
) -> None:
    play = conjure(rin=make_sorcerer(mp=30))
    command = Cast(character="rin", spell="steel_the_flesh", strength=strength, duration=duration)
    spell = play.when(command, d100(50)).only(SpellTookHold).spell

    assert (spell.amount, spell.until, spell.points) == (amount, until, 1 + strength + duration)


@pytest.mark.parametrize("level, die", [(0, 3), (2, 3), (3, 6), (6, 6)])
def test_the_dice_of_sorcery_go_by_its_strength(level: int, die: int) -> None:
    play = conjure(rin=make_sorcerer(mp=30))
    command = Cast(character="rin", spell="burning_lance", target="jin", strength=level)
    play.when(command, [(100, 50), (100, 50), (die, 2), (20, 1)])

    assert play.state.characters["jin"].hp == 12


def test_range_goes_by_its_level() -> None:
    figures: dict[str, Any] = {"rin": make_sorcerer(mp=30), "jin": make_foe(), "sen": make_foe()}
    play = fight({"rin": 0, "jin": 30, "sen": 60}, **figures)
    near = step("spell", spell="burning_lance", target="jin", range=1)
    play.given(mean("rin", near), mean("jin"), mean("sen"), mean("jin"), mean("sen"))
    assert melee_of(play).round == 3

    far = fight({"rin": 0, "jin": 30, "sen": 60}, **figures)
    reaching = step("spell", spell="burning_lance", target="jin", range=2)
    far.given(mean("rin", reaching), mean("jin"), mean("sen"), mean("jin"), mean("sen"))
    far.asks("act", "rin", "do", "hold", "drop")


def test_manipulation_is_limited_by_free_int() -> None:
    play = conjure(rin=make_sorcerer(mp=40, INT=8))

    play.when(Cast(character="rin", spell="steel_the_flesh", strength=3, duration=2)).refused(
        "runequest.cannot_cast"
    )
    play.when(Cast(character="rin", spell="steel_the_flesh", strength=3, duration=1), d100(50))
    assert play.only(SpellTookHold).spell.points == 5


def test_the_table_of_manipulation_ends() -> None:
    play = conjure(rin=make_sorcerer(mp=40, INT=30, POW=18))
    too_high = len(TABLES.manipulation)

    play.when(Cast(character="rin", spell="steel_the_flesh", strength=too_high)).refused(
        "runequest.cannot_cast"
    )
    play.when(Inscribe(character="rin", spell="steel_the_flesh", strength=too_high)).refused(
        "runequest.cannot_cast"
    )


def test_an_inscribed_item_costs_pow_and_lifts_the_limit_of_free_int() -> None:
    play = conjure(rin=make_sorcerer(mp=15, INT=6, POW=15, max_mp=15))
    play.when(Inscribe(character="rin", spell="steel_the_flesh", strength=3))
    assert play.only(SpellInscribed).cost == 4
    assert play.state.characters["rin"].of("POW") == 11
    assert play.state.characters["rin"].max_mp == 11

    command = Cast(character="rin", spell="steel_the_flesh", strength=2)
    casting = specify_casting(play.state, play.rules, command)
    assert (casting.strength, find_cost(play.state, play.rules, casting)["mp"]) == (5, 7)
    assert play.when(command, d100(50)).only(SpellTookHold).spell.amount == 6


def test_pow_is_not_given_away_to_the_last_point() -> None:
    play = conjure(rin=make_sorcerer(POW=4))

    play.when(Inscribe(character="rin", spell="steel_the_flesh", strength=3)).refused(
        "runequest.too_little_pow"
    )
    play.when(Inscribe(character="jin", spell="steel_the_flesh")).refused("runequest.no_sorcery")
    play.when(Inscribe(character="rin", spell="heal")).refused("runequest.no_sorcery")


def test_nobody_inscribes_in_a_melee() -> None:
    play = fight(rin=make_sorcerer(), jin=make_foe())

    play.when(Inscribe(character="rin", spell="steel_the_flesh")).refused("runequest.time_in_melee")


@pytest.mark.parametrize(
    "dex, levels, boost, expected",
    [(16, 0, 0, (1, 1)), (16, 2, 0, (1, 5)), (16, 2, 1, (1, 7)), (19, 0, 0, (1, 1)), (9, 5, 0, (2, 1))],
)
def test_sorcery_is_decided_in_its_second_round_at_dex_and_2_for_each_point_of_manipulation(
    dex: int, levels: int, boost: int, expected: tuple[int, int]
) -> None:
    play = fight(rin=make_sorcerer(DEX=dex, mp=30), jin=make_foe())
    spell = step("spell", spell="steel_the_flesh", strength=levels, boost=boost)
    rank = find_rank(play.state, play.rules, "rin", spell)

    assert (rank.rounds, rank.sr) == expected


def test_a_sorcery_spell_over_two_rounds() -> None:
    play = fight({"rin": 0, "jin": 9}, rin=make_sorcerer(), jin=make_foe())
    lance = step("spell", spell="burning_lance", target="jin", strength=3)
    play.given(mean("rin", lance), mean("jin"))
    assert [(one.state, one.sr) for one in melee_of(play).queue] == [("declared", 7)]

    play.given(mean("jin"))
    play.when(Choose(character="rin", use="do"), [(100, 50), (100, 50), (6, 4), (20, 10)])
    assert play.state.characters["jin"].locations["abdomen"].hp == 1
    assert play.state.characters["rin"].mp == 13 - 6
