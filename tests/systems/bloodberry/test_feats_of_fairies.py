"""妖精の呪い: a judge rolled again with consent, for an ability of whoever is helped."""

from typing import Any

import pytest
from bloodberries import TABLES, begin, change
from bloodties import make_quiet
from kit import Play, d6

from tenmatsu.systems.bloodberry.commands.curses import AnswerTakeOver, CallCurse
from tenmatsu.systems.bloodberry.commands.feats import AnswerFairyCurse
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow, RollJudge
from tenmatsu.systems.bloodberry.events.curses import AbilityLost, CurseSettled
from tenmatsu.systems.bloodberry.events.feats import (
    FairyCurseAnswered,
    FairyCurseAsked,
    FairyCursePicked,
    FairyPickAsked,
)
from tenmatsu.systems.bloodberry.events.judging import JudgeRolled, Rerolled
from tenmatsu.systems.bloodberry.people import Person

FAIRY = make_quiet(fairy=True, feats=TABLES.species["fairy"])
JUDGE = RollJudge(character="a", first="grace", second="grace", difficulty=2)
HELP = AnswerWindow(character="f", use="fairy_curse", target="a")


def answer(choice: Any, who: str = "a") -> AnswerFairyCurse:
    return AnswerFairyCurse(character=who, choice=choice)


def table(options: dict[str, Any] | None = None, **people: Person) -> Play:
    """Return somebody who has just failed a judge before the eyes of a fairy."""
    play = change(begin(options), people={"a": make_quiet(), "f": FAIRY, **people})
    return play.given(JUDGE, dice=d6(1, 1, 1, 1)).asks("after_dice", "f", "fairy_curse", "pass")


def test_a_fairy_offers_its_help_and_the_target_is_asked_for_consent() -> None:
    play = table().when(HELP).asks("fairy_curse", "a", "passion", "grace", "maturity", "decline")
    assert play.only(FairyCurseAsked).fairy == "f"
    assert play.system.words().label("fairy_curse", "ja", {}) == "妖精の呪い（振り直させる）", (
        "not the species"
    )


def test_the_target_picks_the_ability_rolls_again_and_loses_1_of_it() -> None:
    play = table({"fairy_curse_target": "asked"}).given(HELP)
    play.when(answer("maturity"), dice=d6(5, 5, 1, 1))
    assert play.only(FairyCurseAnswered) == FairyCurseAnswered(character="a", fairy="f", ability="maturity")
    assert play.only(Rerolled).why == "fairy"
    assert play.only(JudgeRolled).achievement == 2
    assert play.only(AbilityLost) == AbilityLost(
        character="a", ability="maturity", amount=1, now=2, lost=1, by="f"
    )


def test_the_fairy_picks_the_ability_and_the_target_consents() -> None:
    play = table({"fairy_curse_target": "fairy"}).when(HELP)
    assert play.only(FairyPickAsked).target == "a"
    play.asks("fairy_pick", "f", "passion", "grace", "maturity").when(answer("grace", "f"))
    assert play.only(FairyCursePicked).ability == "grace"
    play.asks("fairy_curse", "a", "consent", "decline").when(answer("consent"), dice=d6(5, 5, 1, 1))
    assert play.only(AbilityLost).ability == "grace"
    assert play.only(JudgeRolled).side.dice == 4


@pytest.mark.parametrize("reading", ["asked", "fairy"])
def test_nothing_happens_to_whoever_declines(reading: str) -> None:
    play = table({"fairy_curse_target": reading}).given(HELP)
    if reading == "fairy":
        play.given(answer("passion", "f"))
    play.when(answer("decline"))
    assert play.only(FairyCurseAnswered).ability == ""
    assert not play.all(Rerolled)
    person = play.state.people["a"]
    assert (person.passion, person.grace, person.maturity) == (2, 2, 3)


def test_another_may_take_the_price_over_by_vigour() -> None:
    play = table(b=make_quiet(vigour=1)).given(HELP).given(answer("grace"), dice=d6(5, 5, 1, 1))
    play.asks("take_over", "b", "take", "pass")
    play.when(AnswerTakeOver(character="b", choice="take"))
    assert (play.state.people["a"].grace, play.state.people["b"].grace) == (2, 1)


def test_the_last_point_may_be_given_and_puts_the_target_out() -> None:
    play = table(a=make_quiet(passion=1)).given(HELP).given(answer("passion"), dice=d6(5, 5, 1, 1))
    assert play.state.people["a"].out


def test_an_ability_at_0_is_not_offered() -> None:
    play = table(a=make_quiet(maturity=0)).when(HELP)
    play.asks("fairy_curse", "a", "passion", "grace", "decline")


def test_a_curse_check_may_be_helped_by_a_fairy() -> None:
    play = begin(a=make_quiet(), f=FAIRY)
    play.given(CallCurse(character="a", check="doubt", difficulty=1), dice=d6(1, 1, 1, 1))
    play.given(HELP).given(answer("grace"), dice=d6(5, 1, 1, 1))
    for choice in play.pending:
        play.given(AnswerWindow(character=choice.whom, use="pass"))
    play.settled()
    assert next(event for event in play.history if isinstance(event, CurseSettled)).success


def test_a_fairy_curses_others_not_itself() -> None:
    own = RollJudge(character="f", first="grace", second="grace", difficulty=2)
    begin(f=FAIRY, a=make_quiet()).when(own, dice=d6(1, 1, 1, 1)).settled()
    table().when(AnswerWindow(character="f", use="fairy_curse", target="f")).refused(
        "bloodberry.no_such_target"
    )


def test_what_was_not_offered_cannot_be_chosen() -> None:
    play = table().given(HELP)
    play.when(answer("consent")).refused("bloodberry.not_to_choose")
    play.when(answer("grace", "f")).refused("bloodberry.nothing_to_consent")


def test_without_an_offer_there_is_nothing_to_answer() -> None:
    begin(a=make_quiet()).when(answer("grace")).refused("bloodberry.nothing_to_consent")
