"""Every command once in both languages, and for machines."""

import json
import re
from pathlib import Path

import pytest
from clitools import Cli

JAPANESE = re.compile(r"[぀-ヿ一-鿿]")
SCRIPT = """
title = "Script"
system = "toy"
[[do]]
command = "toy.enter"
character = "a"
"""

COMMANDS = {
    "new": ["new", "Night", "--system", "toy", "--player", "p1=Taro", "--option", "dodge=never"],
    "do": ["do", "@last", "strike", "character=a", "at=b", "--as", "Taro", "--dice", "3,4"],
    "run": ["run", "SCRIPT"],
    "moves": ["moves", "@last"],
    "moves of one": ["moves", "@last", "Oryu", "--as", "p1"],
    "log": ["log", "@last"],
    "log of a line": ["log", "@last", "--branch", "if"],
    "show": ["show", "@last"],
    "show of one then": ["show", "@last", "Oryu", "--at", "14"],
    "replay": ["replay", "@last", "--from", "8"],
    "chance": ["chance", "@last", "strike", "character=a", "at=b"],
    "undo": ["undo", "@last", "--reason", "a slip"],
    "undo, dry": ["undo", "@last", "--dry-run"],
    "fork": ["fork", "@last", "other", "--dice", "same"],
    "branches": ["branches", "@last"],
    "adopt": ["adopt", "@last", "if"],
    "diff of lines": ["diff", "@last", "0", "if"],
    "diff of versions": ["diff", "@last", "@10", "@14"],
    "roll": ["roll", "@last", "2d6", "--for", "weather"],
    "roll in secret": ["roll", "@last", "2d6", "--for", "omen", "--secret"],
    "verify-roll": ["verify-roll", "@last", "ROLL"],
    "audit": ["audit", "@last"],
    "recap": ["recap", "@last"],
    "export": ["export", "@last", "FILE"],
    "systems": ["systems"],
    "systems, one": ["systems", "toy"],
    "sessions": ["sessions"],
    "db check": ["db", "check"],
    "db upgrade": ["db", "upgrade"],
    "db rebuild": ["db", "rebuild"],
    "doctor": ["doctor"],
}


@pytest.fixture
def words(request: pytest.FixtureRequest, cli: Cli, tmp_path: Path) -> list[str]:
    """The words of a command, with the files and the roll that it names."""
    script = tmp_path / "script.toml"
    script.write_text(SCRIPT, encoding="utf-8")
    roll = next(entry for entry in cli("log", "@last", "--json").lines if entry["type"] == "table.rolled")
    named = {"SCRIPT": str(script), "FILE": str(tmp_path / "out.jsonl"), "ROLL": roll["hash"][:10]}
    return [named.get(word, word) for word in COMMANDS[request.param]]


@pytest.mark.parametrize("words", COMMANDS, indirect=True)
def test_in_english_no_word_is_japanese(cli: Cli, words: list[str]) -> None:
    done = cli(*words)

    assert (done.code, done.out != "") == (0, True), done.err
    names = done.out.replace("おもちゃ", "").replace("八百八町浮世草子", "")
    assert not JAPANESE.search(names)
    assert "{" not in done.out


@pytest.mark.parametrize("words", COMMANDS, indirect=True)
def test_in_japanese_all_that_is_said_is_japanese(cli: Cli, words: list[str]) -> None:
    done = cli("--lang", "ja", *words)

    assert done.code == 0, done.err
    assert "{" not in done.out
    if words[0] not in ("new", "run", "moves"):  # ids, and commands as they are typed
        assert JAPANESE.search(done.out)


@pytest.mark.parametrize("words", COMMANDS, indirect=True)
def test_for_machines_everything_is_json(cli: Cli, words: list[str]) -> None:
    done = cli(*words, "--json")

    assert done.code == 0, done.err
    try:
        json.loads(done.out)
    except json.JSONDecodeError:
        assert [json.loads(line) for line in done.out.splitlines()]


def test_log_has_its_promised_keys(cli: Cli) -> None:
    first, *rest = cli("log", "@last", "--json").lines

    assert list(first)[:8] == ["version", "commit", "type", "event", "actor", "at", "branch", "hash"]
    assert [entry["version"] for entry in rest] == list(range(2, len(rest) + 2))


def test_log_of_a_player_seals_the_gms_roll_and_counts_for_that_player(cli: Cli) -> None:
    entries = cli("log", "@last", "--as", "Hana", "--json").lines
    sealed = [entry for entry in entries if entry["sealed"]]

    assert len(sealed) == 1
    assert sealed[0]["type"] is None
    assert sealed[0]["event"] is None
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))
    assert "(sealed)" in cli("log", "@last", "--as", "Hana").out
    assert "(sealed)" not in cli("log", "@last").out


def test_log_takes_types_and_versions(cli: Cli) -> None:
    said = cli("log", "@last", "--type", "table.said", "--json").lines
    some = cli("log", "@last", "--from", "3", "--to", "5", "--json").lines

    assert [entry["type"] for entry in said] == ["table.said"]
    assert [entry["version"] for entry in some] == [3, 4, 5]


