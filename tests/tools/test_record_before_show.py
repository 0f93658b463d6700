"""A roll is in the log before anybody sees it, the roller included; its command never rolls twice."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from clitools import CONFLICT, DONE, Cli, committed

SUPPORT = Path(__file__).parents[1] / "support"
ASKED = {
    "open": ("do", "@last", "table.roll", "dice=2d6", "--as", "p1"),
    "secret": ("do", "@last", "table.roll", "dice=2d6", "secret=true", "--as", "p1"),
    "by a rule": ("do", "@last", "toy.strike", "character=a", "at=b", "--as", "p1"),
    "for machines": ("do", "@last", "table.roll", "dice=2d6", "--as", "p1", "--json"),
}


@pytest.fixture(autouse=True)
def chains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the device's chains apart from anybody's own."""
    monkeypatch.setenv("TENMATSU_NONCES", str(tmp_path / "nonces"))


def _start(program: str, *words: str) -> "subprocess.Popen[str]":
    line = [sys.executable, str(SUPPORT / program), *words]
    return subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )


def _rolls(cli: Cli) -> list[Any]:
    return [row["event"] for row in cli("log", "@last", "--json", "--type", "table.rolled").lines]


@pytest.mark.parametrize("words", ASKED.values(), ids=ASKED)
def test_process_killed_between_commit_and_display_leaves_the_roll_in_the_log(
    cli: Cli, words: tuple[str, ...]
) -> None:
    before = _rolls(cli)
    process = _start("dying.py", *words, "--id", "once")
    out, err = process.communicate(timeout=60)

    assert process.returncode == -signal.SIGKILL, err
    assert out == ""
    rolled = _rolls(cli)
    assert len(rolled) == len(before) + 1
    again = cli(*words, "--id", "once", *([] if "--json" in words else ["--json"])).json
    assert again["repeated"]
    shown = [one["event"] for one in again["events"] if one["event"]["type"] == "table.rolled"]
    assert shown == rolled[-1:]
    assert _rolls(cli) == rolled
    assert cli("audit", "@last").code == DONE


def test_witnessed_roll_that_nobody_saw_keeps_its_link_and_shows_it(cli: Cli) -> None:
    cli("nonces", "@last", "--as", "p1")
    process = _start("dying.py", *ASKED["open"], "--id", "once")
    process.communicate(timeout=60)
    assert "[witnessed by Taro]" in cli(*ASKED["open"], "--id", "once").out
    assert [chain["shown"] for chain in cli("dice", "@last", "--json").json["dice"]["chains"]] == [1]
    assert cli(*ASKED["open"]).code == DONE
    assert cli("audit", "@last").code == DONE


def test_process_that_dies_before_its_commit_leaves_nothing(cli: Cli, database: Path) -> None:
    rows = committed(database)
    process = _start("dying.py", "do", "@last", "--help")
    process.communicate(timeout=60)

    assert process.returncode == -signal.SIGKILL
    assert committed(database) == rows


def test_same_command_id_from_several_processes_at_once_rolls_once(cli: Cli, database: Path) -> None:
    before = len(_rolls(cli))
    for attempt in range(3):
        words = (*ASKED["for machines"], "--id", f"once {attempt}")
        processes = [_start("tabling.py", *words) for _ in range(3)]
        told = [process.communicate(timeout=60)[0] for process in processes]
        assert [process.returncode for process in processes] == [DONE] * 3
        results = [json.loads(text) for text in told]
        assert sorted(result["repeated"] for result in results) == [False, True, True]
        assert len({result["commit"] for result in results}) == 1
        assert len({json.dumps(result["events"]) for result in results}) == 1
    assert len(_rolls(cli)) == before + 3
    assert cli("audit", "@last").code == DONE


def test_same_command_id_for_another_roll_is_refused(cli: Cli, database: Path) -> None:
    cli(*ASKED["open"], "--id", "once")
    rows = committed(database)
    other = cli("do", "@last", "table.roll", "dice=3d6", "--as", "p1", "--id", "once")

    assert other.code == CONFLICT
    assert committed(database) == rows
    cli("undo", "@last")
    undone = cli(*ASKED["for machines"], "--id", "once").json
    assert undone["repeated"], "also after an undo: to roll again takes another id"
    assert "table.rolled" in {one["event"]["type"] for one in undone["events"]}, "and it is shown"


def test_second_roll_after_an_undo_names_the_first_and_the_audit_lists_it(cli: Cli, tmp_path: Path) -> None:
    cli(*ASKED["open"])
    digest = cli("log", "@last", "--json", "--type", "table.rolled").lines[-1]["hash"]
    cli("undo", "@last")
    second = cli(*ASKED["for machines"]).json["events"]
    rolled = [one for one in second if one["event"]["type"] == "table.rolled"]
    row = cli("log", "@last", "--json", "--type", "table.rolled").lines[-1]

    assert [one["event"]["retry_of"] for one in rolled] == [digest]
    report = cli("audit", "@last", "--json").json
    assert report["counts"]["retries"] == len(report["retries"]) == 1
    assert report["retries"][0] == {
        "commit": row["commit"],
        "version": row["version"],
        "roll": row["hash"],
        "first": digest,
        "by": "p1",
        "for": "free",
    }
    cli("export", "@last", tmp_path / "log.jsonl")
    assert digest[:12] in cli("audit", tmp_path / "log.jsonl").out
