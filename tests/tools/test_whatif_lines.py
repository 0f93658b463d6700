"""A what-if line is told to be one in every output, for people and for machines; the table's own never is."""

import json
from pathlib import Path
from typing import Any

import pytest
from clitools import DONE, Cli

from tenmatsu.tools.cli.play.reading import PlainReader

SENTENCES = {"ja": "これは「もしも」の線です: if", "en": "This is a what-if line: if"}
MARKS = {"ja": "もしも", "en": "what if"}
ASKED: dict[str, list[str]] = {
    "log": ["log", "@last"],
    "log with proofs": ["log", "@last", "--proof"],
    "log of one entry": ["log", "@last", "--history", "10"],
    "show": ["show", "@last"],
    "show one": ["show", "@last", "b"],
    "show then": ["show", "@last", "--at", "9"],
    "show an entry": ["show", "@last", "@10"],
    "replay": ["replay", "@last"],
    "do": ["do", "@last", "say", "text=hm"],
    "moves": ["moves", "@last"],
    "moves of one": ["moves", "@last", "b"],
    "roll": ["roll", "@last", "2d6"],
    "dice": ["dice", "@last"],
    "verify-roll": ["verify-roll", "@last", "{roll}"],
}
"""Commands that look at a line or play on it; each takes `--branch`."""


def _words(command: str, cli: Cli) -> list[str]:
    roll = next(
        one["version"] for one in cli("log", "@last", "--json").lines if one["type"] == "table.rolled"
    )
    return [word.replace("{roll}", str(roll)) for word in ASKED[command]]


def _objects(text: str) -> list[dict[str, Any]]:
    try:
        whole: Any = json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]
    return [whole] if text.startswith("{") else whole


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("command", ASKED)
def test_people_are_told_first_that_a_line_is_a_whatif(cli: Cli, command: str, lang: str) -> None:
    run = cli(*_words(command, cli), "--branch", "if", "--lang", lang)

    assert run.code == DONE, run.err
    assert SENTENCES[lang] in run.out.splitlines()[0]
    assert run.out.count(SENTENCES[lang]) == 1


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("command", ASKED)
def test_nothing_of_the_kind_is_said_of_the_tables_own_line(cli: Cli, command: str, lang: str) -> None:
    run = cli(*_words(command, cli), "--lang", lang)

    assert run.code == DONE, run.err
    assert MARKS[lang] not in run.out


@pytest.mark.parametrize("command", ASKED)
def test_machines_are_told_the_line_and_that_it_is_a_whatif(cli: Cli, command: str) -> None:
    words = [*_words(command, cli), "--json"]
    whatif, own = _objects(cli(*words, "--branch", "if").out), _objects(cli(*words).out)

    assert {type(one["whatif"]) for one in (*whatif, *own)} == {bool}
    assert not any(one["whatif"] for one in own)
    inherited = command.startswith(("log of one", "show an entry"))  # an entry of the shared part
    assert inherited or any(one["whatif"] for one in whatif)
    assert all((one["branch"] == "1") == one["whatif"] for one in whatif)


