"""ニンジャ第六感: one judgement a scenario is rolled again, and the new faces count."""

from kit import d6
from ninjajudging import alone, ask, roll
from ninjas import begin, make_ninja, working

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.ninjaslayer.commands.judging import UseSixthSense
from tenmatsu.systems.ninjaslayer.decide.judging import (
    STEPS,
    Spec,
    continue_with,
    judge,
)
from tenmatsu.systems.ninjaslayer.events.judging import (
    Judged,
    JudgementKept,
    SixthSenseUsed,
)

SEER = {"neuron": 13}


def test_a_sixth_sense_is_offered_behind_an_own_judgement() -> None:
    play = alone(karate=2, **SEER).when(ask(), d6(1, 2))

    play.asks("sixth_sense", "pc1", "reroll", "keep")
    assert play.only(Judged).held
    assert play.pending[0].details["faces"] == "1, 2"


def test_a_base_neuron_of_13_gives_the_sense_and_a_passing_13_does_not() -> None:
    roll(alone(karate=1, neuron=12, changed={"neuron": 1}), 1)
    play = alone(karate=1, neuron=13, lost={"neuron": 5}).when(ask(), d6(1))
    play.asks("sixth_sense", "pc1", "reroll", "keep")


def test_a_reroll_takes_as_many_dice_as_hard_and_counts_even_when_worse() -> None:
    play = alone(karate=2, quick_dice=1, untreated=("arms",), **SEER).given(ask(quick=1), dice=d6(5, 5, 1))

    play.when(UseSixthSense(character="pc1", choice="reroll"), d6(4, 4, 4))

    first, judged = play.events
    assert first == SixthSenseUsed(character="pc1")
    assert isinstance(judged, Judged)
    assert (judged.difficulty, judged.successes, judged.again) == ("hard", 0, True)
    assert judged.quick == 1
    assert play.state.characters["pc1"].quick_dice == 0
    play.settled()


def test_a_failure_may_be_rolled_again_too() -> None:
    play = alone(karate=1, **SEER).given(ask(), dice=d6(1))

    play.when(UseSixthSense(character="pc1", choice="reroll"), d6(6))

    assert play.only(Judged).success


def test_no_reroll_is_rolled_again_and_the_sense_comes_once_a_scenario() -> None:
    play = alone(karate=1, **SEER).given(ask(), dice=d6(1))
    play.given(UseSixthSense(character="pc1", choice="reroll"), dice=d6(1))

    assert play.state.characters["pc1"].sensed
    play.when(ask(), d6(1)).settled()


def test_a_judgement_kept_leaves_the_sense_for_another() -> None:
    play = alone(karate=1, **SEER).given(ask(), dice=d6(1))

    play.when(UseSixthSense(character="pc1", choice="keep"))
    play.then(JudgementKept(character="pc1")).settled()

    play.when(ask(), d6(1)).asks("sixth_sense", "pc1", "reroll", "keep")


def test_what_is_held_up_waits_for_the_sense_and_gets_the_second_roll() -> None:
    seen: list[tuple[int, ...]] = []
    continue_with("test_step")(lambda work, judging: seen.append(judging.faces))
    try:
        play = alone(karate=1, **SEER)
        work = working(play, ScriptedDice(d6(1)))
        judge(work, Spec(character="pc1", purpose="judgement", value="karate"), then="test_step")
        assert seen == []
        play.given_state(work.state).given(UseSixthSense(character="pc1", choice="reroll"), dice=d6(6))
        judge(work := working(alone(karate=1, **SEER), ScriptedDice(d6(2))), kept(), then="test_step")
        alone().given_state(work.state).given(UseSixthSense(character="pc1", choice="keep"))
    finally:
        STEPS.pop("test_step")

    assert seen == [(6,), (2,)]


def kept() -> Spec:
    """Return a judgement of カラテ by pc1."""
    return Spec(character="pc1", purpose="judgement", value="karate")


def test_nobody_answers_for_another_or_where_nothing_waits() -> None:
    play = begin(pc1=make_ninja(karate=1, **SEER), pc2=make_ninja())
    play.when(UseSixthSense(character="pc1", choice="keep")).refused("ninjaslayer.no_sense_due")
    play.given(ask(), dice=d6(1))
    play.when(UseSixthSense(character="pc2", choice="reroll")).refused("ninjaslayer.no_sense_due")


def test_without_dice_there_is_nothing_to_roll_again() -> None:
    alone(jitsu=0, **SEER).when(ask(value="jitsu")).settled()
