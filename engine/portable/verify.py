"""Read a portable log and check what it proves by itself: lines, chain, forks, heads."""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from tenmatsu.engine.errors import AuditFailed, UsageError
from tenmatsu.engine.portable.lines import (
    FORMAT,
    ITEM_KINDS,
    VIEW_FORMAT,
    Line,
    kind_of,
    read_hex,
    read_item,
    write_line,
)
from tenmatsu.engine.table.ids import is_id
from tenmatsu.events import digests
from tenmatsu.events.digests import NO_PREVIOUS, ItemKind
from tenmatsu.events.envelope import SALT_SIZE, SEALED, Commit, Header, Item, hash_items, may_see
from tenmatsu.events.table import Role

_MOST_BYTES = 1 << 30
_SESSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")
_BRANCH = re.compile("0|[1-9][0-9]{0,8}")
_HEADER = msgspec.json.Decoder(Header)
_BROKEN = (
    KeyError,
    ValueError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
    msgspec.MsgspecError,
)
"""What a line of another shape comes to."""
_COMMIT = re.compile(rb'\{"commit":"([0-9a-f]{64})"')


class LoggedBranch(msgspec.Struct):
    """A line as a portable log tells of it, with its commits."""

    id: str
    parent: str | None
    fork: bytes | None
    name: str
    commits: list[Commit] = []


class Log(msgspec.Struct):
    """A portable log, read and checked."""

    session: str
    system: str
    view: str | None
    participants: dict[str, tuple[Role, str]] = {}
    branches: dict[str, LoggedBranch] = {}
    current: str = "0"
    heads: dict[str, str] = {}

    def sees(self, audience: str) -> bool:
        """Return whether the log's viewer is of an audience; a sealed entry shows that something is there."""
        is_gm = self.participants.get(self.view or "", ("player", ""))[0] == "gm"
        return audience == SEALED or may_see(audience, self.view, is_gm=is_gm)


class _Reading:
    """A log under way: what has been read, and the hashes known so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log: Log | None = None
        self.hashes: dict[str, Commit] = {}
        self.number = 0
        self.others: list[int] = []
        """The lines that hold no commit."""
        self.wrong: dict[int, str] = {}
        """Lines whose bytes are not what this program would write: the commit they hold, or nothing."""

    def fail(self, code: str, commit: str = "", **details: Any) -> AuditFailed:
        """Return the error that names the line and, where there is one, the commit."""
        place = {"path": self.path.name, "line": self.number, "commit": commit[:12] or "-"}
        return AuditFailed(code, **place, **details)


def read_log(path: Path) -> Log:
    """
    Return a portable log.

    Raises `UsageError` where the file is none, `AuditFailed` naming line and commit where it was
    bent or cut.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UsageError("log_too_large", path=str(path))
        data = path.read_bytes()
    except OSError as error:
        raise UsageError("file_unreadable", path=str(path), reason=error.strerror or str(error)) from error
    if not data.startswith(b'{"tenmatsu":'):
        raise UsageError("log_not_one", path=str(path))
    reading = _Reading(path)
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    lines = lines if lines[-1] else lines[:-1]
    _check_others(reading, lines)
    for number, line in enumerate(lines, 1):
        reading.number = number
        value = _parse(reading, line)
        if number == len(lines):
            return _finish(reading, lines, value)
        _take(reading, line, value)
    raise reading.fail("log_cut")


def _check_others(reading: _Reading, lines: list[bytes]) -> None:
    """Check the lines without a commit against the last line, where that can be read."""
    try:
        end = msgspec.convert(msgspec.json.decode(lines[-1])["end"], _End, strict=False)
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError, IndexError):
        return
    if end.lines != len(lines) - 1 or sha256(b"".join(lines[:-1])).hexdigest() == end.sha256:
        return
    for number, digest in end.others.items():
        if 0 < number < len(lines) and sha256(lines[number - 1]).hexdigest() != digest:
            reading.number = number
            raise reading.fail("log_line_bent")


def _parse(reading: _Reading, line: bytes) -> Line:
    try:
        value = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        found = _COMMIT.match(line)
        held = found[1].decode() if found else ""
        raise reading.fail("log_commit_bent" if held else "log_line_broken", held) from error
    if not line.endswith(b"\n"):
        raise reading.fail("log_cut")
    return value


