"""Rerolls (リロール): vigour, 明日への願い and 妖精の呪い; as many dice, and the new result stands."""

from typing import Any

import pytest
from bloodberries import begin, make_npc
from bloodjudges import answer, fresh, relate_by, side_of
from bloodties import make_quiet, meet
from kit import Play, d6

from tenmatsu.engine.contract import SetAside
from tenmatsu.systems.bloodberry.commands.feats import AnswerFairyCurse
from tenmatsu.systems.bloodberry.commands.judging import Oppose, RollJudge
from tenmatsu.systems.bloodberry.events.judging import JudgeDecided, JudgeRolled, Passed, Rerolled
from tenmatsu.systems.bloodberry.verdict import read_set_aside

WISHER: dict[str, Any] = {"feats": ("明日への願い",)}


def judge(difficulty: int = 2, **values: Any) -> RollJudge:
    """Return a basic judge of `a` with passion and grace, 2 and 2."""
    fields: dict[str, Any] = {"character": "a", "first": "passion", "second": "grace", **values}
    return RollJudge(difficulty=difficulty, **fields)


def failed(**values: Any) -> Play:
    """Return a play in which `a` has rolled 1 hit against 2."""
    return begin(a=make_quiet(**values)).given(judge(), dice=d6(6, 1, 1, 1))


# ---- vigour ----


def test_vigour_rerolls_ones_own_judge_with_as_many_dice_and_the_new_result_stands() -> None:
    play = failed(vigour=1).asks("after_dice", "a", "reroll", "pass")
    play.when(answer("a", "reroll"), d6(1, 1, 1, 1)).settled()

    assert play.only(Rerolled) == Rerolled(character="a", of="active", why="vigour", cost=1, now=0)
    rolled = play.only(JudgeRolled)
    assert (rolled.again, rolled.achievement, rolled.side.rerolled) == (True, 0, 1)
    assert play.only(JudgeDecided).winner == ""
    assert play.state.people["a"].vigour == 0


def test_as_long_as_vigour_is_left_it_may_be_spent_again() -> None:
    play = failed(vigour=2).given(answer("a", "reroll"), dice=d6(5, 1, 1, 1))
    play.asks("after_dice", "a", "reroll", "pass").when(answer("a", "reroll"), d6(5, 5, 1, 1)).settled()

    assert play.only(JudgeDecided).winner == "active"
    assert play.state.people["a"].vigour == 0


def test_who_lets_the_dice_stand_keeps_the_vigour() -> None:
    play = failed(vigour=1).when(answer("a")).settled()

    assert play.all(Passed) == [Passed(character="a", kind="after_dice")]
    assert play.state.people["a"].vigour == 1


def test_without_vigour_nobody_is_asked() -> None:
    failed(vigour=0).settled()


def test_dice_that_were_added_before_are_rolled_again_and_none_can_be_added_after() -> None:
    play = begin(a=make_quiet(vigour=2, traits=fresh("指輪", "病弱")))
    play.given(judge(use=("effect:指輪",)), dice=d6(6, *(1,) * 5))
    play.when(answer("a", "help:病弱")).refused("window_option")
    play.when(answer("a", "reroll"), d6(5, *(1,) * 5))
    assert len(play.only(JudgeRolled).faces) == 6
    play.when(answer("a", "help:病弱")).refused("window_option")
    play.when(answer("a", "effect:指輪")).refused("window_option")


def test_a_success_and_dice_that_all_count_are_no_question() -> None:
    begin(a=make_quiet(vigour=1)).when(judge(1), d6(6, 1, 1, 1)).settled()
    begin(a=make_quiet(vigour=1)).when(judge(9), d6(6, 6, 5, 5)).settled()


def test_open_judges_ask_also_after_a_success() -> None:
    play = begin(a=make_quiet(vigour=1)).given(judge(1, open=True)).given(answer("a"), dice=d6(6, 1, 1, 1))

    play.asks("after_dice", "a", "reroll", "pass")


def test_the_active_side_rerolls_before_the_passive_one() -> None:
    play = meet(a=make_quiet(vigour=1), b=make_quiet(vigour=1)).given(relate_by("inquiry"))
    play.given(answer("b"), dice=d6(*(1,) * 8)).asks("after_dice", "a", "reroll", "pass")
    play.when(answer("b", "reroll")).refused("window_asks_another")
    play.when(answer("a", "reroll"), d6(6, 1, 1, 1)).asks("after_dice", "b", "reroll", "pass")


def test_an_active_side_that_wins_is_no_question_and_comes_no_more_after_the_passive_one() -> None:
    play = meet(a=make_quiet(vigour=1), b=make_quiet(vigour=1)).given(relate_by("inquiry"))
    play.given(answer("b"), dice=d6(6, 1, 1, 1, 1, 1, 1, 1)).asks("after_dice", "b", "reroll", "pass")
    play.when(answer("b", "reroll"), d6(6, 6, 1, 1))

    assert play.state.judge is None
    assert play.state.people["a"].vigour == 1


