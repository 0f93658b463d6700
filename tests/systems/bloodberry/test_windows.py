"""The moments of answering of a judge: who is asked, in which order, and what the log says."""

from bloodberries import begin, change, make_curse, make_npc
from bloodjudges import FORGET, answer, fresh, make_forgetter, ready, relate_by
from bloodties import make_quiet, meet
from kit import d6

from tenmatsu.engine.language import Lang
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow, RollJudge, UseEffect
from tenmatsu.systems.bloodberry.events.judging import (
    EffectUsed,
    Passed,
    TraitHelped,
    WindowOpened,
    WindowRenewed,
)
from tenmatsu.systems.bloodberry.evolve import evolve
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.staging import Scene
from tenmatsu.systems.bloodberry.state import State

JUDGE = RollJudge(character="a", first="passion", second="grace", difficulty=1)


def test_whoever_can_do_nothing_costs_no_question() -> None:
    play = begin(a=make_quiet(), b=make_quiet(), c=make_npc()).when(JUDGE, d6(6, 1, 1, 1)).settled()

    assert play.all(WindowOpened) == []


def test_the_active_side_is_asked_first_then_the_passive_one_then_others() -> None:
    people = {
        "c": make_quiet(traits=ready("自堕落")),
        "b": make_quiet(),
        "a": make_quiet(traits=fresh("病弱")),
    }
    play = meet(0, None, **people).when(relate_by("inquiry"))
    assert play.only(WindowOpened).window.asked == ("a", "b", "c")

    play.asks("before_judge", "a", "help:病弱", "give_up", "pass").given(answer("a"))
    play.asks("before_judge", "b", "give_up", "pass").given(answer("b"))
    play.asks("before_judge", "c", "effect:自堕落", "pass")


def test_the_log_says_who_passed_and_who_used_what() -> None:
    play = meet(a=make_quiet(traits=fresh("病弱")), c=make_quiet(traits=ready("自堕落")))
    play.given(relate_by("inquiry"), answer("a", "help:病弱"), answer("b"))
    play.given(answer("c", "effect:自堕落"), dice=d6(*(1,) * 11))

    told = [event for event in play.history if isinstance(event, (Passed, TraitHelped, EffectUsed))]
    assert [(event.__class__, event.character) for event in told] == [
        (TraitHelped, "a"),
        (Passed, "b"),
        (EffectUsed, "c"),
    ]
    line = play.system.words().event("bloodberry.passed", told[1], "ja", {"b": "美緒"})
    assert line == "美緒は判定前に何もしない"


def test_who_still_has_something_left_is_asked_again() -> None:
    play = begin(a=make_quiet(traits=fresh("病弱", "教師"))).given(JUDGE)
    play.when(answer("a", "help:教師"))

    assert play.only(WindowRenewed).window is not None
    play.asks("before_judge", "a", "help:病弱", "give_up", "pass")


def test_only_those_in_the_scene_are_asked_but_npcs_and_curses_always() -> None:
    holder = {"traits": ready("自堕落")}
    play = begin(a=make_quiet(), b=make_quiet(**holder), c=make_npc(**holder), d=make_curse(**holder))
    change(play, scene=Scene(running=True, participants=("a",)))

    play.when(JUDGE)
    assert play.only(WindowOpened).window.asked == ("c", "d")


def test_a_second_answer_to_a_passed_question_is_refused() -> None:
    play = meet(a=make_quiet(traits=fresh("病弱"))).given(relate_by("inquiry"), answer("a"))

    play.when(answer("a")).refused("window_asks_another")


def test_another_judge_does_not_start_within_one() -> None:
    play = begin(a=make_quiet(traits=fresh("病弱"))).given(JUDGE)
    waiting = change(play, windows=())

    waiting.when(JUDGE).refused("bloodberry.judge_open")


