"""Feats of classes: what they ask, what they cost, what they bring about."""

from typing import Any

import pytest
from bloodberries import TABLES, begin, change, hold, make_curse, make_npc
from bloodties import make_quiet
from kit import d6

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.feats import (
    Exorcise,
    GiveAnswer,
    HandKey,
    LetGo,
    ListenFar,
    OpenDoor,
    ReplayPast,
    StopTime,
    TakeIn,
)
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow, RollJudge
from tenmatsu.systems.bloodberry.events.curses import AbilityLost
from tenmatsu.systems.bloodberry.events.feats import (
    FeatSettled,
    FeatTold,
    FeatUsed,
    KeyHanded,
    LetOut,
    TakenIn,
)
from tenmatsu.systems.bloodberry.events.judging import JudgeRolled, Rerolled
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.staging import Scene


def gift(class_: str, **values: Any) -> Person:
    """Return somebody quiet with all feats of a class."""
    return make_quiet(**{"class_": class_, "feats": TABLES.classes[class_], **values})


SEEKER = gift("探索者", passion=2, grace=3, maturity=2)
WITCH = gift("月の魔女", passion=3, grace=2, maturity=2)
READER = gift("古読み", passion=3, grace=2, maturity=2)


@pytest.mark.parametrize("faces, success", [((5, 6, 5, 1), True), ((5, 6, 1, 1), False)])
def test_a_voice_outside_this_world_is_heard_by_passion_twice_against_3(
    faces: tuple[int, ...], success: bool
) -> None:
    play = begin(a=gift("探索者", feats=("遠き夢の中へ",)), it=make_curse())
    play.when(ListenFar(character="a", target="it", words="誰？"), dice=d6(*faces))
    assert play.events[:2] == [
        FeatUsed(character="a", feat="遠き夢の中へ", target="it"),
        FeatTold(character="a", words="誰？"),
    ]
    assert (play.only(JudgeRolled).side.first, play.only(JudgeRolled).needed) == ("passion", 3)
    assert play.only(FeatSettled) == FeatSettled(
        character="a", feat="遠き夢の中へ", success=success, target="it"
    )


@pytest.mark.parametrize("faces, success", [((5, 6, 5, 1), True), ((5, 6, 1, 1), False)])
def test_the_past_is_made_to_happen_once_more_by_grace_and_maturity_against_3(
    faces: tuple[int, ...], success: bool
) -> None:
    play = begin(a=WITCH).when(ReplayPast(character="a"), dice=d6(*faces))
    side = play.only(JudgeRolled).side
    assert (side.first, side.second, play.only(JudgeRolled).needed) == ("grace", "maturity", 3)
    assert play.only(FeatSettled) == FeatSettled(character="a", feat="過去の残像", success=success)


def test_a_judge_of_passion_twice_is_rerolled_once_by_the_wish_for_tomorrow() -> None:
    play = begin(a=SEEKER).given(
        RollJudge(character="a", first="passion", second="passion", difficulty=2), dice=d6(1, 1, 1, 1)
    )
    play.asks("after_dice", "a", "wish", "pass")
    play.when(AnswerWindow(character="a", use="wish"), dice=d6(5, 1, 1, 1)).settled()
    assert play.only(Rerolled).why == "wish"
    assert play.only(JudgeRolled).achievement == 1


@pytest.mark.parametrize(
    "person, second",
    [(SEEKER, "grace"), (gift("探索者", feats=("言葉",)), "passion")],
)
def test_the_wish_is_for_judges_of_passion_twice_and_for_those_who_have_it(
    person: Person, second: Any
) -> None:
    judge = RollJudge(character="a", first="passion", second=second, difficulty=9)
    dice = d6(*[1] * (person.passion + person.ability(second)))
    begin(a=person).when(judge, dice=dice).settled()


def test_the_wish_comes_again_with_another_judge() -> None:
    play, judge = begin(a=SEEKER), RollJudge(character="a", first="passion", second="passion", difficulty=4)
    for _ in range(2):
        play.given(judge, AnswerWindow(character="a", use="wish"), dice=d6(*[1] * 8))
    play.settled()


@pytest.mark.parametrize("own, way", [(False, "given"), (True, "own")])
def test_an_answer_costs_1_maturity_and_is_accepted_or_found_by_oneself(own: bool, way: str) -> None:
    play = begin(a=SEEKER, b=make_npc()).when(GiveAnswer(character="a", target="b", own=own))
    play.then(
        FeatUsed(character="a", feat="言葉", target="b"),
        AbilityLost(character="a", ability="maturity", amount=1, now=1, lost=1, why="spent"),
        FeatSettled(character="a", feat="言葉", success=True, target="b", way=way),
    )


def test_the_last_maturity_gives_no_answer() -> None:
    play = begin(a=gift("探索者", maturity=1), b=make_npc())
    play.when(GiveAnswer(character="a", target="b")).refused("bloodberry.ability_floor")


@pytest.mark.parametrize("way", ["stop", "delay"])
def test_time_stands_still_for_as_many_hours_as_passion_is_spent(way: Any) -> None:
    play = begin(a=WITCH).when(StopTime(character="a", hours=2, way=way))
    assert play.only(AbilityLost).now == 1
    assert play.only(FeatSettled) == FeatSettled(character="a", feat="時間", success=True, way=way, hours=2)


@pytest.mark.parametrize("hours, code", [(3, "ability_floor"), (0, "no_hours")])
def test_time_does_not_stop_for_the_last_passion_nor_for_nothing(hours: int, code: str) -> None:
    begin(a=WITCH).when(StopTime(character="a", hours=hours)).refused(f"bloodberry.{code}")


