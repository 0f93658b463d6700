"""Read a portable log and check what it proves by itself: lines, chain, forks, heads."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from tenmatsu.engine.errors import AuditFailed, UsageError
from tenmatsu.engine.portable.lines import (
    FORMAT,
    VIEW_FORMAT,
    Line,
    read_hex,
    write_line,
)
from tenmatsu.engine.portable.logged import Log, LoggedBranch, read_commit, read_header
from tenmatsu.engine.portable.pieces import Pieces, Sums
from tenmatsu.engine.table.ids import is_id
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import Role

_SESSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,63}")
_BRANCH = re.compile("0|[1-9][0-9]{0,8}")
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
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What bytes that are no JSON come to."""
_COMMIT = re.compile(rb'\{"commit":"([0-9a-f]{64})"')


class _Reading:
    """A log under way: what has been read, and the hashes known so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log: Log | None = None
        self.hashes: dict[str, Commit] = {}
        self.number = 0
        self.sums = Sums()
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
    pieces = Pieces(path)
    try:
        return _read(_Reading(path), pieces)
    finally:
        pieces.close()


def _read(reading: _Reading, pieces: Pieces) -> Log:
    _check_others(reading, pieces)
    for number, (line, is_last) in enumerate(pieces.each(), 1):
        reading.number = number
        value = _parse(reading, line)
        if is_last:
            return _finish(reading, line, value)
        _take(reading, line, value)
        reading.sums.add(line)
    raise reading.fail("log_cut")


def _check_others(reading: _Reading, pieces: Pieces) -> None:
    """Check the lines without a commit against the last line, where that can be read."""
    try:
        end = msgspec.convert(msgspec.json.decode(pieces.last())["end"], _End, strict=False)
    except (*_UNREADABLE, KeyError, TypeError, IndexError):
        return
    sums, bent = Sums(), 0
    for number, (line, is_last) in enumerate(pieces.each(), 1):
        if is_last:
            break
        sums.add(line)
        told = end.others.get(number)
        if not bent and told is not None and sha256(line).hexdigest() != told:
            bent = number
    if bent and end.lines == sums.lines and end.sha256 != sums.sha256:
        reading.number = bent
        raise reading.fail("log_line_bent")


def _parse(reading: _Reading, line: bytes) -> Line:
    try:
        value = msgspec.json.decode(line, type=dict[str, Any])
    except _UNREADABLE as error:
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
        reading.sums.others[reading.number] = sha256(line).hexdigest()
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
    if _SESSION.fullmatch(session) is None or not (view is None or is_id(view)):
        raise ValueError(session)
    return Log(session, str(value["system"]), view)


def _take_participant(log: Log, value: Line) -> None:
    participant, name = str(value["participant"]), str(value["name"])
    if participant in log.participants or not is_id(participant) or "\0" in name:
        raise ValueError(participant)
    log.participants[participant] = (msgspec.convert(value["role"], Role), name)


def _take_branch(reading: _Reading, log: Log, value: Line) -> None:
    """Take a line in: the first one leaves none, any other a commit of one above it."""
    branch, parent = str(value["branch"]), value["parent"]
    fork = read_hex(value["fork"]) if value["fork"] is not None else None
    left = reading.hashes.get(fork.hex()) if fork is not None else None
    fits = left is not None and left.branch == parent and int(parent) < int(branch)
    if branch in log.branches or _BRANCH.fullmatch(branch) is None or "\0" in str(value["name"]):
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
    header = read_header(commit.header)
    place = (log.session, commit.branch, commit.number)
    return header is not None and (header.session, header.branch, header.number) == place


def _before(reading: _Reading, branch: LoggedBranch) -> Commit | None:
    if branch.commits:
        return branch.commits[-1]
    return reading.hashes.get(branch.fork.hex()) if branch.fork else None


class _End(msgspec.Struct, frozen=True, kw_only=True):
    """The last line's content."""

    lines: int
    current: str
    heads: dict[str, str]
    sha256: str
    others: dict[int, str] = {}
    """SHA-256 of each line that holds no commit, by its number, so that a changed one can be named."""


def _finish(reading: _Reading, last: bytes, value: Line) -> Log:
    """Check the last line and return the log."""
    log, sums, place = reading.log, reading.sums, reading.number
    if log is None or "end" not in value:
        raise reading.fail("log_cut")
    try:
        end = msgspec.convert(value["end"], _End, strict=False)
    except msgspec.ValidationError as error:
        raise reading.fail("log_line_broken") from error
    for number, held in reading.wrong.items():
        reading.number = number
        raise reading.fail("log_commit_bent" if held else "log_line_bent", held)
    reading.number = place
    heads = {row.id: row.commits[-1].hash.hex() for row in log.branches.values() if row.commits}
    agrees = (end.lines, end.sha256, end.heads) == (sums.lines, sums.sha256, heads)
    agrees = agrees and end.others in ({}, sums.others)
    if not agrees or end.current not in heads or write_line(value) != last:
        raise reading.fail("log_end_wrong")
    log.current, log.heads = end.current, heads
    return log
