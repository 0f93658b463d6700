"""Check what commits claim once they hang together: their dice, and that the rules give their outcome."""

from collections.abc import Iterable, Mapping

import msgspec

from tenmatsu.engine.audit.again import OF_AGAIN, Again
from tenmatsu.engine.audit.chain import Adoptions, fork_numbers, holder_of
from tenmatsu.engine.audit.checking import CheckedCommit
from tenmatsu.engine.audit.corrections import Corrections
from tenmatsu.engine.audit.counting import count_people
from tenmatsu.engine.audit.dice import OF_DICE, DiceAudit
from tenmatsu.engine.audit.disputes import Disputes
from tenmatsu.engine.audit.findings import Findings
from tenmatsu.engine.audit.following import Follower
from tenmatsu.engine.audit.moves import PASSED_BY, Moves
from tenmatsu.engine.audit.noting import note_special
from tenmatsu.engine.audit.report import Finding, Tally
from tenmatsu.engine.audit.reveals import Reveals
from tenmatsu.engine.dice.verify import CheckedLine
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.store import BranchRow, SessionRow, Store
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import (
    Adjusted,
    BranchForked,
    DisputeOpened,
    Redacted,
    Revealed,
    Rolled,
    SpeechEdited,
    SpeechRetracted,
)

_SPECIAL: frozenset[type] = frozenset({Adjusted, BranchForked, Rolled})
_TOLD_ELSEWHERE: frozenset[type] = frozenset(
    {type(None), DisputeOpened, Revealed, SpeechEdited, SpeechRetracted, Redacted}
)
"""What disputes, corrections and reveals are told by, besides a command that lacks its bytes."""


class Point(msgspec.Struct, frozen=True):
    """Where a walk stands on a line."""

    commit: Commit | None = None
    state: LineState = LineState()
    dice: CheckedLine = CheckedLine()
    whole: bool = True
    """Whether all events before were there and known, so that commands can be decided again."""
    played: CheckedCommit | None = None
    """The last commit that an undo does not pass by."""


class Judge:
    """Judges the dice and the rules of a session: line by line, each behind the one that it leaves."""

    def __init__(
        self,
        store: Store,
        row: SessionRow,
        branches: Mapping[str, BranchRow],
        folder: Folder,
        found: Findings,
        tally: Tally,
        adoptions: Adoptions,
        left_heads: set[bytes],
    ) -> None:
        self._store = store
        self._row = row
        self._branches = branches
        self._folder = folder
        self._found = found
        self._tally = tally
        self._whole = row.view is None
        """Whether the session is here as it is, not as one viewer saw it."""
        self.dice = DiceAudit(tally, branches)
        self._reveals = Reveals(store, row.id, branches, whole=self._whole)
        self._disputes = Disputes(store, row.id, branches)
        self._adoptions = adoptions
        self._left_heads = left_heads
        self._moves = Moves(self._disputes)
        self._corrections = Corrections(folder.codec)
        self._follower = Follower(folder, found, tally, self._corrections, self._moves, whole=self._whole)
        self._again = Again(branches, adoptions)
        self._forks = fork_numbers(branches)
        self._points: dict[tuple[str, int], Point] = {}
        """Where lines are left, by place."""

    def follow(self, row: BranchRow, commits: Iterable[CheckedCommit]) -> Point:
        """Follow one line from where it leaves its parent; return where it ends."""
        if row.parent is None:
            point = Point(whole=self._whole)
        else:
            point = self._points.get(holder_of(self._branches, row), Point())
        keep = self._forks.get(row.id, set())
        for checked in commits:
            point = self._step(point, checked)
            number = checked.stored.commit.number
            if number in keep:
                self._points[row.id, number] = point
        return point

    def _step(self, point: Point, checked: CheckedCommit) -> Point:
        """Judge one commit behind a point and return the point behind it."""
        stored, events, kinds = checked.stored, checked.events, checked.kinds
        commit, before, found = stored.commit, point.commit, self._found
        dice, table = point.dice, point.state.table
        if not kinds.isdisjoint(OF_DICE):
            dice, problems = self.dice.follow(dice, checked, table)
            for problem in problems:
                found.fail(commit.hash.hex(), "dice", (problem.code, problem.details))
        if not kinds.isdisjoint(_SPECIAL):
            is_first = before is None or before.branch != commit.branch
            note_special(found, self._tally, commit, events, is_first=is_first)
        failed = len(found.failures)
        state, whole = self._follower.follow(point.state, checked, whole=point.whole)
        if not kinds.isdisjoint(OF_AGAIN):
            wrong = self._again.see(commit, events, table)
            if self._whole and len(found.failures) == failed:
                found.fail_all(commit, "rules", wrong)
        if commit.command.data is None or not kinds.isdisjoint(_TOLD_ELSEWHERE):
            self._disputes.see(commit, events)
            self._corrections.see(commit, events, stored.actor, table)
            self._reveals.see(commit, events, table)
        count_people(self._tally, self._folder.system, state.table, stored.actor, events)
        played = checked if kinds.isdisjoint(PASSED_BY) else point.played
        if commit.hash in self._left_heads:
            self._moves.leave(commit, state.table, played)
        return Point(commit, state, dice, whole, played)

    def check_dice(self) -> None:
        """Check what only the whole log shows of dice: keys over all lines, and what was revealed."""
        for problem in self.dice.check_whole(("o", "h") if self._whole else ("o",)):
            self._found.fail("", "dice", problem)
        for commit, problem in self._reveals.check():
            self._found.fail(commit, "chain", problem)
        self._found.unchecked += [Finding("", code, details) for code, details in self.dice.given_up()]
        if self._store.spent_places(self._row.id) != self.dice.keys.used:
            self._found.fail("", "dice", ("audit_keys_differ", {}))

    def check_story(self) -> None:
        """Check what hangs on the order of things: corrections, moves of lines, rolls for others."""
        if not self._whole:
            return
        self._check_corrections()
        if not any(failure.check == "chain" for failure in self._found.failures):
            for commit, problem in (*self._moves.check(), *self._disputes.check()):
                self._found.fail(commit, "rules", problem)
            for commit, problem in self.dice.retries.check(self._adoptions):
                self._found.fail(commit, "dice", problem)

    def _check_corrections(self) -> None:
        """Check what was edited and retracted, and that words are gone only where somebody said so."""
        self._tally.redacted = self._corrections.count
        for commit, problem in self._corrections.check(self._store, self._row.id):
            self._found.fail(commit, "rules" if problem[0] == "audit_correction_wrong" else "chain", problem)
        for commit, (code, details) in self._corrections.still_there(self._store, self._row.id):
            self._found.unchecked.append(Finding(commit, code, details))
