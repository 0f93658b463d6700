"""Losses of ability: to 0 by others, to 1 by spending; taken over by vigour; out, and sessions missed."""

from typing import Any

import pytest
from bloodberries import begin, change, hold, make_curse, make_npc
from bloodties import make_quiet
from kit import Play, d6, work_on

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.bloodberry.commands.curses import AnswerTakeOver, CallCurse, LoseAbility
from tenmatsu.systems.bloodberry.commands.scenes import BeginSession, EndSession
from tenmatsu.systems.bloodberry.decide import losing
from tenmatsu.systems.bloodberry.decide.sublimating import sublimate
from tenmatsu.systems.bloodberry.events.curses import (
    AbilityLost,
    FellOut,
    LossTakenOver,
    LossThreatened,
    SessionsMissed,
    TakeOverPassed,
)
from tenmatsu.systems.bloodberry.judges import Choice
from tenmatsu.systems.bloodberry.staging import Scene

LOSS = LoseAbility(character="a", ability="grace", amount=1, by="it")
TAKE, PASS = (AnswerTakeOver(character="b", choice=choice) for choice in ("take", "pass"))


def table(options: dict[str, Any] | None = None, **people: Any) -> Play:
    """Return a table of a victim, somebody with vigour, and a curse."""
    known = {"a": make_quiet(), "b": make_quiet(vigour=1), "it": make_curse(), **people}
    return change(begin(options), people=known)


def test_others_with_vigour_are_asked_before_a_loss_comes() -> None:
    play = table().when(LOSS).asks("take_over", "b", "take", "pass")
    play.then(LossThreatened(character="a", ability="grace", amount=1, by="it", asked=("b",)))
    assert play.state.people["a"].grace == 2


def test_who_takes_a_loss_over_pays_vigour_and_loses_of_the_same_ability() -> None:
    play = table().given(LOSS).when(TAKE).settled()
    play.then(
        LossTakenOver(character="b", victim="a", ability="grace", amount=1, vigour=0),
        AbilityLost(character="b", ability="grace", amount=1, now=1, lost=1, why="taken_over", by="it"),
    )
    assert play.state.people["a"].grace == 2


def test_a_loss_that_nobody_takes_over_comes() -> None:
    play = table().given(LOSS).when(PASS).settled()
    play.then(
        TakeOverPassed(character="b", victim="a"),
        AbilityLost(character="a", ability="grace", amount=1, now=1, lost=1, by="it"),
    )


def test_all_who_could_are_asked_in_turn_until_one_takes_it() -> None:
    play = table(c=make_quiet(vigour=3), d=make_quiet(vigour=2)).given(LOSS, PASS)
    play.when(AnswerTakeOver(character="c", choice="pass")).asks("take_over", "d", "take", "pass")
    play.when(AnswerTakeOver(character="d", choice="take")).settled()
    assert [play.state.people[who].grace for who in "abcd"] == [2, 2, 2, 1]
    assert play.state.people["d"].vigour == 1


@pytest.mark.parametrize(
    "other",
    [
        make_quiet(vigour=0),
        make_quiet(vigour=1, out=True),
        make_quiet(vigour=1, absent=1),
        make_quiet(vigour=1, killed=True),
        make_npc(vigour=1),
    ],
)
def test_without_vigour_or_out_or_no_player_character_nobody_is_asked(other: Any) -> None:
    play = table(b=other).when(LOSS).settled()
    assert play.only(AbilityLost).character == "a"


def test_who_is_not_in_the_scene_is_not_asked() -> None:
    play = change(table(), scene=Scene(running=True, participants=("a",)))
    play.when(LOSS).settled()
    play = change(table(), scene=Scene(running=True, participants=("a", "b")))
    play.when(LOSS).asks("take_over", "b", "take", "pass")


def test_an_npc_may_be_spared_but_a_curse_is_not() -> None:
    play = table(n=make_npc())
    play.when(LoseAbility(character="n", ability="grace")).asks("take_over", "b", "take", "pass")
    table().when(LoseAbility(character="it", ability="grace")).settled()


def test_a_curse_check_that_fails_may_be_taken_over() -> None:
    play = table().when(CallCurse(character="a", check="malice", difficulty=1), dice=d6(1, 2, 3, 4))
    play.asks("take_over", "b", "take", "pass").when(TAKE)
    assert (play.state.people["a"].grace, play.state.people["b"].grace) == (2, 1)


def test_a_loss_taken_over_is_a_loss_and_goes_down_to_0() -> None:
    play = table({"take_over_floor": "zero"}, b=make_quiet(vigour=1, grace=1)).given(LOSS).when(TAKE)
    assert play.only(AbilityLost).now == 0
    assert play.only(FellOut) == FellOut(character="b", ability="grace")


def test_a_loss_taken_over_may_be_a_payment_that_leaves_1() -> None:
    play = table({"take_over_floor": "one"}, b=make_quiet(vigour=1, grace=1)).when(LOSS).settled()
    assert play.only(AbilityLost).character == "a"
    play = table({"take_over_floor": "one"}).given(LOSS).when(TAKE)
    assert play.only(AbilityLost).now == 1


