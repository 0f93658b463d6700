"""Count what each person took back or rolled again."""

from collections.abc import Iterable

from tenmatsu.engine.audit.report import Tally
from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.table import BranchForked, Rolled


def count_people(
    tally: Tally, system: AnySystem, table: TableState, actor: str, events: Iterable[Event | Unknown | None]
) -> None:
    """Add a commit's undos (by who asked), retries and rerolls by a rule (by whose roll it is)."""
    sets_aside = system.sets_aside
    for event in events:
        if isinstance(event, BranchForked) and event.why == "undo":
            _add(tally.undos_by, actor)
        elif isinstance(event, Rolled) and event.retry_of is not None:
            _add(tally.retries_by, _person(table, event.by))
        elif not isinstance(event, Event):
            continue
        elif (aside := sets_aside(event)) is not None and aside.again:
            _add(tally.rerolls_by, _person(table, aside.by))


def _person(table: TableState, by: str) -> str:
    return by if by in table.seats else table.player_of(by) or by


def _add(counts: dict[str, int], person: str) -> None:
    counts[person] = counts.get(person, 0) + 1
