"""Check of commits that say they were decided again which commit they name, and whose dice they took."""

from collections.abc import Mapping, Sequence

from tenmatsu.engine.audit.chain import Adoptions, Problem
from tenmatsu.engine.store import BranchRow, lineage
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.envelope import EVERYBODY, Commit, Item
from tenmatsu.events.table import DecidedAgain, Rolled

Rolls = tuple[tuple[Item, Rolled], ...]
OF_AGAIN: frozenset[type] = frozenset({DecidedAgain, Rolled})
"""The events that tell it."""


class Again:
    """The commits of a whole log that others may stand for."""

    def __init__(self, branches: Mapping[str, BranchRow], adoptions: Adoptions) -> None:
        self._branches = branches
        self._adoptions = adoptions
        self._rolls: dict[str, Rolls] = {}
        """By the hash of their commit (hex)."""
        self._reached: dict[str, int] = {}
        """For a what-if line the number of the commit that its last copy stands for."""

    def see(
        self, commit: Commit, events: Sequence[Event | Unknown | None], table: TableState
    ) -> list[Problem]:
        """
        Note a commit; return what is wrong with what it says that it stands for.

        That is a commit behind the fork on the line that was forked, later ones for later ones, and roll j
        is that of its roll j, wherever nobody sees it who did not see that one.

        A commit without an event of `OF_AGAIN` need not be seen.
        """
        pairs = zip(commit.events, events, strict=True)
        rolls = tuple([(item, event) for item, event in pairs if isinstance(event, Rolled)])
        if rolls:
            self._rolls[commit.hash.hex()] = rolls
        last = events[-1]
        if not isinstance(last, DecidedAgain):
            return []
        of = self._adoptions.place_of(last.of)
        if of is None or not self._is_behind_the_fork(commit, *of, table):
            return [("audit_again_wrong", {"number": commit.number})]
        self._reached[commit.branch] = of[1]
        theirs = self._rolls.get(last.of, ())
        if not all(_repeats(roll, theirs[at : at + 1]) for at, roll in enumerate(rolls)):
            return [("audit_again_dice", {"number": commit.number})]
        return []

    def _is_behind_the_fork(self, commit: Commit, branch: str, number: int, table: TableState) -> bool:
        row = self._branches.get(commit.branch)
        if row is None or table.fork_of not in self._branches:
            return False
        behind = max(row.fork_number, self._reached.get(commit.branch, 0))
        held = lineage(self._branches, table.fork_of)
        on_it = any(one.branch == branch and one.first_number <= number <= one.last_number for one in held)
        return on_it and number > behind


def _repeats(roll: tuple[Item, Rolled], former: Rolls) -> bool:
    """Return whether a roll has the dice of the one whose place it takes; fresh ones where it may not."""
    (item, event), before = roll, next(iter(former), None)
    if before is None or before[0].audience not in (EVERYBODY, item.audience):
        return event.source == "whatif"
    old = before[1]
    if event.source != "same":
        return False
    if old.key is not None:
        return (event.ring, event.index, event.key, event.mix) == (old.ring, old.index, old.key, old.mix)
    if event.of != before[0].digest.hex():
        return False
    for mine, theirs in zip(event.dice, old.dice, strict=False):
        if mine[0] != theirs[0]:
            break
        if mine != theirs:
            return False
    return True
