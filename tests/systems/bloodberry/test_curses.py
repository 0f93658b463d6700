"""Curse checks (呪い判定): formless and embodied, weaknesses, what a failure costs."""

from typing import Any

import pytest
from bloodberries import begin, change, hold, make_curse, make_npc
from bloodties import make_quiet
from kit import Play, d6

from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.curses import CallCurse, HealAbility, LoseAbility
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow
from tenmatsu.systems.bloodberry.events.curses import (
    AbilityHealed,
    AbilityLost,
    CameBack,
    CurseSettled,
    FellOut,
)
from tenmatsu.systems.bloodberry.events.feats import BarEnded, BarHeld
from tenmatsu.systems.bloodberry.events.judging import JudgeRolled
from tenmatsu.systems.bloodberry.events.relations import StrengthChanged
from tenmatsu.systems.bloodberry.events.scenes import TurnTaken
from tenmatsu.systems.bloodberry.people import CurseType, Person, Relation, pair
from tenmatsu.systems.bloodberry.staging import Camp, Rounds, Scene


def befall(check: CurseType = "doubt", difficulty: int | None = 1, **values: Any) -> CallCurse:
    return CallCurse(character="a", check=check, difficulty=difficulty, **values)


def abilities(play: Play, who: str = "a") -> tuple[int, int, int]:
    person: Person = play.state.people[who]
    return person.passion, person.grace, person.maturity


def test_at_grace_1_two_weak_traits_leave_no_die_against_malice_and_the_last_grace_is_lost() -> None:
    victim = make_quiet(grace=1, traits=hold("えっち", "魔女", "病弱"))
    play = begin(a=victim).when(befall("malice"))
    rolled = play.only(JudgeRolled)
    assert rolled.side.reasons == {"えっち": -1, "魔女": -1}
    assert (rolled.side.dice, rolled.side.faces, rolled.achievement) == (0, (), 0)
    assert play.only(CurseSettled) == CurseSettled(character="a", check="malice", success=False)
    assert play.only(AbilityLost).now == 0
    assert play.only(FellOut) == FellOut(character="a", ability="grace")
    assert not play.state.people["a"].can_act


@pytest.mark.parametrize(
    "check, ability, dice, left",
    [
        ("doubt", "passion", 4, (1, 3, 4)),
        ("malice", "grace", 6, (2, 2, 4)),
        ("unease", "maturity", 8, (2, 3, 3)),
    ],
)
def test_each_type_is_rolled_with_its_ability_twice_and_costs_one_of_it(
    check: CurseType, ability: str, dice: int, left: tuple[int, int, int]
) -> None:
    victim = make_quiet(passion=2, grace=3, maturity=4)
    play = begin(a=victim).when(befall(check), dice=d6(*[1] * dice))
    assert play.only(AbilityLost).ability == ability
    assert abilities(play) == left


def test_unease_is_rolled_with_maturity_twice_by_the_option_too() -> None:
    play = begin({"unease_ability": "maturity"}, a=make_quiet(maturity=1))
    play.when(befall("unease"), dice=d6(5, 1))
    assert play.only(JudgeRolled).side.second == "maturity"
    assert play.only(CurseSettled).success


def test_a_curse_that_is_withstood_does_nothing() -> None:
    play = begin(a=make_quiet()).when(befall(difficulty=2), dice=d6(5, 6, 1, 2))
    assert play.only(CurseSettled) == CurseSettled(character="a", check="doubt", success=True)
    assert abilities(play) == (2, 2, 3)


def test_below_the_difficulty_it_is_not_withstood() -> None:
    play = begin(a=make_quiet()).when(befall(difficulty=3), dice=d6(5, 6, 1, 2))
    assert play.only(AbilityLost) == AbilityLost(character="a", ability="passion", amount=1, now=1, lost=1)


