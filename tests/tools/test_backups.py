"""`db backup`, `db restore`, `db copy` on the command line: what is written, said and refused."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from clitools import CONFLICT, DONE, FAILED, USAGE, Cli, committed
from postgres import Server
from write_logs import FOLDER, unpacked

from tenmatsu.engine.api import find_opened, open_store
from tenmatsu.engine.store import schema


def hashes(database: Path) -> set[object]:
    """The hashes of the commits in a file."""
    return {row[3] for row in committed(database)}


def test_backup_and_restore_bring_every_commit_back(cli: Cli, database: Path, tmp_path: Path) -> None:
    place, new = tmp_path / "backup.db", tmp_path / "new.db"
    made = cli("db", "backup", place)
    assert (made.code, made.out.startswith(f"Backed up into {place}")) == (DONE, True)
    assert "not the seeds" in made.err
    assert hashes(place) == hashes(database)

    restored = cli("db", "restore", place, "--db", new)
    assert restored.code == DONE
    assert "Copied 1 sessions" in restored.out
    assert "table.renew_dice why=moved" in restored.err
    assert hashes(new) == hashes(database)
    assert cli("audit", "@last", "--db", new).code == DONE

    again = cli("db", "restore", place, "--db", new)
    assert "Copied 0 sessions (0 commits)" in again.out
    assert "1 were there already" in again.out
    assert again.err == ""


def test_backup_takes_no_name_that_is_taken(cli: Cli, database: Path, tmp_path: Path) -> None:
    place = tmp_path / "backup.db"
    place.write_text("mine", encoding="utf-8")

    for there in (place, database):
        found = cli("db", "backup", there)
        assert (found.code, "never overwrites" in found.err) == (USAGE, True)
    assert place.read_text(encoding="utf-8") == "mine"
    assert cli("db", "backup", tmp_path / "nowhere" / "x.db").code == USAGE


def test_seeds_go_only_where_asked_and_a_warning_says_so(cli: Cli, database: Path, tmp_path: Path) -> None:
    made = cli("db", "backup", tmp_path / "backup.db", "--with-seeds")
    assert "can know the rolls to come" in made.err
    plain = cli("db", "restore", tmp_path / "backup.db", "--db", tmp_path / "plain.db")
    whole = cli("db", "restore", tmp_path / "backup.db", "--db", tmp_path / "whole.db", "--with-seeds")
    assert "why=moved" in plain.err
    assert "one of the two places" in whole.err

    assert cli("roll", "@last", "1d6", "--db", tmp_path / "plain.db").code != DONE
    assert cli("roll", "@last", "1d6", "--db", tmp_path / "whole.db").code == DONE
    assert cli("audit", "@last", "--db", tmp_path / "whole.db").code == DONE


def test_json_tells_what_was_written(cli: Cli, tmp_path: Path) -> None:
    made = cli("db", "backup", tmp_path / "backup.db", "--json").json
    copied = cli("db", "copy", tmp_path / "copy.db", "--json").json

    assert made["file"] == str(tmp_path / "backup.db")
    assert (made["seeds"], made["damaged"]) == (False, [])
    assert made["bytes"] == (tmp_path / "backup.db").stat().st_size
    assert copied == {"sessions": made["sessions"], "known": []}
    assert made["sessions"][0].keys() == {"session", "commits", "events"}


def test_one_session_of_many_is_restored(cli: Cli, tmp_path: Path) -> None:
    new = cli("new", "Dusk", "--system", "toy", "--json").json["session"]
    cli("db", "backup", tmp_path / "backup.db")

    found = cli("db", "restore", tmp_path / "backup.db", "--session", new[:8], "--db", tmp_path / "new.db")
    assert found.code == DONE
    listed = cli("sessions", "--db", tmp_path / "new.db", "--json")
    assert "Dusk" in listed.out
    assert "Night" not in listed.out
    assert cli("db", "copy", tmp_path / "x.db", "--session", "nonsense").code == USAGE
    assert cli("db", "backup", tmp_path / "y.db", "--session", new).code == USAGE
    assert not (tmp_path / "y.db").exists()


def test_other_history_of_a_session_is_a_conflict(cli: Cli, database: Path, tmp_path: Path) -> None:
    cli("db", "copy", tmp_path / "copy.db")
    cli("do", "@last", "say", "text=here")
    cli("do", "@last", "say", "text=there", "--db", tmp_path / "copy.db")
    before = committed(tmp_path / "copy.db")

    found = cli("db", "copy", tmp_path / "copy.db")
    assert (found.code, "went another way" in found.err) == (CONFLICT, True)
    assert committed(tmp_path / "copy.db") == before


def test_damaged_session_is_told_of_and_the_exit_says_so(cli: Cli, database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as raw:
        raw.execute("DROP TRIGGER events_no_update")
        raw.execute("UPDATE events SET data = '{}' WHERE version = 3")
        raw.commit()

    made = cli("db", "backup", tmp_path / "backup.db")
    assert made.code == FAILED
    assert "is damaged in the database" in made.err
    assert cli("audit", "@last", "--db", tmp_path / "backup.db").code == FAILED
    assert cli("db", "restore", tmp_path / "backup.db", "--db", tmp_path / "new.db").code == FAILED
    assert cli("db", "backup", tmp_path / "second.db", "--lang", "ja").err.count("壊れています") == 1


def test_what_is_no_backup_is_refused(cli: Cli, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    other.write_text("a letter", encoding="utf-8")
    for words in (["restore", str(other)], ["restore", str(tmp_path / "none.db")], ["restore"], ["backup"]):
        found = cli("db", *words, "--db", tmp_path / "new.db")
        assert (found.code, len(found.err.splitlines())) == (USAGE, 1)
    assert other.read_text(encoding="utf-8") == "a letter"
    assert str(other) in cli("db", "restore", other).err


@pytest.mark.parametrize(
    "words", [["check", "x"], ["upgrade", "--with-seeds"], ["rebuild", "--session", "x"]]
)
def test_other_actions_take_none_of_these(cli: Cli, words: list[str]) -> None:
    assert cli("db", *words).code == USAGE


def test_database_and_backup_of_an_older_schema_are_taken_without_being_changed(
    cli: Cli, tmp_path: Path
) -> None:
    with unpacked(FOLDER / "0.1.0" / "schema-0001.db.gz") as old:
        before = old.read_bytes()
        expected = json.loads((FOLDER / "0.1.0" / "logs.json").read_text(encoding="utf-8"))

        assert cli("db", "backup", tmp_path / "backup.db", "--db", old).code == DONE
        assert cli("db", "restore", old, "--db", tmp_path / "new.db").code == DONE
        assert old.read_bytes() == before
    for made in ("backup.db", "new.db"):
        assert schema.REVISION in cli("db", "check", "--db", tmp_path / made).out
        store = open_store(f"sqlite:///{tmp_path / made}")
        assert find_opened(store, "@last").head == expected["schema-0001.db.gz"]["head"]
        store.close()


def test_backup_is_restored_from_a_place_where_nothing_can_be_written(cli: Cli, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    cli("db", "backup", kept / "backup.db")
    data = (kept / "backup.db").read_bytes()
    kept.chmod(0o500)
    assert cli("db", "restore", kept / "backup.db", "--db", tmp_path / "new.db").code == DONE
    assert [path.name for path in kept.iterdir()] == ["backup.db"]
    kept.chmod(0o700)
    assert (kept / "backup.db").read_bytes() == data


def test_sessions_move_to_a_server_and_back(
    cli: Cli, database: Path, tmp_path: Path, postgres: Server
) -> None:
    url = postgres.make()
    there = cli("db", "copy", url)
    assert (there.code, "Copied 1 sessions" in there.out) == (DONE, True)
    assert cli("do", "@last", "say", "text=on the server", "--db", url).code == DONE
    assert cli("db", "backup", tmp_path / "server.db", "--db", url).code == DONE
    back = cli("db", "copy", tmp_path / "back.db", "--db", url)
    assert back.code == DONE
    assert hashes(tmp_path / "back.db") == hashes(tmp_path / "server.db") > hashes(database)
    assert cli("audit", "@last", "--db", tmp_path / "back.db").code == DONE
    postgres.give_back(url)
