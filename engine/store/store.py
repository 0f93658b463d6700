"""The store: the one place through which sessions reach the database."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.outside import Outside
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.appending import Appender
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.erasing import forget_participant, is_unclean
from tenmatsu.engine.store.log_rows import Append
from tenmatsu.engine.store.opened import Opened, read_lines, read_opened, read_seeds, read_spent_keys
from tenmatsu.engine.store.reading import Reader, lineage
from tenmatsu.engine.store.rows import AdoptionRow, BranchRow, CommitPlace, Segment, SessionRow
from tenmatsu.events.envelope import Commit

_LATEST = "@last"

_log = make_log("tenmatsu.store")


class Store:
    """
    A database of sessions.

    Opening a new file creates it at the newest schema; one at another schema is refused with
    what to do (`StoreError`).
    """

    def __init__(self, url: str, outside: Outside | None = None, *, create: bool = True) -> None:
        self.outside = outside or Outside()
        self.database = Database(url, create=create)
        self.appender = Appender(self.database)
        self.reader = Reader(self.database)

    def close(self) -> None:
        """Give up all connections."""
        self.database.close()

    # sessions and lines

    def sessions(self) -> list[SessionRow]:
        """Return all sessions, the oldest first."""
        with self.database.reading() as connection:
            rows = [SessionRow(*row) for row in connection.execute(sa.select(schema.sessions))]
        return sorted(rows, key=lambda row: datetime.fromisoformat(row.opened_at))

    def find_session(self, text: str) -> SessionRow:
        """Return the session with this id, unique start of one, or `@last`; `UsageError` if there is none."""
        # what is no id may be more than a database takes for a text
        exact = self._session(text) if text.isprintable() else None
        if exact is not None:
            return exact
        rows = self.sessions()
        if text == _LATEST and rows:
            return rows[-1]
        found = [row for row in rows if text and row.id.startswith(text)]
        if not found:
            raise UsageError("session_unknown", session=text)
        if len(found) > 1:
            raise UsageError(
                "session_ambiguous", session=text, ids=", ".join(row.id[:12] for row in found[:5])
            )
        return found[0]

    def _session(self, session: str) -> SessionRow | None:
        statement = self.database.text("session", _one_session)
        with self.database.glancing() as cursor:
            row = cursor.execute(statement, (session,)).fetchone()
        return None if row is None else SessionRow(*row)

    def branches(self, session: str) -> dict[str, BranchRow]:
        """Return the lines of a session by id, parents before children."""
        return self.lines(session)[1]

    def lines(self, session: str) -> tuple[str, dict[str, BranchRow]]:
        """Return the id of the current timeline and all lines, parents before children, as of one moment."""
        with self.database.glancing() as cursor:
            return read_lines(self.database, cursor, session)

    def opened(self, session: str) -> Opened:
        """Return what a session is opened with, as of one moment."""
        return read_opened(self.database, session)

    def heads(self, session: str, branch: str) -> tuple[int, bytes | None]:
        """
        Return the sum of the numbers of all heads of a session, and the hash of one of these heads.

        Every commit on any line raises the sum; the hash says whether the log is the one that it was.
        """
        statement = self.database.text("heads", _heads)
        with self.database.glancing() as cursor:
            found, head = cursor.execute(statement, (session, branch, session)).fetchone()
        return int(found or 0), head

    def adoptions(self, session: str) -> list[AdoptionRow]:
        """Return the adoptions of a session in order."""
        statement = self.database.text("adoptions", _adoptions)
        with self.database.glancing() as cursor:
            return [AdoptionRow(*row) for row in cursor.execute(statement, (session,)).fetchall()]

    def names(self, session: str) -> dict[str, str]:
        """Return the names of participants by id."""
        p = schema.participants.c
        statement = sa.select(p.id, p.name).where(p.session == session)
        with self.database.reading() as connection:
            return {row.id: row.name for row in connection.execute(statement)}

    # the log

    def append(self, work: Append) -> None:
        """Store a commit and its rows, all or nothing; `ConcurrencyConflict` where somebody was faster."""
        self.appender.append(work)

    def commits(self, session: str, segments: Sequence[Segment], after: int = 0) -> Iterator[Commit]:
        """Yield the commits of these segments whose number is higher than `after`."""
        return self.reader.commits(session, segments, after)

    def find_command(self, session: str, command_id: str) -> tuple[str, int] | None:
        """Return (branch, number) of the commit with this command id."""
        return self._place(session, schema.commits.c.command_id == command_id)

    def find_commit(self, session: str, digest: bytes) -> tuple[str, int] | None:
        """Return (branch, number) of the commit with this hash; it looks through the whole session."""
        return self._place(session, schema.commits.c.hash == digest)

    def commit_at(self, session: str, branch: str, number: int) -> Commit:
        """Return commit `number` of a line; `LookupError` if there is none."""
        rows = self.branches(session)
        for commit in self.commits(session, _only(lineage(rows, branch), number)):
            return commit
        raise LookupError(f"no commit {number} on {branch!r}")

    def place_of(self, session: str, branch: str, version: int) -> CommitPlace:
        """Return where the commit stands that holds an event of a branch; `LookupError` if there is none."""
        statement = self.database.text("place", _place_of)
        with self.database.glancing() as cursor:
            found = cursor.execute(statement, (session, branch, version)).fetchone()
        if found is None:
            raise LookupError(f"no version {version} on {branch!r}")
        number, first, events, digest = found
        return CommitPlace(branch, number, first + events - 1, bytes(digest))

    def hashes(self, session: str) -> set[bytes]:
        """Return the hashes of all commits of a session."""
        statement = sa.select(schema.commits.c.hash).where(schema.commits.c.session == session)
        with self.database.reading() as connection:
            return {bytes(digest) for digest in connection.execute(statement).scalars()}

    # what goes for good

    def redacted(self, session: str) -> set[bytes]:
        """Return the digests of the items of a session that were redacted."""
        statement = self.database.text("redacted", _redacted)
        with self.database.glancing() as cursor:
            return {bytes(digest) for (digest,) in cursor.execute(statement, (session,)).fetchall()}

    def forget(self, session: str, participant: str) -> bool:
        """Delete a participant's name and token; return whether the files are clean of them already."""
        forget_participant(self.database, session, participant)
        _log.info("participant_forgotten", session=session)
        return self.clean()

    @property
    def is_unclean(self) -> bool:
        """Whether words that were taken out may still linger in the database's files."""
        return is_unclean(self.database)

    def clean(self) -> bool:
        """Clean the files of words that were taken out; return False where a reader has to end first."""
        cleaned = self.database.dialect.clean()
        if not cleaned:
            _log.warning("cleaning_waits")
        return cleaned

    # dice

    def spent_keys(self, session: str) -> dict[str, int]:
        """Return, for each ring, the number after the highest key spent on any line."""
        with self.database.glancing() as cursor:
            return read_spent_keys(self.database, cursor, session)

    def spent_places(self, session: str) -> set[tuple[str, int]]:
        """Return (ring, index) of every key spent on any line."""
        statement = self.database.text("spent_places", _spent_places)
        with self.database.glancing() as cursor:
            return set(cursor.execute(statement, (session,)).fetchall())

    def seeds(self, session: str) -> dict[str, bytes]:
        """Return the secret seeds of a session's rings."""
        with self.database.glancing() as cursor:
            return read_seeds(self.database, cursor, session)

    def _place(self, session: str, where: sa.ColumnElement[bool]) -> tuple[str, int] | None:
        c = schema.commits.c
        with self.database.reading() as connection:
            row = connection.execute(sa.select(c.branch, c.number).where(c.session == session, where)).first()
            return None if row is None else (row.branch, row.number)


