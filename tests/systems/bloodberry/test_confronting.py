"""Confrontations (対峙): camps, checks that raise the camp's relation, curses' turns."""

from typing import Any

import pytest
from bloodberries import begin, change, hold, make_curse, make_npc, make_person
from confronted import check, confront, fall, make_quiet, strength_of
from kit import d6

from tenmatsu.engine.contract import Turn
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.commands.confronting import (
    BeginConfrontation,
)
from tenmatsu.systems.bloodberry.commands.curses import CallCurse, LoseAbility
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.commands.rounds import ForgoAction
from tenmatsu.systems.bloodberry.events.confronting import (
    CampStrengthChanged,
    ConfrontationBegun,
    ConfrontationEnded,
    ConfrontCheckBegun,
    ConfrontCheckDecided,
    TurnsRenewed,
)
from tenmatsu.systems.bloodberry.events.curses import AbilityLost
from tenmatsu.systems.bloodberry.events.feats import BarHeld
from tenmatsu.systems.bloodberry.events.relations import StrengthChanged, SublimationAsked, VigourGained
from tenmatsu.systems.bloodberry.events.rounds import RoundsBegun
from tenmatsu.systems.bloodberry.staging import Scene

# ---- the beginning ----


def test_all_player_characters_who_are_there_are_one_camp_where_none_is_named() -> None:
    people: dict[str, Any] = {
        "a": make_person(),
        "b": make_person(out=True),
        "c": make_person(),
        "n": make_npc(),
    }
    play = begin(**people, m=make_curse())
    change(play, scene=Scene(running=True, participants=("a", "b", "n", "m")))
    play.when(BeginConfrontation(curses=("m",)))
    play.then(ConfrontationBegun(curses=("m",), camps={"pcs": ("a",)}, sizes={"pcs": 1}))
    assert strength_of(play) == 0


def test_camps_may_be_several_each_with_its_number_of_player_characters() -> None:
    play = begin(a=make_person(), b=make_person(), n=make_npc(), m=make_curse())
    camps = {"moon": ("a", "n"), "sun": ("b",)}
    play.when(BeginConfrontation(curses=("m",), camps=camps))
    begun = play.only(ConfrontationBegun)
    assert begun.sizes == {"moon": 1, "sun": 1}
    assert begun.members == ("a", "n", "b")


def test_what_is_no_confrontation_is_refused() -> None:
    play = begin(a=make_person(), n=make_npc(), m=make_curse())
    wrong: tuple[dict[str, tuple[str, ...]], ...] = ({"x": ("a", "m")}, {"x": ("a",), "y": ("a",)})
    for camps in wrong:
        play.when(BeginConfrontation(curses=("m",), camps=camps)).refused("bloodberry.not_for_camp")
    play.when(BeginConfrontation(curses=("m",), camps={"x": ("n",)})).refused("bloodberry.camp_without_pc")
    play.when(BeginConfrontation(curses=())).refused("bloodberry.nothing_to_confront")
    play.when(BeginConfrontation(curses=("n",))).refused("bloodberry.no_curse")
    change(play, scene=Scene(interlude=True)).when(BeginConfrontation(curses=("m",)))
    play.refused("bloodberry.confront_in_interlude")
    confront().when(BeginConfrontation(curses=("m",))).refused("bloodberry.confrontation_runs")


def test_a_confrontation_may_begin_with_round_progress_at_once() -> None:
    play = begin(a=make_person(), m=make_curse())
    play.when(BeginConfrontation(curses=("m",), rounds=True), dice=[(104 - at, 1) for at in range(6)])
    assert play.only(RoundsBegun).actors == ("a", "m")


# ---- relation checks ----


def test_a_success_raises_the_relation_of_camp_and_curse_and_not_that_of_the_two() -> None:
    play = confront()
    play.when(check(), fall(1, 0))
    assert play.only(ConfrontCheckBegun).needed == 1
    assert play.only(ConfrontCheckDecided) == ConfrontCheckDecided(
        character="a",
        target="m",
        camp="pcs",
        check="inquiry",
        achievement=1,
        against=0,
        needed=1,
        success=True,
        result="success",
    )
    assert play.only(CampStrengthChanged) == CampStrengthChanged(
        camp="pcs", curse="m", change=1, now=1, most=3
    )
    assert play.all(StrengthChanged) == []
    assert play.state.relations == {}


@pytest.mark.parametrize(
    "hits, against, success", [(2, 1, True), (1, 0, False), (2, 2, False), (3, 3, False)]
)
def test_the_achievement_must_win_and_reach_the_new_strength(hits: int, against: int, success: bool) -> None:
    play = confront(strength=1)
    play.when(check(), fall(hits, against))
    assert play.only(ConfrontCheckDecided).success is success
    assert strength_of(play) == 1 + success


def test_a_failure_changes_no_strength_and_gives_no_vigour() -> None:
    play = confront(strength=2)
    play.when(check(), fall(0, 3))
    assert (play.all(CampStrengthChanged), play.all(VigourGained)) == ([], [])
    play.settled()
    assert strength_of(play) == 2


