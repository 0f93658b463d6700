"""Zombie time (仏恥義理ゾンビタイム): from certain death to death."""

from typing import Any

import pytest
from akatsukis import begin, make_figure, make_npc
from kit import Play, d6
from wounds import fighting, owing, owing_in_fight, replace, wounded

from tenmatsu.systems.akatsuki.commands.combat import Act, EndCombat, EndTurn, LeaveCombat
from tenmatsu.systems.akatsuki.commands.damage import InflictHarm, RollSurvival, Treat
from tenmatsu.systems.akatsuki.events.checks import Checked
from tenmatsu.systems.akatsuki.events.combat import MajorSpent
from tenmatsu.systems.akatsuki.events.damage import (
    CountersLost,
    Died,
    Doomed,
    SurvivalDue,
    SurvivalSettled,
    WoundChanged,
)
from tenmatsu.systems.akatsuki.state import Figure, Harm

ROLL = RollSurvival(character="kyo")


def fail(rank: int, options: dict[str, Any] | None = None, *, round_: int = 2, at: int = 0) -> Play:
    """Return a fight in which kyo just failed the check of a lethal rank."""
    play = fighting(options=options, round_=round_, at=at, kyo=wounded("lethal", rank), ren=make_figure())
    return owing_in_fight(play, "kyo").when(ROLL, d6(6, 6))


def zombie(counters: int, **options: str) -> Play:
    """Return a fight at the turn of kyo, who is in zombie time with a lethal rank 1."""
    figure = wounded("lethal", 1, doomed=True, zombie_counters=counters, zombie_from=1)
    play = fighting(options=dict(options), kyo=figure, ren=make_figure())
    dry = replace(kyo(play), majors=0)
    return play.given_state(replace(play.state, characters={**play.state.characters, "kyo": dry}))


def kyo(play: Play) -> Figure:
    """Return kyo as it stands."""
    figure: Figure = play.state.characters["kyo"]
    return figure


def act(timing: Any = "major") -> Act:
    """Return an action of kyo."""
    return Act(character="kyo", timing=timing, text="名乗りを上げる")


@pytest.mark.parametrize("rank, counters, begins", [(1, 8, 2), (2, 6, 2), (3, 4, 3), (4, 2, 3)])
def test_failed_lethal_check_brings_counters_and_zombie_time_now_or_next_round(
    rank: int, counters: int, begins: int
) -> None:
    doomed = fail(rank).only(Doomed)

    assert (doomed.zombie_counters, doomed.zombie_from) == (counters, begins)


def test_lethal_rank_5_needs_no_check_and_zombie_time_comes_next_round() -> None:
    play = fighting(kyo=make_figure(), ren=make_figure())
    play.when(InflictHarm(character="kyo", harm="lethal", rank=5))

    assert (play.only(Doomed).zombie_counters, play.only(Doomed).zombie_from) == (2, 2)
    assert play.all(SurvivalDue) == []
    play.settled()


def test_zombie_time_costs_counters_by_blows_and_actions_until_none_is_left() -> None:
    play = fail(3)
    assert kyo(play).doomed
    play.when(EndTurn(character="ren"))
    assert (play.state.combat.round, kyo(play).majors, kyo(play).minors) == (3, 0, 1)
    play.when(InflictHarm(character="kyo", harm="lethal", rank=2))
    assert play.only(CountersLost) == CountersLost(character="kyo", lost=2, now=2)
    play.settled()

    play.when(act())
    assert play.only(MajorSpent).by == "counter"
    assert not kyo(play).dead
    assert play.when(act()).only(Died).why == "counters"
    assert (kyo(play).dead, kyo(play).zombie_counters) == (True, 0)


def test_end_of_the_fight_is_the_end_of_zombie_time() -> None:
    play = fail(3).when(EndCombat())

    assert play.only(Died).why == "fight_over"
    assert play.state.combat is None


def test_blows_that_take_the_last_counter_kill() -> None:
    play = zombie(2).when(InflictHarm(character="kyo", harm="nonlethal", rank=3))

    assert play.only(CountersLost) == CountersLost(character="kyo", lost=2, now=0)
    assert play.only(Died).why == "counters"


@pytest.mark.parametrize("option, lost", [("blow", 1), ("held", 2)])
def test_counters_lost_are_the_rank_of_the_blow_or_the_rank_held(option: str, lost: int) -> None:
    play = zombie(8, zombie_loss=option).when(InflictHarm(character="kyo", harm="lethal", rank=1))

    assert play.only(WoundChanged).wound.rank == 2
    assert play.only(CountersLost).lost == lost


