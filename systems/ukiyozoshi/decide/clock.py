"""What falls due as time passes, and how the calendar moves; `decide.time` lets it happen."""

from collections.abc import Iterator

from tenmatsu.engine.clock import MINUTES_A_DAY, Due, count_until
from tenmatsu.systems.ukiyozoshi.decide.work import Work
from tenmatsu.systems.ukiyozoshi.events.time import MorningCame, TimePassed
from tenmatsu.systems.ukiyozoshi.rows import CalendarRow
from tenmatsu.systems.ukiyozoshi.state import Clock, Figure, State
from tenmatsu.systems.ukiyozoshi.tables import Tables


def advance(clock: Clock, minutes: int, row: CalendarRow) -> tuple[int, int, int, int]:
    """Return year, month, day and minute after some minutes."""
    days, minute = divmod(clock.minute + minutes, MINUTES_A_DAY)
    months, day = divmod(clock.day - 1 + days, row.days)
    years, month = divmod(clock.month - 1 + months, row.months)
    return clock.year + years, month + 1, day + 1, minute


def record_passing(work: Work, minutes: int) -> None:
    """Move the clock."""
    clock = work.state.clock
    year, month, day, minute = advance(clock, minutes, work.rules.tables.calendar)
    work.record(
        TimePassed(minutes=minutes, left=clock.left - minutes, year=year, month=month, day=day, minute=minute)
    )


def record_morning(work: Work) -> None:
    """Let a new day break (明け六ツ)."""
    clock = work.state.clock
    followed = tuple(who for who, figure in work.state.characters.items() if is_followed(figure))
    work.record(MorningCame(year=clock.year, month=clock.month, day=clock.day, characters=followed))


def is_followed(figure: Figure) -> bool:
    """Return whether days are counted for a character: the players' own and their companions."""
    return not figure.dead and (not figure.npc or figure.companion)


def list_due(state: State, tables: Tables, *, serious: bool) -> Iterator[Due]:
    """
    Yield everything that is going to fall due; while no time passes, only what is due now.

    Each kind is a key of `decide.time.STEPS`, or `morning`.
    """
    clock = state.clock
    for who, figure in state.characters.items():
        if not figure.dead:
            yield from _list_open(who, figure)
            if clock.running:
                yield from _list_coming(who, figure, tables, usual=clock.usual, serious=serious)
    if clock.running:
        yield Due(_count_to_morning(clock, tables.calendar.morning), 1, "morning")


def _count_to_morning(clock: Clock, morning: int) -> int:
    if clock.minute == morning and not clock.morning:
        return 0
    return count_until(clock.minute, morning)


def _list_open(who: str, figure: Figure) -> Iterator[Due]:
    """Yield what a new day owes a character who is awake."""
    health = figure.health
    if health.morning and not health.asleep:
        yield Due(0, 4, "turn", who)
    elif health.recovering and health.wounds > 0 and not (health.asleep or figure.seeming_dead):
        yield Due(0, 5, "recover", who)


def _list_coming(who: str, figure: Figure, tables: Tables, *, usual: bool, serious: bool) -> Iterator[Due]:
    """Yield what time brings a character."""
    health = figure.health
    if serious and health.serious and not figure.seeming_dead:
        yield Due(max(0, tables.health.serious_minutes - health.serious_for), 0, "bleed", who)
    if figure.unconscious:
        yield Due(figure.faint_minutes, 2, "come_round", who)
    if health.asleep:
        yield Due(health.sleep_left, 3, "wake", who)
    elif not usual and is_followed(figure) and figure.can_act:
        hours = tables.health.awake_hours + 1 + health.awake_rolls
        yield Due(max(0, hours * 60 - health.awake), 6, "stay_awake", who)
