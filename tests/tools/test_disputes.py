"""`dispute`, `rule`, `disputes`, `token`, and how disputes show in every other output."""

import io
from pathlib import Path

import pytest
from clitools import DONE, REFUSED, USAGE, Cli


@pytest.fixture
def roll(cli: Cli) -> int:
    """The version of the blow that the tests dispute."""
    return int(cli("log", "@last", "--json", "--type", "toy.struck").lines[-1]["version"])


def _dispute(cli: Cli, roll: int) -> None:
    assert cli("dispute", "@last", str(roll), "--reason", "miscounted", "--as", "p2").code == DONE


def test_a_dispute_is_told_and_waits_in_every_view(
    cli: Cli, roll: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = cli("dispute", "@last", str(roll), "--reason", "miscounted", "--as", "Hana")

    assert done.code == DONE
    assert "[dispute 1] Hana disputes" in done.out
    assert "! Dispute 1 (by Hana" in done.out
    for words in (["moves", "@last"], ["show", "@last"], ["do", "@last", "say", "text=go on"]):
        told = cli(*words)
        assert told.code == DONE
        assert "! Dispute 1 (by Hana" in told.out, words
        assert [one["dispute"] for one in cli(*words, "--json").json["disputes"]] == [1], words
    monkeypatch.setattr("sys.stdin", io.StringIO("say still here\nmoves\n"))
    played = cli("play", "@last", "--as", "Taro").out
    assert played.count("! Dispute 1 (by Hana") == 1, "told once, and nobody is stopped"
    assert "still here" in played


def test_the_log_marks_what_is_disputed_and_how_it_was_ruled(cli: Cli, roll: int) -> None:
    _dispute(cli, roll)
    line = _line(cli, roll, "ja")
    assert "〔異議1: Hana・裁定待ち〕" in line
    cli("rule", "@last", "1", "upheld", "--reason", "counted again")

    assert "〔異議1: Hana〕〔裁定: 支持〕" in _line(cli, roll, "ja")
    assert "[ruling: upheld]" in _line(cli, roll, "en")
    assert "〔裁定: 支持〕" in cli("log", "@last", "--lang", "ja", "--type", "dispute_ruled").out
    entry = cli("log", "@last", "--json", "--from", str(roll), "--to", str(roll)).lines[0]
    assert (entry["kept"], entry["disputes"]) == (True, [1])


def _line(cli: Cli, version: int, lang: str) -> str:
    return cli("log", "@last", "--lang", lang, "--from", str(version), "--to", str(version)).out


def test_the_list_says_about_what_by_whom_why_and_the_answer(cli: Cli, roll: int) -> None:
    assert "There are no disputes." in cli("disputes", "@last").out
    _dispute(cli, roll)
    told = cli("disputes", "@last").out
    assert "Dispute 1 by Hana: waits for a ruling" in told
    assert f"on {roll} (" in told
    assert "because: miscounted" in told
    assert "tenmatsu rule" in told
    cli("rule", "@last", "1", "corrected", "--name", "Tatsu.hp", "--value", "4", "--reason", "so it was")
    (one,) = cli("disputes", "@last", "--json").json
    assert (one["dispute"], one["by"], one["version"], one["answer"], one["ruled_by"]) == (
        1,
        "p2",
        roll,
        "corrected",
        "gm",
    )
    assert (one["reason"], one["ruling_reason"]) == ("miscounted", "so it was")


def test_a_correction_sets_the_value_and_the_audit_says_for_which_dispute(cli: Cli, roll: int) -> None:
    _dispute(cli, roll)
    done = cli("rule", "@last", "1", "corrected", "--name", "b.hp", "--value", "4", "--reason", "so it was")

    assert done.code == DONE
    assert "[ruling: corrected]" in done.out
    report = cli("audit", "@last", "--json").json
    assert report["ok"]
    assert report["adjustments"][-1]["name"] == "b.hp"
    assert report["adjustments"][-1]["dispute"] == 1
    assert report["disputes"] == [
        {
            "dispute": 1,
            "by": "p2",
            "about": report["disputes"][0]["about"],
            "commit": report["disputes"][0]["commit"],
            "answer": "corrected",
            "ruled_by": "gm",
        }
    ]
    told = cli("audit", "@last").out
    assert "miscounted" in told
    assert "so it was" in told


def test_wound_back_goes_back_and_the_list_still_tells_of_it(cli: Cli, roll: int) -> None:
    _dispute(cli, roll)
    before = cli("show", "@last", "--json").json["branch"]
    done = cli("rule", "@last", "1", "wound-back", "--reason", "right")

    assert done.code == DONE
    assert "[ruling: wound back]" in done.out
    assert cli("show", "@last", "--json").json["branch"] != before
    log = cli("log", "@last").out
    assert "Wound back by a ruling" in log
    assert "[ruling: wound back]" in log
    told = cli("disputes", "@last").out
    assert "on a line left behind (" in told
    assert "because: miscounted" in told
    assert "[ruling: wound back]" in _left(cli, before, roll)
    assert cli("audit", "@last").code == DONE


def _left(cli: Cli, branch: str, version: int) -> str:
    words = ["log", "@last", "--branch", branch, "--from", str(version), "--to", str(version)]
    return cli(*words).out


@pytest.mark.parametrize(
    "words, code",
    [
        (["dispute", "@last", "999", "--reason", "x"], USAGE),
        (["dispute", "@last", "1"], USAGE),
        (["rule", "@last", "7", "upheld", "--reason", "x"], USAGE),
        (["rule", "@last", "1", "maybe", "--reason", "x"], USAGE),
        (["rule", "@last", "1", "corrected", "--reason", "x"], USAGE),
        (["rule", "@last", "1", "upheld", "--reason", "x", "--as", "p1"], REFUSED),
        (["dispute", "@last", "2", "--reason", "x", "--as", "nobody"], USAGE),
    ],
)
def test_what_goes_wrong_is_said_with_its_exit_code(cli: Cli, roll: int, words: list[str], code: int) -> None:
    _dispute(cli, roll)
    done = cli(*words)

    assert done.code == code
    assert done.err.strip()
    assert [one["answer"] for one in cli("disputes", "@last", "--json").json] == [None]


def test_a_script_disputes_and_rules(cli: Cli, tmp_path: Path) -> None:
    script = tmp_path / "night.toml"
    script.write_text(
        """
title = "x"
system = "toy"
[[do]]
command = "toy.enter"
character = "a"
[[do]]
command = "table.dispute"
about = "2"
reason = "hm"
[[do]]
command = "table.rule"
dispute = 1
answer = "wound_back"
"""
    )
    assert cli("run", script).code == REFUSED, "the opening stays"
    script.write_text(script.read_text().replace('about = "2"', 'about = "6"'))
    done = cli("run", script)

    assert done.code == DONE, done.err
    assert cli("disputes", done.out.strip(), "--json").json[0]["answer"] == "wound_back"


# ---- undo: may I? ----


def test_an_undo_asked_beforehand_says_why_not(cli: Cli) -> None:
    done = cli("undo", "@last", "--dry-run", "--json", "--as", "p1")

    assert done.code == REFUSED
    assert (done.json["ok"], done.json["reason"]) == (False, "undo_not_yours")
    assert done.json["message"]
    asked = cli("undo", "@last", "--dry-run", "--json").json
    assert (asked["ok"], asked["reason"]) == (True, None)
    assert cli("undo", "@last", "--json").json["left"] == asked["left"]
    assert cli("audit", "@last", "--json").json["counts"]["undos_by"] == {"gm": 2}


# ---- tokens ----


def test_a_token_is_shown_once_and_never_again(cli: Cli, database: Path, tmp_path: Path) -> None:
    issued = cli("token", "@last", "Taro", "--json").json
    token = issued["token"]

    assert issued["participant"] == "p1"
    assert cli("export", "@last", tmp_path / "log.jsonl").code == DONE
    everything = "".join(
        cli(*words).out
        for words in (
            ["doctor"],
            ["doctor", "--json"],
            ["log", "@last", "--json"],
            ["show", "@last", "--json"],
            ["sessions", "--json"],
            ["audit", "@last", "--json"],
            ["recap", "@last", "--style", "raw"],
        )
    )
    assert token not in everything + (tmp_path / "log.jsonl").read_text()
    assert token.encode() not in database.read_bytes()
    revoked = cli("token", "@last", "Taro", "--revoke")
    assert "worth nothing" in revoked.out
    assert "has no token" in cli("token", "@last", "Taro", "--revoke").out


def test_a_token_is_printed_alone_so_that_it_can_be_piped(cli: Cli) -> None:
    done = cli("token", "@last", "p2")

    assert len(done.out.strip()) == 52
    assert "Hana" in done.err
    assert cli("token", "@last", "nobody").code == USAGE
