"""Tell where two lines part and how their ends differ."""

from typing import Any

import msgspec

from tenmatsu.engine.contract import Value
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, read_entries, state_for
from tenmatsu.engine.session import Session


class ValueChange(msgspec.Struct, frozen=True):
    """A value that the two ends show differently; None where one end lacks it."""

    name: str
    """As the sheets show it: `pc1.endurance`."""
    before: Value
    after: Value


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """How two lines differ: their last common commit, what each has behind it, the values at the ends."""

    common: str
    """The hash of the last commit that both have, in hex."""
    common_version: int
    first: tuple[Entry, ...]
    second: tuple[Entry, ...]
    values: tuple[ValueChange, ...]
    outcomes: tuple[str, str]
    """The outcome at each end, empty where the situation is open."""


def find_difference(first: Session, second: Session, viewer: Viewer = EVERYTHING) -> Difference:
    """Return how two lines of one session differ; `UsageError` where they are of different sessions."""
    if first.id != second.id:
        raise UsageError("sessions_differ", first=first.id[:8], second=second.id[:8])
    one, other = list(read_entries(first, viewer)), list(read_entries(second, viewer))
    same = 0
    while same < min(len(one), len(other)) and _is_same(one[same], other[same]):
        same += 1
    while 0 < same < max(len(one), len(other)) and _goes_on(one, same) and _goes_on(other, same):
        same -= 1
    ends = (state_for(first, viewer).game, state_for(second, viewer).game)
    return Difference(
        common=one[same - 1].commit if same else "",
        common_version=same,
        first=tuple(one[same:]),
        second=tuple(other[same:]),
        values=tuple(_changes(first, *ends)),
        outcomes=(_outcome(first, ends[0]), _outcome(second, ends[1])),
    )


def compare_versions(
    session: Session, before: int, after: int, viewer: Viewer = EVERYTHING
) -> list[ValueChange]:
    """Return the values that differ between two versions of one line."""
    games = (state_for(session, viewer, before).game, state_for(session, viewer, after).game)
    return list(_changes(session, *games))


def _is_same(one: Entry, other: Entry) -> bool:
    return one.commit == other.commit and one.digest == other.digest


def _goes_on(entries: list[Entry], at: int) -> bool:
    """Return whether the commit before place `at` goes on behind it."""
    return at < len(entries) and entries[at].commit == entries[at - 1].commit


def _changes(session: Session, before: Any, after: Any) -> list[ValueChange]:
    old = dict(session.system.adjustable(before)) if before is not None else {}
    new = dict(session.system.adjustable(after)) if after is not None else {}
    names = dict.fromkeys([*old, *new])
    return [
        ValueChange(name, old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)
    ]


def _outcome(session: Session, game: Any) -> str:
    outcome = session.system.outcome(game) if game is not None else None
    return outcome.result if outcome else ""
