"""Sublimation effects (昇華の効果) before the dice: how each works, is answered, and is not offered."""

from typing import Any

import pytest
from bloodberries import begin
from bloodjudges import FORGET, answer, is_used, make_forgetter, ready, relate_by
from bloodties import make_quiet, meet
from kit import Play, d6

from tenmatsu.systems.bloodberry.commands.curses import CallCurse
from tenmatsu.systems.bloodberry.commands.judging import Oppose, RollJudge
from tenmatsu.systems.bloodberry.events.judging import (
    EffectCancelled,
    EffectUsed,
    EffectWorked,
    JudgeRolled,
    Passed,
)
from tenmatsu.systems.bloodberry.people import RelationType

ABILITIES: dict[str, Any] = {"passion": 2, "grace": 4, "maturity": 5, "vigour": 3}
"""Of whoever holds the effect: all values differ."""
VIGOUR_PASSES = 1
"""Who has vigour is asked after the dice as well."""


def hold_effect(trait: str) -> Any:
    """Return somebody who holds this effect alone; vigour only where it counts."""
    values = {**ABILITIES, "vigour": 3 if trait == "魔女" else 0}
    return make_quiet(traits=ready(trait), **values)


def roll_on(play: Play, answers: list[Any], dice: int) -> dict[str, JudgeRolled]:
    """Answer, let so many dice fall that none counts, and return what each side rolled."""
    play.given(*answers, dice=d6(*(1,) * dice))
    return {event.of: event for event in play.history if isinstance(event, JudgeRolled)}


ACTIVE = [
    ("片思い", "banter", 4 + 5, 5),
    ("やせ我慢", "inquiry", 2 + 4, 2),
    ("狼さん", "allure", 5 + 2, 5),
    ("魔女", "banter", 4 + 5, 3),
]
"""The effect, the type of check, the dice without it, and what it adds."""
PASSIVE = [("えっち", "allure", 5 + 5, 2), ("いじわる", "banter", 4 + 4, 4)]


@pytest.mark.parametrize("trait, kind, dice, added", ACTIVE)
def test_an_effect_of_the_active_side_adds_dice_by_a_value(
    trait: str, kind: RelationType, dice: int, added: int
) -> None:
    play = meet(a=hold_effect(trait)).given(relate_by(kind))
    play.asks("before_judge", "a", f"effect:{trait}", "give_up", "pass")
    own = 2 * play.state.people["b"].ability(play.rules.tables.ability_of(kind))
    rolled = roll_on(play, [answer("a", f"effect:{trait}"), answer("b")], dice + added + own)

    assert rolled["active"].side.reasons == {trait: added}
    assert len(rolled["active"].faces) == dice + added
    assert is_used(play, "a", trait)


@pytest.mark.parametrize("trait, kind, dice, added", ACTIVE)
def test_an_effect_of_the_active_side_is_cancelled_by_oblivion(
    trait: str, kind: RelationType, dice: int, added: int
) -> None:
    play = meet(a=hold_effect(trait), c=make_forgetter()).given(relate_by(kind, f"effect:{trait}"))
    play.asks("answer_effect", "c", FORGET, "pass")
    own = 2 * play.state.people["b"].ability(play.rules.tables.ability_of(kind))
    rolled = roll_on(play, [answer("c", FORGET), answer("b")], dice + own)

    assert len(rolled["active"].faces) == dice
    assert is_used(play, "a", trait)
    assert is_used(play, "c", "忘却")


@pytest.mark.parametrize("trait, kind, dice, added", PASSIVE)
def test_an_effect_of_the_passive_side_adds_dice_by_a_value(
    trait: str, kind: RelationType, dice: int, added: int
) -> None:
    play = meet(b=hold_effect(trait)).given(relate_by(kind))
    play.asks("before_judge", "b", f"effect:{trait}", "give_up", "pass").given(
        answer("b", f"effect:{trait}"), dice=d6(*(1,) * (5 + dice + added))
    )
    (rolled,) = (event for event in play.history if isinstance(event, JudgeRolled) and event.of == "passive")

    assert (len(rolled.faces), rolled.side.reasons) == (dice + added, {trait: added})


@pytest.mark.parametrize("trait, kind, dice, added", PASSIVE)
def test_an_effect_of_the_passive_side_is_cancelled_by_oblivion(
    trait: str, kind: RelationType, dice: int, added: int
) -> None:
    play = meet(b=hold_effect(trait), c=make_forgetter()).given(relate_by(kind))
    play.given(answer("b", f"effect:{trait}")).asks("answer_effect", "c", FORGET, "pass")
    rolled = roll_on(play, [answer("c", FORGET)], 5 + dice)

    assert len(rolled["passive"].faces) == dice


