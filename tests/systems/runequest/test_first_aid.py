"""First aid: a round to stop blood, five to heal a wound, one try each."""

import pytest
from kit import Play
from runequests import begin, make_figure, make_foe
from runewounds import d100, figure_of, hurt, place_of

from tenmatsu.systems.runequest.commands.wounds import FirstAid, Hurt
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.clock import ClockSet, TimePassed
from tenmatsu.systems.runequest.events.healing import (
    Healed,
    Treated,
    TreatmentBegun,
    TreatmentEnded,
    WoundSpent,
)
from tenmatsu.systems.runequest.events.wounds import Wounded
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.state import Treatment

CARE = {"first_aid": 50}
"""Critical up to 2, special up to 10, fumble from 98."""


def _begin(**others: Figure) -> Play:
    return begin(None, None, rin=make_figure(), jin=make_figure(skills=CARE), **others)


def _aid(play: Play, *dice: tuple[int, int], location: str = "", purpose: str = "") -> Play:
    command = FirstAid(character="jin", target="rin", location=location, purpose=purpose)  # type: ignore[arg-type]
    return play.when(command, dice=dice)


def test_it_stops_blood_in_a_round() -> None:
    play = hurt(_begin(), "rin", "abdomen", 5)
    treatment = Treatment(healer="jin", patient="rin", location="abdomen", purpose="stop", until=0)

    _aid(play, *d100(50))
    checked = play.only(Checked)
    play.then(
        TreatmentBegun(treatment=treatment),
        ClockSet(until=1, heals={"rin": 50400}),
        TimePassed(rounds=1, now=1),
        checked,
        TreatmentEnded(treatment=treatment, degree="success"),
        Treated(character="rin", location="abdomen", clock=True, eased=False),
        play.events[-1],
    )
    assert (figure_of(play).dies_at, play.state.now, play.state.treatments) == (None, 1, ())


def test_blood_that_does_not_stop_can_be_tried_again() -> None:
    play = hurt(_begin(), "rin", "abdomen", 5)

    _aid(play, *d100(51))
    assert figure_of(play).dies_at == 50
    _aid(play, *d100(99))
    _aid(play, *d100(50))
    assert (figure_of(play).dies_at, play.state.now) == (None, 3)


def test_where_blood_runs_it_is_stopped_first_and_then_the_wound_is_healed() -> None:
    play = hurt(_begin(), "rin", "left_leg", 3)
    hurt(play, "rin", "head", 5)

    _aid(play, *d100(50))
    assert play.only(TreatmentBegun).treatment.location == "head"
    _aid(play, *d100(50), (3, 2))
    assert play.only(TreatmentBegun).treatment.purpose == "heal"
    assert play.state.now == 6


@pytest.mark.parametrize(
    "face, dice, points",
    [(50, [(3, 2)], 2), (10, [(3, 1), (3, 3)], 4), (2, [(3, 1)], 4)],
)
def test_it_heals_by_the_degree_in_five_rounds(face: int, dice: list[tuple[int, int]], points: int) -> None:
    play = hurt(_begin(), "rin", "chest", 5)

    _aid(play, *d100(face), *dice)
    assert play.only(Healed).points == points
    assert (play.state.now, place_of(play, "chest").wounds) == (5, 0)


def test_a_failure_heals_nothing_and_was_the_wounds_one_try() -> None:
    play = hurt(_begin(), "rin", "chest", 5)

    _aid(play, *d100(51))
    assert play.only(WoundSpent).wounds == 0
    assert play.all(Healed) == []
    _aid(play).refused("runequest.nothing_to_treat")


def test_a_fumble_does_damage_and_makes_no_new_wound() -> None:
    play = hurt(_begin(), "rin", "chest", 3)

    _aid(play, *d100(98), (3, 3))
    assert play.only(Wounded).points == 3
    assert (place_of(play, "chest").hp, place_of(play, "chest").wounds) == (0, 0)


def test_each_wound_has_its_own_try() -> None:
    play = hurt(_begin(), "rin", "chest", 2, 2)

    _aid(play, *d100(51))
    assert place_of(play, "chest").wounds == 1
    _aid(play, *d100(50), (3, 1))
    assert place_of(play, "chest").wounds == 0


def test_a_wound_healed_otherwise_needs_none() -> None:
    play = hurt(_begin(), "rin", "chest", 2, 2)

    _aid(play, *d100(2), (3, 1))
    assert place_of(play, "chest").wounds == 0


def test_it_can_be_given_to_oneself() -> None:
    play = hurt(_begin(), "jin", "left_leg", 2)

    play.when(FirstAid(character="jin", target="jin"), dice=[*d100(50), (3, 2)])
    assert play.only(Healed).character == "jin"


def test_refusals() -> None:
    out = {"ren": make_figure(unconscious=True), "spirit": make_foe(embodied=False)}
    play = _begin(**out)

    _aid(play).refused("runequest.nothing_to_treat")
    _aid(play, location="head").refused("runequest.nothing_to_treat")
    _aid(play, location="head", purpose="stop").refused("runequest.not_bleeding")
    _aid(play, location="tail").refused("runequest.no_such_location")
    play.when(FirstAid(character="ren", target="rin")).refused("runequest.cannot_act")
    play.when(FirstAid(character="jin", target="spirit")).refused("runequest.no_body")
    play.when(Hurt(character="rin", points=99, location="head")).settled()
    _aid(play).refused("runequest.is_dead")
