"""Check the chain of commits, and that columns agree with what is hashed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tenmatsu.engine.audit.source import StoredCommit
from tenmatsu.engine.store.rows import BranchRow, SessionRow
from tenmatsu.engine.unreadable import UNREADABLE
from tenmatsu.events.base import event_type
from tenmatsu.events.codec import find_event
from tenmatsu.events.digests import NO_PREVIOUS, item_digest
from tenmatsu.events.envelope import SALT_SIZE, Commit, Header, Item, hash_items, hash_open
from tenmatsu.events.table import BranchForked, BranchNamed, TimelineAdopted

_DIGEST = 32
_HEADER = msgspec.json.Decoder(Header)
_NAMED = event_type(BranchNamed)
Problem = tuple[str, dict[str, Any]]


def check_items(commit: Commit) -> Iterable[Problem]:
    """Return what is wrong with a commit's own hash: items that do not fit their digests, or the whole."""
    return () if _is_open_and_sound(commit) else _find_bent(commit)


def _is_open_and_sound(commit: Commit) -> bool:
    """Return whether all items are here for everybody to see and fit; most commits need no more."""
    if commit.pad is None or commit.closed is not None:
        return False
    found: list[bytes] = []
    for item in (commit.header, commit.command, *commit.events):
        salt, data = item.salt, item.data
        if item.audience or salt is None or data is None or len(salt) != SALT_SIZE:
            return False
        digest = item_digest(item.kind, salt, data)
        if digest != item.digest:
            return False
        found.append(digest)
    return hash_open(commit.previous, found, commit.pad) == commit.hash


def _find_bent(commit: Commit) -> Iterator[Problem]:
    items = list(commit.items())
    partial = commit.closed is not None
    for position, item in enumerate(items):
        absent = item.salt is None and item.data is None
        if not (_may_be_absent(item, partial=partial) if absent else item.is_whole):
            yield "audit_item_bent", {"place": _place(position)}
    has_closed = any(item.audience for item in items)
    try:
        agrees = hash_items(commit.previous, items, commit.pad, commit.closed) == commit.hash
    except ValueError:
        agrees = False
    if not agrees or (has_closed and commit.pad is not None):
        yield "audit_hash_wrong", {}


def _may_be_absent(item: Item, *, partial: bool) -> bool:
    """Return whether an item may lack its bytes: redacted, or sealed in a viewer's log."""
    if partial and not item.digest:
        return True
    return len(item.digest) == _DIGEST and (partial or item.kind != "header")


def _place(position: int) -> str:
    return ("header", "command")[position] if position < 2 else f"event {position - 1}"


def check_columns(stored: StoredCommit) -> list[Problem]:
    """Return the columns that do not repeat what is hashed."""
    commit, problems = stored.commit, list[Problem]()
    if commit.header.data is not None:
        try:
            header = _HEADER.decode(commit.header.data)
        except UNREADABLE:
            return [("audit_header_unreadable", {})]
        place = (commit.session, commit.branch, commit.number, stored.at, stored.actor, stored.command_id)
        if place != msgspec.structs.astuple(header):
            problems.append(("audit_columns_differ", {"place": "commit"}))
    empty = not commit.events and commit.closed is None
    if stored.count != len(commit.events) or empty:
        problems.append(("audit_event_count", {"found": len(commit.events), "said": stored.count}))
    version, number = commit.first_version, commit.number
    for offset, (columns, tag) in enumerate(zip(stored.events, stored.tags, strict=False)):
        if columns != (version + offset, number, tag):
            problems.append(("audit_columns_differ", {"place": f"event {offset + 1}"}))
    return problems


def check_place(commit: Commit, previous: bytes, number: int, version: int) -> Iterable[Problem]:
    """Return what is wrong with a commit's place behind the one before it."""
    found = (commit.previous, commit.number, commit.first_version)
    return () if found == (previous, number, version) else _misplaced(commit, previous, number, version)


def _misplaced(commit: Commit, previous: bytes, number: int, version: int) -> Iterator[Problem]:
    if commit.previous != previous:
        yield "audit_previous_wrong", {"missing": commit.previous.hex()}
    if commit.number != number or commit.first_version != version:
        found = f"{commit.number}/{commit.first_version}"
        yield "audit_gap", {"expected": f"{number}/{version}", "found": found}


class Fork(msgspec.Struct, frozen=True):
    """What the events of a line's first commit say of it."""

    forked: BranchForked | None = None
    named: BranchNamed | None = None


def check_fork(
    branches: Mapping[str, BranchRow], row: BranchRow, parent: Commit | None, first: Commit, said: Fork
) -> Iterator[Problem]:
    """Yield what is wrong with where a line leaves its parent; only the session's first line leaves none."""
    is_first = row.id == next(iter(branches))
    place = (row.fork_hash, row.fork_number, row.fork_version)
    forked = said.forked
    if is_first or row.parent is None:
        fits = first.previous == NO_PREVIOUS and forked is None and is_first and row.parent is None
        fits = fits and (row.why, *place) == ("opened", None, 0, 0)
    elif parent is None or forked is None:
        fits = False
    else:
        fits = (forked.at, forked.why) == (parent.hash.hex(), row.why)
        fits = (
            fits
            and _was_forked(branches, forked, row)
            and place == (parent.hash, parent.number, parent.last_version)
        )
        fits = fits and (said.named is None or said.named.branch == row.id)
    if not fits:
        yield "audit_fork_wrong", {"branch": row.id}


