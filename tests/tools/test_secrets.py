"""What a player gets from the command line holds nothing that was kept from them."""

import io
import re
from pathlib import Path

import pytest
from clitools import DONE, REFUSED, Cli

WORD = "canary"
READING = {
    "log": ["log", "@last"],
    "show": ["show", "@last"],
    "show then": ["show", "@last", "--at", "10"],
    "replay": ["replay", "@last"],
    "moves": ["moves", "@last"],
    "chance": ["chance", "@last", "strike", "character=b", "at=a"],
    "diff of lines": ["diff", "@last", "0", "if"],
    "diff of versions": ["diff", "@last", "@5", "@12"],
    "diff of versions of lines": ["diff", "@last", "2@20", "if"],
    "recap": ["recap", "@last", "--style", "raw"],
    "recap as JSON": ["recap", "@last", "--style", "raw", "--format", "json"],
    "undo, dry": ["undo", "@last", "--dry-run"],
    "do": ["do", "@last", "say", "text=hello"],
}


@pytest.fixture
def secrets(cli: Cli) -> str:
    """Secrets of the GM and of the other player; the face of a secret roll that nobody may guess at."""
    cli("do", "@last", "say", f"text={WORD}", "to=@gm")
    cli("do", "@last", "say", f"text={WORD}", "to=@gm", "--as", "p1")
    cli("roll", "@last", "d4294967296", "--for", WORD, "--secret")
    return str(cli("log", "@last", "--type", "rolled", "--json").lines[-1]["event"]["dice"][0][1])


@pytest.mark.parametrize("json", [[], ["--json"]])
@pytest.mark.parametrize("case", READING)
def test_reading_as_a_player_shows_no_secret(cli: Cli, secrets: str, case: str, json: list[str]) -> None:
    done = cli(*READING[case], "--as", "Hana", *json)

    assert done.code == (REFUSED if case == "undo, dry" else DONE), done.err
    assert WORD not in done.out + done.err
    assert secrets not in done.out


def test_the_gm_does_see_them(cli: Cli, secrets: str) -> None:
    out = cli("log", "@last", "--as", "GM").out

    assert out.count(WORD) == 3
    assert secrets in out


def test_playing_as_a_player_shows_no_secret(cli: Cli, secrets: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["log 99", "show", "moves", "undo", "say x", "help", "branches"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    done = cli("play", "@last", "--as", "Hana")

    assert WORD not in done.out
    assert secrets not in done.out


def test_a_players_export_shows_no_secret(cli: Cli, secrets: str, tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "hana.jsonl", ["--db", str(tmp_path / "elsewhere.db")]
    cli("export", "@last", file, "--as", "Hana")
    cli("import", file, *elsewhere)

    assert WORD not in file.read_text(encoding="utf-8")
    assert WORD.encode() not in (tmp_path / "elsewhere.db").read_bytes()
    shown = cli("log", "@last", *elsewhere).out
    assert WORD not in shown
    assert secrets not in shown
    refused = cli("do", "@last", "say", "text=x", *elsewhere)
    assert refused.code == 3


def test_d6_log_and_show_say_who_sees_a_secret(cli: Cli) -> None:
    cli("do", "@last", "say", "text=a trap", "to=@gm", "--as", "p1")
    number = cli("log", "@last", "--json").lines[-1]["version"]

    assert "(secret, seen by GM, Taro)" in cli("log", "@last").out
    assert "(secret, seen by GM, Taro)" in cli("show", "@last", f"@{number}").out
    assert cli("log", "@last", "--json").lines[-1]["audience"] == ["@gm", "p1"]


def test_roll_may_be_kept_from_its_roller(cli: Cli) -> None:
    done = cli("roll", "@last", "5d4294967296", "--blind", "--as", "p1", "--json")

    assert [(one["event"], one["line"]) for one in done.json["events"]] == [(None, "(sealed)")]
    assert "4294967296" not in done.out
    assert "4294967296" not in cli("log", "@last", "--as", "p1").out
    assert cli("verify-roll", "@last", str(done.json["version"]), "--as", "p1").code != 0


def test_secret_line_is_listed_for_the_gm_alone(cli: Cli) -> None:
    cli("fork", "@last", "trial", "--secret")

    assert "trial" in cli("branches", "@last").out
    assert "trial" not in cli("branches", "@last", "--as", "p1").out
    refused = cli("log", "@last", "--branch", "trial", "--as", "p1")
    assert (refused.code, "if" in refused.err) == (2, True)


def test_export_without_proof_holds_no_hash_and_is_not_imported(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "plain.jsonl"
    cli("export", "@last", file, "--as", "p1", "--no-proof")
    text = file.read_text(encoding="utf-8")

    assert len(re.findall("[0-9a-f]{64}", text)) == 1, "the figures' own, which the opening names"
    assert '"sealed":true' in text
    assert "en garde" in text
    assert cli("import", file).code == 2
