"""Relation checks (関係判定): dice, success, strength, limits, and the readings of who succeeds."""

from typing import Any

import msgspec
import pytest
from bloodberries import change, make_curse, make_npc, relate
from bloodties import INQUIRY, check, make_quiet, meet, own, strength_of
from kit import Play, d6, work_on

from tenmatsu.events.table import Rolled
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.decide.effects import work_effect
from tenmatsu.systems.bloodberry.decide.relations import (
    conclude_relation_check,
    set_strength,
)
from tenmatsu.systems.bloodberry.events.feats import BarHeld
from tenmatsu.systems.bloodberry.events.judging import JudgeBegun
from tenmatsu.systems.bloodberry.events.relations import (
    RelationCheckBegun,
    RelationCheckDecided,
    StrengthChanged,
    SublimationAsked,
    WinOffered,
)
from tenmatsu.systems.bloodberry.judges import Effect, Judge, Side
from tenmatsu.systems.bloodberry.people import Ability, Person, RelationType
from tenmatsu.systems.bloodberry.staging import Scene


def winner_of(play: Play) -> str:
    """Return who succeeded in the last check."""
    decided: RelationCheckDecided = play.only(RelationCheckDecided)
    return decided.winner


# ---- dice ----


@pytest.mark.parametrize(
    "kind, second, active, passive",
    [
        ("inquiry", "grace", 1 + 2, 4 + 4),
        ("inquiry", "maturity", 1 + 3, 4 + 4),
        ("banter", "passion", 2 + 1, 5 + 5),
        ("banter", "maturity", 2 + 3, 5 + 5),
        ("allure", "passion", 3 + 1, 6 + 6),
        ("allure", "grace", 3 + 2, 6 + 6),
    ],
)
def test_the_active_side_adds_another_ability_to_the_types_own_which_the_passive_side_counts_twice(
    kind: RelationType, second: Ability, active: int, passive: int
) -> None:
    play = meet(a=make_quiet(passion=1, grace=2, maturity=3), b=make_quiet(passion=4, grace=5, maturity=6))
    command = RelationCheck(character="a", target="b", check=kind, second=second)
    check(play, (1,) * active, (1,) * passive, command)

    rolled = [event.faces for event in play.history if isinstance(event, Rolled)]
    assert [len(faces) for faces in rolled] == [active, passive]


def test_the_second_ability_differs_from_the_types_own() -> None:
    same = RelationCheck(character="a", target="b", check="inquiry", second="passion")
    meet().when(same).refused("bloodberry.check_standard_twice")


def test_each_unsublimated_trait_that_affirms_the_type_is_a_die_more_on_either_side() -> None:
    play = meet(
        a=make_quiet(traits=own("片思い", "病弱", "指輪")),  # the ring affirms allure
        b=make_quiet(traits=own("まぐろ", spent=("忘却",))),
    )
    check(play, (1,) * (2 + 2 + 2), (1,) * (2 + 2 + 1))

    begun: JudgeBegun = play.only(JudgeBegun)
    assert begun.judge.active is not None
    assert begun.judge.passive is not None
    assert begun.judge.active.reasons == {"片思い": 1, "病弱": 1}
    assert begun.judge.passive.reasons == {"まぐろ": 1}


@pytest.mark.parametrize(
    "kind, second, passive", [("inquiry", "grace", 2), ("banter", "passion", 4), ("allure", "grace", 6)]
)
def test_an_embodied_curse_answers_with_its_own_doubt_malice_and_unease(
    kind: RelationType, second: Ability, passive: int
) -> None:
    play = meet(b=make_curse(doubt=1, malice=2, unease=3))
    command = RelationCheck(character="a", target="b", check=kind, second=second)
    active = 5 if kind == "allure" else 4
    check(play, (1,) * active, (1,) * passive, command)
    assert winner_of(play) == "passive"


# ---- who succeeds ----


def test_an_active_success_raises_the_strength_and_lets_those_short_of_it_sublimate() -> None:
    """Inquiry, 2 + 2 and an affirming trait: faces 5 6 1 2 3 are 2, enough for strength 2 against a 1."""
    play = meet(
        1,
        a=make_quiet(traits=own("病弱", "指輪", spent=("やせ我慢",))),
        b=make_quiet(traits=own("狼さん", spent=("魔女", "自堕落"))),
    )
    check(play, (5, 6, 1, 2, 3), (5, 1, 1, 1))

    assert play.only(RelationCheckDecided) == RelationCheckDecided(
        character="a", target="b", check="inquiry", achievement=2, against=1, needed=2, winner="active"
    )
    assert play.only(StrengthChanged) == StrengthChanged(one="a", other="b", change=1, now=2)
    assert play.only(SublimationAsked).character == "a"
    play.asks("sublimate", "a", "病弱", "指輪")


