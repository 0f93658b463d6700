"""What an append stores: a commit, the rows of the log that it becomes, and the rows beside them."""

from collections.abc import Callable, Sequence

import msgspec

from tenmatsu.engine.store.rows import AdoptionRow, BranchRow, SessionRow
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import Commit, Header

Blob = Callable[[bytes], bytes | bytearray]
"""What makes of bytes that which a driver takes quickest."""


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """What one transaction stores: a commit, and the rows that go with it."""

    commit: Commit
    header: Header
    keys: Sequence[tuple[str, int]] = ()
    """(ring, index) of every key the commit spends."""
    seeds: Sequence[tuple[str, bytes]] = ()
    """(ring, seed) of every ring it commits."""
    session: SessionRow | None = None
    """A session that it opens."""
    branch: BranchRow | None = None
    """A line that it opens."""
    adoption: AdoptionRow | None = None
    names: Sequence[tuple[str, str]] = ()
    """(participant, name) to set."""
    branch_name: str | None = None
    redacted: Sequence[bytes] = ()
    """Digests of the items whose bytes go for good."""


def commit_row(commit: Commit, header: Header, blob: Blob = bytes) -> tuple[object, ...]:
    """Return the row of a commit, its position left out, with `blob` made of each value that is bytes."""
    first, second = commit.header, commit.command
    return (
        commit.session,
        commit.branch,
        commit.number,
        commit.first_version,
        len(commit.events),
        header.at,
        header.actor,
        header.command_id,
        blob(commit.previous),
        blob(commit.hash),
        commit.pad and blob(commit.pad),
        blob(first.digest),
        first.salt and blob(first.salt),
        first.data and blob(first.data),
        first.audience,
        blob(second.digest),
        second.salt and blob(second.salt),
        second.data and blob(second.data),
        second.audience,
        commit.closed and blob(commit.closed),
    )


def event_rows(commit: Commit, blob: Blob = bytes) -> list[tuple[object, ...]]:
    """Return the rows of a commit's events, made in the same way."""
    session, branch, number = commit.session, commit.branch, commit.number
    return [
        (
            session,
            branch,
            version,
            number,
            "" if item.data is None else tag_of(item.data),
            item.audience,
            blob(item.digest),
            item.salt and blob(item.salt),
            item.data and blob(item.data),
        )
        for version, item in enumerate(commit.events, commit.first_version)
    ]
