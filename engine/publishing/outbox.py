"""What leaves of the commits of a store: the lines that everybody knows of, each commit as an event."""

from collections.abc import Sequence

import msgspec

from tenmatsu.engine.following import Followed
from tenmatsu.engine.publishing.cloudevents import brief_event, make_event
from tenmatsu.engine.sight import Viewer, sight_of, visible_branches
from tenmatsu.engine.store import Store

NOBODY = Viewer("", is_gm=False)
"""Sees what everybody sees: no audience names it."""


class Outgoing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A commit on its way out."""

    id: str
    """The hash of the commit, by which whoever gets it twice knows."""
    position: int
    payload: bytes


class Outbox:
    """Makes events of commits, none larger than `most` bytes."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self.most = most

    def collect(self, batch: Sequence[Followed]) -> dict[str, list[Outgoing]]:
        """
        Return what leaves, by session in the order of positions.

        What-if lines that not everybody knows of stay here, and logs that were imported for reading only.
        """
        grouped: dict[str, list[Followed]] = {}
        for one in batch:
            grouped.setdefault(one.session, []).append(one)
        found = {session: self._leaving(session, commits) for session, commits in grouped.items()}
        return {session: leaving for session, leaving in found.items() if leaving}

    def _leaving(self, session: str, commits: Sequence[Followed]) -> list[Outgoing]:
        row = self._store.find_session(session)
        if row.view is not None:
            return []
        sight = sight_of(self._store, session, NOBODY)
        lines = visible_branches(self._store, session, sight, self._store.branches(session))
        return [self._make(one, row.system) for one in commits if one.commit.branch in lines]

    def _make(self, one: Followed, system: str) -> Outgoing:
        payload = make_event(one.commit, system).to_json()
        if len(payload) > self.most:
            payload = brief_event(one.commit, system, len(payload)).to_json()
        return Outgoing(id=one.commit.hash.hex(), position=one.position, payload=payload)
