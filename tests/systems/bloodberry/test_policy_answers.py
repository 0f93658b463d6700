"""The auto-player asked by rules: help, reroll, cancel, sublimate, take over."""

import pytest
from bloodberries import begin, change, hold, make_curse, make_npc, make_person
from confronted import ask, check, choose, confront, fall, make_quiet

from tenmatsu.systems.bloodberry.commands.curses import AnswerTakeOver
from tenmatsu.systems.bloodberry.commands.feats import AnswerDominate, AnswerFairyCurse
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow
from tenmatsu.systems.bloodberry.commands.mapping import AnswerPlace
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck, SublimateTrait, TakeWin
from tenmatsu.systems.bloodberry.commands.scenes import EndInterlude, RuleOn
from tenmatsu.systems.bloodberry.decide.judging import make_side
from tenmatsu.systems.bloodberry.judges import Judge
from tenmatsu.systems.bloodberry.policy_odds import beat, reach, weigh
from tenmatsu.systems.bloodberry.staging import Camp, Scene

# ---- moments of answering ----


def test_a_trait_helps_and_an_effect_is_used_where_it_raises_the_chance_enough() -> None:
    helps = make_person(traits=hold(sublimated=("指輪",), used=("指輪",)), feats=(), vigour=0)
    play = confront(None, a=helps).given(check())
    assert choose(play, "a") == AnswerWindow(character="a", use="help:指輪")

    ringed = make_person(traits=hold(sublimated=("指輪",)), feats=(), vigour=0)
    play = confront(None, strength=2, a=ringed).given(check())
    play.given(AnswerWindow(character="a", use="help:指輪"))
    assert choose(play, "a") == AnswerWindow(character="a", use="effect:指輪")


def test_a_friend_helps_by_an_effect_for_others_and_nobody_helps_a_foe() -> None:
    helper = make_person(traits=hold(sublimated=("自堕落",)), feats=(), vigour=0)
    play = confront(None, b=helper).given(check())
    assert choose(play, "b") == AnswerWindow(character="b", use="effect:自堕落", target="a")

    camps = {"one": Camp(members=("a",), size=1), "two": Camp(members=("b",), size=1)}
    change(play, confronting=camps)
    assert choose(play, "b") == AnswerWindow(character="b", use="pass")


def test_dice_are_rolled_again_for_vigour_where_the_loss_may_well_turn() -> None:
    play = confront(None, a=make_quiet(vigour=1, passion=3)).given(check(), dice=fall(0, 0, dice=5))
    assert choose(play, "a") == AnswerWindow(character="a", use="reroll")

    play = confront(None, strength=2, a=make_quiet(vigour=1)).given(check(), dice=fall(0, 3))
    assert choose(play, "a") == AnswerWindow(character="a", use="pass")


def test_oblivion_cancels_an_effect_that_hurts_and_lets_a_friends_pass() -> None:
    oblivious = make_person(traits=hold(sublimated=("忘却",)), feats=(), vigour=0)
    foe = make_curse(traits=hold(sublimated=("いじわる",)))
    play = confront(None, b=oblivious, m=foe)
    banter = RelationCheck(character="a", target="m", check="banter", second="maturity")
    play.given(banter, AnswerWindow(character="m", use="effect:いじわる"))
    assert choose(play, "b") == AnswerWindow(character="b", use="effect:忘却")

    ringed = make_person(traits=hold(sublimated=("指輪",)), feats=(), vigour=0)
    play = confront(None, a=ringed, b=oblivious)
    play.given(check(), AnswerWindow(character="a", use="effect:指輪"))
    assert choose(play, "b") == AnswerWindow(character="b", use="pass")


def test_the_worth_of_a_judge_is_the_exact_chance_of_its_side() -> None:
    play = confront(strength=1)
    judge = Judge(
        kind="relation",
        active=make_side("a", "passion", "grace"),
        passive=make_side("m", "passion", "passion"),
        difficulty=2,
    )
    chance = weigh(play.state, play.rules, judge, "active")
    assert chance == pytest.approx(beat(4, 4, 2, 5, 6))
    assert weigh(play.state, play.rules, judge, "passive") == pytest.approx(1 - chance)
    assert reach(2, 1, 5, 6) == pytest.approx(20 / 36)
    assert reach(0, 1, 5, 6) == 0
    assert reach(0, 0, 5, 6) == 1


# ---- choices of one person ----


def test_the_trait_that_makes_curses_least_harmful_is_sublimated() -> None:
    person = make_quiet(passion=1, grace=3, maturity=3, traits=hold("頑張り屋", "狼さん"))
    play = begin(a=person)
    assert ask(play, "sublimate", "狼さん", "頑張り屋") == SublimateTrait(character="a", trait="頑張り屋")


def test_a_passive_win_raises_the_relation_else_it_brings_vigour() -> None:
    play = begin(a=make_quiet())
    assert ask(play, "passive_win", "raise", "vigour") == TakeWin(character="a", choice="raise")
    assert ask(play, "passive_win", "lower", "vigour") == TakeWin(character="a", choice="vigour")


def test_a_loss_is_taken_over_where_that_saves_another_and_not_where_one_falls_oneself() -> None:
    for own, victims, choice in ((2, 1, "take"), (1, 1, "pass"), (2, 2, "pass")):
        play = begin(a=make_quiet(grace=own, vigour=1), b=make_quiet(grace=victims))
        answer = ask(
            play, "take_over", "take", "pass", victim="b", ability="grace", amount=1, by="m", left=""
        )
        assert answer == AnswerTakeOver(character="a", choice=choice)  # type: ignore[arg-type]


def test_nobody_gives_an_ability_or_a_life_for_the_asking() -> None:
    play = begin(a=make_quiet(), b=make_quiet(grace=4))
    assert ask(play, "fairy_curse", "consent", "decline") == AnswerFairyCurse(character="a", choice="decline")
    picked = ask(play, "fairy_pick", "passion", "grace", "maturity", target="b")
    assert picked == AnswerFairyCurse(character="a", choice="grace")
    assert ask(play, "dominate", "consent", "decline") == AnswerDominate(character="a", choice="decline")


def test_the_gm_grants_what_is_asked_but_new_places() -> None:
    play = begin(a=make_quiet())
    assert ask(play, "proposal", "grant", "refuse", whom="@gm") == RuleOn(answer="grant")
    assert ask(play, "place", "grant", "refuse", whom="@gm") == AnswerPlace(answer="refuse")


def test_outside_confrontations_it_does_something_that_is_listed() -> None:
    play = begin(a=make_quiet(), n=make_npc())
    change(play, scene=Scene(number=1, interlude=True))
    assert isinstance(choose(play, "a"), RelationCheck)
    assert choose(play, "@gm") == EndInterlude()