def test_of_equal_achievements_the_passive_side_wins_and_chooses() -> None:
    play = meet(1)
    check(play, (5, 5, 1, 1), (6, 6, 1, 1))

    assert winner_of(play) == "passive"
    assert play.only(WinOffered).character == "b"
    play.asks("passive_win", "b", "raise", "lower", "vigour")


@pytest.mark.parametrize("strength", [0, 1, 2])
def test_the_active_side_has_to_reach_the_new_strength(strength: int) -> None:
    for hits in range(1, 5):
        play = meet(strength, b=make_npc(passion=0))
        check(play, (5,) * hits + (1,) * (4 - hits), ())
        assert winner_of(play) == ("active" if hits > strength else "nobody")
        assert strength_of(play) == strength + (hits > strength)


def test_nobody_succeeds_with_a_high_but_short_achievement_or_the_passive_side_wins() -> None:
    for reading, winner in (("nobody", "nobody"), ("passive", "passive")):
        play = meet(2, {"active_short": reading})
        check(play, (5, 5, 1, 1), (5, 1, 1, 1))
        assert winner_of(play) == winner
        assert strength_of(play) == 2
        assert bool(play.pending) is (winner == "passive")


def test_a_passive_win_need_not_reach_the_new_strength_or_has_to() -> None:
    for reading, winner in (("no", "passive"), ("yes", "nobody")):
        play = meet(1, {"passive_strength": reading})
        check(play, (1, 1, 1, 1), (5, 1, 1, 1))
        assert winner_of(play) == winner
        assert bool(play.pending) is (winner == "passive")
    enough = check(meet(1, {"passive_strength": "yes"}), (1, 1, 1, 1), (5, 5, 1, 1))
    assert winner_of(enough) == "passive"


def test_where_the_passive_side_gives_up_the_strength_must_be_reached_or_need_not_be() -> None:
    give_up = AnswerWindow(character="b", use="give_up")
    for faces, winner in (((5, 5, 1, 1), "active"), ((5, 1, 1, 1), "nobody")):
        play = meet(1, {"passive_gives_up": "strength"}).given(INQUIRY).when(give_up, dice=d6(*faces))
        assert winner_of(play) == winner
    play = meet(1, {"passive_gives_up": "succeeds"}).given(INQUIRY).when(give_up)
    assert (winner_of(play), strength_of(play)) == ("active", 2)


def test_where_the_active_side_gives_up_the_passive_side_wins() -> None:
    play = meet(1).when(msgspec.structs.replace(INQUIRY, use=("give_up",)))
    assert winner_of(play) == "passive"
    play.asks("passive_win", "b", "raise", "lower", "vigour")


def test_a_success_may_be_given_away_where_everybody_is_asked() -> None:
    play = meet(1)
    play.given(msgspec.structs.replace(INQUIRY, open=True), AnswerWindow(character="a", use="pass"))
    play.given(AnswerWindow(character="b", use="pass"), dice=d6(5, 5, 1, 1, 1, 1, 1, 1))
    play.asks("after_result", "a", "fail", "pass")
    play.when(AnswerWindow(character="a", use="fail"))
    assert (winner_of(play), strength_of(play)) == ("nobody", 1)
    play.settled()


def test_a_check_at_the_highest_strength_changes_nothing_for_the_active_side_or_is_refused() -> None:
    play = meet(3, {"check_at_max": "allowed"}, a=make_quiet(traits=own("病弱", "指輪")))
    check(play, (5, 5, 5, 1, 1), (1, 1, 1, 1))
    assert (winner_of(play), strength_of(play)) == ("active", 3)
    play.settled()

    won = check(meet(3, {"check_at_max": "allowed"}), (1, 1, 1, 1), (5, 1, 1, 1))
    won.asks("passive_win", "b", "lower", "vigour")

    refused = meet(3, {"check_at_max": "refused"}).when(INQUIRY)
    refused.refused("bloodberry.check_at_max")
    check(meet(2, {"check_at_max": "refused"}), (1, 1, 1, 1), (5, 1, 1, 1))


def test_a_cancelled_check_has_no_result() -> None:
    play = meet(1)
    one, other = Side(character="a", faces=(5, 5)), Side(character="b", faces=(1, 1))
    judge = Judge(kind="relation", type="inquiry", active=one, passive=other, difficulty=2, cancelled=True)
    work = work_on(play)
    conclude_relation_check(work, judge)

    assert [one.event for one in work.recorded] == [
        RelationCheckDecided(
            character="a", target="b", check="inquiry", achievement=2, against=0, needed=2, winner="cancelled"
        )
    ]


