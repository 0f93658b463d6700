"""Marks and notes at the command line."""

import io
from pathlib import Path

import pytest
from clitools import DONE, REFUSED, USAGE, Cli, committed


def test_mark_stands_behind_its_commit_in_the_log(cli: Cli) -> None:
    run = cli("mark", "@last", "!!", "so be it", "--at", "11", "--as", "p1")
    assert run.code == DONE, run.err
    assert run.out.startswith("Taro marks ")
    marked = [line for line in cli("log", "@last").out.splitlines() if "[Taro: !! so be it]" in line]

    assert len(marked) == 1
    assert marked[0].lstrip().startswith("11 ")


def test_mark_of_a_commit_whose_first_entry_is_hidden_stands_at_the_first_that_is_shown(cli: Cli) -> None:
    first = cli("log", "@last", "--json").lines[0]
    cli("mark", "@last", "?", "--at", first["version"])

    assert cli("log", "@last").out.count("[Mori: ?]") == 1


def test_log_for_machines_has_marks_at_the_first_entry_of_the_commit(cli: Cli) -> None:
    cli("mark", "@last", "?!", "hm", "--at", "11", "--as", "p2")
    lines = cli("log", "@last", "--json").lines
    commit = next(one["commit"] for one in lines if one["version"] == 11)
    of_commit = [one for one in lines if one["commit"] == commit]

    assert [(one["by"], one["mark"], one["text"]) for one in of_commit[0]["marks"]] == [("p2", "?!", "hm")]
    assert not any(one["marks"] for one in lines if one is not of_commit[0])


@pytest.mark.parametrize("lang,told", [("ja", "〔Moriの評: ?? まずい〕"), ("en", " [Mori: ?? まずい]")])
def test_mark_of_a_line_stands_behind_it_in_the_tree(cli: Cli, lang: str, told: str) -> None:
    assert cli("mark", "@last", "??", "まずい", "--branch", "if").code == DONE
    tree = cli("branches", "@last", "--lang", lang).out.splitlines()

    assert [told in line for line in tree] == [False, True, False]
    plain = cli("branches", "@last", "--json").json
    assert [one["marks"] for one in plain] == [[], [{"by": "gm", "mark": "??", "text": "まずい"}], []]


def test_left_line_and_its_commits_are_marked_from_the_tables_own(cli: Cli) -> None:
    left = [one for one in cli("log", "@last", "--branch", "0", "--json").lines if one["branch"] == "0"]
    made = cli("mark", "@last", "!", "pity", "--branch", "0", "--at", left[-1]["version"], "--json")
    whole = cli("mark", "@last", "-", "not to be", "--branch", "0", "--json")

    assert (made.json["branch"], whole.json["branch"]) == ("2", "2")
    assert "[Mori: ! pity]" in cli("log", "@last", "--branch", "0").out
    assert "[Mori: not to be]" in cli("branches", "@last").out.splitlines()[0]


def test_mark_is_replaced_and_taken_back(cli: Cli) -> None:
    for sign in ("?", "!!", "-"):
        assert cli("mark", "@last", sign, "--at", "11").code == DONE
    assert "[Mori:" not in cli("log", "@last").out
    run = cli("mark", "@last", "-", "--at", "11")

    assert run.code == REFUSED
    assert "no mark there" in run.err


def test_secret_mark_is_not_told_to_others(cli: Cli) -> None:
    cli("mark", "@last", "?", "canary", "--at", "11", "--as", "p1", "--secret")

    for words in (["log", "@last"], ["branches", "@last"], ["recap", "@last", "--style", "book"]):
        assert "canary" not in cli(*words, "--as", "p2").out
    assert "canary" in cli("log", "@last", "--as", "p1").out


def test_what_to_mark_has_to_be_said(cli: Cli, database: Path) -> None:
    before = committed(database)
    unclear: tuple[list[str], ...] = (
        ["!"],
        ["!", "--at", "999"],
        ["!", "--at", ""],
        ["!!!", "--at", "9"],
        ["!", "--branch", "nowhere"],
        [],
    )
    for words in unclear:
        assert cli("mark", "@last", *words).code == USAGE
    assert "--at" in cli("mark", "@last", "!").err

    assert committed(database) == before


def test_commit_is_marked_by_the_start_of_its_hash(cli: Cli) -> None:
    commit = next(one["commit"] for one in cli("log", "@last", "--json").lines if one["version"] == 11)
    assert cli("mark", "@last", "!?", "--at", commit[:10]).code == DONE

    assert "[Mori: !?]" in cli("log", "@last").out


def test_log_in_play_shows_marks_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("mark", "@last", "!!", "so be it", "--at", "11", "--as", "p1")
    monkeypatch.setattr("sys.stdin", io.StringIO("log 99\n"))

    assert cli("play", "@last", "--as", "p1").out.count("[Taro: !! so be it]") == 1
