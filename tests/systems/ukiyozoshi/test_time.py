"""The clock: dates and hours, time that passes, sleep, staying awake."""

from typing import Any

import pytest
from edo import begin, make_figure, make_npc
from kit import Play, d6

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.checks import AnswerFailure, AnswerRoll, RollSkill
from tenmatsu.systems.ukiyozoshi.commands.health import Eat, Sleep, Wake
from tenmatsu.systems.ukiyozoshi.commands.time import PassTime, SetCalendar
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.events.health import DayTurned, FellAsleep, SleepResisted, Woke
from tenmatsu.systems.ukiyozoshi.events.katsugeki import CameRound
from tenmatsu.systems.ukiyozoshi.events.time import CalendarSet, MorningCame, TimeBegun, TimePassed
from tenmatsu.systems.ukiyozoshi.fight import Combat
from tenmatsu.systems.ukiyozoshi.state import Figure, Health, State


def poor(**values: Any) -> Figure:
    """Return a character without 活劇点, who is asked for nothing before or after a roll."""
    return make_figure(**{"katsugeki": 0, **values})


def at(hour: str = "明け六ツ", **figures: Figure) -> Play:
    """Return a play on the fifth day of the ninth month of 享保元年."""
    return begin(None, options=None, **figures).given(SetCalendar(year=1716, month=9, day=5, hour=hour))


def now(play: Play) -> tuple[int, int, int, int]:
    """Return year, month, day and minute."""
    clock = play.state.clock
    return clock.year, clock.month, clock.day, clock.minute


def test_the_date_is_set_by_a_koku_or_by_the_minute() -> None:
    play = begin(oryu=poor()).when(SetCalendar(year=1716, month=9, day=5, hour="午の刻"))
    play.then(CalendarSet(year=1716, month=9, day=5, minute=720))
    play.when(SetCalendar(year=1716, month=9, day=5, minute=75))
    assert now(play) == (1716, 9, 5, 75)


@pytest.mark.parametrize("month, day", [(0, 1), (13, 1), (1, 0), (1, 31)])
def test_a_day_that_does_not_exist_is_refused(month: int, day: int) -> None:
    begin().when(SetCalendar(year=1716, month=month, day=day)).refused("ukiyozoshi.no_such_day")


def test_an_hour_that_does_not_exist_is_refused() -> None:
    begin().when(SetCalendar(year=1716, month=1, day=1, hour="真昼")).refused("ukiyozoshi.unknown_hour")
    begin().when(PassTime(to="真昼")).refused("ukiyozoshi.unknown_hour")


@pytest.mark.parametrize(
    "command, minute",
    [
        (PassTime(minutes=30), 390),
        (PassTime(hours=2, minutes=5), 485),
        (PassTime(to="昼九ツ"), 720),
        (PassTime(to="酉の刻"), 1080),
        (PassTime(to="22:30"), 1350),
    ],
)
def test_time_passes_by_a_span_or_to_a_koku_or_to_a_time_on_a_clock_of_today(
    command: PassTime, minute: int
) -> None:
    play = at(oryu=poor()).when(command)
    assert play.only(TimeBegun).minutes == minute - 360
    assert play.only(TimePassed).minutes == minute - 360
    assert now(play) == (1716, 9, 5, minute)
    assert play.state.clock.left == 0


def test_time_to_a_koku_of_now_is_a_whole_day() -> None:
    play = at(oryu=poor()).when(PassTime(to="明け六ツ", usual=True))
    assert now(play) == (1716, 9, 6, 360)


def test_months_and_years_turn() -> None:
    play = begin(oryu=poor()).given(SetCalendar(year=1716, month=12, day=30, hour="夜四ツ"))
    play.when(PassTime(until_morning=True, usual=True))
    assert now(play) == (1717, 1, 1, 360)
    assert play.only(MorningCame) == MorningCame(year=1717, month=1, day=1, characters=("oryu",))


@pytest.mark.parametrize(
    "command",
    [
        PassTime(),
        PassTime(hours=1, to="昼九ツ"),
        PassTime(to="昼九ツ", until_morning=True),
        PassTime(hours=-1),
    ],
)
def test_a_span_is_said_in_exactly_one_way(command: PassTime) -> None:
    at(oryu=poor()).when(command).refused("ukiyozoshi.one_span")


