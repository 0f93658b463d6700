"""
Nothing that a player or spectator gets holds what was kept from them.

A session has a canary in every secret. Every command of the command line is run as each of them, in every
format and language. A command, or a choice of an option, that nobody wrote a recipe for fails here.
"""

import io
import itertools
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import canaries
import pytest
from canaries import ALL, Canary
from canaryrecipes import OF_THE_OWNER, RECIPES, SCRIPT
from clitools import Run

from tenmatsu.engine.api import (
    Viewer,
    export_log,
    export_plain,
    find_opened,
    follow_entries,
    open_store,
    read_entries,
    state_for,
)
from tenmatsu.projections.recap import FORMATS, STYLES
from tenmatsu.tools.cli.arguments import CATALOGUE, Spec, make_parser
from tenmatsu.tools.cli.main import main

VIEWERS = ("p1", "p2", "s1")
LOUD = (
    ["--lang", "en"],
    ["--lang", "ja", "--json"],
    ["--lang", "ja", "--verbose"],
    ["--lang", "en", "--json"],
)
"""Languages and formats of every command."""


class Evening:
    """The evening's database, its canaries, and what the recipes name."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "evening.db"
        self.canaries: dict[str, Canary] = canaries.play(self.path)
        store = open_store(f"sqlite:///{self.path}")
        session = find_opened(store, "@last")
        rolls = [one for one in read_entries(session) if one.tag == "table.rolled"]
        self.names = {
            "{hidden}": next(one.digest for one in rolls if one.audience == "@gm,gm"),
            "{open}": next(one.digest for one in rolls if not one.audience),
        }
        for viewer in VIEWERS:
            with (folder / f"{viewer}.jsonl").open("wb") as file:
                export_log(session, file, Viewer(viewer, is_gm=False))
        store.close()
        self.folder = folder

    def leaks(self, text: str, viewer: str) -> list[str]:
        """Return the canaries in a text that this viewer must not hear."""
        return [
            f"{name}: {word}"
            for name, one in self.canaries.items()
            if viewer not in one.heard_by
            for word in one.words
            if word in text
        ]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The evening, played once."""
    return Evening(tmp_path_factory.mktemp("canaries"))


def _parser(command: str) -> Any:
    module = import_module(f"tenmatsu.tools.cli.commands.{CATALOGUE[command]}")
    spec: Spec = module.COMMANDS[command]
    return make_parser(command, spec, "en")


def _flags(command: str) -> set[str]:
    return {flag for action in _parser(command)._actions for flag in action.option_strings}


def _choices(command: str) -> Iterator[list[str]]:
    """Yield every combination of the choices that a command's options offer."""
    offered = [
        [[action.option_strings[-1], str(choice)] for choice in action.choices]
        for action in _parser(command)._actions
        if action.option_strings and action.choices
    ]
    for one in itertools.product(*offered):
        yield list(itertools.chain.from_iterable(one))


def _cases(command: str, viewer: str) -> Iterator[list[str]]:
    asker = ["--as", viewer] if "--as" in _flags(command) else []
    for recipe in RECIPES[command]:
        for loud in LOUD:
            yield [command, *recipe, *asker, *loud]
    first = RECIPES[command][0]
    if "--branch" in _flags(command):
        yield [command, *first, "--branch", "nowhere", *asker]
    for chosen in _choices(command):
        yield [command, *first, *chosen, *asker]


def test_every_command_has_a_recipe() -> None:
    assert set(RECIPES) == set(CATALOGUE)


def test_commands_whose_answer_depends_on_who_looks_say_so() -> None:
    assert {command for command in CATALOGUE if "--as" not in _flags(command)} == OF_THE_OWNER


