"""An evening in a SQLite file, as a machine that stopped at once would leave it, and that file damaged."""

import shutil
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

from toytable import answer, fixed_outside, open_toy, roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import StoreError, TenmatsuError
from tenmatsu.engine.portable import import_log
from tenmatsu.engine.rescue import repair_database
from tenmatsu.engine.store import Store
from tenmatsu.engine.upkeep import check_database

FRAME_HEAD, LOG_HEAD = 24, 32
"""Bytes before each page of SQLite's write-ahead log, and before the first of them."""
_HOPELESS = ("store_not_database", "store_empty", "store_foreign", "store_newer", "store_older")
"""What a damaged head or table of contents of a file looks like: nothing can be read behind it."""


class Evening(NamedTuple):
    """What lies in a file and its log, and where in the log each commit ends."""

    file: bytes
    log: bytes
    session: str
    ends: tuple[tuple[int, str], ...]
    """(length of the log, head) behind each commit that lies in the log."""
    page: int

    def lay(self, folder: Path, file: bytes | None = None, log: bytes | None = None) -> Path:
        """Lay the files into a folder, in place of what is there, as given or as they are."""
        path = folder / "evening.db"
        for end in ("", "-wal", "-shm", "-journal"):
            Path(f"{path}{end}").unlink(missing_ok=True)
        path.write_bytes(self.file if file is None else file)
        Path(f"{path}-wal").write_bytes(self.log if log is None else log)
        return path

    def borders(self) -> list[int]:
        """Return where frames of the log begin and end."""
        return list(range(LOG_HEAD, len(self.log) + 1, FRAME_HEAD + self.page))


def play_evening(folder: Path, commits: int) -> Evening:
    """Play an evening of every kind of commit; its last ones lie in the write-ahead log alone."""
    path = folder / "played.db"
    store = Store(f"sqlite:///{path}", fixed_outside())
    session = open_toy(store, dice_secret=b"a fixed secret")
    strike(session)
    answer(session, "dodge")
    for at in range(12):
        say(session, f"まえ{at}")
    session.keep_snapshot()
    timelines.undo(session, actor="gm")
    raw = store.database.engine.raw_connection()
    raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    page = raw.cursor().execute("PRAGMA page_size").fetchone()[0]
    raw.close()
    log, ends = Path(f"{path}-wal"), [(0, session.head)]
    for at in range(commits):
        if at % 4 == 3:
            roll(session, "2d6", secret=at % 8 == 3)
        else:
            say(session, f"{at} " + "ことば" * (20 if at % 5 else 600))
        ends.append((log.stat().st_size, session.head))
    evening = Evening(path.read_bytes(), log.read_bytes(), session.id, tuple(ends), page)
    store.close()
    shutil.rmtree(folder)
    folder.mkdir()
    return evening


def whole(evening: Evening, folder: Path) -> bytes:
    """Return the bytes of the file with all of its log moved into it."""
    path = evening.lay(folder)
    store = Store(f"sqlite:///{path}")
    raw = store.database.engine.raw_connection()
    raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()
    store.close()
    return path.read_bytes()


def places(borders: list[int], end: int, chosen: int, seed: int) -> list[int]:
    """Return every border, one byte beside each, and `chosen` places more below `end`."""
    chance = Random(seed)
    beside = {border + by for border in borders for by in (-1, 0, 1)}
    found = {one for one in beside if 0 <= one <= end} | {chance.randrange(end) for _ in range(chosen)}
    return sorted(found)


def hashes_in(path: Path, session: str) -> set[str]:
    """Return the hashes of all commits of a session in a file that is whole."""
    with closing(Store(f"sqlite:///{path}", create=False)) as store:
        return {digest.hex() for digest in store.hashes(session)}


def look(path: Path) -> list[str]:
    """
    Return what opening, checking and auditing a file say is wrong with it, nothing where it is whole.

    Whatever is raised is one of our own errors, with a sentence for whoever reads it.
    """
    url = f"sqlite:///{path}"
    try:
        health = check_database(url)
        found = [*health.damage, *health.differing]
        with closing(Store(url, create=False)) as store:
            for row in store.sessions():
                found += [failure.say("en") for failure in audit_session(store, row.id).failures]
            if not store.sessions():
                found.append("no session")
    except TenmatsuError as error:
        raised = error
    else:
        return found
    assert raised.say("en") != raised.say("ja")
    return [raised.code]


def save(path: Path, folder: Path, session: str) -> list[str]:
    """Repair a file; return the hashes of the commits that a new database has of what was saved."""
    shutil.rmtree(folder, ignore_errors=True)
    try:
        repair = repair_database(f"sqlite:///{path}", folder)
    except StoreError as error:
        if error.code not in _HOPELESS:
            raise
        return []
    files = [one.file for one in repair.sessions if one.session == session and one.file is not None]
    if not files:
        return []
    with closing(Store("sqlite://")) as store:
        report = import_log(store, Path(files[0]))
        audit = audit_session(store, session)
        # where the end of a line that was left behind is lost, its adoption names a head that is gone
        assert {failure.code for failure in audit.failures} <= {"audit_adoption_wrong"}
        found = [digest.hex() for digest in store.hashes(session)]
    assert report.added == len(found)
    return found
