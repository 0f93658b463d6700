"""A crash between any two instructions leaves the log as it was before the commit or after it."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from psycopg import errors as postgres_errors
from sqlalchemy.exc import OperationalError
from toytable import (
    PARTICIPANTS,
    SECRET,
    answer,
    check_chain,
    dump,
    fixed_outside,
    open_toy,
    roll,
    say,
    strike,
)

from tenmatsu.engine import session as session_module
from tenmatsu.engine import timelines
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.opening import find_opened, open_session
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.appending import Appender
from tenmatsu.engine.store.caches import Caches


class Crash(BaseException):
    """The power goes."""


Work = Callable[[Session], Any]


def _fork(session: Session) -> object:
    return timelines.fork(session, "もしも", session.version, actor="gm")


def _undo(session: Session) -> object:
    return timelines.undo(session, actor="gm", reason="言い間違い")


def _adopt_back(session: Session) -> None:
    timelines.adopt(session, "0", actor="gm")


def _wind_back(session: Session) -> object:
    return session.do({"type": "table.rule", "dispute": 1, "answer": "wound_back"}, actor="gm")


def _open_another(session: Session) -> object:
    return open_session(session.store, "別の夜", "toy", participants=PARTICIPANTS)


def _roll_at_the_rings_end(session: Session) -> object:
    return roll(session)


def _before_nothing(session: Session) -> None:
    """Play nothing first."""


def _before_undo(session: Session) -> None:
    strike(session)


def _before_ruling(session: Session) -> None:
    strike(session)
    session.do({"type": "table.dispute", "about": str(session.version)}, actor="p2")


def _before_adoption(session: Session) -> None:
    strike(session)
    timelines.undo(session, actor="gm")


def _before_the_rings_end(session: Session) -> None:
    for _ in range(191):
        roll(session)


WORKS: dict[str, tuple[Work, Work]] = {
    "say": (_before_nothing, say),
    "strike": (_before_nothing, strike),
    "roll with new rings": (_before_the_rings_end, _roll_at_the_rings_end),
    "fork": (_before_nothing, _fork),
    "undo": (_before_undo, _undo),
    "ruling": (_before_ruling, _wind_back),
    "adopt": (_before_adoption, _adopt_back),
    "open": (_before_nothing, _open_another),
}


def _steps(work: tuple[Work, Work]) -> list[str]:
    """Return the names of the statements that a piece of work runs through."""
    store, names = Store("sqlite://", fixed_outside()), list[str]()
    session = open_toy(store, dice_secret=SECRET)
    work[0](session)
    store.appender = Appender(store.database, step=names.append)
    work[1](session)
    return names


CASES = [(name, at) for name, work in WORKS.items() for at in range(len(_steps(work)))]


def test_every_kind_of_statement_is_crashed_at() -> None:
    seen = {step for work in WORKS.values() for step in _steps(work)}

    assert seen >= {
        *("session", "branch", "head", "adoption", "leave", "current"),
        *("commit_row", "event_rows", "keys", "seeds", "names", "commit"),
    }


@pytest.mark.parametrize("name,at", CASES)
def test_crash_before_any_statement_of_an_append_leaves_the_log_as_it_was(
    name: str, at: int, tmp_path: Path
) -> None:
    before_work, work = WORKS[name]
    url = f"sqlite:///{tmp_path / 'crash.db'}"
    store = Store(url, fixed_outside())
    session = open_toy(store, dice_secret=SECRET)
    before_work(session)
    rows, state = dump(store), session.state
    left = iter(range(at, -1, -1))

    def crash(_step: str) -> None:
        if next(left) == 0:
            raise Crash

    store.appender = Appender(store.database, step=crash)
    with pytest.raises(Crash):
        work(session)
    assert session.state is state, "nothing moved in memory either"
    store.close()

    again = Store(url, fixed_outside("again"))
    assert dump(again) == rows
    found = find_opened(again, session.id, dice_secret=SECRET)
    assert found.state == state
    check_chain(found)
    work(found)
    check_chain(found)
    again.close()


@pytest.mark.parametrize("name", WORKS)
def test_crash_right_behind_the_commit_leaves_the_log_as_it_is_after_it(name: str, tmp_path: Path) -> None:
    before_work, work = WORKS[name]
    url = f"sqlite:///{tmp_path / 'crash.db'}"
    store = Store(url, fixed_outside())
    session = open_toy(store, dice_secret=SECRET)
    before_work(session)
    stored: list[dict[str, list[Any]]] = []
    append = store.appender.append

    def crash(work: Any) -> None:
        append(work)
        stored.append(dump(store))
        raise Crash

    store.append = crash  # type: ignore[method-assign]
    with pytest.raises(Crash):
        work(session)
    store.close()

    again = Store(url)
    assert dump(again) == stored[0]
    for branch in again.branches(session.id):
        check_chain(find_opened(again, session.id, branch))
    again.close()


def test_command_repeated_after_a_crash_is_stored_once(file_store: Store) -> None:
    session = open_toy(file_store)
    append = file_store.appender.append

    def crash(work: Any) -> None:
        append(work)
        raise Crash

    file_store.append = crash  # type: ignore[method-assign]
    with pytest.raises(Crash):
        strike(session, command_id="x")
    del file_store.append

    found = find_opened(file_store, session.id)
    assert strike(found, command_id="x").repeated
    assert found.pending()
    answer(found)


class ServerDies(postgres_errors.DiskFull):
    """The last word of a server that ends at a full disk."""

    @property
    def diag(self) -> Any:
        """Return what the server says beside the sentence."""
        return SimpleNamespace(severity_nonlocalized="PANIC")


FAILURES: dict[str, dict[str, tuple[Exception, ...]]] = {
    "sqlite": {
        "store_full": (
            sqlite3.OperationalError("database or disk is full"),
            sqlite3.OperationalError("disk I/O error"),
        ),
        "store_busy": (sqlite3.OperationalError("database is locked"),),
        "store_read_only": (sqlite3.OperationalError("attempt to write a readonly database"),),
        "store_not_database": (sqlite3.DatabaseError("database disk image is malformed"),),
        "store_failed": (sqlite3.OperationalError("something else"),),
    },
    "postgresql": {
        "store_full": (postgres_errors.DiskFull(), postgres_errors.OutOfMemory()),
        "store_busy": (
            postgres_errors.LockNotAvailable(),
            postgres_errors.QueryCanceled(),
            postgres_errors.TooManyConnections(),
        ),
        "store_read_only": (postgres_errors.ReadOnlySqlTransaction(),),
        "store_rights": (postgres_errors.InsufficientPrivilege(),),
        "store_not_database": (postgres_errors.DataCorrupted(), postgres_errors.IndexCorrupted()),
        "store_lost": (
            psycopg.OperationalError("the connection is closed"),
            postgres_errors.AdminShutdown(),
            postgres_errors.ConnectionFailure(),
            ServerDies(),
        ),
        "store_failed": (postgres_errors.UndefinedTable(),),
    },
}
"""By kind of database and code: what the driver says."""


@pytest.mark.parametrize("code", sorted({code for codes in FAILURES.values() for code in codes}))
def test_failure_of_the_database_says_what_it_was_and_the_session_goes_on_behind_it(
    file_store: Store, code: str
) -> None:
    session = open_toy(file_store)
    for reason in FAILURES[file_store.database.engine.dialect.name].get(code, ()):
        _fail(file_store, session, reason, code)
        say(session)
    check_chain(session)


def _fail(file_store: Store, session: Session, reason: Exception, code: str) -> None:
    rows, state = dump(file_store), session.state

    def fail(_step: str) -> None:
        raise OperationalError("INSERT", {}, reason)

    file_store.appender = Appender(file_store.database, step=fail)
    with pytest.raises(StoreError) as caught:
        strike(session)
    assert caught.value.code == code
    assert dump(file_store) == rows
    assert session.state is state
    file_store.appender = Appender(file_store.database)


def test_snapshot_that_fails_does_not_undo_the_commit_before_it(
    file_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_toy(file_store)
    monkeypatch.setattr(session_module, "SNAPSHOT_EVERY", 1)

    def full(*_arguments: object) -> None:
        raise StoreError("store_full", path="x")

    monkeypatch.setattr(Caches, "save_snapshot", full)
    strike(session)

    assert find_opened(file_store, session.id).state == session.state
