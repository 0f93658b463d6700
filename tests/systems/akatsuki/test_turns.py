"""Action points, zombie time over the rounds, and turns that pass on."""

from typing import Any

import pytest
from akatsukis import begin, make_figure, make_npc
from kit import Play, d6

from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.commands.combat import (
    Act,
    BeginCombat,
    Defend,
    EndCombat,
    EndTurn,
    MoveLane,
    Strike,
)
from tenmatsu.systems.akatsuki.commands.damage import InflictHarm, RollSurvival
from tenmatsu.systems.akatsuki.decide.turns import are_near, find_turn, may_pass, measure_distance
from tenmatsu.systems.akatsuki.events.combat import CombatEnded, HitTaken, MajorSpent, RoundBegun, TurnEnded
from tenmatsu.systems.akatsuki.events.damage import CountersLost, Died, Doomed
from tenmatsu.systems.akatsuki.state import Figure, State, Wound

SHOUT = Act(character="tetsu", timing="major", text="立ち上がる")
FIGHT = BeginCombat(characters=("tetsu", "thug"))


def fight(options: dict[str, Any] | None = None, **figures: Figure) -> Play:
    """Return a fight of 鉄 and a thug, in this order."""
    known = {"tetsu": make_figure(), "thug": make_npc()}
    return begin(None, options=options, **{**known, **figures}).given(FIGHT)


def doom(play: Play, rank: int) -> Play:
    """Let 鉄 fail the survival check of a lethal wound."""
    play.given(InflictHarm(character="tetsu", harm="lethal", rank=rank))
    return play.when(RollSurvival(character="tetsu"), d6(6, 5))


# ---- zombie time ----


def test_rank_3_failed_in_round_2_acts_from_round_3_on_with_four_counters() -> None:
    play = fight().given(EndTurn(character="tetsu"), EndTurn(character="thug"))
    doomed = doom(play, 3).only(Doomed)
    assert (doomed.zombie_from, doomed.zombie_counters) == (3, 4)
    assert play.only(TurnEnded).next == "thug", "no actions until then"
    play.when(SHOUT).refused("akatsuki.not_your_turn")

    round_ = play.when(EndTurn(character="thug")).only(RoundBegun)
    assert (round_.round, round_.first, round_.majors) == (3, "tetsu", {"tetsu": 0, "thug": 1})
    play.when(InflictHarm(character="tetsu", harm="lethal", rank=2))
    assert play.only(CountersLost).now == 2

    play.when(SHOUT)
    assert play.only(MajorSpent) == MajorSpent(character="tetsu", majors=0, zombie_counters=1, by="counter")
    assert play.all(Died) == []
    play.when(SHOUT)
    assert play.only(Died).why == "counters"
    assert play.only(TurnEnded).next == "thug"


def test_the_fight_over_first_is_death_as_well() -> None:
    play = fight().given(EndTurn(character="tetsu"), EndTurn(character="thug"))
    doom(play, 3).given(EndTurn(character="thug"))
    assert play.when(EndCombat()).only(Died).why == "fight_over"


def test_the_effects_of_the_last_action_stand() -> None:
    zombie = make_figure(
        goro=10, doomed=True, zombie_from=1, zombie_counters=1, wound=Wound(harm="lethal", rank=3)
    )
    play = fight(tetsu=zombie, thug=make_npc(fate_points=5, taiku=9))
    play.when(Strike(character="tetsu", target="thug", weapon="bare_hands"), d6(1, 2))
    assert play.only(HitTaken).character == "thug"
    assert play.all(Died) == [], "the check of whoever was hit comes first"
    play.when(RollSurvival(character="thug"), d6(1, 1))
    assert play.only(Died).character == "tetsu"


def test_a_zombies_last_blow_is_answered_before_it_dies() -> None:
    boss = make_npc(
        important=True, doomed=True, zombie_from=1, zombie_counters=1, wound=Wound(harm="lethal", rank=3)
    )
    play = begin(boss=boss, tetsu=make_figure()).given(BeginCombat(characters=("boss", "tetsu")))
    play.when(Strike(character="boss", target="tetsu", weapon="sword")).asks(
        "defend", "tetsu", "guard", "dodge", "none"
    )
    play.when(Defend(character="tetsu", choice="guard"), d6(1, 1))
    assert play.only(Died).character == "boss"
    assert play.only(TurnEnded).next == "tetsu"


@pytest.mark.parametrize("option, majors", [("kept", 1), ("lost", 0)])
def test_zombie_time_that_begins_at_once_keeps_the_majors_left_or_loses_them(
    option: str, majors: int
) -> None:
    play = fight({"zombie_now": option})
    doomed = doom(play, 1).only(Doomed)
    assert (doomed.zombie_from, doomed.majors) == (1, majors)
    spent = play.when(SHOUT).only(MajorSpent)
    assert spent.by == ("points" if majors else "counter")
    assert play.when(SHOUT).only(MajorSpent).by == "counter"


def test_minor_actions_are_had_in_zombie_time_too() -> None:
    play = doom(fight(), 1)
    play.when(MoveLane(character="tetsu", lane=1))
    assert play.state.characters["tetsu"].lane == 1