def test_who_cannot_bear_the_whole_loss_is_not_asked() -> None:
    play = table(b=make_quiet(vigour=1, grace=1)).when(LoseAbility(character="a", ability="grace", amount=2))
    play.settled()
    assert play.only(FellOut).character == "a"


def test_with_nothing_to_take_over_the_answer_is_refused() -> None:
    table().when(TAKE).refused("bloodberry.nothing_to_take_over")


def test_whoever_is_not_asked_cannot_take_over() -> None:
    play = table(c=make_quiet(vigour=1)).given(LOSS)
    play.when(AnswerTakeOver(character="c", choice="take")).refused("bloodberry.nothing_to_take_over")


def test_who_has_no_vigour_any_more_can_only_pass() -> None:
    play = table().given(LOSS)
    people = {**play.state.people, "b": make_quiet(vigour=0)}
    play = change(play, people=people).when(TAKE).refused("bloodberry.cannot_take_over")
    play.when(PASS).settled()


def test_the_next_is_not_asked_who_cannot_any_more() -> None:
    play = table(c=make_quiet(vigour=1)).given(LOSS)
    people = {**play.state.people, "c": make_quiet(vigour=0)}
    change(play, people=people).when(PASS).settled()


def test_two_losses_wait_in_order() -> None:
    work = work_on(table(b=make_quiet(vigour=2)))
    losing.lose(work, "a", "grace", 1, "it")
    losing.lose(work, "a", "passion", 1, "it")
    kinds = [(choice.kind, choice.data["ability"]) for choice in work.state.choices]
    assert kinds == [("take_over", "grace"), ("take_over", "passion")]
    play = table().given_state(work.state).when(TAKE).asks("take_over", "b", "take", "pass")
    assert play.state.choices[0].data["ability"] == "passion"


def test_others_take_no_more_than_there_is_and_nothing_of_nothing() -> None:
    work = work_on(table(b=make_quiet()))
    losing.lose(work, "a", "grace", 9, "it")
    losing.lose(work, "a", "grace", 1, "it")
    losing.lose(work, "ghost", "grace", 1, "it")
    assert [one.event.now for one in work.recorded if isinstance(one.event, AbilityLost)] == [0]


def test_spending_stops_at_1() -> None:
    work = work_on(table())
    losing.spend(work, "a", "grace", 1)
    assert work.state.people["a"].grace == 1
    with pytest.raises(RuleViolation) as refusal:
        losing.spend(work, "a", "grace", 1)
    assert refusal.value.code == "bloodberry.ability_floor"


def test_what_was_spent_can_be_healed() -> None:
    work = work_on(table())
    losing.spend(work, "a", "grace", 1)
    losing.heal(work, "a", "grace", 3)
    assert work.state.people["a"].grace == 2


def test_who_is_still_out_at_the_end_misses_as_many_sessions_as_a_die_shows() -> None:
    play = table(a=make_quiet(grace=0, out=True, lost={"grace": 2})).when(EndSession(), dice=d6(4))
    assert play.only(SessionsMissed) == SessionsMissed(character="a", sessions=4)
    assert play.state.people["a"].absent == 4


def test_an_npc_and_whoever_is_not_out_miss_nothing() -> None:
    work = work_on(table(n=make_npc(out=True)), ScriptedDice(()))
    losing.miss_sessions(work)
    assert not work.recorded


@pytest.mark.parametrize("reading, grace", [("restored", 2), ("lost", 1)])
def test_between_sessions_losses_are_restored_or_stay(reading: str, grace: int) -> None:
    play = table({"between_sessions": reading}, b=make_quiet())
    play.given(LOSS, EndSession(), BeginSession())
    assert play.state.people["a"].grace == grace


def test_a_choice_of_another_kind_is_no_loss() -> None:
    other = Choice(kind="sublimate", whom="b", options=("指輪",))
    play = change(table(), choices=(other,)).given_state(table().state)
    play.when(PASS).refused("bloodberry.nothing_to_take_over")


def test_whose_last_vigour_went_into_one_loss_is_not_asked_about_the_next() -> None:
    work = work_on(table())
    losing.lose(work, "a", "grace", 1, "it")
    losing.lose(work, "a", "passion", 1, "it")
    play = table().given_state(work.state).when(TAKE).settled()
    assert [(event.character, event.ability) for event in play.all(AbilityLost)] == [
        ("b", "grace"),
        ("a", "passion"),
    ]


def test_a_sublimation_that_raises_the_ability_at_0_brings_somebody_back() -> None:
    work = work_on(table(a=make_quiet(grace=0, out=True, traits=hold("狼さん", "指輪"))))
    sublimate(work, "a", "指輪")
    assert work.state.people["a"].out
    sublimate(work, "a", "狼さん")
    assert work.state.people["a"].can_act


def test_a_loss_by_nobody_known_is_refused() -> None:
    play = table().when(LoseAbility(character="a", ability="grace", by="ghost"))
    play.refused("bloodberry.unknown_character")
