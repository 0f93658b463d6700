"""Back up a database into a file, and copy whole sessions from one database to another."""

import errno
import os
import sqlite3
import tempfile
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.audit.linking import check_links
from tenmatsu.engine.audit.report import Failure
from tenmatsu.engine.errors import AuditFailed, ConcurrencyConflict, StoreError, TenmatsuError
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.store import SessionRow, Store
from tenmatsu.engine.store.copying import Copier, Sum, copy_checkpoints, is_untouched, sum_rows
from tenmatsu.engine.tracing import span

Progress = Callable[[int, int], None]
"""Told how many sessions are done, and of how many."""
_log = make_log("tenmatsu.store")

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Copied(msgspec.Struct, frozen=True, kw_only=True):
    """A session that was copied."""

    session: str
    commits: int
    events: int


class Copy(msgspec.Struct, frozen=True, kw_only=True):
    """What a copy came to."""

    sessions: tuple[Copied, ...]
    known: tuple[str, ...] = ()
    """Sessions that were there already, with all their commits."""


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """What does not hold in the log of a session."""

    session: str
    failures: tuple[Failure, ...]


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup came to."""

    file: str
    bytes: int
    sessions: tuple[Copied, ...]
    seeds: bool
    """Whether the seeds of the dice are in it."""
    damaged: tuple[Damage, ...] = ()
    """Sessions whose log does not hold; they are in the file as they are in the database."""


def back_up(
    store: Store, path: Path, *, with_seeds: bool = False, progress: Progress | None = None
) -> Backup:
    """
    Write all sessions, as of one moment, into a new SQLite file, and read it again to see that it is whole.

    Others may play on meanwhile. Positions and the checkpoints of followers are kept; caches are not in it,
    nor are words that were redacted, nor the seeds of the dice unless asked for. The file appears under its
    name only when it is written and checked. Raises `StoreError` where something is there already, the
    place cannot be written, or what is read back is not what was written.
    """
    try:
        made = _back_up(store, path, with_seeds=with_seeds, progress=progress or _tell_nobody)
    except TenmatsuError as error:
        _log.warning("backup_failed", code=error.code)
        raise
    _log.info("backed_up", sessions=len(made.sessions), bytes=made.bytes, damaged=len(made.damaged))
    return made


def _back_up(store: Store, path: Path, *, with_seeds: bool, progress: Progress) -> Backup:
    target = path.absolute()
    if os.path.lexists(target):
        raise StoreError("backup_exists", path=str(path))
    try:
        with (
            span("backup"),
            tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as folder,
            _named(folder, path),
        ):
            written = Path(folder) / "backup.db"
            copied, sums = _write(store, written, with_seeds=with_seeds, progress=progress)
            _flush(written)
            damaged = _read_back(written, sums, with_seeds=with_seeds)
            size = written.stat().st_size
            _place(written, target)
    except OSError as error:
        if isinstance(error, FileExistsError):
            raise StoreError("backup_exists", path=str(path)) from error
        code = "store_full" if error.errno in _FULL else "store_place"
        raise StoreError(code, path=str(path)) from error
    return Backup(file=str(path), bytes=size, sessions=copied, seeds=with_seeds, damaged=damaged)


@contextmanager
def _named(folder: str, path: Path) -> Generator[None]:
    """Tell of the file by the name that it is to have, not by the one under which it is written."""
    try:
        yield
    except StoreError as error:
        if folder not in str(error.details.get("path")):
            raise
        raise StoreError(error.code, **{**error.details, "path": str(path)}) from error


def _tell_nobody(_done: int, _of: int) -> None:
    """Tell nobody."""


def _write(
    store: Store, file: Path, *, with_seeds: bool, progress: Progress
) -> tuple[tuple[Copied, ...], dict[str, bytes]]:
    with closing(Store(f"sqlite:///{file}")) as fresh:
        copied, sums = _copy(store, fresh, None, with_seeds=with_seeds, progress=progress)
        with fresh.database.engine.connect() as connection:
            raw = connection.connection.dbapi_connection
            if raw is not None:
                # one plain file, which can be read where nothing can be written beside it
                raw.cursor().execute("PRAGMA journal_mode=DELETE")
    return copied.sessions, sums


def _flush(file: Path) -> None:
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


def _read_back(file: Path, sums: dict[str, bytes], *, with_seeds: bool) -> tuple[Damage, ...]:
    """Read a file anew: it must hold the rows that were written; return what does not hold in them."""
    with closing(open_to_read(file)) as store:
        copier = Copier(store.database, with_seeds=with_seeds)
        with store.database.reading() as connection:
            broken = bool(store.database.dialect.damage(connection))
            found = {row.id: sum_rows(copier, connection, row.id).digest() for row in store.sessions()}
        if broken or found != sums:
            raise StoreError("backup_differs", path=str(file))
        return tuple(_damage(store, store.sessions()))


def _damage(store: Store, rows: Collection[SessionRow]) -> Iterator[Damage]:
    for row in rows:
        if failures := check_links(store, row):
            yield Damage(session=row.id, failures=failures)


def _place(written: Path, target: Path) -> None:
    """Give a file its name; `FileExistsError` where somebody else took it meanwhile."""
    try:
        os.link(written, target)
    except FileExistsError:
        raise
    except OSError:
        # a file system without hard links: the name is taken first, then filled
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        written.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(folder)
    finally:
        os.close(folder)


def open_to_read(file: Path) -> Store:
    """Open a database's file without ever changing it; `StoreError` where it is none of ours."""
    return Store(f"sqlite:///{file.absolute().as_uri()}?mode=ro&uri=true", create=False)


