"""Save what was found: proven commits as portable logs, the rest as plain lines."""

import errno
import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, BinaryIO

import msgspec

from tenmatsu.engine.audit.source import StoredCommit
from tenmatsu.engine.errors import StoreError, TenmatsuError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.portable.lines import FORMAT, Line, commit_line, write_line
from tenmatsu.engine.registry import find_system
from tenmatsu.engine.rescue.found import Damaged, SessionFound
from tenmatsu.engine.store.salvage import salvage
from tenmatsu.events.envelope import Commit, Item

REST = "rest.jsonl"
_PLAIN = re.compile(r"[0-9A-Za-z_-]+")
"""The ids of sessions that a log can be of: no other one becomes the name of a file."""
_CODES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "store_full"),
    **dict.fromkeys((errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR), "rescue_exists"),
}


class Rescued(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one session."""

    session: str
    commits: int
    """How many are proven, and in the file."""
    rest: int
    """How many can be read but not proven."""
    file: str | None = None
    """Its portable log; None where nothing needed saving, or nothing could be."""
    damaged: tuple[Damaged, ...] = ()


def rescue(url: str, folder: Path, *, everything: bool) -> tuple[Rescued, ...]:
    """
    Write what can be saved into a new folder: of every session, or of those that are damaged.

    Each gets a portable log of its proven commits, `SESSION.jsonl`, which `import` takes; what can be read
    but not proven stands in `rest.jsonl`. Nothing is written where nothing is damaged. `StoreError` where
    the folder is there, or nothing can be read.
    """
    with salvage(url) as found, _filling(folder) as make:
        report: list[Rescued] = []
        for session in found.sessions():
            one = SessionFound(session, found.read(session))
            if not (one.proven or one.damaged or any(True for _ in one.rest())):
                continue  # rows of which nothing is left, not even whose they were
            file = _save(one, make) if everything or one.damaged else None
            report.append(_count(one, None if file is None else folder / file))
        return tuple(report)


@contextmanager
def _filling(folder: Path) -> Generator[Callable[[], Path]]:
    """
    Give what makes the folder, under a name of its own: it has its own name once all is in it.

    So nobody takes for all what a repair that was ended, or had no room, left of it.
    """
    made: list[Path] = []

    def make() -> Path:
        if not made:
            made.append(Path(mkdtemp(prefix=f".{folder.name}.", dir=folder.parent)))
        return made[0]

    try:
        yield make
        if made:
            made[0].rename(folder)
    except OSError as error:
        raise StoreError(_CODES.get(error.errno or 0, "store_place"), path=str(folder)) from error
    finally:
        for one in made:
            rmtree(one, ignore_errors=True)


def _count(one: SessionFound, file: Path | None) -> Rescued:
    return Rescued(
        session=one.id,
        commits=sum(map(len, one.proven.values())),
        rest=sum(1 for _ in one.rest()),
        file=None if file is None else str(file),
        damaged=tuple(one.damaged),
    )


def _save(one: SessionFound, make: Callable[[], Path]) -> str | None:
    """Write what is left of a session, if anything is; return the name of its log, None where it has none."""
    if any(True for _ in one.rest()):
        with _open(make() / REST) as file:
            for stored, code in one.rest():
                file.write(write_line(_rest_line(stored, code)))
    if not one.proven or _PLAIN.fullmatch(one.id) is None:
        return None
    try:
        state = _state(one)
    except TenmatsuError:
        return None  # a game that is not installed; its commits stand in the database still
    name = f"{one.id}.jsonl"
    with _open(make() / name) as file:
        _write_log(file, _lines(one, state))
    return name


def _open(path: Path) -> BinaryIO:
    """Open a file for its owner alone, to write behind what is there: it holds every secret of the table."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "wb")


def _lines(one: SessionFound, state: LineState) -> Iterator[Line]:
    yield {"tenmatsu": FORMAT, "session": one.id, "system": one.system, "view": None}
    for participant, seat in state.table.seats.items():
        name = one.names.get(participant, participant)
        yield {"participant": participant, "role": seat.role, "name": name}
    owners = {commit.hash: branch for branch, commits in one.proven.items() for commit in commits}
    for branch, commits in one.proven.items():
        fork = commits[0].previous
        parent = owners.get(fork)
        left = None if parent is None else fork.hex()
        yield {"branch": branch, "parent": parent, "fork": left, "name": one.name_of(branch)}
        for commit in commits:
            yield commit_line(commit, [True] * len(list(commit.items())), sealed=False)
    heads = {branch: commits[-1].hash.hex() for branch, commits in one.proven.items()}
    yield {"end": {"current": one.current(), "heads": heads}}


def _state(one: SessionFound) -> LineState:
    """Return the state of the current timeline."""
    commits = {commit.hash: commit for line in one.proven.values() for commit in line}
    line: list[Commit] = []
    commit: Commit | None = one.proven[one.current()][-1]
    while commit is not None:
        line.append(commit)
        commit = commits.get(commit.previous)
    folder = Folder(find_system(one.system))
    events = (folder.decode(item.data) for commit in reversed(line) for item in commit.events)
    return folder.fold(LineState(), events)


def _write_log(file: BinaryIO, lines: Iterable[Mapping[str, Any]]) -> None:
    whole, others = sha256(), dict[str, str]()
    for count, line in enumerate(lines):
        if "end" in line:
            more = {"lines": count, "sha256": whole.hexdigest(), "others": others}
            end = {**line["end"], **more}
            order = ("lines", "current", "heads", "sha256", "others")
            file.write(write_line({"end": {key: end[key] for key in order}}))
            return
        data = write_line(dict(line))
        whole.update(data)
        if "commit" not in line:
            others[str(count + 1)] = sha256(data).hexdigest()
        file.write(data)


def _rest_line(stored: StoredCommit, code: str) -> Line:
    """Return all that can be read of a commit that is not proven."""
    commit = stored.commit
    return {
        "session": commit.session,
        "branch": commit.branch,
        "number": commit.number,
        "commit": commit.hash.hex(),
        "problem": code,
        "at": stored.at,
        "actor": stored.actor,
        "command_id": stored.command_id,
        "header": _text(commit.header),
        "command": _text(commit.command),
        "events": [_text(item) for item in commit.events],
    }


def _text(item: Item) -> str | None:
    return None if item.data is None else item.data.decode(errors="replace")
