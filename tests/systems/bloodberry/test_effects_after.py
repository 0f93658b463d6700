"""Sublimation effects after the result and at any time, and 忘却 itself."""

from typing import Any

import pytest
from bloodberries import begin, change, relate
from bloodjudges import FORGET, answer, is_used, make_forgetter, ready, relate_by
from bloodties import make_quiet, meet, strength_of
from kit import d6, work_on

from tenmatsu.systems.bloodberry.commands.judging import RollJudge, UseEffect
from tenmatsu.systems.bloodberry.events.curses import AbilityHealed, CameBack
from tenmatsu.systems.bloodberry.events.judging import (
    EffectCancelled,
    EffectUsed,
    EffectWorked,
    JudgeClosed,
    Passed,
    ResultShown,
)
from tenmatsu.systems.bloodberry.events.relations import RelationCheckDecided, StrengthChanged
from tenmatsu.systems.bloodberry.people import Trait
from tenmatsu.systems.bloodberry.staging import Scene

TEACHER, BUSTER = "effect:教師", "effect:忠告バスター"
WON, LOST = d6(6, 1, 1, 1, 1, 1, 1, 1), d6(1, 1, 1, 1, 1, 1, 1, 1)
"""Dice of an inquiry, four and four: the active side achieves 1 or 0, the passive side 0."""

# ---- 教師 ----


def test_kyoushi_lowers_the_active_achievement_by_1_once_it_is_known() -> None:
    play = meet(b=make_quiet(traits=ready("教師"))).given(relate_by("inquiry")).when(answer("b"), WON)
    assert play.only(ResultShown).winner == "active"
    play.asks("after_result", "b", TEACHER, "pass").when(answer("b", TEACHER))

    assert play.only(EffectWorked).amount == 1
    decided = play.only(RelationCheckDecided)
    assert (decided.achievement, decided.winner) == (0, "passive")
    assert strength_of(play) == 0


def test_oblivion_against_kyoushi_restores_the_achievement() -> None:
    people = {"a": make_quiet(traits=ready("忘却")), "b": make_quiet(traits=ready("教師"))}
    play = meet(0, None, **people).given(relate_by("inquiry"), answer("b"), dice=WON)
    play.given(answer("b", TEACHER)).asks("answer_effect", "a", FORGET, "pass").when(answer("a", FORGET))

    decided = play.only(RelationCheckDecided)
    assert (decided.achievement, decided.winner) == (1, "active")
    assert strength_of(play) == 1


def test_kyoushi_is_for_the_passive_side_of_a_relation_check_alone() -> None:
    play = meet(a=make_quiet(traits=ready("教師")), c=make_quiet(traits=ready("教師")))

    play.given(relate_by("inquiry")).when(answer("b"), WON)
    assert play.all(ResultShown) == []


def test_kyoushi_is_not_asked_where_there_is_nothing_to_lower() -> None:
    play = meet(b=make_quiet(traits=ready("教師"))).given(relate_by("inquiry")).when(answer("b"), LOST)

    assert play.all(ResultShown) == []


def test_who_is_asked_after_the_result_may_leave_it() -> None:
    play = meet(b=make_quiet(traits=ready("教師"))).given(relate_by("inquiry"), answer("b"), dice=WON)
    play.when(answer("b"))

    assert play.all(Passed) == [Passed(character="b", kind="after_result")]
    assert play.only(RelationCheckDecided).winner == "active"


# ---- 忠告バスター ----


@pytest.mark.parametrize("holder", ["a", "b", "c"])
def test_buster_makes_the_result_of_an_allure_check_void(holder: str) -> None:
    people: dict[str, Any] = {"c": make_quiet(), holder: make_quiet(traits=ready("忠告バスター"))}
    play = meet(0, None, **people).given(relate_by("allure")).when(answer("b"), d6(6, *(1,) * 10))
    play.when(answer(holder, BUSTER))

    assert play.only(EffectWorked).cancelled
    assert play.only(JudgeClosed) == JudgeClosed(winner="", cancelled=True)
    assert play.only(RelationCheckDecided).winner == "cancelled"
    assert (play.all(StrengthChanged), strength_of(play)) == ([], 0)


def test_buster_voids_a_passive_win_too() -> None:
    play = meet(a=make_quiet(traits=ready("忠告バスター"))).given(relate_by("allure"))
    play.given(answer("b"), dice=d6(*(1,) * 11)).when(answer("a", BUSTER)).settled()

    assert play.state.people["b"].vigour == 0


def test_buster_is_cancelled_by_oblivion() -> None:
    play = meet(b=make_quiet(traits=ready("忠告バスター")), c=make_forgetter()).given(relate_by("allure"))
    play.given(answer("b"), dice=d6(6, *(1,) * 10)).given(answer("b", BUSTER)).when(answer("c", FORGET))

    assert play.only(RelationCheckDecided).winner == "active"
    assert strength_of(play) == 1


