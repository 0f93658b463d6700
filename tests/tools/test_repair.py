"""`doctor --repair` says what it made anew, what it saved and where that is."""

import sqlite3
from pathlib import Path

import pytest
from clitools import DONE, FAILED, USAGE, Cli


def _bend(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("DROP TRIGGER events_no_update")
        connection.execute(
            "UPDATE events SET data = '{}' WHERE branch = (SELECT current_branch FROM sessions)"
            " AND version = (SELECT max(version) FROM events"
            " WHERE branch = (SELECT current_branch FROM sessions))"
        )


def test_a_whole_database_is_told_to_be_whole(cli: Cli) -> None:
    done = cli("doctor", "--repair", "--json")

    assert done.code == DONE
    assert (done.json["ok"], done.json["remade"], done.json["folder"]) == (True, True, None)
    assert "every commit" in cli("doctor", "--repair").out


def test_what_is_left_of_a_damaged_log_is_saved_and_can_be_imported(
    cli: Cli, database: Path, tmp_path: Path
) -> None:
    _bend(database)
    done = cli("doctor", "--repair", "--json")
    found = done.json
    (saved,) = found["sessions"]

    assert done.code == FAILED
    assert Path(found["folder"]) == Path(f"{database}.rescued")
    assert saved["damaged"][0]["branch"] == "2"
    assert saved["rest"]
    assert cli("--db", f"sqlite:///{tmp_path / 'new.db'}", "import", saved["file"]).code == DONE
    assert cli("--db", f"sqlite:///{tmp_path / 'new.db'}", "audit", "@last").code == DONE


def test_it_says_in_words_what_is_damaged_and_where_the_rest_is(cli: Cli, database: Path) -> None:
    _bend(database)
    said = cli("doctor", "--repair").out

    assert "line 2 is damaged" in said
    assert f"{database}.rescued" in said
    again = cli("doctor", "--repair")
    assert again.code == USAGE
    assert "there already" in again.err
    assert f"{database}.rescued" in cli("doctor").out, "it is told until it is out of the way"


@pytest.mark.parametrize("column, bytes_", [("header", b"\xff"), ("header", b"{}"), ("command", b"\xff")])
def test_log_that_cannot_be_read_is_told_as_damaged_and_not_as_a_fault(
    cli: Cli, database: Path, tmp_path: Path, column: str, bytes_: bytes
) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("DROP TRIGGER commits_no_update")
        connection.execute(f"UPDATE commits SET {column} = ? WHERE branch = '0'", (bytes_,))
    found = [cli(*words) for words in (["log", "@last"], ["export", "@last", tmp_path / "evening.jsonl"])]

    assert {one.code for one in found} <= {DONE, FAILED}
    told = [one.err for one in found if one.code == FAILED]
    assert told
    assert all(said.startswith("Part of the log cannot be read (commit ") for said in told)


def test_where_nothing_is_left_to_save_a_backup_is_spoken_of(cli: Cli, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        for table in ("events", "commits"):
            connection.execute(f"DROP TRIGGER {table}_no_delete")
            connection.execute(f"DELETE FROM {table}")
        connection.execute("DELETE FROM branches")
    found = cli("doctor", "--repair")

    assert found.code == FAILED
    assert found.out.endswith("There was nothing to be saved. Restore a backup.\n")
    assert not Path(f"{database}.rescued").exists()


def test_a_database_that_is_not_there_is_not_made(cli: Cli, tmp_path: Path) -> None:
    assert cli("--db", f"sqlite:///{tmp_path / 'no.db'}", "doctor", "--repair").code == USAGE
    assert not (tmp_path / "no.db").exists()


def test_what_is_gone_beside_the_rows_is_named_and_there_again(cli: Cli, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("DROP TRIGGER events_no_delete")
        connection.execute("DROP INDEX events_revealed")
    assert "doctor --repair" in cli("doctor").out
    assert "events_no_delete" in cli("doctor", "--repair").out
    assert cli("doctor", "--repair", "--json").json["made"] == []
    assert cli("db", "check").code == DONE


@pytest.mark.parametrize(
    "lang, said", [("en", "not as it was made: keys_spent"), ("ja", "作られた時と違います: keys_spent")]
)
def test_table_of_the_log_that_is_gone_is_named_and_left_as_it_is(
    cli: Cli, database: Path, lang: str, said: str
) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("DROP TABLE keys_spent")
    found = cli("doctor", "--repair", "--lang", lang)

    assert found.code == FAILED
    assert f"  {said}\n" in found.out
    Path(f"{database}.rescued").rename(f"{database}.moved")
    assert cli("doctor", "--repair", "--json").json["differing"] == ["keys_spent"]


def test_pack_that_does_not_hold_is_told_and_dropped(cli: Cli, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute(
            "INSERT INTO packs SELECT session, id, 1, head_version, head_hash, head_hash, 'bent'"
            " FROM branches WHERE fork_version = 0"
        )
    said = cli("doctor").out
    assert "1 packs" in said
    assert "damaged" not in said
    assert "1 packs" in cli("db", "check").out
    assert cli("db", "check").code == DONE
    assert cli("doctor", "--repair").code == DONE
    assert "packs" not in cli("doctor").out
