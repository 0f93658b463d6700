"""Check only that a session's log hangs together: no game, no dice, no rules, so it is soon done."""

from collections.abc import Callable, Iterator

from tenmatsu.engine.audit.chain import (
    Adoptions,
    Fork,
    LineName,
    Problem,
    check_columns,
    check_fork,
    check_items,
    check_place,
)
from tenmatsu.engine.audit.report import Failure
from tenmatsu.engine.audit.source import StoredCommit, read_stored
from tenmatsu.engine.audit.unlisted import find_unlisted
from tenmatsu.engine.store import BranchRow, SessionRow, Store
from tenmatsu.events.codec import find_event
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import BranchForked, BranchNamed, TimelineAdopted


def check_links(
    store: Store, session: SessionRow, progress: Callable[[int], None] | None = None
) -> tuple[Failure, ...]:
    """
    Return what does not hold in the chain of a session: items, hashes, versions, forks, heads, adoptions.

    It needs no game, and is the part of an audit that shows whether rows were lost or bent on their way.
    """
    return tuple(_Links(store, session, progress or _no_progress).check())


def _no_progress(_commits: int) -> None:
    """Tell nobody."""


class _Links:
    """One check under way; of the commits only those that lines leave are kept."""

    def __init__(self, store: Store, session: SessionRow, progress: Callable[[int], None]) -> None:
        self._store = store
        self._row = session
        self._progress = progress
        self._branches = store.branches(session.id)
        self._adoptions = Adoptions()
        self._left = {row.fork_hash for row in self._branches.values()}
        self._parents: dict[bytes | None, Commit] = {}

    def check(self) -> Iterator[Failure]:
        for row in self._branches.values():
            yield from self._follow(row)
        for problem in find_unlisted(self._store, self._row.id, self._branches):
            yield _failure("", problem)
        rows = [
            (one.number, one.branch, one.left_branch, one.left_head.hex())
            for one in self._store.adoptions(self._row.id)
        ]
        for commit, problem in self._adoptions.check(rows, self._row, self._branches):
            yield _failure(commit, problem)

    def _follow(self, row: BranchRow) -> Iterator[Failure]:
        """Follow one line from where it leaves its parent to its head."""
        before = self._parents.get(row.fork_hash) if row.parent is not None else None
        parent, name, first = before, LineName(row), True
        for stored in read_stored(self._store, self._row.id, row.id):
            commit = stored.commit
            digest = commit.hash.hex()
            if not commit.hash:
                orphans = {"branch": row.id, "events": len(commit.events)}
                yield _failure("", ("audit_orphans", orphans))
                break
            for problem in self._problems(stored, before):
                yield _failure(digest, problem)
            if first:
                said = Fork(find_event(commit.events, BranchForked), find_event(commit.events, BranchNamed))
                for problem in check_fork(self._branches, row, parent, commit, said):
                    yield _failure(digest, problem)
                first = False
            self._adoptions.see(commit, find_event(commit.events, TimelineAdopted))
            name.see(stored)
            if commit.hash in self._left:
                self._parents[commit.hash] = commit
            before = commit
            self._progress(1)
        for problem in name.check():
            yield _failure(name.commit or row.head_hash.hex(), problem)
        head = (row.head_number, row.head_version, row.head_hash)
        if before is None or (before.number, before.last_version, before.hash) != head:
            yield _failure(row.head_hash.hex(), ("audit_head_wrong", {"branch": row.id}))

    def _problems(self, stored: StoredCommit, before: Commit | None) -> Iterator[Problem]:
        commit = stored.commit
        yield from check_items(commit)
        beside = commit.closed if self._row.view is None else commit.pad
        if beside is not None:
            yield "audit_hash_wrong", {}
        yield from check_columns(stored)
        place = (NO_PREVIOUS, 1, 1)
        if before is not None:
            place = (before.hash, before.number + 1, before.last_version + 1)
        yield from check_place(commit, *place)


def _failure(commit: str, problem: Problem) -> Failure:
    return Failure(commit, problem[0], problem[1], "chain")