@pytest.mark.parametrize("kind, dice", [("inquiry", 8), ("banter", 9)])
def test_buster_is_for_allure_alone(kind: Any, dice: int) -> None:
    play = meet(b=make_quiet(traits=ready("忠告バスター"))).given(relate_by(kind))
    play.when(answer("b"), d6(6, *(1,) * (dice - 1)))

    assert play.only(RelationCheckDecided).winner == "active"


def test_buster_and_kyoushi_may_follow_each_other_and_a_void_result_is_not_lowered() -> None:
    play = meet(b=make_quiet(traits=ready("忠告バスター", "教師"))).given(relate_by("allure"))
    play.given(answer("b"), dice=d6(6, *(1,) * 10))
    play.asks("after_result", "b", BUSTER, TEACHER, "pass").when(answer("b", BUSTER))

    assert play.only(RelationCheckDecided).winner == "cancelled"


# ---- 頑張り屋 ----


def hard_worker(**values: Any) -> UseEffect:
    """Return the effect of 頑張り屋 by `a` on the relation with `b`."""
    return UseEffect(**{"character": "a", "trait": "頑張り屋", "target": "b", **values})


def test_ganbariya_makes_a_relation_of_1_one_of_2() -> None:
    play = meet(1, a=make_quiet(traits=ready("頑張り屋"))).when(hard_worker()).settled()

    assert play.only(EffectUsed) == EffectUsed(character="a", trait="頑張り屋", target="b")
    assert play.only(StrengthChanged).now == 2


def test_ganbariya_is_cancelled_by_oblivion() -> None:
    play = meet(1, a=make_quiet(traits=ready("頑張り屋")), c=make_forgetter())
    play.given(hard_worker()).when(answer("c", FORGET)).settled()

    assert strength_of(play) == 1
    assert is_used(play, "a", "頑張り屋")


@pytest.mark.parametrize("strength", [0, 2, 3])
def test_ganbariya_is_for_a_relation_of_1_alone(strength: int) -> None:
    play = meet(strength, a=make_quiet(traits=ready("頑張り屋")))

    play.when(hard_worker()).refused("bloodberry.relation_not_at")


def test_ganbariya_needs_somebody_else() -> None:
    play = meet(1, a=make_quiet(traits=ready("頑張り屋")))

    play.when(hard_worker(target="a")).refused("bloodberry.against_oneself")
    play.when(hard_worker(target="nobody")).refused("bloodberry.unknown_character")


def test_who_cannot_act_or_is_not_in_the_scene_raises_no_relation() -> None:
    out = meet(1, a=make_quiet(traits=ready("頑張り屋"), out=True))
    out.when(hard_worker()).refused("bloodberry.cannot_act")
    away = meet(1, a=make_quiet(traits=ready("頑張り屋")))
    change(away, scene=Scene(running=True, participants=("b",)))
    away.when(hard_worker()).refused("bloodberry.not_in_scene")


@pytest.mark.parametrize("reading, asked", [("no", False), ("yes", True)])
def test_ganbariya_sublimates_only_by_option(reading: str, asked: bool) -> None:
    people = {
        "a": make_quiet(traits=ready("頑張り屋")),
        "b": make_quiet(traits={"病弱": Trait(), "指輪": Trait()}),
    }
    play = meet(1, {"ganbari_sublimates": reading}, **people).when(hard_worker())

    assert [(one.kind, one.whom) for one in play.pending] == ([("sublimate", "b")] if asked else [])


def test_two_hard_workers_raise_a_relation_only_once() -> None:
    people = {"a": make_quiet(traits=ready("頑張り屋")), "b": make_quiet(traits=ready("頑張り屋"))}
    play = meet(1, None, **people, c=make_forgetter()).given(hard_worker())
    play.given(hard_worker(character="b", target="a")).asks("answer_effect", "c", FORGET, "pass")
    play.given(answer("c")).asks("answer_effect", "c", FORGET, "pass").given(answer("c")).settled()

    assert strength_of(play) == 2


# ---- 病弱 ----


def frail(**values: Any) -> Any:
    """Return somebody frail who has lost two of passion."""
    return make_quiet(**{"traits": ready("病弱"), "passion": 1, "lost": {"passion": 2}, **values})


USE_FRAIL = UseEffect(character="a", trait="病弱")


def test_byoujaku_heals_two_of_passion() -> None:
    play = begin(a=frail()).when(USE_FRAIL)

    assert (play.only(AbilityHealed).amount, play.state.people["a"].passion) == (2, 3)


def test_byoujaku_heals_no_more_than_was_lost() -> None:
    play = begin(a=frail(lost={"passion": 1})).when(USE_FRAIL)

    assert play.state.people["a"].passion == 2


def test_byoujaku_is_cancelled_by_oblivion() -> None:
    play = begin(a=frail(), c=make_forgetter()).given(USE_FRAIL).when(answer("c", FORGET)).settled()

    assert play.state.people["a"].passion == 1