def test_blows_before_zombie_time_begins_cost_no_counters() -> None:
    play = fail(3).when(InflictHarm(character="kyo", harm="lethal", rank=2))

    assert play.all(CountersLost) == []
    assert kyo(play).zombie_counters == 4


@pytest.mark.parametrize("option, due", [("none", False), ("usual", True)])
def test_survival_checks_of_the_doomed(option: str, due: bool) -> None:
    play = zombie(8, zombie_checks=option).when(InflictHarm(character="kyo", harm="lethal", rank=1))
    assert bool(play.all(SurvivalDue)) is due
    if due:
        play.when(ROLL, d6(6, 6))
        assert not play.only(Checked).success
        assert [event.__class__ for event in play.events] == [Checked, SurvivalSettled]
        play.settled()


@pytest.mark.parametrize("option, acts", [("none", False), ("acts", True)])
def test_until_zombie_time_comes_with_the_next_round(option: str, acts: bool) -> None:
    play = fail(3, {"zombie_wait": option})

    assert play.only(Doomed).majors == int(acts)
    play.when(act())
    if acts:
        assert play.only(MajorSpent).by == "points"
    else:
        play.refused("akatsuki.not_your_turn")


@pytest.mark.parametrize("option, by", [("kept", "points"), ("lost", "counter")])
def test_major_points_left_when_zombie_time_comes_at_once(option: str, by: str) -> None:
    play = fail(1, {"zombie_now": option})

    assert play.only(Doomed).majors == int(option == "kept")
    assert play.when(act()).only(MajorSpent).by == by


@pytest.mark.parametrize("option, dies", [("dead", True), ("counters", False)])
def test_failed_lethal_check_outside_a_fight(option: str, dies: bool) -> None:
    play = owing(wounded("lethal", 3), options={"zombie_no_fight": option}).when(ROLL, d6(6, 6))

    assert bool(play.all(Died)) is dies
    if not dies:
        assert (play.only(Doomed).zombie_from, kyo(play).zombie_counters) == (None, 4)


@pytest.mark.parametrize("option, dies", [("dead", True), ("counters", False)])
def test_failed_lethal_check_at_the_end_of_a_fight(option: str, dies: bool) -> None:
    play = fighting(options={"zombie_no_fight": option}, kyo=wounded("lethal", 1), ren=make_figure()).given(
        EndCombat()
    )
    play.asks("survive", "kyo", "roll").when(ROLL, d6(6, 6))

    assert bool(play.all(Died)) is dies
    assert play.state.combat is None
    assert kyo(play).zombie_counters == (0 if dies else 8)


def test_counters_outside_a_fight_are_spent_by_acts_and_blows() -> None:
    play = owing(wounded("lethal", 4), options={"zombie_no_fight": "counters"}, ren=wounded("lethal", 1))
    play.when(ROLL, d6(6, 6))
    play.when(Treat(character="kyo", patient="ren"), d6(6, 6))
    assert kyo(play).zombie_counters == 1
    play.when(InflictHarm(character="kyo", harm="lethal", rank=1))
    assert play.only(Died).why == "counters"


def test_the_doomed_act_outside_a_fight_until_the_last_counter() -> None:
    play = owing(wounded("lethal", 4), options={"zombie_no_fight": "counters"}, ren=make_figure())
    play.when(ROLL, d6(6, 6))
    play.when(act())
    assert kyo(play).zombie_counters == 1
    play.when(act())
    assert play.only(Died).why == "counters"


def test_who_was_doomed_before_the_fight_dies_with_its_end_also_where_they_left_it() -> None:
    doomed = wounded("lethal", 2, doomed=True, zombie_counters=4)
    play = fighting(ren=make_figure(), boss=make_npc(), kyo=doomed).given(LeaveCombat(character="kyo"))

    assert play.when(EndCombat()).only(Died).why == "fight_over"


@pytest.mark.parametrize("harm, rank", [("lethal", 1), ("nonlethal", 5), ("lethal", 5)])
def test_nothing_befalls_the_dead(harm: Harm, rank: int) -> None:
    play = begin(kyo=make_figure(dead=True), ren=make_npc())

    play.when(InflictHarm(character="kyo", harm=harm, rank=rank)).refused("akatsuki.is_dead")


@pytest.mark.parametrize("option", ["none", "usual"])
def test_lethal_rank_5_on_a_zombie_costs_counters_and_dooms_nobody_twice(option: str) -> None:
    play = zombie(8, zombie_checks=option).when(InflictHarm(character="kyo", harm="lethal", rank=5))

    assert play.only(CountersLost).now == 3
    assert play.all(Doomed) == []
    assert play.all(SurvivalDue) == []
    assert play.all(Died) == []
