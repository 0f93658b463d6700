"""`audit` in words: the page, who may read what, and what a machine gets."""

import sqlite3
from pathlib import Path

import pytest
from clitools import DONE, FAILED, USAGE, Cli


def test_the_page_tells_people_and_reasons(cli: Cli) -> None:
    told = cli("audit", "@last").out

    assert "Mori: rolls 1, undos 1" in told
    assert "b.hp: " in told
    assert "reason: mercy" in told


def test_a_machine_gets_the_same_under_one_key(cli: Cli) -> None:
    trust = cli("audit", "@last", "--json").json["trust"]

    assert [(one["id"], one["undos"]) for one in trust["people"]] == [("gm", 1), ("p1", 0), ("p2", 0)]
    assert [(one["name"], one["new"], one["note"]) for one in trust["changes"]] == [("b.hp", 9, "mercy")]
    assert trust["unrevealed"] == 0


def test_a_player_reads_what_a_player_may(cli: Cli) -> None:
    report = cli("audit", "@last", "--as", "p1", "--json").json

    assert report["ok"]
    assert set(report) == {"ok", "session", "system", "checks", "head", "trust"}
    assert report["trust"]["unrevealed"] == 1
    assert next(one for one in report["trust"]["people"] if one["id"] == "gm")["rolls"] == 0


@pytest.mark.parametrize("name, start", [("a.html", "<!DOCTYPE html>"), ("a.md", "# "), ("a.txt", "")])
def test_the_page_is_written_as_its_name_says(cli: Cli, tmp_path: Path, name: str, start: str) -> None:
    file = tmp_path / name
    assert cli("audit", "@last", "-o", file).code == DONE

    page = file.read_text(encoding="utf-8")
    assert page.startswith(start)
    assert "mercy" in page


def test_other_files_and_exported_logs_are_refused(cli: Cli, tmp_path: Path) -> None:
    assert cli("audit", "@last", "-o", tmp_path / "a.pdf").code == USAGE
    log = tmp_path / "log.jsonl"
    log.write_text("{}", encoding="utf-8")
    assert cli("audit", log, "--as", "p1").code == USAGE


def test_the_gm_is_told_where_something_fails(cli: Cli) -> None:
    told = cli("audit", "@last", "--as", "gm")

    assert "commands decided again" in told.out
    assert "commands decided again" not in cli("audit", "@last", "--as", "p1").out


@pytest.mark.parametrize(
    "data", ['{"type":"table.said","by":"p1","text":"never"}', '{"type":"toy.entered"}', "{"]
)
def test_a_bent_log_is_told_to_everybody_and_the_place_to_the_gm(cli: Cli, database: Path, data: str) -> None:
    with sqlite3.connect(database) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute("UPDATE events SET data = ? WHERE branch = '0' AND version = 9", (data,))
        (commit,) = connection.execute(
            "SELECT hash FROM commits WHERE branch = '0' AND first_version <= 9 ORDER BY number DESC"
        ).fetchone()

    whole, own = cli("audit", "@last"), cli("audit", "@last", "--as", "p1")

    assert (whole.code, own.code) == (FAILED, FAILED)
    assert commit.hex()[:12] in whole.out
    assert commit.hex()[:12] not in own.out