@pytest.mark.parametrize(
    "trait, kind, dice",
    [("えっち", "unease", 10 + 2), ("いじわる", "malice", 8 + 4), ("まぐろ", "unease", 2 + 5)],
)
def test_an_effect_of_the_passive_side_helps_against_a_curse(trait: str, kind: Any, dice: int) -> None:
    play = begin(b=hold_effect(trait)).given(CallCurse(character="b", check=kind, difficulty=1))
    play.asks("before_judge", "b", f"effect:{trait}", "give_up", "pass")
    play.when(answer("b", f"effect:{trait}"), d6(*(6,) * dice))

    assert len(play.only(JudgeRolled).faces) == dice


@pytest.mark.parametrize(
    "trait, kind",
    [
        ("片思い", "inquiry"),
        ("やせ我慢", "allure"),
        ("狼さん", "banter"),
        ("魔女", "allure"),
        ("万能", "banter"),
        ("えっち", "allure"),
        ("いじわる", "banter"),
        ("まぐろ", "allure"),
    ],
)
def test_an_effect_for_another_type_or_the_other_side_is_not_offered_to_the_active_side(
    trait: str, kind: RelationType
) -> None:
    play = meet(a=hold_effect(trait)).when(relate_by(kind))

    play.asks("before_judge", "b", "give_up", "pass")


@pytest.mark.parametrize(
    "trait", ["片思い", "やせ我慢", "狼さん", "魔女", "万能", "えっち", "いじわる", "まぐろ"]
)
def test_effects_of_relation_checks_are_not_for_other_judges(trait: str) -> None:
    play = begin(a=make_quiet(traits=ready(trait)))
    command = RollJudge(character="a", first="passion", second="grace", difficulty=1)

    play.when(command, d6(6, 1, 1, 1)).settled()


def test_an_effect_that_adds_no_dice_is_not_offered() -> None:
    play = meet(a=make_quiet(traits=ready("魔女"), vigour=0)).when(relate_by("banter"))

    play.asks("before_judge", "b", "give_up", "pass")


# ---- standards ----


def test_bannou_makes_the_passive_side_roll_passion_twice() -> None:
    play = meet(a=hold_effect("万能"), b=make_quiet(passion=1, maturity=6)).given(relate_by("allure"))
    rolled = roll_on(play, [answer("a", "effect:万能"), answer("b")], 7 + 2)

    passive = rolled["passive"].side
    assert (passive.first, passive.second, len(passive.faces)) == ("passion", "passion", 2)


def test_bannou_is_cancelled_by_oblivion() -> None:
    people = {"a": hold_effect("万能"), "b": make_quiet(passion=1, maturity=6), "c": make_forgetter()}
    play = meet(0, None, **people).given(relate_by("allure", "effect:万能"))
    rolled = roll_on(play, [answer("c", FORGET), answer("b")], 7 + 12)

    assert rolled["passive"].side.first == "maturity"


def test_maguro_rolls_passion_and_maturity() -> None:
    play = meet(b=hold_effect("まぐろ")).given(relate_by("allure"))
    rolled = roll_on(play, [answer("b", "effect:まぐろ")], 5 + 2 + 5)

    passive = rolled["passive"].side
    assert (passive.first, passive.second, len(passive.faces)) == ("passion", "maturity", 7)


def test_maguro_is_cancelled_by_oblivion() -> None:
    play = meet(b=hold_effect("まぐろ"), c=make_forgetter()).given(relate_by("allure"))
    play.given(answer("b", "effect:まぐろ"))
    rolled = roll_on(play, [answer("c", FORGET)], 5 + 10)

    assert rolled["passive"].side.second == "maturity"
    assert len(rolled["passive"].faces) == 10


def test_the_passive_side_comes_after_the_active_one_so_maguro_stands_against_bannou() -> None:
    play = meet(a=hold_effect("万能"), b=hold_effect("まぐろ")).given(relate_by("allure", "effect:万能"))
    rolled = roll_on(play, [answer("b", "effect:まぐろ")], 7 + 7)

    assert rolled["passive"].side.second == "maturity"


# ---- two dice ----


def test_yubiwa_adds_two_dice_to_any_judge_of_ones_own() -> None:
    play = begin(a=hold_effect("指輪"))
    command = RollJudge(character="a", first="passion", second="grace", difficulty=1, use=("effect:指輪",))
    play.when(command, d6(6, *(1,) * 7))

    assert play.only(EffectWorked).amount == 2
    assert len(play.only(JudgeRolled).faces) == 8


def test_yubiwa_is_cancelled_by_oblivion() -> None:
    play = begin(a=hold_effect("指輪"), c=make_forgetter())
    command = RollJudge(character="a", first="passion", second="grace", difficulty=1, use=("effect:指輪",))
    play.given(command).when(answer("c", FORGET), d6(6, *(1,) * 5))

    assert play.only(EffectCancelled) == EffectCancelled(
        character="a", trait="指輪", by="c", spent="忘却", used=True
    )
    assert len(play.only(JudgeRolled).faces) == 6