def _take(reading: _Reading, line: bytes, value: Line) -> None:
    """Take one line into the log."""
    held = str(value.get("commit", ""))
    if not held:
        reading.others.append(reading.number)
    try:
        if write_line(value) != line:
            reading.wrong[reading.number] = held
        if reading.number == 1:
            if value["tenmatsu"] != FORMAT:
                if value["tenmatsu"] == VIEW_FORMAT:
                    raise UsageError("log_without_proof", path=str(reading.path))
                raise UsageError("log_newer", path=str(reading.path), found=str(value["tenmatsu"]))
            reading.log = _begin(value)
        elif reading.log is None:
            raise reading.fail("log_line_broken")
        elif "participant" in value:
            _take_participant(reading.log, value)
        elif held:
            _take_commit(reading, reading.log, value)
        elif "branch" in value:
            _take_branch(reading, reading.log, value)
        else:
            raise reading.fail("log_line_broken")
    except _BROKEN as error:
        raise reading.fail("log_line_broken" if not held else "log_commit_bent", held) from error


def _begin(value: Line) -> Log:
    """Return the log that the first line tells of."""
    session, view = str(value["session"]), value["view"]
    if _SESSION.fullmatch(session) is None or not isinstance(view, str | None):
        raise ValueError(session)
    return Log(session, str(value["system"]), view)


def _take_participant(log: Log, value: Line) -> None:
    participant, name = str(value["participant"]), str(value["name"])
    if participant in log.participants or not is_id(participant):
        raise ValueError(participant)
    log.participants[participant] = (msgspec.convert(value["role"], Role), name)


def _take_branch(reading: _Reading, log: Log, value: Line) -> None:
    """Take a line in: the first one leaves none, any other a commit of one above it."""
    branch, parent = str(value["branch"]), value["parent"]
    fork = read_hex(value["fork"]) if value["fork"] is not None else None
    left = reading.hashes.get(fork.hex()) if fork is not None else None
    fits = left is not None and left.branch == parent and int(parent) < int(branch)
    if branch in log.branches or _BRANCH.fullmatch(branch) is None:
        raise ValueError(branch)
    if not (fits if log.branches else (parent, fork) == (None, None)):
        raise ValueError(branch)
    log.branches[branch] = LoggedBranch(branch, parent, fork, str(value["name"]), [])


def _take_commit(reading: _Reading, log: Log, value: Line) -> None:
    held = str(value["commit"])
    branch = log.branches.get(str(value["branch"]))
    if branch is None:
        raise reading.fail("log_commit_bent", held)
    commit = read_commit(log.session, value, _before(reading, branch), log.sees)
    if commit.hash.hex() != held:
        raise reading.fail("log_commit_bent", held)
    expected = _before(reading, branch)
    if commit.previous != (expected.hash if expected else NO_PREVIOUS) or not _is_of(log, commit):
        raise reading.fail("log_commit_bent", held)
    branch.commits.append(commit)
    reading.hashes[held] = commit


def _is_of(log: Log, commit: Commit) -> bool:
    """Return whether a commit's header, where it is shown, has it at this place of this session."""
    beside = commit.closed if log.view is None else commit.pad
    if beside is not None:
        return False
    if commit.header.data is None:
        return log.view is not None
    header = _HEADER.decode(commit.header.data)
    return (header.session, header.branch, header.number) == (log.session, commit.branch, commit.number)


def _before(reading: _Reading, branch: LoggedBranch) -> Commit | None:
    if branch.commits:
        return branch.commits[-1]
    return reading.hashes.get(branch.fork.hex()) if branch.fork else None