def test_an_effect_is_answered_before_the_judge_goes_on() -> None:
    play = begin(a=make_quiet(traits=ready("指輪")), c=make_forgetter()).given(JUDGE)
    play.given(answer("a", "effect:指輪")).asks("answer_effect", "c", FORGET, "pass")
    assert [window.kind for window in play.state.windows] == ["before_judge", "answer_effect"]
    (asked,) = play.pending

    assert (asked.command, asked.details) == (
        "bloodberry.answer",
        {"character": "a", "trait": "指輪", "target": ""},
    )


def test_a_question_of_a_judge_names_its_sides_and_what_they_have() -> None:
    play = meet(1, a=make_quiet(vigour=1)).given(relate_by("inquiry"))
    (asked,) = play.pending
    assert asked.details["purpose"] == "relation_check"
    play.given(answer("b"), dice=d6(6, 1, 1, 1, 6, 6, 1, 1))
    (asked,) = play.pending

    assert (asked.whom, asked.details["achievement"], asked.details["against"]) == ("a", 1, 2)
    assert asked.details["difficulty"] == 2


def test_choices_come_before_the_moments_of_a_judge_and_after_effects() -> None:
    play = begin(a=make_quiet(traits=fresh("病弱")), c=make_forgetter()).given(JUDGE)
    choice = Choice(kind="sublimate", whom="c", options=("忘却",))
    change(play, choices=(choice,))
    assert play.pending[0].kind == "sublimate"
    (window,) = play.state.windows
    effect = window.__class__(kind="answer_effect", asked=("c",), options={"c": (FORGET,)})
    change(play, windows=(window, effect))
    assert play.pending[0].kind == "answer_effect"


def test_one_command_answers_all_moments_and_another_comes_at_any_time() -> None:
    kinds = {"before_judge", "after_dice", "after_result", "answer_effect"}

    assert AnswerWindow.answers == kinds
    assert UseEffect.anytime
    assert not UseEffect.answers


def test_a_log_with_holes_folds() -> None:
    play = begin(a=make_quiet(traits=fresh("病弱", "指輪"), vigour=1), c=make_forgetter())
    play.given(JUDGE, answer("a", "help:病弱"), answer("a", "effect:指輪"), answer("c", FORGET))
    play.given(answer("a", "help:指輪"), dice=d6(*(1,) * 6))
    play.given(answer("a", "reroll"), dice=d6(*(1,) * 6))

    for start in range(len(play.history)):
        state = State()
        for event in play.history[start:]:
            state = evolve(state, event)
        SYSTEM.pending(state)
        assert (state.windows, state.judge) == ((), None)


def test_questions_are_asked_in_words_with_everybody_by_name() -> None:
    names = {"a": "花", "b": "澪", "c": "燈"}
    play = meet(1, a=make_quiet(vigour=1), b=make_quiet(traits=ready("教師")), c=make_forgetter())

    def question(lang: Lang) -> str:
        (asked,) = play.pending
        return play.system.words().pending(asked.kind, asked, lang, names)

    play.given(relate_by("inquiry"))
    assert question("ja") == "澪: 花の関係判定です。判定の前に何かしますか？"
    play.given(answer("b"), dice=d6(6, 1, 1, 1, 1, 1, 1, 1))
    assert question("ja") == "花: 振り直しますか？（花 1 対 澪 0、能動側に必要な達成値2）"
    play.given(answer("a", "reroll"), dice=d6(6, 6, 1, 1))
    assert question("ja") == "澪: 判定の結果を動かしますか？（花 2 対 澪 0）"
    play.given(answer("b", "effect:教師"))
    assert question("ja") == "燈: 澪の「教師」を忘却で打ち消しますか？"
    assert question("en") == "燈: cancel 澪's teacher by oblivion?"


def test_questions_of_a_judge_without_an_opponent_name_the_difficulty() -> None:
    play = begin(a=make_quiet(vigour=1)).given(
        RollJudge(character="a", first="grace", second="grace", difficulty=2), dice=d6(6, 1, 1, 1)
    )
    (asked,) = play.pending

    said = play.system.words().pending(asked.kind, asked, "ja", {"a": "花"})
    assert said == "花: 振り直しますか？（花の達成値1、難易度2）"
