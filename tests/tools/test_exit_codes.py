"""Exit codes where files, databases and processes go wrong; nothing is lost then."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
import toy
from clitools import CONFLICT, DONE, FAILED, FAULT, REFUSED, USAGE, Cli, committed

from tenmatsu.engine.store.immutability import sqlite_triggers
from tenmatsu.tools.cli.commands import sessions as sessions_command

PROGRAM = """
import sys
sys.path.insert(0, {support!r})
import toy
from tenmatsu.engine.registry import register_system
from tenmatsu.tools.cli.main import main
register_system(toy.SYSTEM)
sys.exit(main())
"""


def _program(*words: str) -> list[str]:
    support = str(Path(toy.__file__).parent)
    return [sys.executable, "-c", PROGRAM.format(support=support), *words]


def test_a_pending_choice_comes_first(cli: Cli, database: Path) -> None:
    cli("do", "@last", "strike", "at=b", "--as", "p1")
    before = committed(database)

    done = cli("do", "@last", "strike", "at=a", "--as", "p2")

    assert done.code == REFUSED
    assert "Tatsu" in done.err
    assert committed(database) == before


def test_a_command_id_used_for_something_else_is_a_conflict(cli: Cli) -> None:
    cli("do", "@last", "say", "text=one", "--id", "x")

    assert cli("do", "@last", "say", "text=two", "--id", "x").code == CONFLICT


def test_a_name_of_two_people_is_ambiguous(cli: Cli) -> None:
    cli("do", "@last", "name_character", "character=b", "name=Oryu", "--as", "p2")

    done = cli("show", "@last", "Oryu")

    assert done.code == USAGE
    assert "a, b" in done.err


def test_a_fault_asks_for_a_report(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: object) -> int:
        raise RuntimeError("oh")

    spec = sessions_command.COMMANDS["sessions"]._replace(run=break_down)
    monkeypatch.setitem(sessions_command.COMMANDS, "sessions", spec)
    done = cli("sessions")

    assert done.code == FAULT
    assert "report" in done.err
    assert "RuntimeError: oh" in done.err
    assert "Traceback" not in done.err
    monkeypatch.setenv("TENMATSU_DEBUG", "1")
    with pytest.raises(RuntimeError):
        cli("sessions")


def _bend(database: Path, statement: str) -> None:
    """Change the log behind the database's own back."""
    with sqlite3.connect(database) as connection:
        for table in ("events", "commits"):
            connection.execute(f"DROP TRIGGER {table}_no_update")
        connection.execute(statement)
        for trigger in sqlite_triggers():
            if "_no_update" in trigger:
                connection.execute(trigger)


def test_a_bent_face_fails_audit_and_verification(cli: Cli, database: Path) -> None:
    shown = cli("log", "@last", "--json").lines
    roll = next(one for one in shown if one["type"] == "table.rolled" and one["event"]["ring"] == "o1")
    faces = json.dumps(roll["event"]["dice"], separators=(",", ":"))
    other = json.dumps(
        [[sides, face % sides + 1] for sides, face in roll["event"]["dice"]], separators=(",", ":")
    )
    _bend(
        database,
        f"UPDATE events SET data = replace(data, '{faces}', '{other}') WHERE version = {roll['version']}",
    )

    verified, audited = cli("verify-roll", "@last", roll["version"]), cli("audit", "@last", "--json")

    assert verified.code == FAILED
    assert "✗" in verified.out
    assert audited.code == FAILED
    assert audited.json["checks"]["dice"] is False
    assert {failure["commit"] for failure in audited.json["failures"]} >= {roll["commit"]}


