"""破魔, 完全支配 and 守護: feats that change another's checks or life."""

from typing import Any

import pytest
from bloodberries import TABLES, begin, change, hold, make_curse, make_npc, relate
from bloodties import make_quiet
from kit import Play, d6

from tenmatsu.engine.contract import Command
from tenmatsu.events.table import Adjusted
from tenmatsu.systems.bloodberry.commands.feats import (
    AnswerDominate,
    Bless,
    Dominate,
    Exorcise,
    LiftBar,
    StopTime,
)
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow, RollJudge
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.events.curses import AbilityLost, CameBack
from tenmatsu.systems.bloodberry.events.feats import (
    BarEnded,
    BarHeld,
    Blessed,
    CheckBarred,
    DominateAnswered,
    DominateAsked,
    FeatSettled,
    FeatTold,
    FeatUsed,
    Held,
    Killed,
)
from tenmatsu.systems.bloodberry.events.judging import JudgeRolled
from tenmatsu.systems.bloodberry.events.relations import StrengthChanged
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.staging import Scene


def read(**values: Any) -> Person:
    """Return a 古読み with all feats."""
    return make_quiet(**{"class_": "古読み", "feats": TABLES.classes["古読み"], **values})


def fly(**values: Any) -> Person:
    """Return a fairy with both feats of the species."""
    return make_quiet(**{"fairy": True, "feats": TABLES.species["fairy"], **values})


def stand(strength: int = 2, **people: Person) -> Play:
    """Return a reader, a curse, a fairy and somebody else, the first related to all of them."""
    known = {"a": read(), "it": make_curse(), "f": fly(feats=()), "b": make_quiet(), **people}
    related = {key: one for other in ("it", "f", "b") for key, one in relate("a", other, strength).items()}
    return change(begin(), people=known, relations=related)


EXORCISE = Exorcise(character="a", target="it", check="malice")


def test_exorcising_lowers_the_relation_by_1_and_bars_one_type_of_check() -> None:
    play = stand().when(EXORCISE)
    play.then(
        FeatUsed(character="a", feat="破魔", target="it"),
        StrengthChanged(one="a", other="it", change=-1, now=1),
        CheckBarred(character="a", target="it", check="malice"),
    )
    assert play.state.people["it"].barred == {"malice": "a"}


def test_a_barred_relation_check_of_a_fairy_does_not_come_about() -> None:
    play = stand().given(Exorcise(character="a", target="f", check="inquiry"))
    play = change(play, scene=Scene(interlude=True))
    check = RelationCheck(character="f", target="b", check="inquiry", second="grace")
    play.when(check)
    assert play.only(BarHeld) == BarHeld(character="a", target="f", check="inquiry")
    assert play.only(StrengthChanged).now == 0
    assert play.only(BarEnded).why == "spent"
    assert not play.all(JudgeRolled)


def test_the_bar_is_lifted_by_whoever_laid_it() -> None:
    play = stand().given(EXORCISE).when(LiftBar(character="a", target="it", check="malice"))
    play.then(BarEnded(character="a", target="it", check="malice", why="lifted"))
    assert play.state.people["it"].barred == {}


def test_several_types_may_be_barred_each_for_its_price() -> None:
    play = stand(3).given(EXORCISE, Exorcise(character="a", target="it", check="doubt"))
    assert set(play.state.people["it"].barred) == {"malice", "doubt"}


def test_who_consents_to_be_dominated_dies_at_once() -> None:
    play = stand().when(Dominate(character="a", target="b", words="おやすみ"))
    play.then(
        FeatUsed(character="a", feat="完全支配", target="b"),
        FeatTold(character="a", words="おやすみ"),
        AbilityLost(character="a", ability="grace", amount=1, now=1, lost=1, why="spent"),
        DominateAsked(character="b", by="a"),
    )
    play.asks("dominate", "b", "consent", "decline")
    play.when(AnswerDominate(character="b", choice="consent")).settled()
    play.then(DominateAnswered(character="b", by="a", consents=True), Killed(character="b", by="a"))
    assert not play.state.people["b"].can_act


def test_who_does_not_consent_makes_no_relation_checks_for_as_many_hours_as_the_achievement() -> None:
    play = change(stand(a=read(grace=3)), clock=30).given(Dominate(character="a", target="b"))
    play.when(AnswerDominate(character="b", choice="decline"), dice=d6(5, 6, 1, 1))
    assert play.only(JudgeRolled).side.first == play.only(JudgeRolled).side.second == "grace"
    assert play.only(Held) == Held(character="b", by="a", hours=2, until=150)
    check = RelationCheck(character="b", target="a", check="inquiry", second="grace")
    play = change(play, scene=Scene(interlude=True), clock=149).when(check)
    play.refused("bloodberry.is_held")
    later = play.system.evolve(play.state, Adjusted(name="clock", old=149, new=150))
    play.given_state(later).given(check)


