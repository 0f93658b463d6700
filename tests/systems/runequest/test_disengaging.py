"""Out of reach: by a retreat, by flight, pushed away; riders and those on foot."""

from typing import Any

from kit import Play, work_on
from runemelees import MISS, act, fight, gap, go, make_archer, mean, melee_of, plan, put, shot, step, strike
from runequests import make_figure, make_foe

from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.rounds import PlaceFighter
from tenmatsu.systems.runequest.decide.disengaging import find_retreat
from tenmatsu.systems.runequest.decide.queueing import disengage
from tenmatsu.systems.runequest.events.rounds import (
    ActionSettled,
    BatchDue,
    Engaged,
    Fled,
    Moved,
    Retreated,
    RoundBegun,
)
from tenmatsu.systems.runequest.figures import Figure, Hindrance


def _retreat(option: str = "unit", jin: Figure | None = None, **rin: Any) -> Play:
    play = fight(None, {"retreat_distance": option}, rin=make_figure(**rin), jin=jin or make_foe())
    return play.given(mean("rin", step("retreat")), mean("jin"))


def test_a_retreat_takes_the_round_and_ends_at_sr_12_one_unit_away() -> None:
    play = _retreat()
    assert melee_of(play).sr == 12
    act(play, "rin")

    assert play.only(Retreated) == Retreated(character="rin", place=-3, foes=("jin",))
    assert (gap(play), melee_of(play).engaged) == (5, ())


def test_behind_a_retreat_one_moves_as_usual_in_the_next_round() -> None:
    play = _retreat()
    act(play, "rin")

    assert plan(play, "rin", go(-8, "jin")) == [8]
    play.given(mean("rin", go(-8, "jin"))).when(mean("jin"))
    assert play.only(Moved).place == -27
    assert not play.all(Engaged)


def test_by_the_option_the_gm_says_how_far_a_retreat_goes() -> None:
    play = _retreat("gm")
    act(play, "rin").asks("retreat_distance", "@gm", "metres")

    play.when(Choose(character="@gm", use="metres", amount=9))
    assert play.only(Retreated).place == -9
    assert play.only(RoundBegun)


def test_in_a_round_of_retreat_there_are_defences_alone() -> None:
    play = fight()

    play.when(mean("rin", step("retreat"), strike("jin"))).refused("runequest.whole_round")
    assert plan(play, "rin", step("retreat"), step("guard", arm="medium_shield")) == [12, 1]


def test_a_rider_retreats_from_foot_in_6_strike_ranks_and_does_more() -> None:
    rider = make_archer(mounted=True)
    play = fight(rin=rider, jin=make_foe())
    assert plan(play, "rin", step("retreat"), shot("jin")) == [6, 7]
    play.given(mean("rin", step("retreat"), go(-3, "jin")), mean("jin"))
    act(play, "rin")

    assert [one.sr for one in play.all(BatchDue)] == [9]
    assert play.only(Moved).place == -12


def test_nobody_on_foot_retreats_from_a_rider() -> None:
    play = fight(rin=make_figure(), jin=make_foe(mounted=True))
    play.when(mean("rin", step("retreat"))).refused("runequest.foot_from_rider")

    both = fight(rin=make_figure(mounted=True), jin=make_foe(mounted=True))
    assert plan(both, "rin", step("retreat")) == [6]


def test_one_who_lies_on_the_ground_does_not_retreat() -> None:
    play = fight(rin=make_figure(prone=True), jin=make_foe())
    play.when(mean("rin", step("retreat"))).refused("runequest.lies_down")


def test_one_who_fell_meanwhile_does_not_retreat() -> None:
    play = fight().given(mean("rin", step("retreat")))

    put(play, rin=make_figure(prone=True)).when(mean("jin"))
    assert play.only(ActionSettled).why == "prone"


def test_a_rider_who_came_up_meanwhile_stops_the_retreat() -> None:
    play = fight().given(mean("rin", step("retreat")))
    put(play, jin=make_foe(mounted=True)).when(mean("jin"))
    assert play.only(ActionSettled).why == "rider_follows"


def test_whoever_flees_runs_at_once_and_each_foe_may_strike_with_no_defence() -> None:
    play = fight({"rin": 0, "jin": 2, "kai": 1}, rin=make_figure(), jin=make_foe(), kai=make_foe())
    play.given(mean("jin"), mean("kai")).when(mean("rin", step("flee"), go(-8, "jin")))

    assert play.only(Fled) == Fled(character="rin", foes=("jin", "kai"))
    assert not play.all(Moved)
    play.asks("act", "jin", "do", "drop")
    act(play, "jin")
    act(play, "kai", dice=[MISS, MISS])
    assert play.only(Moved) == Moved(character="rin", place=-24, units=8, total=8)
    assert not play.all(Engaged)


def test_a_foe_may_let_one_run() -> None:
    play = fight().given(mean("jin")).when(mean("rin", step("flee"), go(-2, "jin")))
    act(play, "jin", "drop")

    assert play.only(Moved).units == 2


def test_a_free_blow_does_not_cost_the_strike_of_the_round() -> None:
    play = fight().given(mean("jin", strike()))
    play.when(mean("rin", step("flee"), go(-2, "jin")))
    act(play, "jin", dice=[MISS])

    assert play.only(ActionSettled).why == "target_gone"


def test_whoever_is_in_shock_has_no_free_blow() -> None:
    play = fight(rin=make_figure(), jin=make_foe(hindrances=(Hindrance(kind="shocked"),)))
    play.given(mean("jin")).when(mean("rin", step("flee"), go(-2, "jin")))

    assert play.only(Moved).units == 2


def test_one_flees_first_of_all_and_on_foot() -> None:
    play = fight()
    play.when(mean("rin", strike("jin"), step("flee"))).refused("runequest.part_first")
    down = fight(rin=make_figure(prone=True), jin=make_foe())
    down.when(mean("rin", step("flee"))).refused("runequest.lies_down")


def test_one_who_fell_before_the_movement_does_not_flee() -> None:
    play = fight().given(mean("rin", step("flee"), go(-2, "jin")))
    put(play, rin=make_figure(prone=True)).when(mean("jin"))
    assert not play.all(Fled)
    assert play.all(ActionSettled)[0].why == "prone"


def test_whoever_was_pushed_out_of_reach_moves_as_usual_in_the_next_round() -> None:
    play = fight()
    work = work_on(play)
    disengage(work, "rin", "jin")
    play.given_state(work.state)

    assert plan(play, "rin", go(4, "jin"), strike("jin")) == [4, 5]


def test_the_way_out_leads_away_from_the_foes() -> None:
    play = fight({"rin": 0, "jin": -2, "kai": -1}, rin=make_figure(), jin=make_foe(), kai=make_foe())
    assert find_retreat(play.state, "rin", 3) == 3
    play.given(PlaceFighter(character="rin", place=-2), PlaceFighter(character="kai", place=-2))

    assert find_retreat(play.state, "rin", 3) == -5
    assert find_retreat(play.state, "jin", 3) == 1
    assert find_retreat(play.state, "nobody", 3) is None
