"""How every part finds what it works on, or refuses."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from kit import Play, work_on
from runequests import begin, make_figure, make_foe

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.runequest.chance import find_chance
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide import work as finding
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.events.making import FigureMade
from tenmatsu.systems.runequest.melee import Melee
from tenmatsu.systems.runequest.policy import choose_move


def _refusal(play: Play, find: Callable[[Work], object]) -> str:
    with pytest.raises(RuleViolation) as refused:
        find(work_on(play, ScriptedDice([]), "gm"))
    return refused.value.code.removeprefix("runequest.")


def test_whoever_is_not_there_or_cannot_act_is_refused() -> None:
    play = begin(rin=make_figure(unconscious=True))

    assert _refusal(play, lambda work: finding.find_figure(work, "jin")) == "unknown_character"
    assert _refusal(play, lambda work: finding.find_awake(work, "rin")) == "cannot_act"
    assert _refusal(play, lambda work: finding.find_arm(work, "rin", "maul")) == "no_such_arm"


def test_there_must_be_a_melee_with_whoever_acts_in_it() -> None:
    play = begin(rin=make_figure(), jin=make_foe())
    assert _refusal(play, lambda work: finding.find_fighter(work, "rin")) == "no_melee"

    play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=("jin",))))
    assert _refusal(play, lambda work: finding.find_fighter(work, "rin")) == "not_in_melee"


def test_what_rolls_nothing_has_no_chance_and_whoever_has_no_move_chooses_none() -> None:
    play = begin(rin=make_figure())

    with pytest.raises(RuleViolation) as no_chance:
        find_chance(play.state, play.rules, Choose(character="rin", use="do"))
    with pytest.raises(RuleViolation) as no_move:
        choose_move(play.state, play.rules, "jin", Random(1))
    assert no_chance.value.code == "runequest.no_roll"
    assert no_move.value.code == "runequest.nothing_to_choose"


def test_a_figure_made_is_in_play() -> None:
    play, figure = begin(), make_figure()

    assert play.system.evolve(play.state, FigureMade(character="rin", figure=figure)).characters == {
        "rin": figure
    }


def test_the_gm_sets_values_by_hand_those_of_locations_too() -> None:
    play = begin(rin=make_figure())
    state = play.system.evolve(play.state, Adjusted(name="rin.hp", old=13, new=5))
    state = play.system.evolve(state, Adjusted(name="rin.location_hp:head", old=5, new=1))
    same = play.system.evolve(state, Adjusted(name="rin.prone", old=False, new=3))

    assert same == state
    assert (state.characters["rin"].hp, state.characters["rin"].locations["head"].hp) == (5, 1)
    assert set(play.system.adjustable(state)) >= {"rin.hp", "rin.location_hp:head"}
