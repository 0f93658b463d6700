"""Check that every dispute names something that stands before it on its line."""

from collections.abc import Iterable, Iterator, Mapping

from tenmatsu.engine.audit.chain import Problem
from tenmatsu.engine.store import BranchRow, Store, lineage
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.envelope import EVERYBODY, Commit
from tenmatsu.events.table import DisputeOpened


class Disputes:
    """Gathers the disputes of a session where they were opened."""

    def __init__(self, store: Store, session: str, branches: Mapping[str, BranchRow]) -> None:
        self._store = store
        self._session = session
        self._branches = branches
        self._opened: list[tuple[Commit, DisputeOpened]] = []

    def see(self, commit: Commit, events: Iterable[Event | Unknown | None]) -> None:
        """Note the disputes that a commit opened; those carried over are judged where they came from."""
        for event in events:
            if isinstance(event, DisputeOpened) and not event.carried:
                self._opened.append((commit, event))

    def check(self) -> Iterator[tuple[str, Problem]]:
        """Yield (commit, problem) for disputes about what is not there, or shown to others than that is."""
        for commit, event in self._opened:
            disputed = self.find(event.commit, commit.branch, commit.number - 1)
            if disputed is None or not _names(disputed, event):
                yield commit.hash.hex(), ("audit_dispute_wrong", {"dispute": event.dispute})

    def find(self, digest: str, branch: str, last: int) -> Commit | None:
        """Return the commit with this hash (hex) if it stands on a line, up to a number."""
        try:
            place = self._store.find_commit(self._session, bytes.fromhex(digest))
        except ValueError:
            return None
        if place is None:
            return None
        for segment in lineage(self._branches, branch):
            if segment.branch == place[0] and segment.first_number <= place[1] <= segment.last_number:
                return self._store.commit_at(self._session, *place) if place[1] <= last else None
        return None


def _names(commit: Commit, event: DisputeOpened) -> bool:
    """Return whether a dispute names the commit, or one of its events, to those who may see that."""
    if event.about == event.commit:
        return event.audience in (EVERYBODY, commit.header.audience)
    return any((item.digest.hex(), item.audience) == (event.about, event.audience) for item in commit.events)
