"""Quick dice, resistances and automatic successes."""

from typing import Any

import pytest
from kit import d6
from ninjajudging import acting, alone, ask
from ninjas import begin, change, fight, make_boss, make_ninja, working

from tenmatsu.systems.ninjaslayer.commands.attacking import Attack
from tenmatsu.systems.ninjaslayer.commands.judging import PassJudgement, Resist
from tenmatsu.systems.ninjaslayer.decide.judging import (
    roll_pool,
)
from tenmatsu.systems.ninjaslayer.events.judging import (
    Judged,
    JudgementPassed,
    QuickDiceSpent,
)
from tenmatsu.systems.ninjaslayer.state import Scenario
from tenmatsu.systems.ninjaslayer.tables import NORMAL

# ---- automatic success ----


def test_the_nm_lets_a_judgement_succeed_without_dice() -> None:
    play = alone().when(PassJudgement(character="pc1", value="cartwheel"))

    play.then(JudgementPassed(character="pc1", value="cartwheel"))
    assert PassJudgement.gm_only


def test_whoever_is_down_succeeds_in_nothing_by_themselves() -> None:
    play = alone(unconscious=True)

    play.when(PassJudgement(character="pc1", value="karate")).refused("ninjaslayer.cannot_act")


# ---- resistance ----


def test_resistance_is_rolled_even_by_one_who_cannot_act() -> None:
    play = alone(unconscious=True).when(Resist(character="pc1", value="neuron"), d6(1, 4, 2))

    judged = play.only(Judged)
    assert (judged.purpose, judged.success) == ("resistance", True)


def test_resistance_gets_no_focus_and_no_penalty_of_a_cartwheel() -> None:
    play = acting(focused=True, hampered=1)

    judged = play.when(Resist(character="pc1", value="neuron"), d6(3, 3, 3)).only(Judged)
    assert (judged.difficulty, judged.circumstances, judged.success) == ("normal", (), False)


def test_resistance_takes_quick_dice_and_dice_of_the_nm() -> None:
    play = alone(quick_dice=1).when(
        Resist(character="pc1", value="neuron", quick=1, dice=1), d6(1, 1, 1, 1, 5)
    )

    assert play.only(Judged).successes == 1


@pytest.mark.parametrize("gone", ["exploded", "removed"])
def test_whoever_is_gone_resists_no_more(gone: str) -> None:
    play = alone(**{gone: True})

    play.when(Resist(character="pc1", value="neuron")).refused("ninjaslayer.is_gone")


# ---- quick dice ----


def test_each_quick_die_adds_a_die_and_is_lost_before_the_roll() -> None:
    play = alone(karate=1, quick_dice=5).when(ask(quick=2), d6(1, 1, 6))

    play.then(
        QuickDiceSpent(character="pc1", count=2, left=3),
        Judged(
            character="pc1",
            purpose="judgement",
            value="karate",
            quick=2,
            difficulty="normal",
            place=NORMAL,
            face=4,
            faces=(1, 1, 6),
            successes=1,
        ),
    )
    assert play.state.characters["pc1"].quick_dice == 3


def test_more_quick_dice_than_are_left_are_refused() -> None:
    alone(quick_dice=1).when(ask(quick=2)).refused("ninjaslayer.too_few_quick")
    alone(quick_dice=1).when(ask(quick=-1)).refused("ninjaslayer.negative_quick")


def test_a_fixed_number_of_dice_takes_no_quick_dice() -> None:
    alone(quick_dice=1).when(ask(quick=1, fixed=2)).refused("ninjaslayer.quick_on_fixed")


def test_a_blow_that_hits_without_a_roll_takes_no_quick_dice() -> None:
    down = make_boss(now_vitality=0, unconscious=True)
    strike = Attack(character="a", targets=("down",), quick=1)
    play = fight(begin(a=make_ninja(), down=down, foe=make_boss()), "a", "down", "foe", phase="attack")
    play.when(strike).refused("ninjaslayer.quick_unrolled")

    rolled = begin({"unconscious_attack": "rolled"}, a=make_ninja(), down=down, foe=make_boss())
    fight(rolled, "a", "down", "foe", phase="attack").when(strike, d6(*[1] * 7))
    assert rolled.only(QuickDiceSpent).count == 1


@pytest.mark.parametrize("stage", ["briefing", "evaluation", "leisure"])
def test_quick_dice_are_for_the_play_of_a_scenario_alone(stage: Any) -> None:
    play = change(alone(), scenario=Scenario(number=1, stage=stage))

    play.when(ask(quick=1)).refused("ninjaslayer.quick_outside")


def test_quick_dice_may_be_spent_one_by_one_or_all_at_once() -> None:
    play = alone(karate=1, quick_dice=5).given(ask(quick=4), dice=d6(1, 1, 1, 1, 1))

    assert play.state.characters["pc1"].quick_dice == 1
    play.when(ask(quick=1), d6(1, 1))
    assert play.state.characters["pc1"].quick_dice == 0


def test_a_pool_of_dice_may_be_rolled_by_itself() -> None:
    play = alone()

    assert roll_pool(working(play), "pc1", "judgement", 0) == ()
