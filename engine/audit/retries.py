"""Check that every second roll of a check names the first, and no other does."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tenmatsu.engine.audit.chain import Adoptions, Problem
from tenmatsu.engine.audit.report import Retry
from tenmatsu.engine.dice.retries import FoundRoll, find_left_behind, take_waiting
from tenmatsu.engine.store import BranchRow
from tenmatsu.events.table import Rolled


class SeenRoll(msgspec.Struct, frozen=True, gc=False):
    """A roll where the audit met it."""

    version: int
    digest: str
    commit: str
    event: Rolled
    audience: str = ""


class Period(msgspec.Struct, frozen=True):
    """Versions of a line that came while it was the current timeline, and the lines left by then."""

    branch: str
    after: int
    last: int
    left: Mapping[str, int]
    """By line, the version at which it was left."""


class Retries:
    """Gathers the rolls of a session and links them anew."""

    def __init__(self, branches: Mapping[str, BranchRow]) -> None:
        self._branches = branches
        self._rolls: dict[str, list[SeenRoll]] = {}

    def see(self, branch: str, roll: SeenRoll) -> None:
        """Note a roll of a line."""
        self._rolls.setdefault(branch, []).append(roll)

    def listed(self) -> Iterator[Retry]:
        """Yield the rolls that stand for one left behind."""
        for rolls in self._rolls.values():
            for roll in rolls:
                event = roll.event
                if event.retry_of is not None:
                    yield Retry(roll.commit, roll.version, roll.digest, event.retry_of, event.by, event.for_)

    def check(self, adoptions: Adoptions) -> Iterator[tuple[str, Problem]]:
        """Yield (commit, problem) for rolls whose link is not what the lines left behind give."""
        right: dict[str, str | None] = {}
        for period in self._periods(adoptions):
            right |= self._link(period)
        for rolls in self._rolls.values():
            for roll in rolls:
                if roll.event.retry_of != right.get(roll.digest):
                    yield roll.commit, ("dice_retry_wrong", {"by": roll.event.by})

    def _periods(self, adoptions: Adoptions) -> Iterator[Period]:
        moves = adoptions.in_order
        left: dict[str, int] = {}
        for place, one in enumerate(moves):
            left[one.event.left] = adoptions.version_of(one.event.head)
            left.pop(one.commit.branch, None)
            following = moves[place + 1] if place + 1 < len(moves) else None
            head = self._branches[one.commit.branch].head_version
            last = adoptions.version_of(following.event.head) if following else head
            yield Period(one.commit.branch, one.commit.last_version, last, dict(left))

    def _link(self, period: Period) -> Iterator[tuple[str, str | None]]:
        """Yield (digest, the roll it stands for) of a period's rolls."""
        rows = {row.id: self._as_of(row, period) for row in self._branches.values()}
        waiting = find_left_behind(self._between, rows, period.branch)
        for roll in self._own(period.branch, period.after + 1, period.last):
            behind = waiting.get((roll.event.by, roll.event.for_), [])
            yield roll.digest, take_waiting(behind, roll.audience)

    @staticmethod
    def _as_of(row: BranchRow, period: Period) -> BranchRow:
        """Return a line's row as it was when a period began."""
        at = period.after if row.id == period.branch else period.left.get(row.id, row.head_version)
        return msgspec.structs.replace(row, head_version=at, is_left=row.id in period.left)

    def _between(self, branch: str, low: int, high: int) -> Iterator[FoundRoll]:
        return ((roll.digest, roll.event, roll.audience) for roll in self._own(branch, low, high))

    def _own(self, branch: str, low: int, high: int) -> Sequence[SeenRoll]:
        rolls = self._rolls.get(branch, [])
        return rolls[bisect_left(rolls, low, key=_version) : bisect_right(rolls, high, key=_version)]


def _version(roll: SeenRoll) -> int:
    return roll.version