def test_jidaraku_adds_two_dice_to_another() -> None:
    play = begin(a=make_quiet(), c=hold_effect("自堕落"))
    play.given(RollJudge(character="a", first="passion", second="grace", difficulty=1))
    play.asks("before_judge", "c", "effect:自堕落", "pass").when(
        answer("c", "effect:自堕落"), d6(6, *(1,) * 5)
    )

    assert play.all(EffectUsed) == [EffectUsed(character="c", trait="自堕落", target="a")]
    assert play.only(JudgeRolled).side.reasons == {"自堕落": 2}


def test_jidaraku_is_cancelled_by_oblivion() -> None:
    play = begin(a=make_quiet(traits=ready("忘却")), c=hold_effect("自堕落"))
    play.given(RollJudge(character="a", first="passion", second="grace", difficulty=1))
    play.given(answer("c", "effect:自堕落")).when(answer("a", FORGET), d6(6, 1, 1, 1))

    assert play.only(JudgeRolled).side.reasons == {}


@pytest.mark.parametrize("target, helped", [("", "active"), ("a", "active"), ("b", "passive")])
def test_jidaraku_names_one_of_the_two_sides(target: str, helped: str) -> None:
    play = meet(c=hold_effect("自堕落")).given(relate_by("inquiry"), answer("b"))
    rolled = roll_on(play, [answer("c", "effect:自堕落", target)], 4 + 4 + 2)

    assert {of: event.side.reasons for of, event in rolled.items() if event.side.reasons} == {
        helped: {"自堕落": 2}
    }


def test_jidaraku_is_never_for_oneself() -> None:
    play = begin(a=hold_effect("自堕落"))
    play.when(
        RollJudge(character="a", first="passion", second="grace", difficulty=1), d6(6, *(1,) * 5)
    ).settled()

    other = meet(a=hold_effect("自堕落")).given(relate_by("inquiry"))
    other.when(answer("a", "effect:自堕落", "a")).refused("bloodberry.no_such_target")
    rolled = roll_on(other, [answer("a", "effect:自堕落"), answer("b")], 6 + 4 + 2)
    assert rolled["passive"].side.reasons == {"自堕落": 2}


def test_jidaraku_is_not_for_whoever_does_not_roll() -> None:
    play = meet(c=hold_effect("自堕落")).given(relate_by("inquiry"))
    play.given(answer("b", "give_up"))

    play.when(answer("c", "effect:自堕落", "b")).refused("bloodberry.no_such_target")


# ---- used up ----


def test_an_effect_is_used_once_a_session() -> None:
    play = begin(a=hold_effect("指輪"))
    command = RollJudge(character="a", first="passion", second="grace", difficulty=1, use=("effect:指輪",))
    play.given(command, dice=d6(6, *(1,) * 7))

    play.when(command).refused("bloodberry.use_not_allowed")


@pytest.mark.parametrize("reading, used", [("used", True), ("unused", False)])
def test_a_cancelled_effect_is_used_up_or_may_be_used_again(reading: str, used: bool) -> None:
    play = begin({"cancelled_effect": reading}, a=hold_effect("指輪"), c=make_forgetter())
    command = RollJudge(character="a", first="passion", second="grace", difficulty=1, use=("effect:指輪",))
    play.given(command, answer("c", FORGET), dice=d6(6, *(1,) * 5))
    assert is_used(play, "a", "指輪") is used
    assert is_used(play, "c", "忘却")

    play.when(command, () if used else d6(6, *(1,) * 7))
    assert [event.side.reasons for event in play.all(JudgeRolled)] == ([] if used else [{"指輪": 2}])


def test_an_effect_works_when_everybody_passes() -> None:
    play = begin(a=hold_effect("指輪"), c=make_forgetter(), d=make_forgetter())
    command = RollJudge(character="a", first="passion", second="grace", difficulty=1, use=("effect:指輪",))
    play.given(command).asks("answer_effect", "c", FORGET, "pass")
    play.given(answer("c")).asks("answer_effect", "d", FORGET, "pass")
    play.when(answer("d"), d6(6, *(1,) * 7))

    assert play.all(Passed) == [Passed(character="d", kind="answer_effect")]
    assert len(play.only(JudgeRolled).faces) == 8
    assert not is_used(play, "c", "忘却")


def test_the_effect_of_an_opponent_in_an_opposed_judge_is_answered_by_the_other_side_too() -> None:
    play = begin(a=hold_effect("指輪"), b=make_forgetter())
    command = Oppose(character="a", opponent="b", first="grace", second="grace", use=("effect:指輪",))

    play.given(command).asks("answer_effect", "b", FORGET, "pass")
