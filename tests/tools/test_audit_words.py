"""`audit` in words: the page, who may read what, and what a machine gets."""

from pathlib import Path

import pytest
from clitools import DONE, USAGE, Cli


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