def test_without_any_success_nobody_is_held() -> None:
    play = stand(a=read(grace=2)).given(Dominate(character="a", target="b"))
    play.when(AnswerDominate(character="b", choice="decline"), dice=d6(1, 1))
    assert not play.only(FeatSettled).success
    assert not play.all(Held)


def test_a_thing_without_a_heart_is_crushed() -> None:
    play = stand().when(Dominate(character="a", words="石の扉"))
    assert play.only(FeatSettled).way == "crushed"
    assert play.only(AbilityLost).now == 1
    play.settled()


def end(strength: int = 3, **people: Person) -> Play:
    """Return the ending of a fairy and the one they love."""
    known = {"f": fly(), "b": make_quiet(), **people}
    return change(begin(), people=known, relations=relate("f", "b", strength), ending=True)


BLESS = Bless(character="f", target="b", ability="grace", words="ずっと一緒")


def test_a_fairy_blesses_the_beloved_by_2_for_good_and_vanishes() -> None:
    play = end().when(BLESS)
    play.then(
        FeatUsed(character="f", feat="守護", target="b"),
        FeatTold(character="f", words="ずっと一緒"),
        Blessed(character="f", target="b", ability="grace", amount=2, now=4),
    )
    assert play.state.people["f"].vanished
    assert not play.state.people["f"].can_act


def test_a_blessing_may_bring_somebody_back() -> None:
    play = end(b=make_quiet(grace=0, out=True)).when(BLESS)
    assert play.only(CameBack)


@pytest.mark.parametrize(
    "command, code",
    [
        (Exorcise(character="a", target="b", check="inquiry"), "of_this_world"),
        (Exorcise(character="a", target="a", check="inquiry"), "not_upon_oneself"),
        (Exorcise(character="a", target="gone", check="inquiry"), "no_longer_there"),
        (Exorcise(character="a", target="ghost", check="inquiry"), "unknown_character"),
        (Exorcise(character="a", target="far", check="doubt"), "relation_short"),
        (Exorcise(character="a", target="bound", check="doubt"), "barred_already"),
        (Exorcise(character="b", target="it", check="doubt"), "no_feat"),
        (LiftBar(character="a", target="it", check="doubt"), "not_barred"),
        (LiftBar(character="b", target="bound", check="doubt"), "not_barred"),
        (Dominate(character="a", target="a"), "not_upon_oneself"),
        (Dominate(character="a", target="dead"), "no_longer_there"),
        (Dominate(character="poor", target="b"), "ability_floor"),
        (Dominate(character="b", target="a"), "no_feat"),
        (AnswerDominate(character="b", choice="consent"), "nothing_to_consent"),
        (Bless(character="f", target="a", ability="grace"), "not_ending"),
        (Bless(character="a", target="f", ability="grace"), "no_feat"),
        (StopTime(character="gone", hours=1), "no_feat"),
    ],
)
def test_what_cannot_be_is_refused(command: Command, code: str) -> None:
    people = {
        "gone": fly(vanished=True),
        "dead": make_quiet(killed=True),
        "far": make_curse(),
        "bound": make_curse(barred={"doubt": "a"}),
        "poor": read(grace=1),
        "f": fly(),
    }
    state = stand().state
    related = {**state.relations, **relate("a", "bound", 2)}
    change(begin(), people={**state.people, **people}, relations=related).when(command).refused(
        f"bloodberry.{code}"
    )


def test_a_weaker_relation_gives_no_blessing() -> None:
    end(2).when(BLESS).refused("bloodberry.relation_short")


def test_a_vanished_fairy_does_nothing_more() -> None:
    end(f=fly(vanished=True)).when(BLESS).refused("bloodberry.cannot_act")


def test_an_npc_dies_by_the_word_of_the_gm() -> None:
    play = stand(n=make_npc()).given(Dominate(character="a", target="n"))
    play.when(AnswerDominate(character="n", choice="consent"))
    assert play.state.people["n"].killed


def test_the_dead_have_effects_and_feats_left_but_no_vigour() -> None:
    dead = fly(killed=True, vigour=3, traits=hold(sublimated=("自堕落",)))
    play = begin(a=make_quiet(), f=dead)
    play.when(RollJudge(character="a", first="grace", second="grace", difficulty=3))
    play.asks("before_judge", "f", "effect:自堕落", "pass")
    play.when(AnswerWindow(character="f", use="effect:自堕落", target="a"), dice=d6(*[1] * 6))
    play.asks("after_dice", "f", "fairy_curse", "pass")


def test_the_dead_may_still_cancel_an_effect() -> None:
    forgetter = make_quiet(killed=True, traits=hold(sublimated=("忘却",)))
    play = begin(a=make_quiet(traits=hold(sublimated=("指輪",))), b=forgetter)
    judge = RollJudge(character="a", first="grace", second="grace", difficulty=1, use=("effect:指輪",))
    play.when(judge).asks("answer_effect", "b", "effect:忘却", "pass")
