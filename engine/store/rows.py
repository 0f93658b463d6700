"""Rows of the store as values."""

import msgspec

from tenmatsu.events.envelope import Commit

Span = tuple[str, int, int]
"""A branch, and the first and last version or number there."""


class SessionRow(msgspec.Struct, frozen=True, gc=False):
    """A session as the store keeps it."""

    id: str
    system: str
    opened_at: str
    current_branch: str
    adoptions: int
    view: str | None = None


class BranchRow(msgspec.Struct, frozen=True, gc=False):
    """A line: what it leaves, and its head."""

    session: str
    id: str
    parent: str | None
    fork_hash: bytes | None
    fork_number: int
    fork_version: int
    why: str
    """`opened` for the first line, else why it was forked."""
    name: str
    head_number: int
    head_version: int
    head_hash: bytes
    is_left: bool = False

    def moved_to(self, commit: Commit) -> "BranchRow":
        """Return the line with a commit as its head."""
        head = {"head_number": commit.number, "head_version": commit.last_version, "head_hash": commit.hash}
        return msgspec.structs.replace(self, **head)


class CommitPlace(msgspec.Struct, frozen=True, gc=False):
    """Where a commit stands, without what it holds."""

    branch: str
    number: int
    last_version: int
    hash: bytes


class AdoptionRow(msgspec.Struct, frozen=True, gc=False):
    """One adoption of a session."""

    session: str
    number: int
    branch: str
    left_branch: str
    left_head: bytes


class Segment(msgspec.Struct, frozen=True, gc=False):
    """A part of a line's history, on one branch: versions and commit numbers, ends included."""

    branch: str
    first_version: int
    last_version: int
    first_number: int
    last_number: int
