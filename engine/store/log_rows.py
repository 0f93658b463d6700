"""What an append stores: a commit, the rows of the log that it becomes, and the rows beside them."""

from collections.abc import Sequence

import msgspec

from tenmatsu.engine.store.rows import AdoptionRow, BranchRow, SessionRow
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import Commit, Header


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


def commit_row(commit: Commit, header: Header) -> tuple[object, ...]:
    """Return the row of a commit, its position left out."""
    return (
        commit.session,
        commit.branch,
        commit.number,
        commit.first_version,
        len(commit.events),
        header.at,
        header.actor,
        header.command_id,
        commit.previous,
        commit.hash,
        commit.pad,
        commit.header.digest,
        commit.header.salt,
        commit.header.data,
        commit.header.audience,
        commit.command.digest,
        commit.command.salt,
        commit.command.data,
        commit.command.audience,
        commit.closed,
    )


def event_rows(commit: Commit) -> list[tuple[object, ...]]:
    """Return the rows of a commit's events."""
    session, branch, number = commit.session, commit.branch, commit.number
    return [
        (
            session,
            branch,
            version,
            number,
            "" if item.data is None else tag_of(item.data),
            item.audience,
            item.digest,
            item.salt,
            item.data,
        )
        for version, item in enumerate(commit.events, commit.first_version)
    ]