# ---- limits ----


def test_there_is_one_relation_check_each_in_an_interlude() -> None:
    play = meet(1, c=make_quiet())
    check(play, (5, 1, 1, 1), (1, 1, 1, 1))
    assert play.only(RelationCheckBegun) == RelationCheckBegun(
        character="a", target="b", check="inquiry", needed=2
    )
    again = RelationCheck(character="a", target="c", check="banter", second="passion")
    play.when(again).refused("bloodberry.check_made")

    others = RelationCheck(character="b", target="a", check="inquiry", second="grace")
    check(play, (5, 1, 1, 1), (1, 1, 1, 1), others)
    assert play.state.people["b"].checked


def test_nobody_checks_a_relation_to_themselves() -> None:
    oneself = RelationCheck(character="a", target="a", check="inquiry", second="grace")
    meet().when(oneself).refused("bloodberry.check_on_oneself")


def test_a_relation_check_needs_an_interlude() -> None:
    for scene in (Scene(), Scene(running=True, participants=("a", "b"))):
        change(meet(), scene=scene).when(INQUIRY).refused("bloodberry.check_outside_interlude")


def test_a_relation_check_needs_two_people_who_are_there_and_can_act() -> None:
    stranger = RelationCheck(character="a", target="nobody", check="inquiry", second="grace")
    meet().when(stranger).refused("bloodberry.unknown_character")
    for gone in ({"out": True}, {"absent": 1}, {"vanished": True}, {"killed": True}):
        meet(a=make_quiet(**gone)).when(INQUIRY).refused("bloodberry.cannot_act")
        meet(b=make_quiet(**gone)).when(INQUIRY).refused("bloodberry.cannot_act")


def test_who_is_held_makes_no_relation_check_until_the_hour_is_over() -> None:
    held = change(meet(a=make_quiet(no_checks_until=120)), clock=119)
    held.when(INQUIRY).refused("bloodberry.is_held")
    check(change(held, clock=120), (1, 1, 1, 1), (1, 1, 1, 1))


def test_a_barred_check_is_used_up_without_a_judge() -> None:
    play = meet(1, a=make_quiet(barred={"inquiry": "b"}))
    play.when(INQUIRY)
    assert play.state.people["a"].checked
    assert play.only(BarHeld).check == "inquiry"
    assert strength_of(play) == 0
    assert not play.all(JudgeBegun)

    other = check(meet(1, a=make_quiet(barred={"banter": "b"})), (1, 1, 1, 1), (1, 1, 1, 1))
    assert other.all(JudgeBegun)


# ---- strength ----


def test_a_strength_stays_within_its_limits() -> None:
    for wanted, got in ((-1, 0), (0, 0), (3, 3), (4, 3)):
        work = work_on(meet(1))
        set_strength(work, "a", "b", wanted)
        assert work.state.relations["a|b"].strength == got
    work = work_on(meet(1))
    set_strength(work, "a", "b", 1)
    assert not work.recorded


def test_people_who_have_no_relation_yet_get_one_by_a_success() -> None:
    play = change(meet(c=make_npc()), relations=relate("a", "b"))
    stranger = RelationCheck(character="a", target="c", check="inquiry", second="grace")
    check(play, (5, 5, 1, 1), (5, 1, 1, 1), stranger)
    assert strength_of(play, "a", "c") == 1
    assert strength_of(play, "a", "b") == 0


def effort(strength: int, reading: str, **people: Person) -> Any:
    """Let the effect of 頑張り屋 work, which `a` has announced to use on `b`."""
    play = meet(strength, {"ganbari_sublimates": reading}, **people)
    work = work_on(change(play, effects=(Effect(character="a", trait="頑張り屋", target="b"),)))
    work_effect(work)
    return work


def test_an_effort_raises_a_relation_of_one_to_two_with_or_without_sublimating() -> None:
    people = {
        "a": make_quiet(traits=own("指輪", "教師", spent=("頑張り屋",))),
        "b": make_quiet(traits=own("魔女", spent=("狼さん", "自堕落"))),
    }
    plain = effort(1, "no", **people)
    assert plain.state.relations["a|b"].strength == 2
    assert not plain.state.choices

    deep = effort(1, "yes", **people)
    assert deep.state.relations["a|b"].strength == 2
    assert [(choice.whom, choice.options) for choice in deep.state.choices] == [("a", ("指輪", "教師"))]