def _only(segments: Sequence[Segment], number: int) -> list[Segment]:
    return [
        msgspec.structs.replace(segment, first_number=number, last_number=number)
        for segment in segments
        if segment.first_number <= number <= segment.last_number
    ]


_SESSION: sa.BindParameter[str] = sa.bindparam("s", type_=sa.String)


def _one_session() -> sa.Select[Any]:
    return sa.select(schema.sessions).where(schema.sessions.c.id == _SESSION)


def _heads() -> sa.Select[Any]:
    b, one = schema.branches.c, schema.branches.alias().c
    head = sa.select(one.head_hash).where(one.session == _SESSION, one.id == sa.bindparam("b"))
    return sa.select(sa.func.sum(b.head_number), head.scalar_subquery()).where(b.session == _SESSION)


def _place_of() -> sa.Select[Any]:
    e, c = schema.events.c, schema.commits.c
    of_commit = (c.session == e.session) & (c.branch == e.branch) & (c.number == e.number)
    found = sa.select(c.number, c.first_version, c.events, c.hash)
    place = (e.session == _SESSION, e.branch == sa.bindparam("b"), e.version == sa.bindparam("v"))
    return found.select_from(schema.events.join(schema.commits, of_commit)).where(*place)


def _adoptions() -> sa.Select[Any]:
    a = schema.adoptions.c
    return sa.select(schema.adoptions).where(a.session == _SESSION).order_by(a.number)


def _redacted() -> sa.Select[Any]:
    return sa.select(schema.redactions.c.digest).where(schema.redactions.c.session == _SESSION)


def _spent_places() -> sa.Select[Any]:
    k = schema.keys_spent.c
    return sa.select(k.ring, k.index).where(k.session == _SESSION)
