"""
Time that passes: up to the next thing that falls due, which happens or opens a choice; then it goes on.

What is still to pass stands in the state, so a check that waits for its character's choice stops the
clock; `run_time` is called after every command, and goes on where it can.
"""

from collections.abc import Callable, Iterator

from tenmatsu.engine.clock import MINUTES_A_DAY, Due, count_until, read_time, run_clock
from tenmatsu.systems.ukiyozoshi.commands.health import Sleep, Wake
from tenmatsu.systems.ukiyozoshi.commands.time import PassTime, SetCalendar
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, continue_with, start_check
from tenmatsu.systems.ukiyozoshi.decide.clock import list_due, record_morning, record_passing
from tenmatsu.systems.ukiyozoshi.decide.days import turn_day
from tenmatsu.systems.ukiyozoshi.decide.health import specify_recovery
from tenmatsu.systems.ukiyozoshi.decide.work import Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.health import FellAsleep, SeriousWoundBled, SleepResisted, Woke
from tenmatsu.systems.ukiyozoshi.events.katsugeki import CameRound
from tenmatsu.systems.ukiyozoshi.events.time import CalendarSet, TimeBegun, TimeEnded
from tenmatsu.systems.ukiyozoshi.measures import read_hour
from tenmatsu.systems.ukiyozoshi.state import Check


def set_calendar(work: Work, command: SetCalendar) -> None:
    """Set the date and the time of day (時刻)."""
    row = work.rules.tables.calendar
    if not (1 <= command.month <= row.months and 1 <= command.day <= row.days):
        refuse(work, "no_such_day", month=command.month, day=command.day, months=row.months, days=row.days)
    minute = _read_hour(work, command.hour) if command.hour else command.minute
    work.record(CalendarSet(year=command.year, month=command.month, day=command.day, minute=minute))


def _read_hour(work: Work, hour: str) -> int:
    clock = read_time(hour)
    minute = read_hour(hour) if clock is None else clock
    if minute is None:
        refuse(work, "unknown_hour", hour=hour)
    return minute


def pass_time(work: Work, command: PassTime) -> None:
    """Let time pass and everything on the way fall due."""
    if work.state.combat is not None:
        refuse(work, "time_in_fight")
    minutes = _measure_span(work, command)
    work.record(TimeBegun(minutes=minutes, usual=command.usual, dry=command.dry))


def _measure_span(work: Work, command: PassTime) -> int:
    """Return the minutes that are to pass, or refuse: exactly one way to say it."""
    span = (command.days * 24 + command.hours) * 60 + command.minutes
    ways = [span != 0, bool(command.to), command.until_morning]
    if sum(ways) != 1 or span < 0:
        refuse(work, "one_span")
    now = work.state.clock.minute
    if command.to:
        span = count_until(now, _read_hour(work, command.to))
    elif command.until_morning:
        span = count_until(now, work.rules.tables.calendar.morning)
    most = work.rules.tables.calendar.days
    if span > most * MINUTES_A_DAY:
        refuse(work, "too_long", most=most)
    return span


class _Calendar:
    """The clockwork of the calendar: checks that wait for a choice stop it."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._serious = work.rules.options.serious_wounds == "on"

    def waits(self) -> bool:
        return self._work.state.check is not None

    def left(self) -> int:
        return self._work.state.clock.left

    def coming(self) -> Iterator[Due]:
        return list_due(self._work.state, self._work.rules.tables, serious=self._serious)

    def let_pass(self, minutes: int) -> None:
        record_passing(self._work, minutes)

    def happen(self, due: Due) -> None:
        if due.kind == "morning":
            record_morning(self._work)
        else:
            STEPS[due.kind](self._work, due.character)


def run_time(work: Work) -> None:
    """Let everything happen that falls due in what is left of the time, until a check waits for a choice."""
    if run_clock(_Calendar(work)) and work.state.clock.running:
        work.record(TimeEnded())


def _bleed(work: Work, character: str) -> None:
    """Let an untreated serious wound cost a point (重傷)."""
    figure, loss = work.state.characters[character], work.rules.tables.health.serious_loss
    work.record(
        SeriousWoundBled(
            character=character,
            endurance=figure.endurance - loss,
            wounds=figure.health.wounds + loss,
            dies=figure.endurance <= loss,
        )
    )


def _come_round(work: Work, character: str) -> None:
    """Let somebody wake from a faint (当身, 絞め)."""
    work.record(CameRound(character=character, endurance=work.state.characters[character].endurance))


def _wake_up(work: Work, character: str) -> None:
    work.record(Woke(character=character, slept=work.state.characters[character].health.slept))


def _turn(work: Work, character: str) -> None:
    turn_day(work, character)


def _roll_recovery(work: Work, character: str) -> None:
    start_check(work, specify_recovery(work.state, work.rules, character))


def _stay_awake(work: Work, character: str) -> None:
    """Roll 心 against sleep: 10 and the hours too many (option `awake_roll`)."""
    rolls = work.state.characters[character].health.awake_rolls + 1
    ignore = ("awake",) if work.rules.options.awake_roll == "plain" else ()
    start_check(
        work,
        CheckSpec(
            character=character,
            roll="stay_awake",
            ability="shin",
            difficulty=work.rules.tables.health.awake_roll + rolls,
            ignore=ignore,
            then="stayed_awake",
            data={"rolls": rolls},
            ask=True,
        ),
    )


@continue_with("stayed_awake")
def _finish_awake(work: Work, check: Check) -> None:
    rolls = int(check.data.get("rolls", 1))
    if check.success:
        hours = work.rules.tables.health.awake_hours + rolls
        work.record(SleepResisted(character=check.character, rolls=rolls, hours=hours))
    else:
        _fall_asleep(work, check.character, 0, overcome=True)


def _fall_asleep(work: Work, character: str, hours: int, *, overcome: bool = False) -> None:
    morning = count_until(work.state.clock.minute, work.rules.tables.calendar.morning)
    work.record(FellAsleep(character=character, minutes=hours * 60 or morning, overcome=overcome))


def sleep(work: Work, command: Sleep) -> None:
    """Go to sleep (睡眠)."""
    find_able(work, command.character)
    if work.state.combat is not None:
        refuse(work, "time_in_fight")
    _fall_asleep(work, command.character, command.hours)


def wake(work: Work, command: Wake) -> None:
    """Wake up."""
    figure = find_figure(work, command.character)
    if not figure.health.asleep:
        refuse(work, "not_asleep", character=command.character)
    _wake_up(work, command.character)


STEPS: dict[str, Callable[[Work, str], None]] = {
    "bleed": _bleed,
    "come_round": _come_round,
    "wake": _wake_up,
    "turn": _turn,
    "recover": _roll_recovery,
    "stay_awake": _stay_awake,
}
"""What happens when it falls due."""
