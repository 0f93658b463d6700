"""Append a commit, and all that goes with it, in one transaction."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.errors import ConcurrencyConflict, StoreError
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.erasing import Eraser
from tenmatsu.engine.store.grouping import Group
from tenmatsu.engine.store.inserting import Inserter, Step
from tenmatsu.engine.store.log_rows import Append
from tenmatsu.engine.store.postgres_inserting import PostgresInserter
from tenmatsu.engine.store.rows import AdoptionRow
from tenmatsu.engine.tracing import TRACING, span

ATTEMPTS = 3
"""So often an append is sent where connections are lost."""
_LOST = ("store_lost", "store_unsure")
"""What tells that the same rows may be sent again."""
_log = make_log("tenmatsu.store")


def _no_step(_name: str) -> None:
    """Do nothing between two statements."""


class Appender:
    """The statements of an append, compiled once for a database."""

    def __init__(self, database: Database, step: Step = _no_step) -> None:
        b = schema.branches.c
        sql = database.sql
        self._database = database
        self.eraser = Eraser(database)
        self._step = step
        one_writer = database.engine.dialect.name == "sqlite"
        self._group = Group(self._append_alone, self.append_together, self._is_stored) if one_writer else None
        self._log = Inserter(database, step) if one_writer else PostgresInserter(database, step)
        mine = (b.session == sa.bindparam("s"), b.id == sa.bindparam("i"))
        at_head = b.head_hash == sa.bindparam("h")
        self._leave = sql(
            sa.update(schema.branches)
            .values(is_left=sa.true())
            .where(*mine, at_head, b.is_left.is_(sa.false()))
        )
        self._take_back = sql(sa.update(schema.branches).values(is_left=sa.false()).where(*mine))
        self._name_branch = sql(sa.update(schema.branches).values(name=sa.bindparam("x")).where(*mine))
        self._move_current = sql(
            sa.update(schema.sessions)
            .values(current_branch=sa.bindparam("b"), adoptions=sa.bindparam("n"))
            .where(
                schema.sessions.c.id == sa.bindparam("s"), schema.sessions.c.adoptions == sa.bindparam("o")
            )
        )
        c = schema.commits.c
        place = (c.session == sa.bindparam("s"), c.branch == sa.bindparam("b"), c.number == sa.bindparam("n"))
        self._find_hash = sql(sa.select(c.hash).where(*place))
        self._add_session = sql(sa.insert(schema.sessions))
        self._add_branch = sql(sa.insert(schema.branches))
        self._add_adoption = sql(sa.insert(schema.adoptions))
        self._add_key = sql(sa.insert(schema.keys_spent))
        self._add_seed = sql(sa.insert(schema.ring_seeds))
        p = schema.participants.c
        self._set_name = sql(
            sa.update(schema.participants)
            .values(name=sa.bindparam("x"))
            .where(p.session == sa.bindparam("s"), p.id == sa.bindparam("i"))
        )
        self._add_name = sql(
            sa.insert(schema.participants).values(
                session=sa.bindparam("s"), id=sa.bindparam("i"), name=sa.bindparam("x")
            )
        )

    def append(self, work: Append) -> None:
        """
        Store all of `work` or nothing.

        Where one transaction at a time writes, what several threads hand in meanwhile waits and is then
        stored in one: each gets its own answer, once the whole is durable.

        Raises `ConcurrencyConflict` where the line, the session's current timeline, a key or the
        command id was taken meanwhile. Where the connection to a server is lost, the same rows are sent
        again: an attempt that was stored after all stands in the way of the next one, which finds its own
        commit there, so that nothing is stored twice. `StoreError` tells with `store_lost` that nothing is
        stored, with `store_unsure` that nobody knows.
        """
        if TRACING.tracer is None:
            self._hand_in(work)
        else:
            with span("append", session=work.commit.session, branch=work.commit.branch):
                self._hand_in(work)
        if work.redacted or _log.hears_debug:
            _tell_appended(work)

    def _hand_in(self, work: Append) -> None:
        if self._group is None:
            self._append_alone(work)
        else:
            self._group.hand_in(work)

    def _append_alone(self, work: Append) -> None:
        told: StoreError | None = None
        commit = work.commit
        for attempt in range(1, ATTEMPTS + 1):
            try:
                self._append_once(work)
            except StoreError as error:
                # a commit of which nobody knows stays so, whatever becomes of the next attempts
                told = told if told is not None and told.code == "store_unsure" else error
                if error.code not in _LOST:
                    raise told from error
                _log.warning(
                    "append_lost",
                    session=commit.session,
                    branch=commit.branch,
                    attempt=attempt,
                    code=error.code,
                )
            except ConcurrencyConflict:
                if told is None or not self._was_stored(work, told):
                    raise
                _log.info("append_found", session=commit.session, branch=commit.branch, attempt=attempt)
                return
            else:
                return
        if told is not None:
            raise told

    def _append_once(self, *works: Append) -> None:
        with self._database.appending() as cursor:
            try:
                for work in works:
                    self._store(cursor, work)
            except self._database.driver.Error as error:
                if self._database.dialect.is_conflict(error):
                    raise ConcurrencyConflict("conflict") from error
                raise
            self._step("commit")
            if self._group is not None:
                self._group.let_go()
        self._database.dialect.ring()

    def append_together(self, works: Sequence[Append]) -> StoreError | None:
        """
        Store these in one transaction, all or nothing; `ConcurrencyConflict` where one comes too late.

        Returns why none was begun: another process writes for longer than one waits, and each alone would
        wait as long again. Only where one transaction at a time writes: on a server all would have one
        position.
        """
        try:
            self._append_once(*works)
        except StoreError as error:
            if error.code != "store_busy":
                raise
            return error
        _log.debug("appends_grouped", commits=len(works))
        return None

    def _was_stored(self, work: Append, told: StoreError) -> bool:
        """Return whether an attempt that seemed lost was stored."""
        try:
            return self._is_stored(work)
        except StoreError as error:
            raise told from error

    def _is_stored(self, work: Append) -> bool:
        """Return whether this very commit is there."""
        commit = work.commit
        with self._database.glancing() as cursor:
            cursor.execute(self._find_hash, (commit.session, commit.branch, commit.number))
            row = cursor.fetchone()
        return row is not None and bytes(row[0]) == commit.hash

    def _store(self, cursor: Any, work: Append) -> None:
        run, commit = cursor.execute, work.commit
        if work.session is not None:
            self._step("session")
            run(self._add_session, msgspec.structs.astuple(work.session))
        if work.branch is not None:
            self._step("branch")
            run(self._add_branch, msgspec.structs.astuple(work.branch))
        elif work.adoption is not None:
            self._step("take_back")
            run(self._take_back, (commit.session, commit.branch))
        if work.adoption is not None:
            self._adopt(cursor, work.adoption)
        if work.branch is not None:
            self._log.add(cursor, commit, work.header)
        elif not self._log.add_at_head(cursor, commit, work.header):
            raise ConcurrencyConflict("conflict")
        self._rest(cursor, work)

    def _adopt(self, cursor: Any, adoption: AdoptionRow) -> None:
        run = cursor.execute
        self._step("adoption")
        run(self._add_adoption, msgspec.structs.astuple(adoption))
        self._step("leave")
        left = run(self._leave, (adoption.session, adoption.left_branch, adoption.left_head)).rowcount
        self._step("current")
        place = (adoption.branch, adoption.number, adoption.session, adoption.number - 1)
        if left != 1 or run(self._move_current, place).rowcount != 1:
            raise ConcurrencyConflict("conflict")

    def _rest(self, cursor: Any, work: Append) -> None:
        session = work.commit.session
        if work.keys:
            self._step("keys")
            cursor.executemany(self._add_key, [(session, ring, index) for ring, index in work.keys])
        if work.seeds:
            self._step("seeds")
            cursor.executemany(self._add_seed, [(session, ring, seed) for ring, seed in work.seeds])
        for participant, name in work.names:
            self._step("names")
            if not cursor.execute(self._set_name, (name, session, participant)).rowcount:
                cursor.execute(self._add_name, (session, participant, name))
        if work.branch_name is not None:
            self._step("branch_name")
            cursor.execute(self._name_branch, (work.branch_name, session, work.commit.branch))
        if work.redacted:
            self._step("redacted")
            places = self.eraser.find_places(cursor, session, work.redacted)
            self.eraser.erase(cursor, session, work.redacted, places)


def _tell_appended(work: Append) -> None:
    commit = work.commit
    _log.debug(
        "appended",
        session=commit.session,
        branch=commit.branch,
        number=commit.number,
        version=commit.last_version,
        commit=commit.hash,
    )
    if work.redacted:
        _log.info("redacted", session=commit.session, branch=commit.branch, items=len(work.redacted))