def test_a_key_raises_the_achievement_of_opening_a_door_by_2() -> None:
    play = begin(a=WITCH).when(OpenDoor(character="a", difficulty=2), dice=d6(1, 1, 1, 1, 1))
    assert play.only(JudgeRolled).achievement == 2
    assert play.only(FeatSettled) == FeatSettled(character="a", feat="合い鍵", success=True)


def test_a_door_may_stay_shut_even_with_the_key() -> None:
    play = begin(a=WITCH).when(OpenDoor(character="a", difficulty=3), dice=d6(1, 1, 1, 1, 1))
    assert not play.only(FeatSettled).success


def test_a_key_handed_over_beforehand_works_for_the_other() -> None:
    play = begin(a=WITCH, b=make_quiet()).when(OpenDoor(character="b", difficulty=2))
    play.refused("bloodberry.no_key").when(HandKey(character="a", to_character="b"))
    play.then(KeyHanded(character="a", to_character="b", keys=("a",)))
    play.when(OpenDoor(character="b", difficulty=2), dice=d6(1, 1, 1, 1, 1))
    assert play.only(FeatSettled).success


def test_what_is_not_of_this_world_hides_in_the_soul_and_an_ability_rises() -> None:
    play = begin(a=READER, it=make_curse())
    play.when(TakeIn(character="a", target="it", ability="grace"), dice=d6(5, 5, 5, 1, 1, 1))
    assert play.only(TakenIn) == TakenIn(character="a", target="it", ability="grace", now=3, hosts=("it",))
    play.when(LetGo(character="a", target="it")).then(LetOut(character="a", target="it", hosts=()))
    assert play.state.people["a"].grace == 3


def test_a_failure_takes_nobody_in() -> None:
    play = begin(a=READER, it=make_curse())
    play.when(TakeIn(character="a", target="it"), dice=d6(5, 5, 1, 1, 1, 1))
    assert not play.only(FeatSettled).success
    assert play.state.people["a"].hosts == ()


def test_a_thing_taken_in_raises_nothing() -> None:
    play = begin(a=READER).when(TakeIn(character="a", words="黒い鏡"), dice=d6(5, 5, 5, 1, 1, 1))
    assert play.only(FeatSettled).success
    assert not play.all(TakenIn)


@pytest.mark.parametrize("other", [make_quiet(fairy=True), make_npc(otherworldly=True), make_curse()])
def test_fairies_and_curses_and_others_so_called_are_not_of_this_world(other: Person) -> None:
    play = begin(a=READER, b=other)
    play.when(TakeIn(character="a", target="b"), dice=d6(5, 5, 5, 1, 1, 1))
    assert play.state.people["a"].passion == 4


HOST = gift("古読み", hosts=("it",), fairy=True)


@pytest.mark.parametrize(
    "command, code",
    [
        (ListenFar(character="a"), "no_feat"),
        (ReplayPast(character="seeker"), "no_feat"),
        (GiveAnswer(character="a"), "no_feat"),
        (StopTime(character="a", hours=1), "no_feat"),
        (HandKey(character="a", to_character="seeker"), "no_feat"),
        (ListenFar(character="seeker", target="ghost"), "unknown_character"),
        (GiveAnswer(character="seeker", target="ghost"), "unknown_character"),
        (GiveAnswer(character="seeker", target="seeker"), "not_upon_oneself"),
        (HandKey(character="witch", to_character="witch"), "not_upon_oneself"),
        (HandKey(character="witch", to_character="ghost"), "unknown_character"),
        (HandKey(character="witch", to_character="keyed"), "has_key"),
        (OpenDoor(character="seeker", difficulty=1), "no_key"),
        (OpenDoor(character="witch", difficulty=0), "no_difficulty"),
        (OpenDoor(character="gone", difficulty=1), "cannot_act"),
        (ReplayPast(character="gone"), "cannot_act"),
        (TakeIn(character="a", target="seeker"), "of_this_world"),
        (TakeIn(character="a", target="a"), "not_upon_oneself"),
        (TakeIn(character="a", target="it"), "hides_already"),
        (LetGo(character="a", target="seeker"), "hides_not"),
        (LetGo(character="a", target="ghost"), "hides_not"),
    ],
)
def test_feats_that_cannot_be_used_are_refused(command: Command, code: str) -> None:
    people = {
        "a": HOST,
        "seeker": SEEKER,
        "witch": WITCH,
        "keyed": make_quiet(keys=("witch",)),
        "gone": gift("月の魔女", out=True),
        "it": make_curse(),
    }
    change(begin(), people=people).when(command).refused(f"bloodberry.{code}")


def test_who_is_not_in_the_scene_uses_no_feat() -> None:
    play = change(begin(a=WITCH, b=WITCH), scene=Scene(running=True, participants=("b",)))
    play.when(StopTime(character="a", hours=1)).refused("bloodberry.not_in_scene")


def test_the_dead_have_their_feats_left() -> None:
    play = begin(a=gift("月の魔女", passion=2, killed=True)).when(StopTime(character="a", hours=1))
    assert play.only(FeatSettled).hours == 1


def test_a_feat_is_no_effect_of_sublimation_and_nobody_is_asked_to_cancel_it() -> None:
    forgetter = make_quiet(traits=hold(sublimated=("忘却",)))
    curse = make_curse(fairy=True)
    play = begin(a=READER, b=forgetter, it=curse)
    play.when(Exorcise(character="a", target="it", check="doubt")).refused("bloodberry.relation_short")
    play = begin(a=WITCH, b=forgetter).when(StopTime(character="a", hours=1)).settled()