def test_a_weakness_that_is_sublimated_or_of_another_type_costs_no_die() -> None:
    traits = hold("頑張り屋", "えっち", sublimated=("やせ我慢",))
    spent = {"やせ我慢": traits["やせ我慢"].__class__(sublimated=True, used=True, helped=True)}
    play = begin(a=make_quiet(traits={**traits, **spent})).when(befall("doubt"), dice=d6(5, 1, 1))
    assert play.only(JudgeRolled).side.reasons == {"頑張り屋": -1}


def test_an_embodied_curse_says_by_its_own_ability_what_is_to_be_reached() -> None:
    play = begin(a=make_quiet(grace=2), it=make_curse(doubt=1, malice=3, unease=1))
    call = befall("malice", None, curse="it")
    play.when(call, dice=d6(5, 5, 6, 1))
    assert play.only(CurseSettled) == CurseSettled(character="a", check="malice", curse="it", success=True)
    play.when(call, dice=d6(5, 5, 1, 1))
    assert play.only(AbilityLost).by == "it"


def test_an_npc_may_be_cursed_as_well() -> None:
    play = begin(a=make_npc()).when(befall(), dice=d6(1, 1, 1, 1))
    assert play.only(AbilityLost).now == 1


def test_a_sublimated_trait_that_fits_helps_against_a_curse() -> None:
    play = begin(a=make_quiet(traits=hold(sublimated=("頑張り屋",), used=("頑張り屋",))))
    play.when(befall()).asks("before_judge", "a", "help:頑張り屋", "give_up", "pass")
    play.when(AnswerWindow(character="a", use="help:頑張り屋"), dice=d6(1, 1, 1, 1, 5))
    assert play.only(CurseSettled).success


@pytest.mark.parametrize(
    "call, code",
    [
        (befall(difficulty=None), "difficulty_or_curse"),
        (befall(curse="it"), "difficulty_or_curse"),
        (befall(difficulty=0), "no_difficulty"),
        (befall(difficulty=None, curse="b"), "no_curse"),
        (befall(difficulty=None, curse="ghost"), "unknown_character"),
        (CallCurse(character="it", check="doubt", difficulty=1), "curse_on_curse"),
        (CallCurse(character="gone", check="doubt", difficulty=1), "cannot_act"),
        (CallCurse(character="ghost", check="doubt", difficulty=1), "unknown_character"),
    ],
)
def test_curse_checks_that_cannot_be_are_refused(call: CallCurse, code: str) -> None:
    people = {"a": make_quiet(), "b": make_quiet(), "it": make_curse(), "gone": make_quiet(out=True)}
    change(begin(), people=people).when(call).refused(f"bloodberry.{code}")


def test_a_barred_check_of_a_curse_does_not_come_about_and_costs_one_of_the_relation_each_time() -> None:
    it = make_curse(barred={"malice": "b"})
    relations = {pair("b", "it"): Relation(strength=2)}
    play = begin(relations=relations, a=make_quiet(), b=make_quiet(), it=it)
    call = befall("malice", None, curse="it")
    play.when(call).then(
        BarHeld(character="b", target="it", check="malice"),
        StrengthChanged(one="b", other="it", change=-1, now=1),
    )
    play.when(call)
    assert play.only(BarEnded) == BarEnded(character="b", target="it", check="malice", why="spent")
    play.when(call, dice=d6(1, 1, 1, 1))
    assert play.only(AbilityLost).by == "it"


def test_a_bar_without_any_relation_left_holds_once_more() -> None:
    play = begin(a=make_quiet(), b=make_quiet(), it=make_curse(barred={"doubt": "b"}))
    play.when(befall("doubt", None, curse="it"))
    play.then(
        BarHeld(character="b", target="it", check="doubt"),
        BarEnded(character="b", target="it", check="doubt", why="spent"),
    )


def test_only_the_barred_type_is_stopped() -> None:
    play = begin(a=make_quiet(), b=make_quiet(), it=make_curse(barred={"malice": "b"}))
    play.when(befall("doubt", None, curse="it"), dice=d6(1, 1, 1, 1))
    assert not play.all(BarHeld)


