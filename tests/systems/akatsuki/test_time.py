"""The clock: times that are set, time that passes, and the survival checks that it makes due."""

from typing import Any, Literal

import msgspec
import pytest
from akatsukis import begin, face_down, make_figure, make_npc
from kit import Play, d6

from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.commands.cards import BurnSoul
from tenmatsu.systems.akatsuki.commands.combat import BeginCombat
from tenmatsu.systems.akatsuki.commands.damage import InflictHarm, RollSurvival, Treat
from tenmatsu.systems.akatsuki.commands.time import AdvanceClock, SetClock
from tenmatsu.systems.akatsuki.events.damage import Died, SurvivalDue, WoundChanged, WoundTreated
from tenmatsu.systems.akatsuki.events.time import ClockSet, TimeBegun, TimeEnded, TimePassed
from tenmatsu.systems.akatsuki.state import Due, Figure, Wound

PASS, FAIL = d6(1, 2), d6(6, 5)
Harm = Literal["lethal", "nonlethal"]


def wounded(harm: Harm, rank: int, since: str = "0:00", **values: Any) -> Figure:
    """Return a character who got a damage card on the first day at this time, without any field."""
    hour, minute = map(int, since.split(":"))
    wound = Wound(harm=harm, rank=rank, since=hour * 60 + minute)
    return make_figure(**{"fields": {}, "wound": wound, **values})


def at(time: str, options: dict[str, Any] | None = None, **figures: Figure) -> Play:
    """Return a play on the first day at this time, with wounds as they stand."""
    unhurt: dict[str, Any] = {who: figure for who, figure in figures.items() if not figure.wound}
    play = begin(options=options, **unhurt).given(SetClock(time=time))
    everybody = {**play.state.characters, **figures}
    return play.given_state(msgspec.structs.replace(play.state, characters=everybody))


def show(play: Play) -> str:
    """Return day and time."""
    values = SYSTEM.adjustable(play.state)
    return f"{values['day']} {values['clock']}"


def stops(play: Play, command: AdvanceClock) -> list[str]:
    """Return where time stops for which checks; all of them succeed."""
    found: list[str] = []
    play.when(command)
    while play.pending:
        due = play.state.due[0]
        found.append(f"{show(play)} {due.character} {due.why}")
        play.when(RollSurvival(character=due.character), PASS)
    assert play.refusal is None
    assert play.state.clock.until is None
    return found


# ---- setting the clock ----


def test_the_clock_begins_at_midnight_of_the_first_day() -> None:
    assert show(begin(a=make_figure())) == "1 00:00"


def test_the_clock_is_set_to_a_time_of_a_day() -> None:
    play = begin(a=make_figure()).when(SetClock(day=3, time="22:30"))
    play.then(ClockSet(now=2 * 1440 + 1350, day=3, time="22:30"))
    assert show(play) == "3 22:30"


def test_without_a_day_the_present_one_is_meant() -> None:
    play = begin(a=make_figure()).given(SetClock(day=3, time="22:30"))
    assert show(play.when(SetClock(time="6:05"))) == "3 06:05"


def test_no_time_passes_where_the_clock_is_set_and_wounds_are_as_old_as_before() -> None:
    play = begin(a=wounded("lethal", 2)).given(AdvanceClock(hours=3))
    play.when(SetClock(day=2, time="12:00")).settled()
    assert stops(play, AdvanceClock(hours=6)) == ["2 17:00 a hours"]


@pytest.mark.parametrize("day", [0, -1, 10_000])
def test_a_day_that_no_clock_counts_is_refused(day: int) -> None:
    begin().when(SetClock(day=day, time="12:00")).refused("akatsuki.no_such_day")


@pytest.mark.parametrize("time", ["24:00", "noon", ""])
def test_a_time_that_no_clock_shows_is_refused(time: str) -> None:
    begin().when(SetClock(time=time)).refused("akatsuki.unknown_time")


def test_a_time_to_reach_that_no_clock_shows_is_refused() -> None:
    begin().when(AdvanceClock(to="26:00")).refused("akatsuki.unknown_time")


# ---- time that passes ----


