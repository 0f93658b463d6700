"""Other actions (その他の行動) and the adrenaline boost."""

from typing import Any

import pytest
from kit import Play
from ninjas import alter, begin, fight, lay_map, make_boss, make_mob, make_ninja, working

from tenmatsu.engine.contract import Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.battle import Phase
from tenmatsu.systems.ninjaslayer.commands.battle import (
    AdrenalineBoost,
    BeginPhase,
    CarryAlly,
    FullMove,
    Guard,
    PutDown,
    TryAction,
    UseRemedy,
)
from tenmatsu.systems.ninjaslayer.decide.boosting import boost, may_boost
from tenmatsu.systems.ninjaslayer.decide.phases import enter_phase, use_action, use_move
from tenmatsu.systems.ninjaslayer.events.battle import (
    ActionTaken,
    ActionTried,
    AllyCarried,
    AllyPutDown,
    Boosted,
    FullMoved,
    Guarded,
    RemedyUsed,
)
from tenmatsu.systems.ninjaslayer.events.judging import Judged


def _hand(phase: Phase = "start", options: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return a battle in which it is ninja `a`'s hand; `b` is an ally, `foe` a mob."""
    play = begin(options, a=make_ninja(neuron=9, **values), b=make_ninja(neuron=5), foe=make_mob())
    return fight(play, "a", "b", "foe", phase=phase)


# ---- other actions ----


def test_the_guarded_gains_a_dodge_die() -> None:
    play = (
        _hand()
        .when(Guard(character="a", target="b"))
        .then(ActionTaken(characters=("a",), phase="attack"), Guarded(character="a", target="b", now=7))
    )
    assert play.state.characters["b"].dodge_dice == 7
    play.when(Guard(character="a", target="b")).refused("ninjaslayer.acted_already")


def test_whom_nobody_guards() -> None:
    play = _hand()
    play.when(Guard(character="a", target="a")).refused("ninjaslayer.not_oneself")
    play.when(Guard(character="a", target="foe")).refused("ninjaslayer.not_an_ally")
    alter(play, "b", unconscious=True)
    play.when(Guard(character="a", target="b")).refused("ninjaslayer.cannot_act")
    far = lay_map(_hand(square="A1"), "....")
    alter(far, "b", square="D1")
    far.when(Guard(character="a", target="b")).refused("ninjaslayer.no_neighbour")
    mobs = fight(begin(a=make_ninja(), m=make_mob(), boss=make_boss()), "boss", "m", "a")
    mobs.when(Guard(character="boss", target="m")).refused("ninjaslayer.mob_without_dodge")


def test_a_full_move_gives_d3_squares_for_the_action() -> None:
    play = _hand("move").when(FullMove(character="a"), dice=[(3, 2)])
    assert play.only(FullMoved) == FullMoved(character="a", squares=2)
    assert play.state.battle.extra == {"a": 2}
    play.when(FullMove(character="a")).refused("ninjaslayer.acted_already")


@pytest.mark.parametrize("phase, used", [("attack", "acted"), ("move", "moved")])
def test_a_remedy_costs_an_action_of_either_phase(phase: Any, used: str) -> None:
    play = _hand(now_vitality=2, now_spirit=1)
    play.when(UseRemedy(character="a", target="a", vitality=3, spirit=9, phase=phase))
    assert play.only(RemedyUsed) == RemedyUsed(character="a", target="a", vitality=5, spirit=3)
    assert getattr(play.state.battle, used) == ("a",)


def test_after_a_remedy_in_the_movement_phase_nobody_moves() -> None:
    play = _hand(now_vitality=2)
    play.given(UseRemedy(character="a", target="a", vitality=1, phase="move"))
    with pytest.raises(RuleViolation, match="action of the movement phase"):
        use_move(working(play), "a")


def test_remedies_that_do_nothing() -> None:
    play = _hand()
    play.when(UseRemedy(character="a", target="a")).refused("ninjaslayer.remedy_without_effect")
    alter(play, "b", unconscious=True, vitality=0)
    play.when(UseRemedy(character="a", target="b", vitality=1)).refused(
        "ninjaslayer.remedy_for_the_unconscious"
    )


def test_another_action_is_judged_as_the_nm_sets_it_with_the_ease_of_focus() -> None:
    play = _hand(focused=True)
    play.when(
        TryAction(character="a", value="neuron", difficulty="hard", dice=-6, quick=1),
        dice=[(6, 4), (6, 1), (6, 1), (6, 3)],
    )
    assert play.only(ActionTried) == ActionTried(character="a", judged=True)
    judged = play.only(Judged)
    assert (judged.difficulty, judged.faces, judged.successes) == ("normal", (4, 1, 1, 3), 1)
    play.when(TryAction(character="a", value="neuron")).refused("ninjaslayer.acted_already")


def test_another_action_without_a_judgement_succeeds() -> None:
    play = _hand().when(TryAction(character="a"))
    play.then(ActionTaken(characters=("a",), phase="attack"), ActionTried(character="a", judged=False))


def test_another_action_of_no_difficulty_or_too_many_quick_dice() -> None:
    play = _hand()
    play.when(TryAction(character="a", value="karate", difficulty="mild")).refused(
        "ninjaslayer.no_such_difficulty"
    )
    play.when(TryAction(character="a", value="karate", quick=9)).refused("ninjaslayer.too_few_quick")


def test_an_unconscious_ally_is_carried_and_put_down_on_a_free_square_beside() -> None:
    play = lay_map(_hand(square="B1"), "....", "....")
    alter(play, "b", square="C1", unconscious=True, vitality=0)
    alter(play, "foe", square="D1")
    play.when(CarryAlly(character="a", target="b"))
    assert play.only(AllyCarried) == AllyCarried(character="a", target="b")
    assert (play.state.characters["b"].square, play.state.characters["a"].carrying) == ("", "b")
    play.when(PutDown(character="a", square="D2")).refused("ninjaslayer.no_place_to_put_down")
    play.when(PutDown(character="a", square="B1")).refused("ninjaslayer.no_place_to_put_down")
    play.when(PutDown(character="a", square="A2")).then(AllyPutDown(character="a", target="b", square="A2"))
    play.when(PutDown(character="a")).refused("ninjaslayer.carries_nobody")


def test_put_down_without_a_word_is_on_the_nearest_free_square() -> None:
    play = lay_map(_hand(square="B1", carrying="b"), "....")
    alter(play, "b", unconscious=True)
    alter(play, "foe", square="A1")
    play.when(PutDown(character="a")).then(AllyPutDown(character="a", target="b", square="C1"))


def test_whom_nobody_carries() -> None:
    play = _hand()
    play.when(CarryAlly(character="a", target="b")).refused("ninjaslayer.carried_is_conscious")
    alter(play, "b", unconscious=True)
    alter(play, "a", carrying="c")
    play.when(CarryAlly(character="a", target="b")).refused("ninjaslayer.carries_already")


# ---- the adrenaline boost ----


def test_a_boost_in_the_own_attack_phase_brings_focus_until_the_phase_ends() -> None:
    play = _hand("move")
    play.when(AdrenalineBoost(character="a"))
    assert play.only(Boosted) == Boosted(character="a", own_hand=True)
    a = play.state.characters["a"]
    assert (a.spirit, a.focused, a.boosted, a.eased) == (2, True, True, False)
    assert play.state.battle.phase("a") == "attack"
    play.given(BeginPhase(character="a", phase="end"))
    assert not play.state.characters["a"].focused
    play.when(AdrenalineBoost(character="a")).refused("ninjaslayer.boosted_already")


def test_in_others_hands_a_boost_makes_dodges_easier_until_the_phase_ends() -> None:
    play = _hand("attack")
    work = working(play)
    boost(work, "b")
    boosted = work.state.characters["b"]
    assert (boosted.eased, boosted.focused, boosted.spirit) == (True, False, 2)
    use_action(work, "a")
    assert work.state.characters["b"].eased
    enter_phase(work, "a", "end")
    ended = work.state.characters["b"]
    assert (ended.eased, ended.boosted) == (False, True)


def test_who_cannot_boost() -> None:
    assert not may_boost(begin(a=make_ninja()).state, working(_hand()).rules, "a", "own")
    _hand(focused=True).when(AdrenalineBoost(character="a")).refused("ninjaslayer.focused_already")
    _hand("end").when(AdrenalineBoost(character="a")).refused("ninjaslayer.phase_over")
    _hand("attack", now_spirit=0).when(AdrenalineBoost(character="a")).refused("ninjaslayer.spirit_short")
    _hand(ninja=False).when(AdrenalineBoost(character="a")).refused("ninjaslayer.boost_of_a_ninja")
    acted = fight(begin(a=make_ninja(), foe=make_mob()), "a", "foe", phase="attack", acted=("a",))
    acted.when(AdrenalineBoost(character="a")).refused("ninjaslayer.acted_already")


@pytest.mark.parametrize(
    "values, hand, may",
    [
        ({}, "own", True),
        ({}, "others", False),
        ({"focused": True}, "own", False),
        ({"boosted": True}, "own", False),
        ({"ninja": False}, "own", False),
        ({"now_spirit": 0}, "own", False),
        ({"unconscious": True}, "own", False),
    ],
)
def test_who_may_boost_in_the_own_hand(values: dict[str, Any], hand: Any, may: bool) -> None:
    play = _hand("attack", **values)
    assert may_boost(play.state, play.rules, "a", hand) is may


def test_those_whose_hand_it_is_not_may_boost_to_dodge_alone() -> None:
    play = _hand("attack")
    assert may_boost(play.state, play.rules, "b", "others")
    assert not may_boost(play.state, play.rules, "b", "own")
    assert not may_boost(play.state, play.rules, "foe", "others")


def test_by_option_a_boost_may_take_spirit_below_0() -> None:
    play = _hand("attack", {"spirit_cost_at_zero": "negative"}, now_spirit=0)
    assert may_boost(play.state, play.rules, "a", "own")


def test_a_mob_has_no_boost() -> None:
    command: Command = AdrenalineBoost(character="m")
    fight(begin(a=make_ninja(), m=make_mob()), "m", "a").when(command).refused("ninjaslayer.boost_of_a_ninja")