def test_at_most_thirty_days_pass_at_once() -> None:
    play = at(oryu=poor())
    play.when(PassTime(days=31, usual=True)).refused("ukiyozoshi.too_long")
    play.when(PassTime(days=30, usual=True))
    assert now(play) == (1716, 10, 5, 360)


def test_no_time_passes_in_a_fight() -> None:
    play = at(oryu=poor())
    play.state = State(characters=play.state.characters, combat=Combat(order=("oryu",)))
    play.when(PassTime(hours=1)).refused("ukiyozoshi.time_in_fight")
    play.when(Sleep(character="oryu")).refused("ukiyozoshi.time_in_fight")


def test_usual_days_bring_no_rolls_and_no_harm() -> None:
    play = at(oryu=poor()).when(PassTime(days=3, usual=True))
    assert len(play.all(DayTurned)) == 3
    health = play.state.characters["oryu"].health
    assert (health.short_sleep, health.scarce_days, health.awake) == (False, 0, 0)


def test_who_stays_awake_for_22_hours_rolls_shin_at_11_and_12() -> None:
    play = at(oryu=poor()).when(PassTime(hours=22), d6(1, 1, 3, 1, 1, 4))
    first, second = (event.check for event in play.all(Checked))
    assert (first.ability, first.dice, first.difficulty, first.total) == ("shin", 3, 11, 11)
    assert (second.difficulty, second.total) == (12, 12)
    assert [(e.rolls, e.hours) for e in play.all(SleepResisted)] == [(1, 21), (2, 22)]
    assert now(play) == (1716, 9, 6, 240)


def test_the_roll_against_sleep_falls_at_the_21st_hour() -> None:
    play = at(oryu=poor()).when(PassTime(hours=20, minutes=59)).settled()
    play.when(PassTime(minutes=1), d6(6, 5, 1)).only(SleepResisted)


def test_who_fails_falls_asleep_until_the_morning() -> None:
    play = at(oryu=poor()).when(PassTime(hours=22), d6(1, 1, 2))
    assert play.only(FellAsleep) == FellAsleep(character="oryu", minutes=180, overcome=True)
    health = play.state.characters["oryu"].health
    assert (health.asleep, health.slept, health.awake) == (True, 60, 0)


def test_the_rolls_against_sleep_may_take_the_plus_one_as_well() -> None:
    play = begin(options={"awake_roll": "harder"}, oryu=poor(health=Health(awake=20 * 60)))
    check = play.when(PassTime(hours=1), d6(6, 6, 1)).only(Checked).check
    assert (check.difficulty, check.circumstances) == (12, (Circumstance("awake", 1),))


def test_the_rolls_against_sleep_stay_plain_by_default() -> None:
    play = begin(oryu=poor(health=Health(awake=20 * 60)))
    assert play.when(PassTime(hours=1), d6(5, 5, 1)).only(Checked).check.difficulty == 11


@pytest.mark.parametrize(
    "health, changes",
    [
        (Health(awake=20 * 60 - 1), ()),
        (Health(awake=20 * 60), (Circumstance("awake", 1),)),
        (Health(awake=22 * 60, short_sleep=True), (Circumstance("awake", 1), Circumstance("short_sleep", 1))),
    ],
)
def test_everything_is_harder_for_the_sleepless(health: Health, changes: tuple[Circumstance, ...]) -> None:
    play = begin(oryu=poor(health=health)).when(RollSkill(character="oryu", skill="剣術"), d6(6, 6, 1))
    check = play.only(Checked).check
    assert (check.difficulty, check.circumstances) == (15 + len(changes), changes)


def test_the_clock_waits_for_the_choice_before_a_roll_and_goes_on_after_it() -> None:
    play = at(oryu=make_figure(katsugeki=5)).when(PassTime(hours=22))
    play.asks("before_roll", "oryu", "roll", "buy")
    assert (now(play), play.state.clock.left) == ((1716, 9, 6, 180), 60)
    play.when(AnswerRoll(character="oryu", choice="buy"))
    assert play.only(SleepResisted).rolls == 1
    play.asks("before_roll", "oryu", "roll", "buy")
    assert now(play) == (1716, 9, 6, 240)
    play.when(AnswerRoll(character="oryu", choice="roll"), d6(1, 1, 1))
    play.asks("after_failure", "oryu", "stand", "reroll", "success")
    play.when(AnswerFailure(character="oryu", choice="stand")).settled()
    play.only(FellAsleep)
    assert play.state.clock.left == 0