@pytest.mark.parametrize(
    "command, now, minutes",
    [
        (AdvanceClock(minutes=5), "1 10:05", 5),
        (AdvanceClock(hours=2, minutes=30), "1 12:30", 150),
        (AdvanceClock(days=1), "2 10:00", 1440),
        (AdvanceClock(to="22:30"), "1 22:30", 750),
        (AdvanceClock(to="06:00"), "2 06:00", 1200),
        (AdvanceClock(to="10:00"), "2 10:00", 1440),
    ],
)
def test_time_passes_by_a_span_or_to_a_time_of_day(command: AdvanceClock, now: str, minutes: int) -> None:
    play = at("10:00", a=make_figure()).when(command)
    day, time = now.split()
    passed = TimePassed(minutes=minutes, now=600 + minutes, day=int(day), time=time)
    play.then(TimeBegun(minutes=minutes, until=600 + minutes), passed, TimeEnded())
    assert show(play) == now


@pytest.mark.parametrize(
    "command",
    [
        AdvanceClock(),
        AdvanceClock(hours=-1),
        AdvanceClock(hours=1, minutes=-60),
        AdvanceClock(hours=1, minutes=-60, to="12:00"),
        AdvanceClock(hours=1, to="12:00"),
    ],
)
def test_a_span_is_said_in_exactly_one_way(command: AdvanceClock) -> None:
    begin(a=make_figure()).when(command).refused("akatsuki.one_span")


def test_at_most_thirty_days_pass_at_once() -> None:
    play = begin(a=make_figure())
    play.when(AdvanceClock(days=30, minutes=1)).refused("akatsuki.too_long")
    assert show(play.when(AdvanceClock(days=30))) == "31 00:00"


def test_no_time_passes_in_a_fight() -> None:
    play = begin(a=make_figure(), b=make_npc()).given(BeginCombat(characters=("a", "b")))
    play.when(AdvanceClock(hours=1)).refused("akatsuki.time_in_fight")


# ---- checks that time makes due ----


def test_lethal_rank_4_got_at_2230_is_checked_at_midnight_and_every_two_hours_from_then() -> None:
    play = at("22:30", a=make_figure(fields={}))
    play.given(InflictHarm(character="a", harm="lethal", rank=4), RollSurvival(character="a"), dice=PASS)
    assert stops(play, AdvanceClock(to="03:00")) == [
        "2 00:00 a midnight",
        "2 00:30 a hours",
        "2 02:30 a hours",
    ]
    assert show(play) == "2 03:00"


def test_nonlethal_rank_1_got_at_10_is_checked_once_at_22_and_at_midnight_and_never_else() -> None:
    play = at("10:00", a=make_figure(fields={}))
    play.given(InflictHarm(character="a", harm="nonlethal", rank=1), RollSurvival(character="a"), dice=PASS)
    assert stops(play, AdvanceClock(hours=37)) == ["1 22:00 a once", "2 00:00 a midnight"]
    assert show(play) == "2 23:00"


@pytest.mark.parametrize(
    "harm, rank, hours",
    [
        ("lethal", 1, []),
        ("lethal", 2, ["09:00", "17:00"]),
        ("lethal", 3, ["07:00", "13:00", "19:00"]),
        ("lethal", 4, [f"{hour:02}:00" for hour in range(3, 24, 2)]),
        ("nonlethal", 1, ["13:00"]),
        ("nonlethal", 2, ["13:00"]),
        ("nonlethal", 3, ["09:00", "17:00"]),
        ("nonlethal", 4, ["05:00", "09:00", "13:00", "17:00", "21:00"]),
        ("nonlethal", 5, [f"{hour:02}:00" for hour in range(3, 24, 2)]),
    ],
)
def test_each_damage_card_has_its_hours_besides_every_midnight(
    harm: Harm, rank: int, hours: list[str]
) -> None:
    play = at("1:00", a=wounded(harm, rank, "1:00"))
    why = "once" if (harm, rank) == ("nonlethal", 1) else "hours"
    expected = [f"1 {hour} a {why}" for hour in hours] + ["2 00:00 a midnight"]
    assert stops(play, AdvanceClock(to="00:00")) == expected


