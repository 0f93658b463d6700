"""Import a portable log: check first, write after, add only what is not there."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from tenmatsu.engine.dice.keyring import RING_SIZE
from tenmatsu.engine.errors import AuditFailed, ConcurrencyConflict, UsageError
from tenmatsu.engine.portable.lines import DIGEST_SIZE
from tenmatsu.engine.portable.logged import Log, LoggedBranch
from tenmatsu.engine.portable.verify import read_log
from tenmatsu.engine.registry import find_system
from tenmatsu.engine.store import AdoptionRow, BranchRow, SessionRow, Store, schema
from tenmatsu.events.codec import find_event, tag_of
from tenmatsu.events.envelope import Commit, Header
from tenmatsu.events.table import BranchForked, Redacted, Rolled, TimelineAdopted

_HEADER = msgspec.json.Decoder(Header)
_BRANCH = re.compile("0|[1-9][0-9]{0,8}")
_RING = re.compile("[oh][1-9][0-9]{0,8}")


class ImportReport(msgspec.Struct, frozen=True):
    """What an import did."""

    session: str
    added: int
    """Commits that were not there before."""
    known: int
    view: str | None
    waits: bool = False
    """Whether words that the log has redacted linger in the database's files until a reader ends."""


def import_log(store: Store, path: Path) -> ImportReport:
    """
    Add a portable log to a store.

    Commits that are there already are skipped by their hash, so importing twice adds nothing. What the
    log's new commits redact goes from this database too; what was redacted here never comes back. Raises
    `AuditFailed` for a bent file, `ConcurrencyConflict` where the session went another way here.
    """
    return import_read(store, read_log(path))


def import_read(store: Store, log: Log) -> ImportReport:
    """Add a log that was read and checked; all of it or nothing."""
    find_system(log.system)
    _check_adoptions(log)
    known = {row.id: row for row in store.sessions()}.get(log.session)
    if known is not None and (known.view, known.system) != (log.view, log.system):
        raise ConcurrencyConflict("import_other_view", session=log.session[:8])
    here = store.branches(log.session) if known else {}
    hashes = store.hashes(log.session) if known else set[bytes]()
    fresh = {
        row.id: [commit for commit in row.commits if commit.hash not in hashes]
        for row in log.branches.values()
    }
    if known is not None:
        _check_fits(log, here, fresh, here[known.current_branch])
    with store.database.writing() as connection:
        _write(connection, store, log, here, fresh, is_new=known is None)
        redacted = list(redacted_by(commit for commits in fresh.values() for commit in commits))
        if redacted:
            cursor = store.database.cursor(connection)
            eraser = store.appender.eraser
            eraser.erase(cursor, log.session, redacted, eraser.find_places(cursor, log.session, redacted))
    store.database.dialect.ring()
    waits = bool(redacted) and not store.clean()
    added = sum(len(commits) for commits in fresh.values())
    total = sum(len(row.commits) for row in log.branches.values())
    return ImportReport(log.session, added, total - added, log.view, waits)


def _check_adoptions(log: Log) -> None:
    """Refuse a log whose adoptions do not follow one another, or lead to another line than it says."""
    found = _adoptions(log)[1]
    numbers = [adoption.number for adoption in found]
    current = found[-1].branch if found else next(iter(log.branches))
    lines = {row.left_branch for row in found}
    fits = lines <= log.branches.keys() if log.view is None else all(map(_BRANCH.fullmatch, lines))
    fits = fits and all(len(row.left_head) == DIGEST_SIZE for row in found)
    if not fits or numbers != list(range(1, len(found) + 1)) or current != log.current:
        raise AuditFailed("log_adoptions_wrong", session=log.session[:8])


def _check_fits(
    log: Log, here: dict[str, BranchRow], fresh: dict[str, list[Commit]], current: BranchRow
) -> None:
    """Refuse a log whose new commits do not stand behind the heads that are here."""
    known = {commit.hash for row in log.branches.values() for commit in row.commits}
    if any(fresh.values()) and current.head_hash not in known:
        raise ConcurrencyConflict("import_conflict", session=log.session[:8], branch=current.id)
    for row in log.branches.values():
        new, mine = fresh[row.id], here.get(row.id)
        if mine is None:
            continue
        if new and new[0].previous != mine.head_hash:
            raise ConcurrencyConflict("import_conflict", session=log.session[:8], branch=row.id)


def _write(
    connection: Connection,
    store: Store,
    log: Log,
    here: dict[str, BranchRow],
    fresh: dict[str, list[Commit]],
    *,
    is_new: bool,
) -> None:
    left, adoptions = _adoptions(log)
    commits = {commit.hash: commit for row in log.branches.values() for commit in row.commits}
    for row in log.branches.values():
        kept = msgspec.structs.replace(_branch_row(log, row, commits), is_left=row.id in left)
        _write_branch(connection, kept, is_new=row.id not in here)
    if is_new:
        _write_session(connection, log, len(adoptions))
    elif any(fresh.values()):
        s = schema.sessions.c
        moved = {"current_branch": log.current, "adoptions": len(adoptions)}
        connection.execute(sa.update(schema.sessions).where(s.id == log.session).values(moved))
    for place, commit in enumerate(commit for commits in fresh.values() for commit in commits):
        position = store.database.dialect.next_position(str(place))
        _write_commit(connection, store, commit, sa.literal_column(position) if position else None)
    a = schema.adoptions.c
    known = set(connection.execute(sa.select(a.number).where(a.session == log.session)).scalars())
    for adoption in adoptions:
        if adoption.number not in known:
            connection.execute(sa.insert(schema.adoptions).values(msgspec.structs.asdict(adoption)))


