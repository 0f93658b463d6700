"""Check that the commits of a line hang together, and read their events: chain, versions, decode."""

from collections.abc import Iterator, Mapping

import msgspec

from tenmatsu.engine.audit.chain import Adoptions, Fork, LineName, check_fork, fork_numbers, holder_of
from tenmatsu.engine.audit.findings import Findings
from tenmatsu.engine.audit.noting import GONE, check_commit, note_gone
from tenmatsu.engine.audit.report import Tally
from tenmatsu.engine.audit.source import Decoded, StoredCommit, read_stored
from tenmatsu.engine.folding import Folder
from tenmatsu.engine.store import BranchRow, SessionRow, Store
from tenmatsu.events.codec import find_event
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import BranchForked, BranchNamed, SessionOpened, TimelineAdopted

_NAMES_LINES: frozenset[type] = GONE | {BranchNamed}


class CheckedCommit(msgspec.Struct, frozen=True, gc=False):
    """A commit whose place and hash were looked at, and its events."""

    stored: StoredCommit
    events: Decoded
    kinds: set[type]
    """The classes of its events."""


class LineChecks:
    """Checks what needs no rules: line by line, each behind the one that it leaves."""

    def __init__(
        self,
        store: Store,
        row: SessionRow,
        branches: Mapping[str, BranchRow],
        folder: Folder,
        found: Findings,
        tally: Tally,
    ) -> None:
        self.adoptions = Adoptions()
        self._store = store
        self._row = row
        self._branches = branches
        self._folder = folder
        self._found = found
        self._tally = tally
        self._whole = row.view is None
        self._forks = fork_numbers(branches)
        self._left: dict[tuple[str, int], Commit] = {}
        """The commits that lines leave, by place."""

    def follow(self, row: BranchRow) -> Iterator[CheckedCommit]:
        """Yield the commits of one line from where it leaves its parent to its head."""
        before = None if row.parent is None else self._left.get(holder_of(self._branches, row))
        first, keep, name = True, self._forks.get(row.id, set()), LineName(row)
        found, tally, types = self._found, self._tally, self._folder.codec.types
        for stored in read_stored(self._store, self._row.id, row.id):
            commit = stored.commit
            if not commit.hash:
                found.fail(
                    "", "versions", ("audit_orphans", {"branch": row.id, "events": len(commit.events)})
                )
                break
            if first:
                self._check_first(row, before, stored)
                first = False
            tally.commits += 1
            tally.events += len(commit.events)
            check_commit(found, before, stored, whole=self._whole)
            events = self._folder.decode_items(commit.events)
            kinds = set(map(type, events))
            if not kinds.isdisjoint(GONE):
                note_gone(found, commit, events, types)
            adopted = _first_adopted(events) if TimelineAdopted in kinds else None
            self.adoptions.see(commit, adopted)
            yield CheckedCommit(stored, events, kinds)
            if not kinds.isdisjoint(_NAMES_LINES):
                name.see(stored)
            if commit.number in keep:
                self._left[row.id, commit.number] = commit
            before = commit
        for problem in name.check():
            found.fail(name.commit or row.head_hash.hex(), "chain", problem)

    def _check_first(self, row: BranchRow, before: Commit | None, stored: StoredCommit) -> None:
        """Check where a line begins; the session's first line also says which session this is."""
        commit = stored.commit
        said = Fork(find_event(commit.events, BranchForked), find_event(commit.events, BranchNamed))
        is_first = row.id == next(iter(self._branches))
        self._found.fail_all(commit, "chain", check_fork(self._branches, row, before, commit, said))
        opened = find_event(commit.events, SessionOpened)
        if is_first and (opened is not None or self._whole):
            system = opened.system if opened is not None else None
            claimed = (self._row.system, self._row.opened_at, self._whole)
            if claimed != (system, stored.at, commit.closed is None):
                self._found.fail(
                    commit.hash.hex(), "versions", ("audit_columns_differ", {"place": "session"})
                )


def _first_adopted(events: Decoded) -> TimelineAdopted | None:
    return next((event for event in events if isinstance(event, TimelineAdopted)), None)