def _was_forked(branches: Mapping[str, BranchRow], forked: BranchForked, row: BranchRow) -> bool:
    """Return whether the line that was forked is an older one and holds, or inherited, the commit left."""
    if forked.why != "whatif":
        return forked.parent == row.parent
    older = list(branches)[: list(branches).index(row.id)]
    if forked.parent not in older:
        return False
    holder = branches[forked.parent]
    for _ in older:
        above = branches.get(holder.parent or "")
        if above is None or row.fork_number > holder.fork_number:
            break
        holder = above
    return holder.id == row.parent


def fork_numbers(branches: Mapping[str, BranchRow]) -> dict[str, set[int]]:
    """Return for each line the numbers of the commits that others leave, or inherit, on it."""
    numbers: dict[str, set[int]] = {}
    for row in branches.values():
        parent = row.parent
        for _ in branches:
            if parent is None or parent not in branches:
                break
            numbers.setdefault(parent, set()).add(row.fork_number)
            parent = branches[parent].parent
    return numbers


def holder_of(branches: Mapping[str, BranchRow], row: BranchRow) -> tuple[str, int]:
    """Return the place of the commit that a line leaves: on its parent, or where that inherited it from."""
    holder, number = branches.get(row.parent or ""), row.fork_number
    for _ in branches:
        if holder is None or number > holder.fork_number or holder.parent is None:
            break
        holder = branches.get(holder.parent)
    return holder.id if holder else "", number


class LineName:
    """The name that the events of a line give it; one that was redacted, or never seen, says nothing."""

    def __init__(self, row: BranchRow) -> None:
        self._row = row
        self._fits = not row.name or row.why == "whatif"
        self.commit = ""
        """The hash of the commit that named it last."""

    def see(self, stored: StoredCommit) -> None:
        """Note what a commit of the line names."""
        commit = stored.commit
        for item, tag in zip(commit.events, stored.tags, strict=True):
            if not tag.startswith(_NAMED) or tag.partition("@")[0] != _NAMED:
                continue
            if item.data is None:
                self._fits = True
            else:
                event = find_event((item,), BranchNamed)
                self._fits = event is None or (event.branch, event.name) == (self._row.id, self._row.name)
                self.commit = commit.hash.hex()

    def check(self) -> Iterator[Problem]:
        """Yield what is wrong with the line's name as its row has it."""
        if not self._fits:
            yield "audit_fork_wrong", {"branch": self._row.id}


class Adoption(msgspec.Struct, frozen=True):
    """An adoption as the log tells of it."""

    commit: Commit
    event: TimelineAdopted


class Adoptions:
    """Folds the adoptions of a session: which line is current, and that each left the one before it."""

    def __init__(self) -> None:
        self._found: dict[int, Adoption] = {}
        self._twice: list[tuple[str, int]] = []
        self._hashes: dict[str, tuple[str, int, int]] = {}
        self._adopting: set[tuple[str, int]] = set()
        self._last: dict[str, int] = {}

    def see(self, commit: Commit, adopted: TimelineAdopted | None) -> None:
        """Note a commit, and its adoption if it makes one."""
        self._hashes[commit.hash.hex()] = (commit.branch, commit.number, commit.last_version)
        self._last[commit.branch] = commit.number
        if adopted is None:
            return
        self._adopting.add((commit.branch, commit.number))
        if adopted.number in self._found:
            self._twice.append((commit.hash.hex(), adopted.number))
        else:
            self._found[adopted.number] = Adoption(commit, adopted)

    @property
    def in_order(self) -> list[Adoption]:
        """The adoptions by their numbers."""
        return [self._found[number] for number in sorted(self._found)]

    def knows(self, start: str) -> bool:
        """Return whether the hash of some commit (hex) begins so."""
        return any(digest.startswith(start) for digest in self._hashes)

    def place_of(self, digest: str) -> tuple[str, int] | None:
        """Return the line and the number of the commit with this hash (hex), None where there is none."""
        place = self._hashes.get(digest)
        return None if place is None else place[:2]

    def version_of(self, digest: str) -> int:
        """Return the last version of the commit with this hash (hex), 0 where there is none."""
        return self._hashes.get(digest, ("", 0, 0))[2]

    def check(
        self, rows: list[tuple[int, str, str, str]], session: SessionRow, branches: Mapping[str, BranchRow]
    ) -> Iterator[tuple[str, Problem]]:
        """Yield (commit, problem) for adoptions that do not follow; `rows` are the store's own."""
        for digest, number in self._twice:
            yield digest, ("audit_adoption_wrong", {"number": number})
        line = next(iter(branches), "")
        kept: list[tuple[int, str, str, str]] = []
        left: set[str] = set()
        for number in range(1, len(self._found) + 1):
            if number not in self._found:
                yield "", ("audit_adoption_missing", {"number": number})
                return
            commit, adopted = self._found[number].commit, self._found[number].event
            kept.append((number, commit.branch, adopted.left, adopted.head))
            head = self._hashes.get(adopted.head)
            if adopted.left != line or head is None or not self._was_left(line, head):
                yield commit.hash.hex(), ("audit_adoption_wrong", {"number": number})
            left = (left | {line}) - {commit.branch}
            line = commit.branch
        stored = (rows, session.adoptions, session.current_branch)
        if stored != (kept, len(kept), line) or left != {row.id for row in branches.values() if row.is_left}:
            yield "", ("audit_current_wrong", {"current": session.current_branch, "expected": line})

    def _was_left(self, branch: str, head: tuple[str, int, int]) -> bool:
        """Return whether the left line took no commit behind its head but an adoption back."""
        following = head[1] + 1
        is_end = head[0] == branch and following > self._last[branch]
        return is_end or (head[0] == branch and (branch, following) in self._adopting)