def test_the_passive_side_is_asked_once_the_active_one_has_overtaken_it() -> None:
    play = meet(a=make_quiet(vigour=1), b=make_quiet(vigour=1)).given(relate_by("inquiry"))
    play.given(answer("b"), dice=d6(*(1,) * 8)).asks("after_dice", "a", "reroll", "pass")
    play.given(answer("a", "reroll"), dice=d6(6, 6, 1, 1))

    play.asks("after_dice", "b", "reroll", "pass")


def test_a_passive_side_that_wins_is_no_question() -> None:
    play = meet(b=make_quiet(vigour=1)).given(relate_by("inquiry"))
    play.given(answer("b"), dice=d6(*(1,) * 8))

    assert [choice.kind for choice in play.pending] == ["passive_win"]
    assert play.state.judge is None


def test_an_npc_with_vigour_rerolls_too() -> None:
    play = begin(a=make_quiet(), b=make_npc(vigour=1))
    play.given(Oppose(character="a", opponent="b", first="passion", second="grace"), dice=d6(6, *(1,) * 7))
    play.asks("after_dice", "b", "reroll", "pass").when(answer("b", "reroll"), d6(6, 1, 1, 1))

    assert play.only(JudgeDecided).winner == "passive"


def test_nobody_rerolls_for_others() -> None:
    play = begin(a=make_quiet(), c=make_quiet(vigour=3)).when(judge(), d6(1, 1, 1, 1))

    play.settled()


# ---- 明日への願い ----


def test_a_wish_rerolls_a_judge_of_twice_passion_once_for_nothing() -> None:
    play = begin(a=make_quiet(**WISHER)).given(judge(second="passion"), dice=d6(1, 1, 1, 1))
    play.asks("after_dice", "a", "wish", "pass").when(answer("a", "wish"), d6(6, 1, 1, 1)).settled()

    assert play.only(Rerolled) == Rerolled(character="a", of="active", why="wish")
    assert play.only(JudgeDecided).achievement == 1


def test_a_wish_comes_once_in_every_judge() -> None:
    play = begin(a=make_quiet(**WISHER))
    for _ in range(2):
        play.given(judge(second="passion"), answer("a", "wish"), dice=d6(1, 1, 1, 1, 6, 1, 1, 1)).settled()


def test_a_wish_and_vigour_may_follow_each_other() -> None:
    play = begin(a=make_quiet(vigour=1, **WISHER)).given(judge(second="passion"), dice=d6(1, 1, 1, 1))
    play.asks("after_dice", "a", "reroll", "wish", "pass").given(answer("a", "wish"), dice=d6(1, 1, 1, 1))
    play.asks("after_dice", "a", "reroll", "pass")


@pytest.mark.parametrize("second", ["grace", "maturity"])
def test_a_wish_is_for_twice_passion_alone(second: str) -> None:
    play = begin(a=make_quiet(maturity=2, **WISHER)).when(judge(second=second), d6(1, 1, 1, 1))

    play.settled()


# ---- 妖精の呪い ----


def test_the_fairy_asks_and_the_target_rerolls_at_the_cost_of_an_ability() -> None:
    play = begin(a=make_quiet(), f=make_quiet(fairy=True, feats=("妖精の呪い",)))
    play.given(judge(), dice=d6(1, 1, 1, 1)).asks("after_dice", "f", "fairy_curse", "pass")
    play.given(answer("f", "fairy_curse", "a")).asks(
        "fairy_curse", "a", "passion", "grace", "maturity", "decline"
    )
    play.when(AnswerFairyCurse(character="a", choice="maturity"), d6(6, 6, 1, 1))

    assert play.only(Rerolled).why == "fairy"
    assert play.only(JudgeRolled).achievement == 2
    assert play.state.people["a"].maturity == 2


def test_the_choice_of_the_target_comes_before_the_open_moment_of_answering() -> None:
    play = begin(a=make_quiet(vigour=1), f=make_quiet(feats=("妖精の呪い",)))
    play.given(judge(), dice=d6(1, 1, 1, 1)).given(answer("a"), answer("f", "fairy_curse"))
    play.asks("fairy_curse", "a", "passion", "grace", "maturity", "decline")
    play.given(AnswerFairyCurse(character="a", choice="decline"))

    play.asks("after_dice", "f", "fairy_curse", "pass")
    assert side_of(play, "active").rerolled == 0


def test_the_fairy_curses_only_whoever_rolled() -> None:
    play = begin(a=make_quiet(), c=make_quiet(), f=make_quiet(feats=("妖精の呪い",)))
    play.given(judge(), dice=d6(1, 1, 1, 1))

    play.when(answer("f", "fairy_curse", "c")).refused("bloodberry.no_such_target")


# ---- what statistics read ----


def test_a_reroll_sets_the_dice_before_it_aside_with_its_price() -> None:
    play = failed(vigour=1).when(answer("a", "reroll"), d6(1, 1, 1, 1))

    assert [read_set_aside(event) for event in play.events if read_set_aside(event)] == [
        SetAside(by="a", cost=1, cost_of="vigour")
    ]
    wish = Rerolled(character="a", of="active", why="wish")
    assert read_set_aside(wish) == SetAside(by="a")