def test_several_rolls_of_one_moment_come_in_order() -> None:
    play = at(oryu=make_figure(katsugeki=2), kenji=make_figure(katsugeki=2)).when(PassTime(hours=21))
    play.asks("before_roll", "kenji", "roll", "buy")
    play.when(AnswerRoll(character="kenji", choice="buy")).asks("before_roll", "oryu", "roll", "buy")
    play.when(AnswerRoll(character="oryu", choice="buy")).settled()


def test_who_sleeps_wakes_in_the_morning_and_has_slept_enough() -> None:
    play = at("夜四ツ", oryu=poor()).given(Sleep(character="oryu"))
    play.when(PassTime(until_morning=True))
    assert play.only(Woke) == Woke(character="oryu", slept=8 * 60)
    turned = play.only(DayTurned)
    assert (turned.short_sleep, turned.slept) == (False, 480)
    assert not play.state.characters["oryu"].health.asleep


@pytest.mark.parametrize("hours, short", [(3, True), (4, False)])
def test_fewer_than_four_hours_of_sleep_are_too_few(hours: int, short: bool) -> None:
    play = at("夜九ツ", oryu=poor()).given(Sleep(character="oryu", hours=hours))
    assert play.when(PassTime(until_morning=True)).only(DayTurned).short_sleep is short


def test_short_sleep_makes_everything_harder_until_a_good_night() -> None:
    play = at("夜九ツ", oryu=poor()).given(Sleep(character="oryu", hours=1), PassTime(until_morning=True))
    check = play.when(RollSkill(character="oryu", skill="剣術"), d6(6, 6, 1)).only(Checked).check
    assert check.circumstances == (Circumstance("short_sleep", 1),)
    play.given(PassTime(to="宵五ツ"), Sleep(character="oryu"), PassTime(until_morning=True))
    assert not play.state.characters["oryu"].health.short_sleep


def test_the_day_of_a_late_sleeper_turns_when_they_wake() -> None:
    play = at("暁七ツ", oryu=poor()).given(Sleep(character="oryu", hours=5))
    play.when(PassTime(until_morning=True))
    assert play.all(DayTurned) == []
    turned = play.when(PassTime(hours=3)).only(DayTurned)
    assert (turned.slept, turned.short_sleep) == (300, False)


def test_a_sleeper_can_be_woken() -> None:
    play = at("夜四ツ", oryu=poor()).given(Sleep(character="oryu"), PassTime(hours=2))
    play.when(Wake(character="oryu")).then(Woke(character="oryu", slept=120))
    play.when(Wake(character="oryu")).refused("ukiyozoshi.not_asleep")


def test_a_sleeper_woken_after_the_morning_closes_the_day_at_once() -> None:
    play = at("暁七ツ", oryu=poor()).given(Sleep(character="oryu", hours=9), PassTime(hours=3))
    play.when(Wake(character="oryu"))
    assert (play.only(Woke).slept, play.only(DayTurned).short_sleep) == (180, True)


def test_the_asleep_do_nothing_else() -> None:
    play = at("夜四ツ", oryu=poor()).given(Sleep(character="oryu"))
    play.when(Sleep(character="oryu")).refused("ukiyozoshi.cannot_act")
    play.when(Eat(character="oryu")).refused("ukiyozoshi.cannot_act")


def test_days_are_counted_for_players_and_companions_alone() -> None:
    play = at(oryu=poor(), gonzo=make_npc(), osen=make_npc(companion=True), dead=poor(dead=True)).when(
        PassTime(hours=22), d6(6, 6, 1, 6, 5, 1, 6, 6, 1, 6, 5, 1)
    )
    assert {event.character for event in play.all(SleepResisted)} == {"oryu", "osen"}
    assert play.state.characters["gonzo"].health.awake == 0
    assert play.state.characters["dead"].health.awake == 0


def test_who_fainted_comes_round_after_so_many_minutes() -> None:
    play = at(oryu=poor(unconscious=True, faint_minutes=7, endurance=3)).when(PassTime(hours=1))
    assert play.only(CameRound) == CameRound(character="oryu", endurance=3)
    first, second = play.all(TimePassed)
    assert (first.minutes, second.minutes) == (7, 53)