@pytest.mark.parametrize("style", ["digest", "book", "novel", "raw"])
@pytest.mark.parametrize("format_", ["md", "html", "txt"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_recap_is_marked_in_every_style_and_format(cli: Cli, style: str, format_: str, lang: str) -> None:
    words = ["recap", "@last", "--style", style, "--format", format_, "--lang", lang]
    whatif, own = cli(*words, "--branch", "if").out, cli(*words).out

    head = whatif.partition("<body")[2] if format_ == "html" else whatif
    assert MARKS[lang] in head[:400].casefold()
    assert "もしも" not in own
    assert "What if" not in own


@pytest.mark.parametrize("style", ["digest", "book", "novel", "raw"])
def test_recap_is_marked_for_machines(cli: Cli, style: str) -> None:
    words = ["recap", "@last", "--style", style, "--json"]
    told = [cli(*words, "--branch", branch).json for branch in ("if", "0", "2")]

    assert [(one["branch"], one["whatif"]) for one in told] == [("1", True), ("0", False), ("2", False)]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_line_read_in_play_is_marked(cli: Cli, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    prompts: list[str] = []
    lines = iter(['"hm"', "show", "moves", "log"])

    def read(_reader: PlainReader, prompt: str) -> str | None:
        prompts.append(prompt)
        return next(lines, None)

    monkeypatch.setattr(PlainReader, "read", read)
    run = cli("play", "@last", "--as", "p1", "--branch", "if", "--lang", lang)

    assert SENTENCES[lang] in run.out
    assert set(prompts) == {"（もしも）Taro> " if lang == "ja" else "(what if) Taro> "}


def test_chance_is_marked(cli: Cli) -> None:
    words = ["chance", "@last", "answer", "character=b", "choice=dodge", "--as", "p2", "--branch", "if"]
    told, plain = cli(*words), cli(*words, "--json")

    assert told.out.startswith(f"* {SENTENCES['en']}")
    assert (plain.json["branch"], plain.json["whatif"]) == ("1", True)


def test_lines_are_listed_with_what_they_are(cli: Cli) -> None:
    plain = cli("branches", "@last", "--json").json

    assert {one["branch"]: (one["kind"], one["whatif"]) for one in plain} == {
        "0": ("left", False),
        "1": ("whatif", True),
        "2": ("current", False),
    }
    assert '"if" versions' in (tree := cli("branches", "@last").out)
    assert [line.endswith("what if") for line in tree.splitlines()] == [False, True, False]


def test_new_fork_is_told_to_be_one(cli: Cli) -> None:
    run = cli("fork", "@last", "again", "--json")

    assert (run.json["branch"], run.json["whatif"]) == ("3", True)
    assert "What if" in cli("fork", "@last", "again2").out
    assert "もしも" in cli("fork", "@last", "again3", "--lang", "ja").out


def test_copy_for_reading_says_which_lines_are_whatifs(cli: Cli, tmp_path: Path) -> None:
    cli("export", "@last", tmp_path / "plain.jsonl", "--no-proof")
    lines = [json.loads(line) for line in (tmp_path / "plain.jsonl").read_text().splitlines()]

    assert {one["branch"]: one["whatif"] for one in lines if "parent" in one} == {
        "0": False,
        "1": True,
        "2": False,
    }


def test_nothing_of_a_whatif_line_is_told_of_the_tables_own(cli: Cli) -> None:
    asked = [
        *(["recap", "@last", "--style", style] for style in ("digest", "book", "novel", "raw")),
        ["log", "@last", "--json"],
        ["show", "@last", "--json"],
        ["replay", "@last", "--json"],
        ["moves", "@last", "--json"],
        ["dice", "@last", "--json"],
    ]
    before = [cli(*words).out for words in asked]
    cli("do", "@last", "say", "text=canary", "--branch", "if")
    cli("do", "@last", "answer", "character=b", "choice=dodge", "--as", "p2", "--branch", "if")
    cli("do", "@last", "adjust", "name=b.hp", "value=1", "--branch", "if")
    cli("roll", "@last", "9d6", "--branch", "if")
    cli("mark", "@last", "??", "canary", "--branch", "if")

    assert [cli(*words).out for words in asked] == before


@pytest.mark.parametrize("command", ["do", "moves", "show"])
def test_answers_to_an_open_choice_name_the_line_that_waits_for_them(cli: Cli, command: str) -> None:
    cli("fork", "@last", "a line", "--at", "17")
    told = cli(*_words(command, cli), "--branch", "a line", "--lang", "en").out

    answers = [line for line in told.splitlines() if " toy.answer " in line and "tenmatsu do " in line]
    assert answers
    assert all(line.endswith(" --branch 'a line'") for line in answers), answers
    assert "--branch" not in cli(*_words(command, cli)).out