def test_the_relation_may_pass_three_up_to_the_number_of_player_characters() -> None:
    people: dict[str, Any] = {name: make_quiet(passion=3) for name in "abcde"}
    play = confront(None, strength=3, **people)
    play.when(check(), fall(4, 0, dice=5))
    assert play.only(CampStrengthChanged) == CampStrengthChanged(
        camp="pcs", curse="m", change=1, now=4, most=5
    )
    assert play.all(ConfrontationEnded) == []
    play.when(check("b"), fall(5, 0, dice=5))
    assert play.only(ConfrontationEnded) == ConfrontationEnded(result="players_win", camp="pcs")


def test_when_a_camps_relation_rises_nobody_sublimates_or_who_rolled_does() -> None:
    person = make_quiet(traits=hold("やせ我慢", "自堕落", "狼さん"))
    play = confront(None, a=person)
    play.when(check(), fall(1, 0)).settled()

    play = confront({"confrontation_sublimates": "roller"}, a=person)
    play.when(check(), fall(1, 0))
    assert play.only(SublimationAsked).character == "a"


def test_a_check_is_upon_a_curse_that_is_confronted_by_somebody_of_a_camp() -> None:
    play = confront(None, n=make_npc(), other=make_curse())
    play.when(check(target="n")).refused("bloodberry.not_confronted")
    play.when(check(target="other")).refused("bloodberry.not_confronted")
    play.when(check("n")).refused("bloodberry.not_confronted")
    play.when(RelationCheck(character="a", target="m", check="inquiry", second="passion"))
    play.refused("bloodberry.check_standard_twice")


def test_a_barred_check_is_a_turn_action_all_the_same() -> None:
    play = confront(None, a=make_quiet(barred={"inquiry": "b"}))
    play.when(check())
    assert play.only(BarHeld).target == "a"
    play.when(check()).refused("bloodberry.had_turn")


def test_chances_are_those_of_the_camps_new_strength() -> None:
    play = confront(strength=2)
    chance = SYSTEM.chance(play.state, play.rules, check())
    wins = next(odds for odds in chance.odds if odds.outcome == "active_wins")
    three, four = 4 * 2**3 * 4, 2**4
    against = {0: 4**4, 1: 4 * 2 * 4**3, 2: 6 * 4 * 4**2, 3: 4 * 8 * 4}
    below_three = against[0] + against[1] + against[2]
    assert wins.favourable == three * below_three + four * (below_three + against[3])


# ---- turns ----


def test_turns_go_round_player_characters_first_and_then_curses() -> None:
    play = confront()
    play.when(CallCurse(character="a", check="doubt", curse="m")).refused("bloodberry.others_first")
    for name in "abc":
        play.given(check(name), dice=fall(0, 0))
    play.when(check("a")).refused("bloodberry.had_turn")
    play.when(CallCurse(character="a", check="doubt", curse="m"), d6(5, 5, 1, 1))
    assert play.only(TurnsRenewed) == TurnsRenewed(turns=2)
    assert SYSTEM.turn(play.state) == Turn("a", 2)


def test_a_turn_may_be_let_go() -> None:
    play = confront()
    play.given(ForgoAction(character="a"), ForgoAction(character="b"), ForgoAction(character="c"))
    assert SYSTEM.turn(play.state) == Turn("m", 1)


def test_a_curse_of_an_embodied_curse_is_its_turn_and_what_is_not_its_own_is_an_event() -> None:
    play = confront(None, b=make_quiet(out=True), c=make_quiet(out=True))
    play.when(CallCurse(character="a", check="doubt", difficulty=1), d6(5, 1, 1, 1))
    assert SYSTEM.turn(play.state) == Turn("a", 1)
    play.given(ForgoAction(character="a"))
    play.when(CallCurse(character="a", check="malice", curse="m"), d6(5, 1, 1, 1))
    assert play.only(AbilityLost) == AbilityLost(
        character="a", ability="grace", amount=1, now=1, lost=1, by="m"
    )


def test_turns_go_round_again_when_whoever_had_none_yet_falls_out() -> None:
    play = confront(None, m=make_curse(doubt=0), c=make_quiet(passion=1))
    change(play, scene=Scene(acted=("a", "b", "m")))
    play.when(LoseAbility(character="c", ability="passion"))
    assert play.only(TurnsRenewed).turns == 2


def test_who_left_the_scene_has_no_turn_and_nobody_waits_for_them() -> None:
    play = confront()
    change(play, scene=Scene(number=1, running=True, participants=("b", "c")))
    play.when(check()).refused("bloodberry.not_in_scene")
    assert SYSTEM.turn(play.state) == Turn("b", 1)
    play.given(ForgoAction(character="b"), ForgoAction(character="c"))
    play.when(ForgoAction(character="m"))
    assert play.only(TurnsRenewed).turns == 2
