"""Help: quick, complete, in both languages."""

import logging
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from clitools import Cli

from tenmatsu.tools.cli.arguments import CATALOGUE
from tenmatsu.tools.cli.words import _file, help_example  # pyright: ignore[reportPrivateUsage]

HEAVY = ("sqlalchemy", "rich", "prompt_toolkit", "icepool", "alembic", "msgspec", "structlog")


def test_help_loads_nothing_heavy() -> None:
    """What makes a start slow is what is imported; a clock would only measure the machine."""
    code = (
        "import sys\nfrom tenmatsu.tools.cli.main import main\nmain(['--help'])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)

    assert done.stderr.strip() == "[]"
    assert all(command in done.stdout for command in CATALOGUE)


@pytest.mark.parametrize("command", CATALOGUE)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_command_has_help_with_an_example(cli: Cli, command: str, lang: str) -> None:
    done = cli(command, "--help", "--lang", lang)

    assert done.code == 0
    assert help_example(command) in done.out
    assert done.out.startswith("使い方:" if lang == "ja" else "usage:")
    assert "--db" in done.out
    assert cli("help", command, "--lang", lang).out == done.out


@pytest.mark.parametrize("command", CATALOGUE)
def test_examples_are_read_as_they_stand(
    cli: Cli, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An example may name what is not there, but its form is right."""
    monkeypatch.chdir(tmp_path)
    words = shlex.split(help_example(command))

    done = cli(*words[1:], "--db", "/nowhere/x.db")

    assert "--help" not in done.err
    assert "usage" not in done.err


@pytest.mark.parametrize(
    "variables, said",
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_MESSAGES": "ja_JP.UTF-8", "LANG": "en_US.UTF-8"}, "ja"),
    ],
)
def test_the_language_is_that_of_the_locale(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], said: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert ("使い方" in cli("--help").out) == (said == "ja")


def test_options_of_all_may_stand_anywhere(cli: Cli) -> None:
    first = cli("--lang", "ja", "--json", "sessions").out

    assert first == cli("sessions", "--json", "--lang=ja").out
    assert first == cli("--json", "sessions", "--lang", "ja").out


def test_a_log_of_the_programs_work_goes_to_stderr(cli: Cli) -> None:
    done = cli("do", "@last", "say", "text=x", "--verbose")

    assert "appended" in done.err
    assert "appended" not in done.out


def test_a_log_that_one_command_asked_for_ends_with_it(cli: Cli) -> None:
    logger = logging.getLogger("tenmatsu")
    logger.setLevel(logging.NOTSET)
    before = (logger.level, list(logger.handlers))
    cli("do", "@last", "say", "text=x", "--verbose")

    assert (logger.level, logger.handlers) == before


def test_every_sentence_is_there_in_both_languages() -> None:
    words = _file()
    for key, sentence in words["sentences"].items():
        assert set(sentence) == {"ja", "en"}, key
    for command in CATALOGUE:
        assert {"ja", "en", "example"} <= set(words["commands"][command]), command
