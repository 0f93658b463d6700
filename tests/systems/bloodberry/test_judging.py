"""Judges (ジャッジ): basic and opposed, giving up, failing on purpose, and what is decided otherwise."""

from typing import Any

import pytest
from bloodberries import begin, make_curse, make_npc
from bloodjudges import answer, fresh, side_of
from bloodties import make_quiet
from kit import Play, d6

from tenmatsu.systems.bloodberry.commands.judging import DecideOtherwise, Oppose, RollJudge
from tenmatsu.systems.bloodberry.decide.judging import make_side
from tenmatsu.systems.bloodberry.decide.settling import find_winner
from tenmatsu.systems.bloodberry.events.judging import (
    ContestNamed,
    DecidedOtherwise,
    GaveUp,
    JudgeBegun,
    JudgeDecided,
    JudgeRolled,
    ResultShown,
    SuccessRefused,
    TraitHelped,
)
from tenmatsu.systems.bloodberry.judges import Judge
from tenmatsu.systems.bloodberry.staging import Scene


def alone(options: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return a play with `a` alone, 2/2/3, with changes."""
    return begin(options, a=make_quiet(**values))


def two(options: dict[str, Any] | None = None, **people: Any) -> Play:
    """Return a play with `a` and the NPC `b`, whom nobody asks."""
    known: dict[str, Any] = {"a": make_quiet(), "b": make_npc(), **people}
    return begin(options, **known)


def judge(difficulty: int = 2, **values: Any) -> RollJudge:
    """Return a basic judge of `a` with passion and grace."""
    fields: dict[str, Any] = {"character": "a", "first": "passion", "second": "grace", **values}
    return RollJudge(difficulty=difficulty, **fields)


def oppose(**values: Any) -> Oppose:
    """Return an opposed judge of `a` against `b` with passion and grace."""
    fields: dict[str, Any] = {"character": "a", "opponent": "b", "first": "passion", "second": "grace"}
    return Oppose(**{**fields, **values})


# ---- basic judges ----


@pytest.mark.parametrize(
    "faces, achievement, winner",
    [((5, 6, 1, 2), 2, "active"), ((4, 4, 4, 6), 1, ""), ((1, 2, 3, 4), 0, ""), ((5, 5, 6, 6), 4, "active")],
)
def test_as_many_dice_as_the_standards_fall_and_the_5_and_6_are_counted(
    faces: tuple[int, ...], achievement: int, winner: str
) -> None:
    play = alone().when(judge(), d6(*faces)).settled()

    assert [event.__class__ for event in play.events] == [JudgeBegun, JudgeRolled, JudgeDecided]
    assert play.only(JudgeRolled).achievement == achievement
    decided = play.only(JudgeDecided)
    assert (decided.achievement, decided.against, decided.winner) == (achievement, 2, winner)
    assert play.state.judge is None


def test_one_ability_may_be_both_standards() -> None:
    play = alone().when(judge(first="maturity", second="maturity"), d6(6, 6, 1, 1, 1, 1))

    assert play.only(JudgeDecided).winner == "active"


def test_modifiers_change_the_dice_and_fixed_ones_the_achievement() -> None:
    play = alone().when(judge(3, modifier=-1, plus=2), d6(6, 1, 1))

    rolled = play.only(JudgeRolled)
    assert (rolled.side.dice, rolled.achievement, rolled.success) == (3, 3, True)
    assert rolled.side.reasons == {"modifier": -1}


def test_there_are_never_fewer_than_no_dice_and_nothing_is_rolled_then() -> None:
    play = alone().when(judge(1, modifier=-9))

    assert (play.only(JudgeRolled).faces, play.only(JudgeDecided).winner) == ((), "")


def test_an_achievement_is_never_below_0() -> None:
    play = alone().when(judge(0, plus=-3), d6(6, 1, 1, 1))

    assert (play.only(JudgeDecided).achievement, play.only(JudgeDecided).winner) == (0, "active")


def test_what_befalls_somebody_is_judged_on_the_passive_side() -> None:
    play = alone().when(judge(1, passive=True), d6(6, 1, 1, 1))

    assert play.only(JudgeRolled).of == "passive"
    assert play.only(JudgeDecided).winner == "passive"


def test_a_table_may_count_other_faces() -> None:
    play = begin(tables="[judge]\nhit = 4\n", a=make_quiet()).when(judge(), d6(4, 4, 3, 1))

    assert play.only(JudgeDecided).achievement == 2


# ---- opposed judges ----


@pytest.mark.parametrize(
    "active, passive, winner",
    [
        ((5, 6, 1, 1), (6, 1, 1, 1), "active"),
        ((5, 1, 1, 1), (6, 6, 1, 1), "passive"),
        ((5, 1, 1, 1), (6, 1, 1, 1), "passive"),
        ((1, 1, 1, 1), (1, 1, 1, 1), "passive"),
    ],
)
def test_the_higher_achievement_succeeds_and_a_tie_goes_to_the_passive_side(
    active: tuple[int, ...], passive: tuple[int, ...], winner: str
) -> None:
    play = two().when(oppose(), d6(*active, *passive)).settled()

    assert [event.of for event in play.all(JudgeRolled)] == ["active", "passive"]
    assert play.only(JudgeDecided).winner == winner


@pytest.mark.parametrize("tie, second, result", [("fails", "", "tied"), ("second", "a", "tied_second")])
def test_in_a_tie_the_active_side_fails_without_being_second_or_as_second(
    tie: str, second: str, result: str
) -> None:
    play = two({"tie": tie}).when(oppose(), d6(6, 1, 1, 1, 5, 1, 1, 1))

    decided = play.only(JudgeDecided)
    assert (decided.winner, decided.tied, decided.second, decided.result) == ("passive", True, second, result)


def test_the_sides_may_have_standards_and_modifiers_of_their_own() -> None:
    command = oppose(opponent_first="maturity", modifier=1, plus=1, opponent_modifier=-1, opponent_plus=2)
    play = two(b=make_curse(unease=3)).when(command, d6(6, 1, 1, 1, 1, 6, 1, 1, 1))

    assert [event.side.dice for event in play.all(JudgeRolled)] == [5, 4]
    assert [event.achievement for event in play.all(JudgeRolled)] == [2, 3]
    assert play.only(JudgeDecided).winner == "passive"


def test_a_player_whom_another_opposes_is_asked_whether_to_give_up() -> None:
    play = two(b=make_quiet()).when(oppose()).asks("before_judge", "b", "give_up", "pass")
    play.when(answer("b"), d6(6, 1, 1, 1, 1, 1, 1, 1)).settled()

    assert play.only(JudgeDecided).winner == "active"


# ---- giving up, and failing on purpose ----


def test_who_gives_up_a_judge_fails_without_dice() -> None:
    play = alone().when(judge(0, use=("give_up",))).settled()

    assert play.only(GaveUp).of == "active"
    assert play.all(JudgeRolled) == []
    assert play.only(JudgeDecided).winner == ""


def test_when_the_active_side_gives_up_the_passive_side_succeeds_without_dice() -> None:
    play = two().when(oppose(use=("give_up",))).settled()

    assert play.all(JudgeRolled) == []
    assert play.only(JudgeDecided).winner == "passive"


def test_when_the_passive_side_gives_up_the_active_side_succeeds_without_dice() -> None:
    play = two(b=make_quiet()).given(oppose()).when(answer("b", "give_up")).settled()

    assert play.only(GaveUp) == GaveUp(character="b", of="passive")
    assert play.only(JudgeDecided).winner == "active"


def test_when_both_give_up_nobody_succeeds() -> None:
    play = two()
    given_up = Judge(
        kind="opposed",
        active=make_side("a", "passion", "grace", given_up=True),
        passive=make_side("b", "passion", "grace", given_up=True),
    )

    assert find_winner(given_up, play.rules) == ""


def test_after_the_active_side_gave_up_the_passive_side_has_nothing_to_give_up() -> None:
    play = two(b=make_quiet()).given(oppose(open=True)).asks("before_judge", "a", "give_up", "pass")
    play.when(answer("a", "give_up")).settled()

    assert play.only(JudgeDecided).winner == "passive"


def test_a_judge_may_ask_in_any_case_whether_somebody_gives_up() -> None:
    play = alone().when(judge(open=True)).asks("before_judge", "a", "give_up", "pass")
    play.when(answer("a", "give_up")).settled()

    assert play.only(JudgeDecided).winner == ""


def test_whoever_succeeds_may_turn_that_into_a_failure() -> None:
    play = alone().given(judge(1, open=True)).given(answer("a"), dice=d6(6, 1, 1, 1))
    play.asks("after_result", "a", "fail", "pass").when(answer("a", "fail")).settled()

    assert play.only(SuccessRefused).of == "active"
    assert play.only(JudgeDecided).winner == ""


def test_when_a_winner_fails_on_purpose_the_other_side_does_not_succeed_for_that() -> None:
    play = two().given(oppose(open=True)).given(answer("a"), answer("b"), dice=d6(6, 6, 1, 1, 5, 1, 1, 1))
    assert isinstance(play.history[-2], ResultShown)
    play.asks("after_result", "a", "fail", "pass").when(answer("a", "fail")).settled()

    decided = play.only(JudgeDecided)
    assert (decided.winner, decided.result) == ("", "nobody")


def test_whoever_fails_has_nothing_to_give_away() -> None:
    play = alone().given(judge(1, open=True)).when(answer("a"), d6(1, 1, 1, 1)).settled()

    assert play.only(JudgeDecided).winner == ""


# ---- sublimated traits that fit ----


def test_a_sublimated_trait_that_fits_gives_a_die_once_a_scene() -> None:
    play = alone(traits=fresh("頑張り屋"))
    play.when(judge()).asks("before_judge", "a", "help:頑張り屋", "give_up", "pass")
    play.when(answer("a", "help:頑張り屋"), d6(6, 6, 1, 1, 1)).settled()
    assert play.only(TraitHelped).side.reasons == {"頑張り屋": 1}
    assert play.only(JudgeRolled).side.dice == 5

    play.when(judge(), d6(6, 6, 1, 1)).settled()
    assert play.all(TraitHelped) == []


def test_each_trait_that_fits_gives_its_die() -> None:
    play = alone(traits=fresh("頑張り屋", "病弱"))
    play.given(judge()).when(answer("a", "help:病弱")).asks(
        "before_judge", "a", "help:頑張り屋", "give_up", "pass"
    )
    play.when(answer("a", "help:頑張り屋"), d6(1, 1, 1, 1, 1, 1))

    assert play.only(JudgeRolled).side.reasons == {"病弱": 1, "頑張り屋": 1}


def test_helping_is_apart_from_the_effect() -> None:
    play = alone(traits=fresh("指輪"))
    play.when(judge()).asks("before_judge", "a", "help:指輪", "effect:指輪", "give_up", "pass")
    play.when(answer("a", "effect:指輪")).asks("before_judge", "a", "help:指輪", "give_up", "pass")
    play.when(answer("a", "help:指輪"), d6(1, 1, 1, 1, 1, 1, 1))

    assert play.only(JudgeRolled).side.reasons == {"指輪": 3}


def test_a_trait_that_is_not_sublimated_does_not_help() -> None:
    play = begin(a=make_quiet(traits={"指輪": fresh("指輪")["指輪"].__class__()}))

    play.when(judge(), d6(1, 1, 1, 1)).settled()


def test_the_gm_may_name_the_traits_that_fit() -> None:
    play = alone(traits=fresh("頑張り屋", "病弱"))
    play.when(judge(fitting=("病弱",))).asks("before_judge", "a", "help:病弱", "give_up", "pass")
    play.when(answer("a", "help:頑張り屋")).refused("window_option")

    other = alone(traits=fresh("頑張り屋")).when(judge(fitting=()), d6(1, 1, 1, 1))
    other.settled()


# ---- announced at once ----


def test_what_is_announced_is_done_without_a_question() -> None:
    play = alone(traits=fresh("指輪", "病弱"))
    play.when(judge(use=("effect:指輪", "help:病弱")), d6(6, 6, 1, 1, 1, 1, 1)).settled()

    assert play.only(JudgeRolled).side.reasons == {"指輪": 2, "病弱": 1}


def test_pass_announces_that_nothing_is_done() -> None:
    play = alone(traits=fresh("指輪")).when(judge(use=("pass",)), d6(6, 6, 1, 1)).settled()

    assert play.only(JudgeRolled).side.reasons == {}


@pytest.mark.parametrize("use", ["help:病弱", "effect:教師", "reroll", "effect:忘却", "nonsense"])
def test_what_cannot_be_used_is_not_announced(use: str) -> None:
    play = alone(traits=fresh("指輪", "教師", "忘却"))

    play.when(judge(use=(use,))).refused("bloodberry.use_not_allowed")


def test_nothing_is_announced_twice() -> None:
    play = alone(traits=fresh("指輪"))

    play.when(judge(use=("help:指輪", "help:指輪"))).refused("bloodberry.use_not_allowed")


# ---- who may ----


def test_who_is_out_or_unknown_makes_no_judge() -> None:
    alone(out=True).when(judge()).refused("bloodberry.cannot_act")
    alone().when(judge(character="nobody")).refused("bloodberry.unknown_character")
    two(b=make_npc(out=True)).when(oppose()).refused("bloodberry.cannot_act")


def test_nobody_opposes_themselves() -> None:
    alone().when(oppose(opponent="a")).refused("bloodberry.against_oneself")


def test_who_is_not_in_the_scene_makes_no_judge() -> None:
    play = two(c=make_quiet())
    state = play.state.__class__(people=play.state.people, scene=Scene(running=True, participants=("c",)))

    play.given_state(state).when(judge()).refused("bloodberry.not_in_scene")


def test_a_judge_stays_as_it_is_until_it_is_answered() -> None:
    play = alone(traits=fresh("指輪")).given(judge())

    assert side_of(play, "active").faces == ()
    play.when(answer("b")).refused("window_asks_another")


# ---- without a judge ----


def test_the_gm_lets_an_act_succeed() -> None:
    alone().when(DecideOtherwise(character="a", way="granted")).then(
        DecidedOtherwise(character="a", way="granted", success=True)
    )


@pytest.mark.parametrize("success", [True, False])
def test_janken_decides_and_is_recorded_with_its_outcome(success: bool) -> None:
    two().when(DecideOtherwise(character="a", opponent="b", way="janken", success=success)).then(
        DecidedOtherwise(character="a", opponent="b", way="janken", success=success)
    )


@pytest.mark.parametrize(
    "call, face, coin, success",
    [("heads", 1, "heads", True), ("heads", 2, "tails", False), ("tails", 2, "tails", True)],
)
def test_a_coin_is_tossed_where_its_outcome_is_left_out(
    call: Any, face: int, coin: Any, success: bool
) -> None:
    play = alone().when(DecideOtherwise(character="a", way="coin", call=call), [(2, face)])

    play.then(DecidedOtherwise(character="a", way="coin", success=success, call=call, coin=coin))


def test_a_coin_of_the_table_is_recorded_as_it_fell() -> None:
    play = alone().when(DecideOtherwise(character="a", way="coin", success=False))

    assert play.only(DecidedOtherwise).result == "failure"


def test_another_contest_is_named_in_own_words() -> None:
    command = DecideOtherwise(character="a", way="other", success=True, text="ルートビアの早飲み")

    alone().when(command).then(
        ContestNamed(character="a", text="ルートビアの早飲み"),
        DecidedOtherwise(character="a", way="other", success=True),
    )


@pytest.mark.parametrize("way", ["janken", "other"])
def test_a_contest_without_its_outcome_is_refused(way: Any) -> None:
    alone().when(DecideOtherwise(character="a", way=way)).refused("bloodberry.outcome_missing")