def test_audit_has_its_promised_keys(cli: Cli) -> None:
    report = cli("audit", "@last", "--json").json

    keys = {"ok", "commits", "events", "rolls", "checks", "failures", "unchecked", "adjustments", "head"}
    assert keys <= set(report)
    assert list(report["checks"]) == ["chain", "versions", "dice", "rules", "decode"]
    assert report["adjustments"][0]["name"] == "b.hp"


def test_audit_with_a_kept_head(cli: Cli) -> None:
    head = cli("audit", "@last", "--json").json["head"]

    assert cli("audit", "@last", "--since", head[:12]).code == 0
    assert cli("audit", "@last", "--since", "0" * 12).code == 5


def test_export_and_import_twice(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    head = cli("export", "@last", file, "--json").json["head"]
    elsewhere = ("--db", tmp_path / "elsewhere.db")

    first = cli("import", file, "--json", *elsewhere).json
    second = cli("import", file, "--json", *elsewhere).json

    assert (first["known"], second["added"]) == (0, 0)
    assert cli("show", "@last", "--json", *elsewhere).json["head"] == head
    assert cli("audit", file).code == 0


def test_an_export_for_a_player_lacks_the_secret(cli: Cli, tmp_path: Path) -> None:
    cli("do", "@last", "say", "text=canary", "to=@gm", "--as", "p1")
    whole, partial = tmp_path / "whole.jsonl", tmp_path / "partial.jsonl"
    cli("export", "@last", whole)
    cli("export", "@last", partial, "--as", "Hana")

    assert "canary" in whole.read_text(encoding="utf-8")
    assert "canary" not in partial.read_text(encoding="utf-8")


def test_show_of_a_player_and_of_the_past(cli: Cli) -> None:
    now = cli("show", "@last", "b", "--json").json["sheets"][0]["entries"][0]["value"]
    then = cli("show", "@last", "b", "--at", "15", "--json").json["sheets"][0]["entries"][0]["value"]

    assert (now, then) == (9, 10)
    assert "hit points  9/10" in cli("show", "@last", "Tatsu").out


def test_replay_shows_what_changed(cli: Cli) -> None:
    changes = [entry["changes"] for entry in cli("replay", "@last", "--json").lines]

    assert {"name": "b.hp", "before": None, "after": 10} in [one for found in changes for one in found]
    assert "Tatsu's hit points: 10" in cli("replay", "@last").out


def test_branches_mark_each_line(cli: Cli) -> None:
    tree = cli("branches", "@last", "--lang", "ja").out

    assert "＊" in tree
    assert "離れた線" in tree
    assert "もしも" in tree
    kinds = {one["branch"]: one["kind"] for one in cli("branches", "@last", "--json").json}
    assert kinds == {"0": "left", "1": "whatif", "2": "current"}


def test_do_on_a_what_if_line_leaves_the_current_one_alone(cli: Cli) -> None:
    before = cli("show", "@last", "--json").json["head"]

    assert cli("do", "@last", "answer", "character=b", "choice=take", "--branch", "if").code == 0
    assert cli("show", "@last", "--json").json["head"] == before
    assert "(what if)" in cli("log", "@last", "--branch", "if").out


def test_the_same_command_id_is_done_once(cli: Cli) -> None:
    first = cli("do", "@last", "say", "text=hello", "--id", "x1", "--json").json
    second = cli("do", "@last", "say", "text=hello", "--id", "x1", "--json").json

    assert (first["repeated"], second["repeated"]) == (False, True)
    assert first["commit"] == second["commit"]


def test_open_choices_say_how_they_are_answered(cli: Cli) -> None:
    done = cli("do", "@last", "strike", "at=Tatsu", "--as", "Oryu")
    answer = next(line for line in done.out.splitlines() if "toy.answer" in line)
    words = answer.partition("tenmatsu ")[2].split()

    assert words[-2:] == ["--as", "p2"]
    assert cli(*words).code == 0


def test_recaps_in_all_forms(cli: Cli, tmp_path: Path) -> None:
    for style in ("digest", "book", "novel", "raw"):
        for form in ("md", "html", "txt", "json"):
            assert cli("recap", "@last", "--style", style, "--format", form).out

    assert cli("recap", "@last", "-o", tmp_path / "recap.txt").code == 0
    assert "Night" in (tmp_path / "recap.txt").read_text(encoding="utf-8")


def test_a_secret_roll_keeps_its_purpose_secret(cli: Cli) -> None:
    cli("roll", "@last", "d6", "--for", "canary", "--secret", "--as", "p1")

    assert "canary" not in cli("log", "@last", "--as", "Hana").out
    assert "canary" in cli("log", "@last", "--as", "Taro").out


def test_values_of_fields_are_those_of_the_field(cli: Cli) -> None:
    said = cli("do", "@last", "say", "text=5", "--json").json["events"][0]["event"]
    body = cli("do", "@last", "say", "--json-body", '{"text": "x", "to": ["p1", "@gm"]}', "--json").json
    listed = cli("do", "@last", "say", "text=x", "to=Taro,@gm", "--json").json

    assert said["text"] == "5"
    assert body["events"][0]["event"]["text"] == "x"
    assert listed["events"][0]["event"]["text"] == "x"
