"""Check reveals: that what was opened is what the log kept closed, by somebody who might open it."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tenmatsu.engine.audit.chain import Problem
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.revealing import LogVault
from tenmatsu.engine.store import BranchRow, Store, lineage
from tenmatsu.engine.store.finding import FoundEvent, find_by_digest
from tenmatsu.engine.table.state import TableState
from tenmatsu.engine.vault import may_open, open_events
from tenmatsu.events.base import Event, Gap, Unknown
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import OpenedItem, Revealed


class RecordedVault:
    """Gives a decision made again what its commit says was opened; `Reveals` checks that against the log."""

    def __init__(self, recorded: Sequence[Event]) -> None:
        self._recorded = recorded

    @property
    def _items(self) -> tuple[OpenedItem, ...]:
        return tuple(item for one in self._recorded if isinstance(one, Revealed) for item in one.items)

    def open(
        self, digests: Sequence[str], *, audience: str, by: str, table: TableState
    ) -> tuple[OpenedItem, ...]:
        """Return what was recorded, where it opens just these events."""
        if sorted(digests) != sorted(_events_in(self._items)):
            raise RuleViolation("reveal_unknown", what=", ".join(digests)[:40])
        return self._items

    def choices(self, plot: str) -> tuple[str, ...]:
        """Return the events that were opened."""
        return tuple(_events_in(self._items))


def _events_in(items: Sequence[OpenedItem]) -> list[str]:
    return [item.digest for item in items if item.kind == "event"]


class _Seen(msgspec.Struct, frozen=True):
    """A reveal where the audit met it."""

    commit: Commit
    event: Revealed
    audience: str
    table: TableState


class Reveals:
    """Gathers the reveals of a session and compares them with what the log holds."""

    def __init__(self, store: Store, session: str, branches: Mapping[str, BranchRow], *, whole: bool) -> None:
        self._store = store
        self._session = session
        self._branches = branches
        self._whole = whole
        self._seen: list[_Seen] = []

    def see(self, commit: Commit, events: Sequence[Event | Unknown | Gap | None], table: TableState) -> None:
        """Note a commit's reveals; `table` stood before it."""
        for item, event in zip(commit.events, events, strict=True):
            if isinstance(event, Revealed):
                self._seen.append(_Seen(commit, event, item.audience, table))

    def check(self) -> Iterator[tuple[str, Problem]]:
        """Yield (commit, problem) for reveals of something else than they say, or by somebody else."""
        for one in self._seen:
            if not self._fits(one):
                yield one.commit.hash.hex(), ("audit_reveal_wrong", {"by": one.event.by})

    def _fits(self, one: _Seen) -> bool:
        event = one.event
        if not event.items or not all(item.is_whole for item in event.items):
            return False
        found: list[FoundEvent] = []
        for digest in _events_in(event.items):
            known = find_by_digest(self._store.database, self._session, digest)
            if not known:
                return False
            found.append(known[0])
        if event.plot:
            fits = not self._whole or self._is_whole_plot(one)
        else:
            fits = all(may_open(each.audience, event.by, one.table) for each in found)
        return fits and self._holds(one, found)

    def _is_whole_plot(self, one: _Seen) -> bool:
        """Return whether just the newest choices of a plot were opened."""
        before = lineage(self._branches, one.commit.branch, one.commit.first_version - 1)
        vault = LogVault(self._store, self._session, before)
        return sorted(vault.choices(one.event.plot)) == sorted(_events_in(one.event.items))

    def _holds(self, one: _Seen, found: Sequence[FoundEvent]) -> bool:
        """Return whether the log holds just these items; of redacted ones only the digest is left."""
        places: dict[tuple[str, int], list[bytes]] = {}
        for each in found:
            places.setdefault((each.branch, each.number), []).append(each.digest)
        commits = {place: self._store.commit_at(self._session, *place) for place in places}
        digests = {item.digest.hex() for commit in commits.values() for item in commit.items()}
        if not self._whole:
            return all(item.digest in digests for item in one.event.items)
        expected: list[OpenedItem] = []
        try:
            for place, wanted in places.items():
                expected += open_events(commits[place], wanted, one.audience)
        except RuleViolation:
            return all(item.digest in digests for item in one.event.items)
        return tuple(expected) == one.event.items