def copy_file(file: Path, into: Path) -> None:
    """Copy a database's file byte by byte, also while it is in use: to bring the copy to a newer schema."""
    try:
        with (
            closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(into)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise StoreError("store_not_database", path=str(file)) from error


def copy_sessions(
    source: Store,
    target: Store,
    sessions: Collection[str] | None = None,
    *,
    with_seeds: bool = False,
    progress: Progress | None = None,
) -> Copy:
    """
    Copy sessions, all of them or these ids, into another database: the same rows with the same hashes.

    The chain of each is checked first, and the copy is read back before it is stored. A session that is
    there already with all these commits is left alone. Without the seeds a session goes on with new
    rings of dice. Raises `AuditFailed` for a damaged session, `ConcurrencyConflict` where another
    history of one stands in the target; nothing is written then.
    """
    try:
        made = _copy_checked(
            source, target, sessions, with_seeds=with_seeds, progress=progress or _tell_nobody
        )
    except TenmatsuError as error:
        _log.warning("copy_failed", code=error.code)
        raise
    for one in made.sessions:
        _log.debug("session_copied", session=one.session, commits=one.commits, events=one.events)
    _log.info("sessions_copied", sessions=len(made.sessions), known=len(made.known))
    return made


def _copy_checked(
    source: Store, target: Store, sessions: Collection[str] | None, *, with_seeds: bool, progress: Progress
) -> Copy:
    rows = [row for row in source.sessions() if sessions is None or row.id in sessions]
    here = {row.id: row for row in target.sessions()}
    known = [row for row in rows if row.id in here and _is_known(source, target, row, here[row.id])]
    fresh = [row for row in rows if row not in known]
    for damage in _damage(source, fresh):
        raise AuditFailed("copy_damaged", session=damage.session, count=len(damage.failures))
    ids = [row.id for row in fresh]
    with span("copy"):
        copied, _ = _copy(source, target, ids, with_seeds=with_seeds, progress=progress)
    return msgspec.structs.replace(copied, known=tuple(row.id for row in known))


def _is_known(source: Store, target: Store, row: SessionRow, here: SessionRow) -> bool:
    """Return whether all commits of a session are in the target too; `ConcurrencyConflict` where not."""
    heads = {line.head_hash for line in source.branches(row.id).values()}
    if (row.view, row.system) != (here.view, here.system) or not heads <= target.hashes(row.id):
        raise ConcurrencyConflict("copy_conflict", session=row.id)
    return True


def _copy(
    source: Store,
    target: Store,
    sessions: Collection[str] | None,
    *,
    with_seeds: bool,
    progress: Progress,
) -> tuple[Copy, dict[str, bytes]]:
    """Copy sessions as of one moment; into an empty file in one piece and with their positions."""
    reader = Copier(source.database, with_seeds=with_seeds)
    writer = Copier(target.database, with_seeds=with_seeds)
    keep = target.database.engine.dialect.name == "sqlite" and is_untouched(target.database)
    copied: list[Copied] = []
    sums: dict[str, bytes] = {}
    with source.database.reading() as reading:
        ids = _ids(reading) if sessions is None else list(sessions)
        for group in [ids] if keep else [[one] for one in ids]:
            with target.database.writing() as writing:
                for session in group:
                    found = _copy_one(reader, reading, writer, writing, session, keep=keep)
                    if sum_rows(writer, writing, session).digest() != found.digest():
                        raise StoreError("backup_differs", path=target.database.place)
                    sums[session] = found.digest()
                    counts = found.counts
                    copied.append(Copied(session=session, commits=counts["commits"], events=counts["events"]))
                    progress(len(copied), len(ids))
                if keep:
                    copy_checkpoints(reading, writing)
            target.database.dialect.ring()
    return Copy(sessions=tuple(copied)), sums


def _ids(connection: sa.Connection) -> list[str]:
    """Return the ids of all sessions as of the moment of a transaction."""
    return [str(one) for one in connection.exec_driver_sql("SELECT id FROM sessions ORDER BY id").scalars()]


def _copy_one(
    reader: Copier,
    reading: sa.Connection,
    writer: Copier,
    writing: sa.Connection,
    session: str,
    *,
    keep: bool,
) -> Sum:
    found = Sum()
    for table, rows in reader.rows(reading, session):
        found.add(table, writer.write(writing, table, rows, keep_positions=keep))
    return found
