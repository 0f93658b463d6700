"""
No secret stands in what the program tells of its work: neither in a line of its log nor in a span.

Every command is run as whoever keeps the file, and as each player, on an evening with a canary in every
secret; what the operator's own log and spans hold is looked through.
"""

import io
import json
import re
import shutil
import sqlite3
from contextlib import closing, redirect_stderr
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import canaries
import pytest
from canaryrecipes import RECIPES, SCRIPT
from clitools import Cli
from logged import listening

from tenmatsu.engine.api import Viewer, export_log, find_opened, open_store, read_entries
from tenmatsu.tools.cli.arguments import CATALOGUE, make_parser
from tenmatsu.tools.cli.main import main

SAID = ("hello", "en garde", "Oryu", "Tatsu", "Taro", "Hana", "Mori", "Yuki", "Jiro", "Dusk", "Night", "plum")
"""Words and names that stand in the evening or in the recipes, and are no secret at the table."""
SMALL = re.compile(r"[\w.:+-]{1,64}")
"""Ids, hashes, times, codes: no sentence, no path, no address."""


class Told(NamedTuple):
    """What a command told of its work, and what must not be in that."""

    text: str
    fields: list[dict[str, Any]]
    secrets: list[str]


@pytest.fixture(scope="module")
def told_evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The evening, played once, with the log of one player beside it."""
    folder = tmp_path_factory.mktemp("told")
    played = canaries.play(folder / "evening.db")
    store = open_store(f"sqlite:///{folder / 'evening.db'}")
    session = find_opened(store, "@last")
    with (folder / "p1.jsonl").open("wb") as file:
        export_log(session, file, Viewer("p1", is_gm=False))
    rolls = [one for one in read_entries(session) if one.tag == "table.rolled"]
    names = {
        "{hidden}": next(one.digest for one in rolls if one.audience == "@gm,gm"),
        "{open}": next(one.digest for one in rolls if not one.audience),
        "{view}": str(folder / "p1.jsonl"),
    }
    words = sorted({word for one in played.values() for word in one.words})
    (folder / "names.json").write_text(json.dumps({"names": names, "words": words}), encoding="utf-8")
    store.close()
    return folder


def _secrets(told_evening: Path, database: Path) -> list[str]:
    """Return what must not be told: the canaries, what was said at all, names, the seeds of the dice."""
    noted = json.loads((told_evening / "names.json").read_text(encoding="utf-8"))
    seeds: list[str] = []
    with closing(sqlite3.connect(database)) as connection:
        for (seed,) in connection.execute("SELECT seed FROM ring_seeds"):
            seeds += [bytes(seed).hex()[:12], repr(bytes(seed))]
    assert len(seeds) > 2
    return [*noted["words"], *SAID, *seeds, "CANARY", str(database)]


def _run(told_evening: Path, words: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Run a command on a copy of the evening; return what it logged, and its spans."""
    folder.mkdir()
    database = Path(shutil.copy(told_evening / "evening.db", folder / "evening.db"))
    (folder / "script.toml").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.chdir(folder)
    elsewhere = folder / "elsewhere.db" if words[0] == "import" else database
    monkeypatch.setenv("TENMATSU_DB", f"sqlite:///{elsewhere}")
    monkeypatch.setenv("TENMATSU_NONCES", str(folder / "nonces"))
    monkeypatch.setattr("sys.stdin", io.StringIO("log 99\nshow\nundo\nsay CANARY-typed\nroll dice=2d6\n"))
    names = json.loads((told_evening / "names.json").read_text(encoding="utf-8"))["names"]
    # spans as an operator asks for them; they stand on stderr, among the sentences of errors
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "console")
    with listening() as kept, redirect_stderr(io.StringIO()) as errors:
        main([names.get(word, word) for word in words])
    lines = [record.getMessage() for record in kept.records]
    spans = [line for line in errors.getvalue().splitlines() if line.startswith('{"name": "tenmatsu.')]
    assert spans
    return Told(
        text="\n".join([*lines, *spans]),
        fields=[*kept.fields, *(json.loads(line)["attributes"] for line in spans)],
        secrets=_secrets(told_evening, database),
    )


def _has(command: str, flag: str) -> bool:
    module = import_module(f"tenmatsu.tools.cli.commands.{CATALOGUE[command]}")
    parser = make_parser(command, module.COMMANDS[command], "en")
    return any(flag in action.option_strings for action in parser._actions)


@pytest.mark.parametrize("command", CATALOGUE)
def test_d1_no_line_and_no_span_holds_what_was_said_or_kept(
    told_evening: Path, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # rollouts start processes, whoever asks
    asked_once = command == "rollout" or not _has(command, "--as")
    askers: list[list[str]] = [[]] if asked_once else [[], ["--as", "p1"]]
    for number, (recipe, asker) in enumerate(product(RECIPES[command], askers)):
        told = _run(told_evening, [command, *recipe, *asker], tmp_path / str(number), monkeypatch)

        assert not [word for word in told.secrets if word in told.text], (recipe, asker)
        for fields in told.fields:
            wrong = {key: value for key, value in fields.items() if not SMALL.fullmatch(str(value))}
            assert not wrong, (recipe, asker)


def test_what_is_looked_through_holds_lines_and_spans(
    told_evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = _run(
        told_evening, ["do", "@last", "say", "text=CANARY", "secret=true"], tmp_path / "do", monkeypatch
    )

    assert "event='appended'" in told.text
    assert '"name": "tenmatsu.append"' in told.text


def test_player_is_shown_no_number_that_counts_hidden_entries(cli: Cli) -> None:
    mine = cli("do", "@last", "say", "text=x", "--as", "p1", "--verbose").err
    whole = cli("do", "@last", "say", "text=x", "--verbose").err

    assert "event='appended'" in mine
    for field in ("number=", "version=", "branch=", "commit=", "snapshot="):
        assert field in whole
        assert field not in mine
