"""The phase of movement: all at once, units of 3 m, until a foe is met; what it does to strike ranks."""

import pytest
from runemelees import (
    act,
    cast_at,
    close_in,
    fight,
    gap,
    go,
    make_archer,
    mean,
    melee_of,
    put,
    queue,
    shot,
    step,
    strike,
)
from runequests import hold, make_figure, make_foe

from tenmatsu.systems.runequest.commands.rounds import CloseIntents
from tenmatsu.systems.runequest.events.rounds import (
    ActionDone,
    ActionSettled,
    ArmReadied,
    BatchDue,
    Engaged,
    GuardRaised,
    Moved,
    RanksSettled,
    Rose,
)

FAR = {"rin": 0, "jin": 60}


def test_movement_that_stands_first_happens_before_anything_is_resolved() -> None:
    play = fight(FAR, rin=make_archer(), jin=make_foe()).given(mean("rin", go(3, "jin"), shot("jin")))
    play.when(mean("jin"))

    assert play.only(Moved) == Moved(character="rin", place=9, units=3, total=3)
    assert play.only(BatchDue).sr == 4
    assert play.only(ActionDone).kind == "move"
    play.asks("act", "rin", "do", "hold", "drop")


def test_eight_units_are_24_metres() -> None:
    play = fight(FAR).given(mean("rin", go(8, "jin"))).when(mean("jin"))

    assert play.only(Moved).place == 24
    assert gap(play) == 36


def test_negative_units_lead_away_and_without_a_goal_one_goes_ahead() -> None:
    play = fight(FAR).given(mean("rin", go(-2, "jin"))).when(mean("jin", go(2)))

    assert {one.character: one.place for one in play.all(Moved)} == {"rin": -6, "jin": 54}


def test_all_move_at_once_and_two_who_run_at_each_other_meet_in_the_middle() -> None:
    play = fight({"rin": 0, "jin": 23}).given(mean("rin", go(4, "jin")))
    play.when(mean("jin", go(4, "rin")))

    assert {one.character: (one.place, one.stopped) for one in play.all(Moved)} == {
        "rin": (10, True),
        "jin": (13, True),
    }
    assert play.only(Engaged).closing


def test_whoever_meets_a_foe_stops_there_whatever_they_meant() -> None:
    play = fight({"rin": 0, "jin": 12, "sen": 60}, rin=make_figure(), jin=make_foe(), sen=make_foe())
    play.given(mean("rin", go(8, "sen")), mean("sen"))
    play.when(mean("jin"))

    assert play.only(Moved) == Moved(character="rin", place=9, units=3, total=3, stopped=True)
    assert melee_of(play).engaged == (("jin", "rin"),)


def test_friends_and_the_fallen_hold_nobody_up() -> None:
    play = fight(
        {"rin": 0, "jin": 60, "sen": 6, "kai": 9},
        rin=make_figure(),
        jin=make_foe(),
        sen=make_figure(),
        kai=make_foe(unconscious=True),
    )
    play.given(mean("sen"), mean("rin", go(8, "jin"))).when(mean("jin"))

    assert play.only(Moved).place == 24
    assert not play.all(Engaged)


def test_one_who_moves_away_from_somebody_near_does_not_engage() -> None:
    play = close_in(fight(), engaged=())
    play.given(mean("rin", go(-2, "jin"))).when(mean("jin"))

    assert (gap(play), play.all(Engaged)) == (8, [])


def test_whoever_has_come_up_to_a_friend_stands_still() -> None:
    play = fight({"rin": 0, "sen": 4, "jin": 60}, rin=make_figure(), sen=make_figure(), jin=make_foe())
    play.given(mean("sen"), mean("rin", go(8, "sen"))).when(mean("jin"))

    assert play.only(Moved) == Moved(character="rin", place=3, units=1, total=1)


def test_two_who_closed_strike_at_their_usual_rank() -> None:
    play = fight({"rin": 0, "jin": 12}).given(mean("rin", go(4, "jin"), strike("jin")))
    play.when(mean("jin", strike("rin")))

    assert melee_of(play).closing == (("jin", "rin"),)
    assert queue(play)[1:] == [("rin", "attack", 5, "declared"), ("jin", "attack", 5, "declared")]


def test_a_third_who_comes_to_a_fight_pays_for_the_way_that_was_walked() -> None:
    play = fight({"rin": 0, "jin": 12, "sen": 11}, rin=make_figure(), jin=make_foe(), sen=make_figure())
    play.given(mean("sen"), mean("rin", go(4, "jin"), strike("jin")))
    assert queue(play)[1] == ("rin", "attack", 9, "declared")

    play.when(mean("jin"))
    assert play.only(Moved).units == 3
    assert play.only(RanksSettled).ranks == ((2, 8),)
    assert not melee_of(play).closing


def test_the_way_counts_where_the_foe_casts_this_round(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 11)
    play = fight({"rin": 0, "jin": 12}, rin=make_figure(), jin=make_foe(known={"heal": 2}))
    play.given(mean("rin", go(3, "jin"), strike("jin")))
    assert queue(play)[1][2] == 5

    play.when(mean("jin", step("spell", spell="heal", target="jin")))
    assert play.only(RanksSettled).ranks == ((2, 8),)


