"""Rows of the store as values."""

import msgspec

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
