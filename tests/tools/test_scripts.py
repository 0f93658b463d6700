"""Session scripts: checked before anything is recorded, errors with file and line."""

from pathlib import Path

import pytest
from clitools import Cli

SCRIPT = """
title = "Night"
system = "toy"
tables = "own.toml"

[options]
dodge = "allowed"

[table_options]
undo = "gm"

[[participants]]
id = "gm"
name = "Mori"
role = "gm"

[[participants]]
id = "p1"
name = "Taro"

[[do]]
as = "p1"
command = "table.take_character"
character = "a"
name = "Oryu"

[[do]]
command = "toy.enter"
character = "a"

[[do]]
command = "toy.enter"
character = "b"

[[do]]
as = "Taro"
command = "toy.strike"
character = "Oryu"
at = "b"
dice = [5, 6]

[[do]]
command = "toy.strike"
character = "b"
at = "a"
refused = "choice_pending"

[[do]]
command = "toy.answer"
character = "b"
choice = "take"

[[do]]
command = "table.say"
text = \"\"\"
[[do]]
command = "this is only text"
\"\"\"

[[do]]
command = "table.fork"
name = "if"

[[do]]
command = "table.undo"
reason = "a slip"

[[do]]
command = "table.adopt"
branch = "if"
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A script, and the table's own figures beside it."""
    (tmp_path / "own.toml").write_text("hp = 30\n", encoding="utf-8")
    path = tmp_path / "script.toml"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


def test_a_script_plays_a_whole_evening(cli: Cli, script: Path) -> None:
    done = cli("run", script, "--json", "--dice-secret", "00ff")
    session = done.json["session"]

    assert done.code == 0
    assert cli("audit", session).code == 0
    sheet = cli("show", session, "b", "--json")
    assert sheet.code == 2  # nobody took it up
    assert cli("diff", session, "@10", "@13", "--json").json["values"]
    assert "prove nothing" in cli("audit", session).out or cli("log", session, "--type", "rolled").out
    assert "(30)" in cli("log", session).out


def test_the_same_secret_gives_the_same_dice(cli: Cli, tmp_path: Path) -> None:
    script = tmp_path / "dice.toml"
    roll = '[[do]]\ncommand = "table.roll"\ndice = "20d6"\n'
    script.write_text(f'title = "x"\nsystem = "toy"\n{roll}', encoding="utf-8")

    def faces(secret: str) -> object:
        session = cli("run", script, "--dice-secret", secret).out.strip()
        return cli("log", session, "--type", "rolled", "--json").lines[0]["event"]["dice"]

    assert faces("00ff") == faces("00ff")
    assert faces("00ff") != faces("01ff")


BROKEN = {
    "no TOML": ('title = "Night"', "title = "),
    "unknown key at the top": ("[options]", "[optoins]"),
    "unknown system": ('system = "toy"', 'system = "tou"'),
    "unknown option": ('dodge = "allowed"', 'doge = "allowed"'),
    "wrong option": ('dodge = "allowed"', 'dodge = "x"'),
    "wrong table option": ('undo = "gm"', 'undo = "x"'),
    "unknown role": ('role = "gm"', 'role = "boss"'),
    "unknown key of a person": ('role = "gm"', 'rolle = "gm"'),
    "unknown command": ('command = "toy.answer"', 'command = "toy.answr"'),
    "unknown field": ('at = "b"', 'att = "b"'),
    "wrong value": ('choice = "take"', 'choice = "run"'),
    "missing field": ('choice = "take"', ""),
    "wrong dice": ("dice = [5, 6]", "dice = [5, 0]"),
    "dice that are no list": ("dice = [5, 6]", 'dice = "5,6"'),
    "wrong actor": ('as = "Taro"', "as = 3"),
    "wrong refusal": ('refused = "choice_pending"', "refused = 3"),
    "figures not there": ('tables = "own.toml"', 'tables = "none.toml"'),
    "own step with a wrong field": ('reason = "a slip"', 'reasn = "a slip"'),
    "command left out": ('command = "table.undo"', ""),
}


AT_THE_HEADER = ("missing field", "command left out")
"""What is not there has no line of its own: its block's header is named."""


def _line(case: str, old: str) -> int:
    before = SCRIPT[: SCRIPT.index(old)]
    if case in AT_THE_HEADER:
        before = before[: before.rindex("[[do]]")]
    return before.count("\n") + 1


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_script_names_its_line_and_records_nothing(
    cli: Cli, script: Path, case: str, lang: str
) -> None:
    old, new = BROKEN[case]
    line = _line(case, old)
    script.write_text(SCRIPT.replace(old, new, 1), encoding="utf-8")
    before = cli("sessions", "--json").json

    done = cli("run", script, "--lang", lang)

    assert done.code == 2
    assert done.err.startswith(f"{script}:{line}: "), done.err
    assert done.err.count("\n") == 1
    assert cli("sessions", "--json").json == before


def _without(text: str) -> str:
    return SCRIPT.replace(text, "", 1)


def test_an_unexpected_refusal_stops_and_names_the_session(cli: Cli, script: Path) -> None:
    script.write_text(_without('refused = "choice_pending"\n'), encoding="utf-8")
    done = cli("run", script)

    assert done.code == 3
    assert done.err.startswith(f"{script}:42: toy.strike")
    session = done.err.rstrip(".\n").rpartition(" ")[2]
    assert cli("log", session).code == 0


def test_another_refusal_than_expected_says_both(cli: Cli, script: Path) -> None:
    script.write_text(SCRIPT.replace("choice_pending", "not_there"), encoding="utf-8")
    done = cli("run", script)

    assert done.code == 3
    assert "not_there" in done.err
    assert "choice_pending" in done.err


def test_a_refusal_that_does_not_come_fails(cli: Cli, script: Path) -> None:
    script.write_text(SCRIPT.replace("dice = [5, 6]", 'refused = "not_there"'), encoding="utf-8")

    assert cli("run", script).code == 5