def test_the_single_check_after_twelve_hours_never_comes_again() -> None:
    play = at("13:00", a=wounded("nonlethal", 1, "1:00"))
    assert stops(play, AdvanceClock(days=2)) == ["2 00:00 a midnight", "3 00:00 a midnight"]


def test_everything_of_one_minute_falls_due_at_once_and_time_goes_on_when_all_are_rolled() -> None:
    play = at("23:00", a=wounded("lethal", 4, "22:30"), b=wounded("lethal", 1))
    play.when(AdvanceClock(hours=2))
    play.then(
        TimeBegun(minutes=120, until=1500),
        TimePassed(minutes=60, now=1440, day=2, time="00:00"),
        SurvivalDue(due=(Due(character="a", why="midnight"), Due(character="b", why="midnight"))),
    )
    play.asks("survive", "a", "roll").when(RollSurvival(character="a"), PASS)
    assert play.all(TimePassed) == []
    play.asks("survive", "b", "roll").when(RollSurvival(character="b"), PASS)
    assert play.only(TimePassed) == TimePassed(minutes=30, now=1470, day=2, time="00:30")
    assert play.only(SurvivalDue) == SurvivalDue(due=(Due(character="a", why="hours"),))


def test_what_may_be_done_at_any_time_does_not_let_the_clock_go_on() -> None:
    play = begin(a=wounded("lethal", 1, fate=face_down(1))).given(AdvanceClock(hours=26))
    play.when(BurnSoul(character="a"), [(48, 1)]).asks("survive", "a", "roll")
    assert play.all(TimePassed) == []
    assert show(play) == "2 00:00"


def test_a_check_due_in_the_very_minute_that_time_ends_is_not_left_out() -> None:
    play = at("23:00", a=wounded("lethal", 1))
    assert stops(play, AdvanceClock(hours=1)) == ["2 00:00 a midnight"]
    assert stops(play, AdvanceClock(hours=1)) == []


def test_however_the_night_is_cut_the_same_checks_come() -> None:
    whole = stops(at("22:30", a=wounded("lethal", 4, "22:30")), AdvanceClock(hours=5))
    play = at("22:30", a=wounded("lethal", 4, "22:30"))
    assert [stop for _ in range(10) for stop in stops(play, AdvanceClock(minutes=30))] == whole


def test_an_npcs_checks_fall_due_like_anybody_elses() -> None:
    npc = make_npc(wound=Wound(harm="nonlethal", rank=2))
    assert stops(at("23:00", boss=npc), AdvanceClock(hours=1)) == ["2 00:00 boss midnight"]


@pytest.mark.parametrize(
    "figure",
    [
        make_figure(),
        make_figure(wound=Wound(harm="lethal", rank=4, treated=True)),
        make_figure(wound=Wound(harm="lethal", rank=4), dead=True),
        make_figure(wound=Wound(harm="lethal", rank=5)),
        make_figure(wound=Wound(harm="lethal", rank=4), doomed=True, zombie_counters=2),
    ],
    ids=["unhurt", "treated", "dead", "beyond checks", "doomed"],
)
def test_the_unhurt_the_treated_and_the_lost_have_no_checks(figure: Figure) -> None:
    assert stops(at("12:00", a=figure), AdvanceClock(days=2)) == []


@pytest.mark.parametrize("reading, count", [("none", 0), ("usual", 1)])
def test_zombie_checks_by_time_as_the_reading_says(reading: str, count: int) -> None:
    doomed = make_figure(fields={}, wound=Wound(harm="lethal", rank=1), doomed=True, zombie_counters=2)
    play = at("23:00", {"zombie_checks": reading}, a=doomed)
    assert len(stops(play, AdvanceClock(hours=1))) == count


def test_who_dies_of_a_check_is_not_asked_again() -> None:
    play = at("22:30", a=wounded("lethal", 4, "22:30")).given(AdvanceClock(hours=9))
    play.when(RollSurvival(character="a"), FAIL)
    assert play.only(Died).why == "survival"
    play.settled()
    assert show(play) == "2 07:30"


