"""Events of melee rounds fold into any state: what has no place there changes nothing."""

import msgspec
import pytest
from kit import Play
from runemelees import fight, mean, strike
from runequests import begin, make_figure

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.engaging import (
    are_engaged,
    are_foes,
    find_distance,
    list_engaged,
    list_threats,
)
from tenmatsu.systems.runequest.events import rounds as told
from tenmatsu.systems.runequest.melee import Intent
from tenmatsu.systems.runequest.state import State

STRAY: tuple[Event, ...] = (
    told.MeleeJoined(character="sen"),
    told.MeleeLeft(character="sen"),
    told.FighterPlaced(character="sen", place=2),
    told.LeaveGiven(character="sen"),
    told.IntentDeclared(character="sen", intent=Intent()),
    told.StageReached(stage="movement", round=1),
    told.Moved(character="sen", place=1, units=1, total=1),
    told.Engaged(one="jin", other="sen"),
    told.Disengaged(one="jin", other="sen"),
    told.GuardRaised(character="sen", arm="medium_shield", locations=("head",)),
    told.RanksSettled(ranks=((9, 2),)),
    told.BatchDue(sr=3, ids=(9,)),
    told.ActionStarted(action=9, character="sen", kind="attack"),
    told.ActionDone(action=9, character="sen", kind="spell"),
    told.ActionSettled(action=9, character="sen", kind="spell", how="lost"),
    told.HeldTaken(action=9, character="sen", sr=3),
    told.ArmReadied(character="sen", arm="maul", how="drawn", hand="both"),
    told.SpellPrepared(character="sen", spell="heal"),
    told.Rose(character="sen"),
    told.Retreated(character="sen", place=3, foes=("jin",)),
    told.Fled(character="sen", foes=("jin",)),
    told.RoundBegun(round=2, now=1),
    told.MeleeEnding(result="players_win"),
    told.MeleeEnded(result="players_win", rounds=1, now=1),
)


@pytest.mark.parametrize("event", STRAY, ids=lambda event: type(event).__name__)
def test_outside_a_melee_they_change_nothing(event: Event) -> None:
    play = begin(rin=make_figure())

    assert play.system.evolve(play.state, event) == play.state


@pytest.mark.parametrize("event", STRAY, ids=lambda event: type(event).__name__)
def test_in_a_melee_they_never_fail(event: Event) -> None:
    play: Play = fight().given(mean("rin", strike("jin")))

    assert play.system.evolve(play.state, event) is not None


def test_every_event_of_rounds_is_tried() -> None:
    tried = {type(event) for event in STRAY}

    assert set(told.ROUND_EVENTS) - tried == {told.MeleeBegun, told.IntentWorded}


def test_whoever_joins_or_has_leave_already_changes_nothing() -> None:
    play = fight()
    state = play.system.evolve(play.state, told.LeaveGiven(character="rin"))

    assert play.system.evolve(state, told.LeaveGiven(character="rin")) == state
    assert play.system.evolve(state, told.MeleeJoined(character="rin", place=9)) == state
    assert play.system.evolve(state, told.Engaged(one="jin", other="rin")) == state


def test_outside_a_melee_nobody_is_engaged_and_nothing_is_far_or_near() -> None:
    state = begin(rin=make_figure()).state

    assert (list_threats(state, "rin"), list_engaged(state, "rin")) == ((), ())
    assert find_distance(state, "rin", "jin") is None
    assert not are_engaged(state, "rin", "jin")
    assert not are_foes(state, "rin", "jin")


def test_the_melee_survives_a_snapshot_with_all_that_it_holds() -> None:
    play = fight().given(mean("rin", strike("jin"), text="x"))
    again = msgspec.json.decode(msgspec.json.encode(play.state), type=State)

    assert again == play.state
