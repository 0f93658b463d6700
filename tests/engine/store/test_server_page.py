"""docs/server.md is true: its roles have the rights that they need, and no more."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from docpages import REPOSITORY, read_blocks
from postgres import Server
from toytable import fixed_outside, open_toy, say

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.rescue import repair_database
from tenmatsu.engine.store import Store
from tenmatsu.engine.tokens import issue_token
from tenmatsu.engine.upkeep import check_database, drop_caches
from tenmatsu.migrations.running import upgrade
from tenmatsu.tools.cli.main import main


def _run(url: str, whom: str) -> None:
    """Run the page's SQL for somebody."""
    for block in read_blocks(REPOSITORY / "docs" / "server.md"):
        if block.kind == "sql" and f"as={whom}" in block.flags:
            with psycopg.connect(url, autocommit=True) as connection:
                for statement in filter(str.strip, block.text.split(";")):
                    connection.execute(statement.encode())


@pytest.fixture
def addresses(postgres: Server) -> Iterator[tuple[str, str]]:
    """Where the owner and the worker of the page find their database."""
    admin = postgres.make()
    _run(admin, "admin")
    there = sa.make_url(admin).set(database="tables")
    owner, worker = (
        there.set(username=f"tables_{who}").render_as_string(hide_password=False)
        for who in ("owner", "worker")
    )
    upgrade(owner)
    _run(owner, "owner")
    yield owner, worker
    postgres.drop(there.render_as_string(hide_password=False))
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute("DROP ROLE tables_owner, tables_worker")
    postgres.give_back(admin)


def test_worker_plays_redacts_and_owns_nothing_and_the_owner_cleans(addresses: tuple[str, str]) -> None:
    owner, worker = addresses
    with closing(Store(worker, fixed_outside())) as store:
        session = open_toy(store)
        say(session, "本名")
        redacted = session.do({"type": "table.redact", "what": [session.version]}, actor="gm")
        timelines.fork(session, "もしも", session.version, actor="gm")
        timelines.undo(session, actor="gm", reason="x")
        session.keep_snapshot()
        issue_token(session, "p1")
        store.forget(session.id, "p2")
        drop_caches(store)
        assert audit_session(store, session.id).ok
        assert redacted.waits
        for statement in (
            "DELETE FROM events",
            "UPDATE commits SET number = 1",
            "UPDATE events SET digest = salt",
            "TRUNCATE events_0",
            "ALTER TABLE events DISABLE TRIGGER ALL",
            "CREATE TABLE x (y int)",
        ):
            with pytest.raises(StoreError) as caught, store.database.writing() as connection:
                connection.exec_driver_sql(statement)
            assert caught.value.code == "store_rights", statement
        with closing(Store(owner)) as owned:
            assert owned.clean()
            assert not owned.is_unclean
    assert check_database(owner).ok
    assert check_database(owner).compared
    assert not check_database(worker).compared


def test_table_that_a_repair_made_is_the_workers_again_by_the_same_words(
    addresses: tuple[str, str], tmp_path: Path
) -> None:
    owner, worker = addresses
    with closing(Store(worker, fixed_outside())) as store:
        session = open_toy(store)
    with closing(Store(owner)) as store, store.database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE snapshots")
    assert "snapshots" in repair_database(owner, tmp_path / "saved").made
    _run(owner, "owner")
    with closing(Store(worker, fixed_outside())) as store:
        say(find_opened(store, session.id), "つぎ")
        with pytest.raises(StoreError) as caught, store.database.writing() as connection:
            connection.exec_driver_sql("UPDATE commits SET number = 1")
    assert caught.value.code == "store_rights"


def test_worker_who_cannot_clean_is_told_who_can(
    addresses: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    owner, worker = addresses
    with closing(Store(worker, fixed_outside())) as store:
        session = open_toy(store)
        say(session, "本名")
        version = session.version
    told: list[str] = []
    for words in (["redact", "@last", str(version), "--yes"], ["doctor"]):
        main([*words, "--db", worker, "--lang", "en"])
        captured = capsys.readouterr()
        told.append(captured.out + captured.err)
    main(["doctor", "--db", owner, "--lang", "en"])

    for said in told:
        assert re.search(r'"tenmatsu doctor" as (?:the|their) owner', said)
    assert "A redaction that had to wait is finished" in capsys.readouterr().out