def _write_branch(connection: Connection, row: BranchRow, *, is_new: bool) -> None:
    values = msgspec.structs.asdict(row)
    if is_new:
        connection.execute(sa.insert(schema.branches).values(values))
        return
    b = schema.branches.c
    moved = {name: values[name] for name in ("head_number", "head_version", "head_hash", "is_left")}
    where = (b.session == row.session, b.id == row.id, b.head_number <= row.head_number)
    connection.execute(sa.update(schema.branches).where(*where).values(moved))


def _write_session(connection: Connection, log: Log, adoptions: int) -> None:
    opening = log.branches[next(iter(log.branches))].commits[0]
    at = _HEADER.decode(opening.header.data).at if opening.header.data else ""
    row = SessionRow(log.session, log.system, at, log.current, adoptions, log.view)
    connection.execute(sa.insert(schema.sessions).values(msgspec.structs.asdict(row)))
    for participant, (_role, name) in log.participants.items():
        values = {"session": log.session, "id": participant, "name": name}
        connection.execute(sa.insert(schema.participants).values(values))


def _branch_row(log: Log, row: LoggedBranch, commits: Mapping[bytes, Commit]) -> BranchRow:
    parent = commits.get(row.fork) if row.fork else None
    end = row.commits[-1] if row.commits else parent
    if end is None or (row.parent is not None and parent is None):
        raise UsageError("log_branch_empty", branch=row.id)
    forked = find_event(row.commits[0].events, BranchForked) if row.commits else None
    return BranchRow(
        session=log.session,
        id=row.id,
        parent=row.parent,
        fork_hash=row.fork,
        fork_number=parent.number if parent else 0,
        fork_version=parent.last_version if parent else 0,
        why=forked.why if forked else "opened",
        name=row.name,
        head_number=end.number,
        head_version=end.last_version,
        head_hash=end.hash,
    )


def redacted_by(commits: Iterable[Commit]) -> Iterator[bytes]:
    """Yield the digests of the items that these commits redact."""
    for commit in commits:
        for item in commit.events:
            event = find_event((item,), Redacted)
            if event is not None:
                yield from (digest for text in event.items if len(digest := _from_hex(text)) == DIGEST_SIZE)


def _adoptions(log: Log) -> tuple[set[str], list[AdoptionRow]]:
    """Return the lines that stand left behind, and the adoptions in order."""
    found: list[AdoptionRow] = []
    for row in log.branches.values():
        for commit in row.commits:
            event = find_event(commit.events, TimelineAdopted)
            if event is not None:
                head = _from_hex(event.head)
                found.append(AdoptionRow(log.session, event.number, row.id, event.left, head))
    found.sort(key=lambda adoption: adoption.number)
    left: set[str] = set()
    for adoption in found:
        left.add(adoption.left_branch)
        left.discard(adoption.branch)
    return left, found


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _write_commit(
    connection: Connection, store: Store, commit: Commit, position: "sa.ColumnElement[int] | None"
) -> None:
    header = _HEADER.decode(commit.header.data) if commit.header.data else None
    values: dict[str, Any] = {
        "session": commit.session,
        "branch": commit.branch,
        "number": commit.number,
        "first_version": commit.first_version,
        "events": len(commit.events),
        "at": header.at if header else "",
        "actor": header.actor if header else "",
        "command_id": header.command_id if header else commit.hash.hex(),
        "previous": commit.previous,
        "hash": commit.hash,
        "pad": commit.pad,
        "header_digest": commit.header.digest,
        "header_salt": commit.header.salt,
        "header": commit.header.data,
        "header_audience": commit.header.audience,
        "command_digest": commit.command.digest,
        "command_salt": commit.command.salt,
        "command": commit.command.data,
        "command_audience": commit.command.audience,
        "closed": commit.closed,
    }
    if position is not None:
        values["position"] = position
    connection.execute(sa.insert(schema.commits).values(values))
    for version, item in enumerate(commit.events, commit.first_version):
        tag = tag_of(item.data) if item.data is not None else item.tag
        row = {
            "session": commit.session,
            "branch": commit.branch,
            "version": version,
            "number": commit.number,
            "type": tag,
            "audience": item.audience,
            "digest": item.digest,
            "salt": item.salt,
            "data": item.data,
        }
        connection.execute(sa.insert(schema.events).values(row))
        _write_key(connection, store, commit, tag, item.data)


def _write_key(connection: Connection, store: Store, commit: Commit, tag: str, data: bytes | None) -> None:
    if tag != "table.rolled" or data is None:
        return
    try:
        rolled = msgspec.json.decode(data, type=Rolled)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return  # the audit names it
    index = -1 if rolled.index is None else rolled.index
    ring = rolled.ring or ""
    if rolled.source == "ring" and _RING.fullmatch(ring) and 0 <= index < RING_SIZE:
        values = {"session": commit.session, "ring": ring, "index": index}
        connection.execute(store.database.insert(schema.keys_spent).values(values).on_conflict_do_nothing())