def test_a_card_that_a_failed_check_changed_has_its_times_from_then() -> None:
    play = at("20:00", a=wounded("nonlethal", 4, "19:00")).given(AdvanceClock(hours=7))
    assert show(play) == "1 23:00"
    play.when(RollSurvival(character="a"), FAIL)
    assert play.only(WoundChanged).wound == Wound(harm="nonlethal", rank=5, since=23 * 60)
    assert show(play) == "2 00:00"
    play.when(RollSurvival(character="a"), PASS)
    assert show(play) == "2 01:00"


def test_a_blow_that_changes_the_card_makes_its_times_anew() -> None:
    play = at("20:00", a=wounded("lethal", 2, "19:00"))
    play.given(InflictHarm(character="a", harm="lethal", rank=3), RollSurvival(character="a"), dice=PASS)
    assert stops(play, AdvanceClock(hours=7)) == ["2 00:00 a midnight", "2 02:00 a hours"]


def test_a_blow_too_weak_to_change_the_card_leaves_its_times() -> None:
    play = at("20:00", a=wounded("lethal", 2, "19:00"))
    play.given(InflictHarm(character="a", harm="lethal", rank=1), RollSurvival(character="a"), dice=PASS)
    assert stops(play, AdvanceClock(hours=7)) == ["2 00:00 a midnight", "2 03:00 a hours"]


def test_treatment_stops_the_checks_that_time_would_bring() -> None:
    play = at("22:30", a=wounded("lethal", 4, "22:30"), medic=make_figure(fields={}))
    assert stops(play, AdvanceClock(hours=2)) == ["2 00:00 a midnight", "2 00:30 a hours"]
    play.when(Treat(character="medic", patient="a"), PASS)
    assert play.only(WoundTreated).wound.treated
    assert stops(play, AdvanceClock(days=3)) == []


def test_a_blow_on_a_treated_card_brings_its_times_back() -> None:
    play = at("20:00", a=wounded("lethal", 2, "12:00"), medic=make_figure(fields={}))
    play.given(Treat(character="medic", patient="a"), dice=PASS)
    play.given(InflictHarm(character="a", harm="lethal", rank=1), RollSurvival(character="a"), dice=PASS)
    assert stops(play, AdvanceClock(hours=8)) == ["2 00:00 a midnight", "2 04:00 a hours"]


# ---- readings ----


@pytest.mark.parametrize(
    "reading, expected",
    [
        ("card", ["2 00:00 a midnight", "2 00:30 a hours", "2 02:30 a hours"]),
        ("clock", ["2 00:00 a midnight", "2 02:00 a hours"]),
    ],
)
def test_hours_from_the_card_or_by_the_hours_of_the_clock(reading: str, expected: list[str]) -> None:
    play = at("22:30", {"hours_from": reading}, a=wounded("lethal", 4, "22:30"))
    assert stops(play, AdvanceClock(to="03:00")) == expected


@pytest.mark.parametrize("reading", ["card", "clock"])
def test_the_single_check_after_twelve_hours_counts_from_the_card_either_way(reading: str) -> None:
    play = at("9:30", {"hours_from": reading}, a=wounded("nonlethal", 1, "9:30"))
    assert stops(play, AdvanceClock(hours=13)) == ["1 21:30 a once"]


@pytest.mark.parametrize(
    "reading, expected",
    [("one", ["2 00:00 a midnight"]), ("two", ["2 00:00 a midnight", "2 00:00 a hours"])],
)
def test_a_nightly_and_an_hourly_check_at_the_same_time_are_one_or_two(
    reading: str, expected: list[str]
) -> None:
    play = at("22:00", {"same_time": reading}, a=wounded("lethal", 4, "22:00"))
    assert stops(play, AdvanceClock(hours=2)) == expected


def test_where_the_first_of_two_checks_kills_the_second_falls_away() -> None:
    play = at("22:00", {"same_time": "two"}, a=wounded("lethal", 4, "22:00"))
    play.given(AdvanceClock(hours=2)).when(RollSurvival(character="a"), FAIL)
    assert play.only(Died).character == "a"
    play.settled()