def test_byoujaku_brings_back_who_is_out() -> None:
    play = begin(a=frail(passion=0, out=True)).when(USE_FRAIL)

    assert play.only(CameBack).character == "a"
    assert play.state.people["a"].can_act


def test_byoujaku_is_refused_where_nothing_is_lost_or_nobody_is_there() -> None:
    begin(a=frail(lost={})).when(USE_FRAIL).refused("bloodberry.nothing_lost")
    begin(a=frail(vanished=True)).when(USE_FRAIL).refused("bloodberry.cannot_act")


def test_byoujaku_comes_at_any_time_also_while_somebody_is_asked() -> None:
    play = meet(a=frail()).given(relate_by("inquiry")).asks("before_judge", "b", "give_up", "pass")

    assert USE_FRAIL.anytime
    work = work_on(play)
    play.system.decide(work, USE_FRAIL)

    assert work.state.people["a"].passion == 3
    assert play.system.pending(work.state) == play.pending


# ---- 忘却 ----


def test_oblivion_cancels_another_s_effect_and_is_used_up() -> None:
    play = begin(a=frail(), c=make_forgetter()).given(USE_FRAIL).when(answer("c", FORGET))

    play.then(EffectCancelled(character="a", trait="病弱", by="c", spent="忘却", used=True))
    assert is_used(play, "c", "忘却")
    assert (play.state.effects, play.state.windows) == ((), ())


def test_oblivion_against_oblivion_is_refused() -> None:
    play = begin(a=frail(traits=ready("病弱", "忘却")), c=make_forgetter(), d=make_forgetter())
    play.given(USE_FRAIL).given(answer("c", FORGET)).settled()

    for character in ("a", "d"):
        play.when(UseEffect(character=character, trait="忘却", target="c")).refused("bloodberry.only_answers")
    assert play.state.people["a"].passion == 1


def test_nobody_cancels_their_own_effect() -> None:
    play = begin(a=frail(traits=ready("病弱", "忘却"))).when(USE_FRAIL).settled()

    assert play.state.people["a"].passion == 3


@pytest.mark.parametrize("values", [{"out": True}, {"absent": 1}, {"vanished": True}])
def test_who_cannot_act_forgets_nothing(values: dict[str, Any]) -> None:
    begin(a=frail(), c=make_forgetter(**values)).when(USE_FRAIL).settled()


def test_the_killed_keep_their_effects() -> None:
    play = meet(1, a=make_quiet(traits=ready("頑張り屋"), killed=True), c=make_forgetter(killed=True))
    play.given(hard_worker()).asks("answer_effect", "c", FORGET, "pass").given(answer("c"))

    assert strength_of(play) == 2
    begin(a=frail(killed=True)).when(USE_FRAIL).settled()


@pytest.mark.parametrize("trait", [Trait(), Trait(sublimated=True, used=True)])
def test_oblivion_that_is_not_sublimated_or_used_up_asks_nothing(trait: Trait) -> None:
    begin(a=frail(), c=make_forgetter(traits={"忘却": trait})).when(USE_FRAIL).settled()


def test_who_is_not_in_the_scene_forgets_nothing() -> None:
    play = begin(a=frail(), c=make_forgetter(), d=make_forgetter())
    change(play, scene=Scene(running=True, participants=("a", "d")))

    play.when(USE_FRAIL).asks("answer_effect", "d", FORGET, "pass")


def test_oblivion_is_asked_of_all_who_hold_it_in_turn() -> None:
    play = begin(a=frail(), c=make_forgetter(), d=make_forgetter()).given(USE_FRAIL)
    play.asks("answer_effect", "c", FORGET, "pass").when(answer("d", FORGET)).refused("window_asks_another")
    play.given(answer("c")).when(answer("d", FORGET)).settled()

    assert not is_used(play, "c", "忘却")


# ---- what is refused ----


def test_an_effect_must_be_sublimated_left_and_for_this_time() -> None:
    play = begin(relations=relate("a", "b", 1), a=make_quiet(traits={"頑張り屋": Trait()}), b=make_quiet())
    play.when(hard_worker()).refused("bloodberry.not_sublimated")
    play.when(hard_worker(trait="nonsense")).refused("bloodberry.not_sublimated")

    used = begin(a=frail(traits={"病弱": Trait(sublimated=True, used=True)}))
    used.when(USE_FRAIL).refused("bloodberry.effect_used_up")
    ring = begin(a=make_quiet(traits=ready("指輪")))
    ring.when(UseEffect(character="a", trait="指輪")).refused("bloodberry.effect_not_now")


def test_before_the_dice_no_effect_of_the_result_is_offered() -> None:
    play = begin(a=make_quiet(traits=ready("教師", "忠告バスター", "忘却", "頑張り屋", "病弱")))

    play.when(RollJudge(character="a", first="grace", second="grace", difficulty=1), d6(6, 1, 1, 1)).settled()
