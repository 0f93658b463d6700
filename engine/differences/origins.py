"""Follow copies of copies back to the commit that was first decided."""

from collections.abc import Iterable, Iterator

from tenmatsu.engine.differences.sides import CommitSide
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import Sight
from tenmatsu.engine.store import BranchRow, Segment, lineage
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import BranchForked, DecidedAgain


class Origins:
    """For the hash of a commit that of the first in its chain of copies; other lines are read on demand."""

    def __init__(self, session: Session, sight: Sight, known: Iterable[CommitSide]) -> None:
        self._session = session
        self._sight = sight
        sides = list(known)
        self._of = {side.commit: side.of for side in sides}
        self._lines = dict.fromkeys(side.branch for side in sides)
        self._is_read = False

    def find(self, commit: str) -> str:
        """Return the origin of a commit: itself where it stands for none."""
        passed = {commit}
        while (of := self._stands_for(commit)) and of not in passed:
            commit = of
            passed.add(of)
        return commit

    def _stands_for(self, commit: str) -> str:
        if commit not in self._of and not self._is_read:
            self._is_read = True
            self._read_sources()
        return self._of.get(commit, "")

    def _read_sources(self) -> None:
        """Note what stands for what on the lines from which the known ones were copied, and so on back."""
        branches = self._session.store.branches(self._session.id)
        waiting, done = list(self._lines), set[str]()
        while waiting:
            line = waiting.pop()
            for segment in lineage(branches, line):
                row = branches[segment.branch]
                if row.why == "whatif" and row.id not in done:
                    done.add(row.id)
                    waiting += self._read_line(row)

    def _read_line(self, row: BranchRow) -> Iterator[str]:
        """Note what the commits of a what-if line stand for; yield the line that was forked."""
        part = Segment(row.id, row.fork_version + 1, row.head_version, row.fork_number + 1, row.head_number)
        for commit in self._session.store.commits(self._session.id, [part]):
            events = [self._event(commit, place) for place in (0, -1)]
            if isinstance(events[0], BranchForked):
                yield events[0].parent
            of = events[1].of if isinstance(events[1], DecidedAgain) else ""
            self._of.setdefault(commit.hash.hex(), of)

    def _event(self, commit: Commit, place: int) -> object:
        item = commit.events[place]
        return self._session.folder.decode(item.data) if self._sight.sees(item) else None