def read_commit(session: str, value: Line, before: Commit | None, sees: Callable[[str], bool]) -> Commit:
    """
    Return the commit in a line; its `hash` is recomputed from what the line holds.

    Of a group that the log's viewer does not see, it has what was opened to them and no more.
    """
    placed: dict[int, Item] = {}
    groups: list[bytes] = []
    pad = read_hex(value["pad"], SALT_SIZE) if "pad" in value else None
    for group in value.get("groups", ()):
        if isinstance(group, str):
            groups.append(read_hex(group))
            continue
        one = {line["at"]: read_item(line, kind_of(line["at"]), group["audience"]) for line in group["items"]}
        placed.update(one)
        groups.append(
            digests.group_digest(group["audience"], [(at, item.digest) for at, item in one.items()])
        )
    opened = _read_open(value["open"])
    previous = read_hex(value["prev"])
    closed = read_hex(value["closed"]) if "closed" in value else digests.closed_digest(groups, pad)
    hashed = digests.commit_hash(previous, digests.open_digest(item.digest for item in opened), closed)
    items = _in_order(opened, placed)
    if value.get("sealed"):
        items.append(Item("event", bytes(32), None, None, SEALED))
    header = next((item for item in items if item.kind == "header"), Item("header", b"", None, None))
    command = next((item for item in items if item.kind == "command"), Item("command", b"", None, None))
    commit = Commit(
        session=session,
        branch=str(value["branch"]),
        number=before.number + 1 if before else 1,
        first_version=before.last_version + 1 if before else 1,
        previous=previous,
        hash=hashed,
        pad=pad,
        header=header,
        command=command,
        events=tuple(item for item in items if item.kind == "event"),
        closed=closed if _is_partial(value) else None,
    )
    if hash_items(previous, list(commit.items()), pad, commit.closed) != hashed:
        raise ValueError("items stand in another order than the hash has them")
    kept = tuple(item for item in commit.events if item.data is not None or sees(item.audience))
    if len(kept) == len(commit.events):
        return commit
    return msgspec.structs.replace(commit, events=kept, closed=closed)


def _is_partial(value: Line) -> bool:
    """Return whether the line does not hold all that its closed half is made of."""
    return (
        "closed" in value
        or bool(value.get("sealed"))
        or any(isinstance(group, str) for group in value.get("groups", ()))
    )


def _read_open(lines: list[Line]) -> list[Item]:
    return [read_item(line, _kind_in(line), "") for line in lines]


def _kind_in(line: Line) -> ItemKind:
    for kind in ITEM_KINDS:
        if kind in line:
            return kind
    raise KeyError("event")


def _in_order(opened: list[Item], placed: dict[int, Item]) -> list[Item]:
    """Return all items that the line shows in the order of the commit; open ones fill the gaps."""
    rest = iter(opened)
    total = len(opened) + len(placed)
    items: list[Item] = []
    at = 0
    while len(items) < total:
        if at in placed:
            items.append(placed[at])
        else:
            one = next(rest, None)
            if one is None:
                items += [placed[place] for place in sorted(placed) if place > at]
                break
            items.append(one)
        at += 1
    return items


class _End(msgspec.Struct, frozen=True, kw_only=True):
    """The last line's content."""

    lines: int
    current: str
    heads: dict[str, str]
    sha256: str
    others: dict[int, str] = {}
    """SHA-256 of each line that holds no commit, by its number, so that a changed one can be named."""


def _finish(reading: _Reading, lines: list[bytes], value: Line) -> Log:
    """Check the last line and return the log."""
    log = reading.log
    if log is None or "end" not in value:
        raise reading.fail("log_cut")
    try:
        end = msgspec.convert(value["end"], _End, strict=False)
    except msgspec.ValidationError as error:
        raise reading.fail("log_line_broken") from error
    for number, held in reading.wrong.items():
        reading.number = number
        raise reading.fail("log_commit_bent" if held else "log_line_bent", held)
    reading.number = len(lines)
    heads = {row.id: row.commits[-1].hash.hex() for row in log.branches.values() if row.commits}
    whole = sha256(b"".join(lines[:-1])).hexdigest()
    agrees = (end.lines, end.sha256, end.heads) == (len(lines) - 1, whole, heads)
    others = {at: sha256(lines[at - 1]).hexdigest() for at in reading.others}
    agrees = agrees and end.others in ({}, others)
    if not agrees or end.current not in heads or write_line(value) != lines[-1]:
        raise reading.fail("log_end_wrong")
    log.current, log.heads = end.current, heads
    return log