@pytest.mark.parametrize("option", ["none", "acts"])
def test_until_zombie_time_comes_with_the_next_round_there_are_no_actions_or_they_act_on(option: str) -> None:
    play = doom(fight({"zombie_wait": option}), 4)
    if option == "acts":
        assert play.when(SHOUT).only(MajorSpent).by == "points"
        play.when(SHOUT).refused("akatsuki.no_major")
        assert "akatsuki.strike" not in {
            move.command for move in SYSTEM.moves(play.state, play.rules, "tetsu")
        }, "counters are there for zombie time alone"
        play.when(EndTurn(character="tetsu"))
        assert play.only(TurnEnded).next == "thug"
    else:
        assert find_turn(play.state) == "thug"


def test_who_waits_for_zombie_time_is_refused_even_where_the_turn_is_theirs() -> None:
    waiting = make_figure(
        doomed=True, zombie_from=2, zombie_counters=2, wound=Wound(harm="lethal", rank=4), lane=0, minors=1
    )
    play = fight()
    combat = play.state.combat
    play.given_state(State(characters={"tetsu": waiting, "thug": make_npc(lane=0)}, combat=combat))
    play.when(SHOUT).refused("akatsuki.zombie_waits")
    play.when(MoveLane(character="tetsu", lane=1)).refused("akatsuki.zombie_waits")


def test_who_waits_longer_by_a_tables_own_figures_is_passed_over_until_then() -> None:
    waiting = make_figure(
        doomed=True, zombie_from=4, zombie_counters=2, wound=Wound(harm="lethal", rank=4), lane=0
    )
    play = fight().given(EndTurn(character="tetsu"))
    play.given_state(State(characters={"tetsu": waiting, "thug": make_npc(lane=0)}, combat=play.state.combat))
    firsts = [play.when(EndTurn(character="thug")).only(RoundBegun).first for _ in range(3)]
    assert firsts == ["thug", "thug", "tetsu"]


def test_who_waits_longer_and_acts_on_may_begin_the_next_round() -> None:
    waiting = make_figure(
        doomed=True, zombie_from=4, zombie_counters=2, wound=Wound(harm="lethal", rank=4), lane=0
    )
    play = fight({"zombie_wait": "acts"}).given(EndTurn(character="tetsu"))
    play.given_state(State(characters={"tetsu": waiting, "thug": make_npc(lane=0)}, combat=play.state.combat))
    begun = play.when(EndTurn(character="thug")).only(RoundBegun)

    assert (begun.round, begun.first, begun.majors["tetsu"]) == (2, "tetsu", 1)


@pytest.mark.parametrize("option", ["dead", "counters"])
def test_outside_a_fight_counters_may_be_spent_by_an_option(option: str) -> None:
    play = begin(options={"zombie_no_fight": option}, tetsu=make_figure())
    doom(play, 4)
    assert [event.why for event in play.all(Died)] == (["survival"] if option == "dead" else [])
    assert [event.zombie_counters for event in play.all(Doomed)] == ([] if option == "dead" else [2])


def test_who_is_doomed_before_the_fight_begins_it_without_majors() -> None:
    zombie = make_figure(doomed=True, zombie_counters=2, wound=Wound(harm="lethal", rank=4))
    play = begin(options={"zombie_no_fight": "counters"}, tetsu=zombie, thug=make_npc()).given(FIGHT)
    assert (play.state.characters["tetsu"].majors, play.state.characters["thug"].majors) == (0, 1)


# ---- turns that pass on ----


def test_the_turn_passes_on_where_whoever_has_it_faints() -> None:
    play = fight().given(InflictHarm(character="tetsu", harm="nonlethal", rank=1))
    play.when(RollSurvival(character="tetsu"), d6(6, 5))
    assert play.only(TurnEnded) == TurnEnded(character="tetsu", at=1, next="thug")


def test_the_turn_stays_where_nobody_else_could_have_it() -> None:
    play = fight(thug=make_npc(unconscious=True))
    play.given(InflictHarm(character="tetsu", harm="nonlethal", rank=1))
    play.when(RollSurvival(character="tetsu"), d6(6, 5))
    assert play.all(TurnEnded) == []
    assert find_turn(play.state) == "tetsu"


def test_the_turn_does_not_pass_on_at_the_end_of_the_fight() -> None:
    play = fight(
        tetsu=make_figure(wound=Wound(harm="nonlethal", rank=2)),
        thug=make_npc(wound=Wound(harm="lethal", rank=1)),
    )
    play.given(EndCombat())
    play.when(RollSurvival(character="tetsu"), d6(6, 5))
    assert play.all(TurnEnded) == []
    assert play.when(RollSurvival(character="thug"), d6(6, 5)).only(CombatEnded).result == "undecided"


# ---- lanes ----


def test_near_is_the_same_lane_or_a_neighbouring_one_and_outside_a_fight_everywhere() -> None:
    figures = {
        "a": make_figure(lane=0),
        "b": make_figure(lane=1),
        "c": make_figure(lane=2),
        "d": make_figure(),
    }
    apart = State(characters=figures)
    assert are_near(apart, "a", "c")
    state = State(characters=figures, combat=fight().state.combat)
    assert [are_near(state, "a", other) for other in "abcd"] == [True, True, False, False]
    assert measure_distance(state, "a", "c") == 2
    assert measure_distance(state, "a", "d") is None
    assert find_turn(apart) == ""
    assert not may_pass(apart, fight().rules)
