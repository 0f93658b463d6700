"""Check the chain of commits, and that columns agree with what is hashed."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tenmatsu.engine.audit.source import StoredCommit
from tenmatsu.engine.store.rows import BranchRow
from tenmatsu.events.codec import tag_of
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit, Header, hash_items
from tenmatsu.events.table import BranchForked, TimelineAdopted

_HEADER = msgspec.json.Decoder(Header)
Problem = tuple[str, dict[str, Any]]


def check_items(commit: Commit) -> Iterator[Problem]:
    """Yield what is wrong with a commit's own hash: items that do not fit their digests, or the whole."""
    for position, item in enumerate(commit.items()):
        if item.salt is None or item.data is None:
            if item.salt is not None or item.data is not None:
                yield "audit_item_bent", {"place": _place(position)}
        elif not item.is_whole:
            yield "audit_item_bent", {"place": _place(position)}
    items = list(commit.items())
    has_closed = any(item.audience for item in items)
    try:
        agrees = hash_items(commit.previous, items, commit.pad, commit.closed) == commit.hash
    except ValueError:
        agrees = False
    if not agrees or (has_closed and commit.pad is not None):
        yield "audit_hash_wrong", {}


def _place(position: int) -> str:
    return ("header", "command")[position] if position < 2 else f"event {position - 1}"


def check_columns(stored: StoredCommit) -> Iterator[Problem]:
    """Yield the columns that do not repeat what is hashed."""
    commit = stored.commit
    if commit.header.data is not None:
        try:
            header = _HEADER.decode(commit.header.data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            yield "audit_header_unreadable", {}
            return
        place = (commit.session, commit.branch, commit.number, stored.at, stored.actor, stored.command_id)
        if place != msgspec.structs.astuple(header):
            yield "audit_columns_differ", {"place": "commit"}
    empty = not commit.events and commit.closed is None
    if stored.count != len(commit.events) or empty:
        yield "audit_event_count", {"found": len(commit.events), "said": stored.count}
    for offset, (place_of, item) in enumerate(zip(stored.events, commit.events, strict=False)):
        expected = (commit.first_version + offset, commit.number)
        tag = place_of.type if item.data is None else tag_of(item.data)
        if (place_of.version, place_of.number, place_of.type) != (*expected, tag):
            yield "audit_columns_differ", {"place": f"event {offset + 1}"}


def check_place(commit: Commit, previous: bytes, number: int, version: int) -> Iterator[Problem]:
    """Yield what is wrong with a commit's place behind the one before it."""
    if commit.previous != previous:
        yield "audit_previous_wrong", {"missing": commit.previous.hex()}
    if commit.number != number or commit.first_version != version:
        found = f"{commit.number}/{commit.first_version}"
        yield "audit_gap", {"expected": f"{number}/{version}", "found": found}


def check_fork(
    row: BranchRow, parent: Commit | None, first: Commit, forked: BranchForked | None
) -> Iterator[Problem]:
    """Yield what is wrong with where a line leaves its parent."""
    if row.parent is None:
        if first.previous != NO_PREVIOUS or forked is not None:
            yield "audit_fork_wrong", {"branch": row.id}
        return
    if parent is None or forked is None:
        yield "audit_fork_wrong", {"branch": row.id}
        return
    said = (forked.parent, forked.at, forked.why)
    kept = (row.parent, parent.hash.hex(), row.why)
    place = (row.fork_hash, row.fork_number, row.fork_version)
    if said != kept or place != (parent.hash, parent.number, parent.last_version):
        yield "audit_fork_wrong", {"branch": row.id}


class Adoptions:
    """Folds the adoptions of a session: which line is current, and that each left the one before it."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Commit, TimelineAdopted]] = {}
        self._hashes: dict[str, tuple[str, int]] = {}
        self._opens: dict[tuple[str, int], bool] = {}

    def see(self, commit: Commit, adopted: TimelineAdopted | None) -> None:
        """Note a commit, and its adoption if it makes one."""
        self._hashes[commit.hash.hex()] = (commit.branch, commit.number)
        self._opens[commit.branch, commit.number] = adopted is not None
        if adopted is not None:
            self._found.setdefault(adopted.number, (commit, adopted))

    def check(
        self, rows: list[tuple[int, str, str, str]], current: str, first: str
    ) -> Iterator[tuple[str, Problem]]:
        """Yield (commit, problem) for adoptions that do not follow; `rows` are the store's own."""
        line = first
        kept: list[tuple[int, str, str, str]] = []
        for number in range(1, len(self._found) + 1):
            if number not in self._found:
                yield "", ("audit_adoption_missing", {"number": number})
                return
            commit, adopted = self._found[number]
            kept.append((number, commit.branch, adopted.left, adopted.head))
            left = self._hashes.get(adopted.head)
            if adopted.left != line or left is None or not self._was_left(adopted.left, left):
                yield commit.hash.hex(), ("audit_adoption_wrong", {"number": number})
            line = commit.branch
        if rows != kept or current != line:
            yield "", ("audit_current_wrong", {"current": current, "expected": line})

    def _was_left(self, branch: str, head: tuple[str, int]) -> bool:
        """Return whether the left line took no commit behind its head but an adoption back."""
        number = head[1] + 1
        return self._opens.get((branch, number), True)