def test_a_cut_export_fails(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    cli("export", "@last", file)
    file.write_bytes(file.read_bytes()[:-40])

    for words in (("audit", file), ("import", file, "--db", tmp_path / "other.db")):
        done = cli(*words)
        assert done.code == FAILED
        assert done.err.count("\n") == 1


def test_a_newer_and_an_older_schema_are_told_apart(cli: Cli, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    newer = [cli(*words) for words in (["log", "@last"], ["db", "upgrade"], ["db", "check"])]
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
    older = cli("log", "@last")

    assert [done.code for done in newer] == [USAGE] * 3
    assert all("newer" in done.err for done in newer)
    assert older.code == USAGE
    assert "db upgrade" in older.err


def test_a_file_that_is_no_database(cli: Cli, tmp_path: Path) -> None:
    text, foreign, empty = tmp_path / "text.db", tmp_path / "foreign.db", tmp_path / "empty.db"
    text.write_text("not a database " * 100, encoding="utf-8")
    empty.touch()
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = [path.read_bytes() for path in (text, foreign, empty)]

    for path in (text, foreign, empty):
        done = cli("log", "@last", "--db", path)
        assert done.code == USAGE
        assert done.err.count("\n") == 1
    assert [path.read_bytes() for path in (text, foreign, empty)] == before


def test_a_read_only_database_is_read_and_not_written(cli: Cli, database: Path) -> None:
    url = f"sqlite:///file:{database}?mode=ro&uri=true"
    before = committed(database)

    assert cli("log", "@last", "--db", url).code == DONE
    for words in (["do", "@last", "say", "text=x"], ["undo", "@last"], ["new", "x", "--system", "toy"]):
        done = cli(*words, "--db", url)
        assert done.code == USAGE
        assert "read-only" in done.err
    assert committed(database) == before


@pytest.mark.skipif(os.name == "nt", reason="no limit on the size of files")
def test_a_full_disk_writes_nothing(database: Path) -> None:
    before = committed(database)
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2**18, 2**18)); "
    signals = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    program = _program("do", "@last", "say", f"text={'x' * 100_000}", "--db", str(database))
    program[2] = limit + signals + program[2]

    runs = [
        subprocess.run(program, capture_output=True, encoding="utf-8", check=False, env=_environment())
        for _ in range(4)
    ]

    assert runs[-1].returncode == USAGE
    assert "disk is full" in runs[-1].stderr
    assert runs[-1].stderr.count("\n") == 1
    kept = committed(database)
    assert kept[: len(before)] == before
    assert len(kept) == len(before) + sum(1 for run in runs if run.returncode == DONE)


def test_a_damaged_schema_fails_the_check(cli: Cli, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("DROP TRIGGER events_no_delete")

    done = cli("db", "check", "--json")

    assert done.code == FAILED
    assert done.json["differing"] == ["events_no_delete"]
    assert cli("doctor").code == USAGE
    assert "db check" in cli("doctor").out


def _environment() -> dict[str, str]:
    return {**os.environ, "LC_ALL": "en_US.UTF-8", "PYTHONUTF8": "1"}


def test_a_closed_pipe_ends_quietly(database: Path, cli: Cli) -> None:
    for number in range(60):
        cli("do", "@last", "say", f"text={number} {'x' * 2000}")
    program = subprocess.Popen(
        _program("log", "@last", "--json", "--db", str(database)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
    )
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.readline()
    program.stdout.close()
    errors = program.stderr.read()
    program.stderr.close()

    assert program.wait(timeout=30) == DONE
    assert errors == b""


@pytest.mark.skipif(os.name == "nt", reason="no signals")
def test_ctrl_c_ends_quietly(database: Path) -> None:
    program = subprocess.Popen(
        _program("replay", "@last", "--step", "--db", str(database)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**_environment(), "PYTHONUNBUFFERED": "1"},
    )
    assert program.stdout is not None
    program.stdout.readline()
    time.sleep(0.2)
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=30)

    assert program.returncode == 130
    assert errors == b""


def test_two_processes_at_once_both_get_through(database: Path) -> None:
    words = [_program("do", "@last", "say", f"text={one}", "--db", str(database)) for one in range(4)]
    programs = [subprocess.Popen(one, stdout=subprocess.DEVNULL, env=_environment()) for one in words]

    assert [program.wait(timeout=60) for program in programs] == [DONE] * 4


def test_the_default_database_is_the_users_own(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("TENMATSU_DB")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))

    assert "no sessions" in cli("sessions").out
    assert cli("log", "@last").code == USAGE
    assert cli("new", "Night", "--system", "toy").code == DONE
    assert len(cli("sessions", "--json").json) == 1
    shutil.rmtree(tmp_path / "data", ignore_errors=True)
