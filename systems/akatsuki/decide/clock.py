"""Which survival checks (生死チェック) time makes due, and when; `decide.time` lets them fall due."""

from collections.abc import Iterator

from tenmatsu.engine.clock import MINUTES_A_DAY, MINUTES_AN_HOUR, Due
from tenmatsu.systems.akatsuki import state as s
from tenmatsu.systems.akatsuki.decide.harming import is_beyond_check
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.options import Options
from tenmatsu.systems.akatsuki.rows import WoundRow
from tenmatsu.systems.akatsuki.state import Figure, Occasion, State, Wound

OCCASIONS: tuple[Occasion, ...] = ("midnight", "hours", "once")
"""Those that time brings, in the order in which they come where several fall in one minute."""


def list_checks(state: State, rules: Rulebook, after: int) -> Iterator[Due]:
    """Yield everybody's next check on each occasion that comes later than `after`, in minutes from then."""
    for character, figure in state.characters.items():
        wound = _find_open_wound(state, rules.options, character, figure)
        if wound is not None:
            row = rules.tables.wound(wound.harm, wound.rank)
            for why, minute in _find_times(wound, row, after, by_clock=rules.options.hours_from == "clock"):
                yield Due(minute - after, OCCASIONS.index(why), why, character)


def list_due_now(state: State, rules: Rulebook) -> tuple[s.Due, ...]:
    """
    Return the checks that fall due in this very minute, in order.

    Several of one character at the same time are one check, or as many (option `same_time`).
    """
    coming = list_checks(state, rules, state.clock.now - 1)
    now = sorted((due.rank, due.character) for due in coming if due.minutes == 1)
    if rules.options.same_time == "one":
        first = {character: rank for rank, character in reversed(now)}
        now = [(rank, character) for rank, character in now if first[character] == rank]
    return tuple(s.Due(character=character, why=OCCASIONS[rank]) for rank, character in now)


def _find_open_wound(state: State, options: Options, character: str, figure: Figure) -> Wound | None:
    """Return the damage card that time brings checks for; the doomed have some by option `zombie_checks`."""
    wound = figure.wound
    if figure.dead or wound is None or wound.treated:
        return None
    if figure.doomed:
        return wound if options.zombie_checks == "usual" else None
    return None if is_beyond_check(state, character) else wound


def _find_times(wound: Wound, row: WoundRow, after: int, *, by_clock: bool) -> Iterator[tuple[Occasion, int]]:
    """Yield the next minute of each occasion after a minute, and after the card was got or changed."""
    start = max(after, wound.since)
    yield "midnight", _find_multiple(MINUTES_A_DAY, 0, start)
    if row.hours:
        # By the clock, hours are counted from 0:00 of the first day; 2, 4, 6, 8, 12 fit into every day.
        yield "hours", _find_multiple(row.hours * MINUTES_AN_HOUR, 0 if by_clock else wound.since, start)
    once = wound.since + row.once * MINUTES_AN_HOUR
    if row.once and once > after:
        yield "once", once


def _find_multiple(step: int, origin: int, after: int) -> int:
    """Return the first minute after `after` that is whole steps from `origin`."""
    return origin + ((after - origin) // step + 1) * step