def _run(
    evening: Evening,
    words: list[str],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    viewer: str,
) -> Run:
    """Run a command on a copy of the evening; what it writes into files counts as output."""
    folder.mkdir()
    database = shutil.copy(evening.path, folder / "evening.db")
    (folder / "script.toml").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TENMATSU_DB", f"sqlite:///{database}")
    monkeypatch.setattr(
        "sys.stdin", io.StringIO("log 99\nshow\nmoves\nundo\nsay x\nhelp\nbranches\nroll dice=2d6\n")
    )
    names = {**evening.names, "{view}": str(evening.folder / f"{viewer}.jsonl")}
    if words[0] == "import":
        monkeypatch.setenv("TENMATSU_DB", f"sqlite:///{folder / 'elsewhere.db'}")
    code = main([names.get(word, word) for word in words])
    captured = capsys.readouterr()
    files = [
        path.read_bytes().decode(errors="replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("evening.db")
    ]
    return Run(code, captured.out + "\n".join(files), captured.err)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("command", CATALOGUE)
def test_d1_d7_no_command_tells_what_was_kept(
    evening: Evening,
    command: str,
    viewer: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number, words in enumerate(_cases(command, viewer)):
        done = _run(evening, words, tmp_path / str(number), capsys, monkeypatch, viewer)
        told = " ".join(evening.names.get(word, word) for word in words)
        text = done.out + done.err
        for word in words:
            text = text.replace(word, "") if "CANARY" in word else text

        assert done.code != 1, f"{told}: {done.err}"
        assert not evening.leaks(text, viewer), told


def test_the_gm_hears_all_that_the_gm_may(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    main(["log", "@last", "--json", "--db", f"sqlite:///{evening.path}", "--raw"])
    text = capsys.readouterr().out
    heard = {name for name, one in evening.canaries.items() if all(word in text for word in one.words)}

    assert set(evening.canaries) - heard <= {"line", "notation", "type", "undone", "dice of gm"} | {
        name for name in evening.canaries if name.startswith(("dice", "npc", "adjust"))
    }
    assert "CANARY-gm-END" in text


@pytest.mark.parametrize("viewer", VIEWERS)
def test_d8_feeds_states_and_exports_tell_nothing(evening: Evening, viewer: str) -> None:
    store = open_store(f"sqlite:///{evening.path}")
    session = find_opened(store, "@last")
    who = Viewer(viewer, is_gm=False)
    whole, plain = io.BytesIO(), io.BytesIO()
    export_log(session, whole, who)
    export_plain(session, plain, who)
    feed = follow_entries(store, session.id, who, most=10_000)
    told = [
        whole.getvalue().decode(),
        plain.getvalue().decode(),
        repr(feed.entries),
        repr(list(read_entries(session, who))),
        repr(state_for(session, who)),
    ]
    store.close()

    for text in told:
        assert not evening.leaks(text, viewer)


def test_d14_recaps_are_walked_in_every_style_and_format() -> None:
    combinations = list(_choices("recap"))

    assert {tuple(one) for one in combinations} >= {
        ("--format", form, "--style", style) for form in FORMATS for style in STYLES
    }


@pytest.mark.parametrize("viewer", VIEWERS)
def test_after_a_reveal_just_the_revealed_is_heard(
    evening: Evening, viewer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = shutil.copy(evening.path, tmp_path / "evening.db")
    db = ["--db", f"sqlite:///{database}"]
    main(["do", "@last", "reveal", f"what={evening.names['{hidden}']}", *db])
    opened = evening.canaries["dice of gm"]
    capsys.readouterr()
    for words in (["log", "@last", "--json"], ["replay", "@last"], ["export", "@last", str(tmp_path / "x")]):
        main([*words, "--as", viewer, *db])
        out = capsys.readouterr().out
        out += (tmp_path / "x").read_text(encoding="utf-8") if words[0] == "export" else ""
        leaks = evening.leaks(out, viewer)
        assert leaks
        assert all(leak.startswith("dice of gm:") for leak in leaks), leaks
    assert opened.heard_by == {"gm"} < ALL
