"""Leisure: injuries treated, abilities raised and lowered, activities of one's own, DKK."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import begin, change, make_ninja

from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.chance import find_chance
from tenmatsu.systems.ninjaslayer.commands.judging import UseSixthSense
from tenmatsu.systems.ninjaslayer.commands.scenario import LowerAbility, Pursue, RaiseAbility, Treat
from tenmatsu.systems.ninjaslayer.commands.wasshoi import GainDkk
from tenmatsu.systems.ninjaslayer.events.judging import Judged
from tenmatsu.systems.ninjaslayer.events.scenario import AbilityTrained, Pursued, Treated
from tenmatsu.systems.ninjaslayer.figures import Ability
from tenmatsu.systems.ninjaslayer.state import Scenario
from tenmatsu.systems.ninjaslayer.values import list_automatic


def rest(tables: str | None = None, **figures: Any) -> Play:
    return change(begin(tables=tables, **figures), scenario=Scenario(number=1, stage="leisure"))


# ---- treatment ----


def test_a_treatment_takes_one_injury_away_for_cash() -> None:
    play = rest(a=make_ninja(untreated=("legs", "head"), cash=5))
    play.when(Treat(character="a", place="legs")).then(Treated(character="a", place="legs", cost=3, cash=2))
    assert play.state.characters["a"].untreated == ("head",)
    assert play.state.characters["a"].cash == 2
    play.when(Treat(character="a", place="head")).refused("ninjaslayer.cash_short")
    play.when(Treat(character="a", place="legs")).refused("ninjaslayer.no_such_injury")


def test_a_table_has_its_own_costs() -> None:
    play = rest("[leisure]\ntreatment = 1\nraise_ability = 2\n", a=make_ninja(untreated=("legs",), cash=5))
    play.given(Treat(character="a", place="legs"), RaiseAbility(character="a", ability="jitsu"))
    assert play.state.characters["a"].cash == 2


# ---- abilities ----


@pytest.mark.parametrize(
    "ability, changed",
    [
        ("karate", {"karate": 7, "vitality": 7}),
        ("neuron", {"neuron": 4, "spirit": 4}),
        ("wazamae", {"wazamae": 7, "legs": 4}),
        ("jitsu", {"jitsu": 1}),
    ],
)
def test_an_ability_is_raised_by_1_for_cash_and_what_is_made_by_it_rises_too(
    ability: Ability, changed: dict[str, int]
) -> None:
    play = rest(a=make_ninja(wazamae=6, cash=7))
    old = play.state.characters["a"]
    play.when(RaiseAbility(character="a", ability=ability))
    trained, figure = play.only(AbilityTrained), play.state.characters["a"]

    assert (trained.amount, trained.cost, trained.cash, figure.cash) == (1, 5, 2, 2)
    names = ("karate", "neuron", "wazamae", "jitsu", "vitality", "spirit", "legs")
    assert {
        name: getattr(figure.base, name)
        for name in names
        if getattr(figure.base, name) != getattr(old.base, name)
    } == changed
    assert figure.vitality == figure.base.vitality
    assert figure.spirit == figure.base.spirit


def test_a_raise_needs_cash_and_has_an_end() -> None:
    rest(a=make_ninja(cash=4)).when(RaiseAbility(character="a", ability="karate")).refused(
        "ninjaslayer.cash_short"
    )
    rest(a=make_ninja(cash=9, karate=99)).when(RaiseAbility(character="a", ability="karate")).refused(
        "ninjaslayer.figure_out_of_range"
    )


def test_a_raise_brings_the_automatic_skills_of_the_base_ability() -> None:
    play = rest(a=make_ninja(karate=6, neuron=6, cash=10))
    play.when(RaiseAbility(character="a", ability="karate"))
    assert play.only(AbilityTrained).skills == ("multi_attack:2",)
    play.when(RaiseAbility(character="a", ability="neuron"))
    assert play.only(AbilityTrained).skills == ("multi_target", "staggered")


def test_lowering_an_ability_is_for_good_and_takes_its_automatic_skills() -> None:
    play = rest(a=make_ninja(karate=13, vitality=13))
    play.when(LowerAbility(character="a", ability="karate", amount=1))
    assert play.only(AbilityTrained).skills == ("multi_attack:3",)
    figure = play.state.characters["a"]
    assert (figure.base.karate, figure.base.vitality, figure.vitality) == (12, 12, 12)
    assert list_automatic(figure, play.rules) == ("multi_attack:2",)
    play.when(LowerAbility(character="a", ability="karate", amount=6))
    assert list_automatic(play.state.characters["a"], play.rules) == ()
    assert play.state.characters["a"].cash == 0


def test_ability_damage_and_temporary_changes_take_no_skill() -> None:
    """Temporary karate 13 from base 10 keeps the second level, and so does damage down to 6."""
    rules = rest().rules
    raised = make_ninja(karate=10, changed={"karate": 3})
    harmed = make_ninja(karate=10, lost={"karate": 4})
    assert (raised.ability("karate"), harmed.ability("karate")) == (13, 6)
    assert list_automatic(raised, rules) == list_automatic(harmed, rules) == ("multi_attack:2",)


@pytest.mark.parametrize("ability, amount", [("karate", 6), ("karate", 0), ("jitsu", 3), ("neuron", 3)])
def test_no_ability_is_lowered_below_1_nor_jitsu_below_0(ability: Ability, amount: int) -> None:
    play = rest(a=make_ninja(jitsu=2))
    play.when(LowerAbility(character="a", ability=ability, amount=amount)).refused(
        "ninjaslayer.lowered_too_far"
    )


def test_jitsu_may_be_lowered_to_0() -> None:
    play = rest(a=make_ninja(jitsu=2)).when(LowerAbility(character="a", ability="jitsu", amount=2))
    assert play.state.characters["a"].base.jitsu == 0


# ---- activities, DKK ----


def test_an_activity_has_the_judgement_that_the_nm_sets_or_none() -> None:
    play = rest(a=make_ninja(neuron=2))
    play.when(
        Pursue(character="a", what="スシを握る", value="neuron", difficulty="hard", harder=-1, dice=1),
        d6(4, 1, 1),
    )
    assert play.only(Pursued) == Pursued(character="a", what="スシを握る")
    judged = play.only(Judged)
    assert (judged.purpose, judged.difficulty, judged.successes) == ("activity", "normal", 1)

    play.when(Pursue(character="a")).then(Pursued(character="a", what=""))


def test_an_activity_may_be_rolled_again_by_the_sixth_sense() -> None:
    play = rest(a=make_ninja(neuron=13))
    play.when(Pursue(character="a", value="karate"), d6(*[1] * 6)).asks("sixth_sense", "a", "reroll", "keep")
    play.when(UseSixthSense(character="a", choice="reroll"), d6(*[6] * 6))
    assert play.only(Judged).successes == 6


def test_an_activity_needs_a_difficulty_that_there_is_and_somebody_alive() -> None:
    play = rest(a=make_ninja(), dead=make_ninja(exploded=True))
    play.when(Pursue(character="a", value="karate", difficulty="absurd")).refused(
        "ninjaslayer.no_such_difficulty"
    )
    play.when(Pursue(character="dead")).refused("ninjaslayer.cannot_act")


def test_dkk_comes_in_leisure_too() -> None:
    play = rest(a=make_ninja()).when(GainDkk(character="a", deed="robs_good"))
    assert play.state.characters["a"].dkk == 1


def test_the_chance_of_an_activity_is_told_before_the_roll() -> None:
    play = rest(a=make_ninja(neuron=1, untreated=("legs",)))
    told = find_chance(play.state, play.rules, Pursue(character="a", value="neuron"))
    assert [(one.outcome, one.favourable, one.possible) for one in told.odds] == [
        ("succeeds", 3, 6),
        ("fails", 3, 6),
    ]
    with pytest.raises(RuleViolation, match="rolls no judgement"):
        find_chance(play.state, play.rules, Pursue(character="a"))