def test_what_becomes_too_late_by_the_way_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    cast_at(monkeypatch, 12)
    slow = make_figure(DEX=5, SIZ=6, arms={"dagger": hold("dagger")})
    play = fight({"rin": 0, "jin": 12}, rin=slow, jin=make_foe(known={"heal": 2}))
    play.given(mean("rin", go(3, "jin"), strike("jin", "dagger")))
    play.when(mean("jin", step("spell", spell="heal", target="jin")))

    assert play.only(ActionSettled) == ActionSettled(
        action=2, character="rin", kind="attack", how="lost", why="too_late"
    )


def test_an_archer_whom_a_foe_reaches_loses_the_shot() -> None:
    play = fight({"rin": 0, "jin": 12}, rin=make_archer(), jin=make_foe())
    play.given(mean("rin", shot("jin"))).when(mean("jin", go(3, "rin"), strike("rin")))

    assert play.only(ActionSettled).why == "engaged_now"
    play.asks("act", "jin", "do", "hold", "drop")


def test_movement_behind_something_else_comes_at_its_strike_rank() -> None:
    play = fight({"rin": 0, "jin": 60, "sen": 0}, rin=make_archer(), jin=make_foe(), sen=make_figure())
    play.given(mean("jin"), mean("rin", step("other"), go(-4, "jin")), mean("sen"))
    act(play, "rin")

    assert play.only(Moved) == Moved(character="rin", place=-12, units=4, total=4)
    assert [one.sr for one in play.all(BatchDue)] == [5]


def test_movement_of_one_who_is_engaged_by_then_is_lost() -> None:
    play = fight({"rin": 0, "jin": 60}).given(mean("rin", step("other"), go(2, "jin")), mean("jin"))
    play = close_in(play, engaged=(("jin", "rin"),))
    act(play, "rin")

    assert play.only(ActionSettled).kind == "move"


def test_one_who_moves_in_the_resolution_meets_foes_all_the_same() -> None:
    play = fight({"rin": 0, "jin": 9}).given(mean("rin", step("other"), go(4, "jin")), mean("jin"))
    act(play, "rin")

    assert play.only(Moved).stopped
    assert play.only(Engaged).closing


def test_weapons_are_drawn_dropped_and_put_away_when_that_is_due() -> None:
    arms = {"broadsword": hold("broadsword"), "small_axe": hold("small_axe", "")}
    play = fight(FAR, rin=make_figure(arms=arms), jin=make_foe())
    play.given(mean("rin", step("ready", arm="small_axe", at="broadsword"), step("ready", arm="small_axe")))
    play.when(mean("jin"))

    assert play.all(ArmReadied) == [
        ArmReadied(character="rin", arm="broadsword", how="dropped"),
        ArmReadied(character="rin", arm="small_axe", how="drawn", hand="right"),
        ArmReadied(character="rin", arm="small_axe", how="stowed"),
    ]
    assert [one.sr for one in play.all(BatchDue)] == [5, 10]


def test_a_bow_is_loaded_when_that_is_due_and_with_the_shot_else() -> None:
    play = fight(FAR, rin=make_archer(loaded=False), jin=make_foe())
    play.given(mean("rin", step("ready", arm="self_bow"))).when(mean("jin"))
    loaded = ArmReadied(character="rin", arm="self_bow", how="loaded", hand="both", loaded=True)
    assert play.only(ArmReadied) == loaded

    play = fight(FAR, rin=make_archer(loaded=False), jin=make_foe())
    play.given(mean("rin", shot("jin"))).when(mean("jin"))
    assert play.only(ArmReadied) == loaded


def test_what_can_no_longer_be_made_ready_is_lost() -> None:
    arms = {"dagger": hold("dagger", ""), "broadsword": hold("broadsword")}
    play = fight(FAR, rin=make_figure(arms=arms), jin=make_foe())
    play.given(mean("rin", step("ready", arm="dagger")))
    broken = make_figure(arms={**arms, "dagger": hold("dagger", "", broken=True)})
    put(play, rin=broken)
    play.when(mean("jin"))

    assert play.only(ActionSettled).why == "arm_no_use"


def test_one_stands_up_when_that_is_due() -> None:
    play = fight(FAR, rin=make_figure(prone=True), jin=make_foe())
    play.given(mean("rin", step("rise"))).when(mean("jin"))

    assert play.only(Rose).character == "rin"
    assert not play.state.characters["rin"].prone


def test_whoever_fell_meanwhile_does_not_move() -> None:
    play = fight(FAR).given(mean("rin", go(2, "jin")))
    put(play, rin=make_figure(prone=True))
    play.when(mean("jin"))

    assert not play.all(Moved)
    assert play.only(ActionSettled).why == "prone"


def test_shields_go_up_before_anybody_moves() -> None:
    play = fight(FAR).given(mean("rin", step("guard", arm="medium_shield", locations=("chest",)), go(2)))
    play.when(mean("jin"))

    raised = play.only(GuardRaised)
    assert (raised.arm, set(raised.locations)) == ("medium_shield", {"chest", "left_arm"})
    assert play.events.index(raised) < play.events.index(play.only(Moved))


def test_a_shield_dropped_meanwhile_guards_nothing() -> None:
    play = fight(FAR).given(mean("rin", step("guard", arm="medium_shield", locations=("chest",))))
    put(play, rin=make_figure(arms={}))
    play.when(CloseIntents())

    assert play.only(ActionSettled).why == "arm_no_use"