def test_the_gm_lets_an_ability_be_lost_and_healed() -> None:
    play = begin(a=make_quiet()).given(LoseAbility(character="a", ability="grace", amount=2))
    assert play.state.people["a"].out
    play.when(HealAbility(character="a", ability="grace")).then(
        AbilityHealed(character="a", ability="grace", amount=1, now=1, lost=1), CameBack(character="a")
    )
    assert play.state.people["a"].can_act


def test_no_more_is_healed_than_was_lost() -> None:
    play = begin(a=make_quiet()).given(LoseAbility(character="a", ability="maturity"))
    play.when(HealAbility(character="a", ability="maturity", amount=5))
    assert play.only(AbilityHealed).now == 3


@pytest.mark.parametrize("amount", [0, 3])
def test_no_less_than_nothing_and_no_more_than_there_is_can_be_lost(amount: int) -> None:
    lose = LoseAbility(character="a", ability="grace", amount=amount)
    begin(a=make_quiet()).when(lose).refused("bloodberry.no_such_loss")


def test_what_is_whole_cannot_be_healed() -> None:
    play = begin(a=make_quiet()).when(HealAbility(character="a", ability="grace"))
    play.refused("bloodberry.nothing_to_heal")


def test_who_has_another_ability_at_0_does_not_come_back_yet() -> None:
    hurt = make_quiet(passion=0, grace=0, lost={"passion": 2, "grace": 2}, out=True)
    play = begin(a=hurt).when(HealAbility(character="a", ability="grace"))
    assert not play.all(CameBack)
    play = change(play).when(HealAbility(character="a", ability="passion"))
    assert play.only(CameBack)


def confront(**state: Any) -> Play:
    """Return a confrontation of two player characters and a curse, the camp's turns being over."""
    play = begin(a=make_quiet(), b=make_quiet(), it=make_curse(malice=2))
    camps = {"us": Camp(members=("a", "b"), strengths={"it": 0}, size=2)}
    scene = Scene(running=True, participants=("a", "b"), acted=("a", "b"))
    return change(play, **{"confronting": camps, "confrontation": ("it",), "scene": scene, **state})


IN_CONFRONTATION = befall("malice", None, curse="it")


def test_a_curse_check_is_the_turn_action_of_a_curse_in_a_confrontation() -> None:
    play = confront().when(IN_CONFRONTATION, dice=d6(1, 1, 1, 1))
    assert play.only(TurnTaken).character == "it"
    assert play.only(AbilityLost).character == "a"
    play = confront(scene=Scene(running=True, participants=("a", "b")))
    play.when(IN_CONFRONTATION).refused("bloodberry.others_first")


def test_a_barred_curse_check_takes_the_turn_action_all_the_same() -> None:
    play = confront()
    people = {**play.state.people, "it": make_curse(barred={"malice": "b"})}
    play = change(play, people=people).when(IN_CONFRONTATION)
    assert play.only(TurnTaken).character == "it"
    assert play.only(BarHeld)


def test_in_rounds_a_curse_needs_a_hand_for_its_curse_check() -> None:
    rounds = Rounds(order=("it", "a", "b"), acting="it", actions=1)
    confront(rounds=Rounds(order=("a", "b", "it"))).when(IN_CONFRONTATION).refused("bloodberry.no_hand")
    play = confront(rounds=rounds).given(IN_CONFRONTATION, dice=d6(1, 1, 1, 1))
    assert play.state.people["a"].grace == 1


def test_a_formless_curse_takes_nobody_s_turn() -> None:
    play = confront().when(befall("malice"), dice=d6(1, 1, 1, 1))
    assert not play.all(TurnTaken)


def test_the_exact_chance_of_withstanding_a_curse_is_known_beforehand() -> None:
    play = begin(a=make_quiet(traits=hold("頑張り屋")), it=make_curse(doubt=1))
    chance = SYSTEM.chance(play.state, play.rules, befall("doubt", None, curse="it"))
    assert (chance.odds[0].favourable, chance.odds[0].possible) == (152, 216)
