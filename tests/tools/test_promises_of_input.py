"""Bad input is met with one sentence that says what is wrong, before anything is recorded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from clitools import DONE, REFUSED, USAGE, Cli, committed

HEAD = 'title = "T"\nsystem = "toy"\n'
PEOPLE = '\n[[participants]]\nid = "gm"\nrole = "gm"\n\n[[participants]]\nid = "p1"\nname = "Taro"\n'


def _script(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "evening.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("word", ["true", "yes", "on", "はい"])
def test_an_option_that_is_off_or_on_takes_yes_and_no(cli: Cli, word: str) -> None:
    opened = cli("new", "T", "--system", "ukiyozoshi", "--option", f"serious_wounds={word}")

    assert opened.code == DONE
    entry = cli("log", opened.out.strip(), "--type", "session_opened", "--json").lines[0]
    assert entry["event"]["options"]["serious_wounds"] == "on"


def test_an_option_that_is_off_or_on_takes_true_in_a_script(cli: Cli, tmp_path: Path) -> None:
    text = (
        'title = "T"\nsystem = "ukiyozoshi"\n[options]\nserious_wounds = true\nnpc_companion_gains = false\n'
    )
    played = cli("run", _script(tmp_path, text))

    assert played.code == DONE
    event = cli("log", played.out.strip(), "--type", "session_opened", "--json").lines[0]["event"]
    assert (event["options"]["serious_wounds"], event["options"]["npc_companion_gains"]) == ("on", "off")


@pytest.mark.parametrize(
    "text, line, said",
    [
        (HEAD + PEOPLE + '\n[[do]]\nas = "nobody"\ncommand = "table.note"\ntext = "x"\n', 13, "nobody"),
        (HEAD + PEOPLE + '\n[[do]]\ncommand = "table.roll"\ndice = "2z6"\n', 14, "2z6"),
        (HEAD + PEOPLE + '\n[[do]]\ncommand = "table.adopt"\nbranch = "gone"\n', 14, "gone"),
        (HEAD + PEOPLE + '\n[[do]]\ncommand = "table.fork"\nname = "if"\nat = 0\n', 15, "version 0"),
        (HEAD + PEOPLE + '\n[[participants]]\nid = "p1"\n', 13, "stands twice"),
        (HEAD + '\n[[participants]]\nid = "p1"\n', 4, "no GM"),
        ('keeper = "nobody"\n' + HEAD + PEOPLE, 1, "nobody"),
    ],
    ids=["as", "dice", "branch", "version", "twice", "no gm", "keeper"],
)
def test_what_can_be_known_of_a_script_is_said_with_its_line_before_anything_is_recorded(
    cli: Cli, database: Path, tmp_path: Path, text: str, line: int, said: str
) -> None:
    before = committed(database)
    wrong = cli("run", _script(tmp_path, text))

    assert wrong.code == USAGE
    assert f"evening.toml:{line}: " in wrong.err
    assert said in wrong.err
    assert "Nothing was recorded" in wrong.err
    assert committed(database) == before


@pytest.mark.parametrize(
    "span, said",
    [
        (["--type", "nonsense"], "no events of type"),
        (["--from", "500"], "from 1 to"),
        (["--from", "9", "--to", "3"], "behind --to"),
        (["--from", "-3"], "from 1 to"),
    ],
)
def test_a_part_of_the_log_that_is_not_there_is_said_so(cli: Cli, span: list[str], said: str) -> None:
    wrong = cli("log", "@last", *span)

    assert (wrong.code, wrong.out) == (USAGE, "")
    assert said in wrong.err


@pytest.mark.parametrize("name, reason", [("gone.jsonl", "ありません"), (".", "フォルダです")])
def test_an_import_of_no_file_says_why(cli: Cli, tmp_path: Path, name: str, reason: str) -> None:
    wrong = cli("import", tmp_path / name, "--lang", "ja")

    assert wrong.code == USAGE
    assert reason in wrong.err


def test_chance_refuses_what_do_would_refuse(cli: Cli) -> None:
    asked = ("answer", "character=b", "choice=dodge", "--as", "p2")
    chance, done = cli("chance", "@last", *asked), cli("do", "@last", *asked)

    assert chance.code == done.code == REFUSED
    assert chance.err == done.err


@pytest.mark.parametrize(
    "command, field",
    [("say", "text="), ("narrate", "text= "), ("note", "text="), ("rename_session", "title=")],
)
def test_nothing_is_no_text(cli: Cli, command: str, field: str) -> None:
    wrong = cli("do", "@last", command, field)

    assert wrong.code == USAGE
    assert "is empty" in wrong.err


def test_nobody_speaks_as_a_figure_that_is_not_there(cli: Cli) -> None:
    wrong = cli("do", "@last", "say", "text=x", "character=nope")

    assert wrong.code == USAGE
    assert "nope" in wrong.err


def test_a_line_cannot_be_named_like_a_version(cli: Cli) -> None:
    assert cli("fork", "@last", "@12").code == USAGE


def test_what_a_library_says_in_english_is_said_in_japanese(cli: Cli) -> None:
    wrong = cli("do", "@last", "change_options", "--json-body", '{"options": {"dodge": 3}}', "--lang", "ja")

    assert wrong.code == USAGE
    assert "Expected" not in wrong.err


def _outside(database: Path, redirect: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    command = f'exec "$0" -m tenmatsu.tools.cli.main "$@" {redirect}'
    environment = {**os.environ, "TENMATSU_DB": f"sqlite:///{database}", "LANG": "C.UTF-8"}
    return subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, *words], env=environment, capture_output=True, check=False
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_output_is_said_in_one_sentence(database: Path) -> None:
    for words in (("sessions",), ("--help",), ("sessions", "--json")):
        run = _outside(database, "> /dev/full", *words)

        assert run.returncode == USAGE
        assert "Cannot write the output (the disk is full)." in run.stderr.decode()
        assert run.stderr.count(b"\n") == 1


def test_a_closed_input_or_output_is_no_fault(tmp_path: Path) -> None:
    database = tmp_path / "new.db"
    _outside(database, "", "new", "T", "--system", "ukiyozoshi")
    for redirect, words in ((">&-", ("sessions",)), (">&- 2>&-", ("sessions",)), ("<&-", ("play", "@last"))):
        run = _outside(database, redirect, *words)

        assert (run.returncode, run.stderr) == (DONE, b"")
