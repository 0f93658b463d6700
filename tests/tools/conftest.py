"""A command line in this process, on a database of its own."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import toy
from browser import Browser
from clitools import Cli, Run

from tenmatsu.engine.api import Participant, open_session, open_store, register_system
from tenmatsu.engine.timelines import fork, undo
from tenmatsu.tools.cli.main import main
from tenmatsu.tools.verifier import page


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one session: two figures, a dodged blow, an undo, a what-if line, a secret roll."""
    register_system(toy.SYSTEM)
    path = tmp_path_factory.mktemp("evening") / "evening.db"
    store = open_store(f"sqlite:///{path}")
    people = [Participant("gm", "Mori", "gm"), Participant("p1", "Taro"), Participant("p2", "Hana")]
    session = open_session(store, "Night", "toy", participants=people)
    for player, character, name in (("p1", "a", "Oryu"), ("p2", "b", "Tatsu")):
        session.do({"type": "table.take_character", "character": character, "name": name}, actor=player)
        session.do({"type": "toy.enter", "character": character}, actor=player)
    session.do({"type": "table.say", "text": "en garde", "character": "a"}, actor="p1")
    session.do({"type": "table.roll", "dice": "2d6", "secret": True}, actor="gm")
    session.do({"type": "toy.strike", "character": "a", "at": "b"}, actor="p1")
    fork(session, "if", session.version, actor="gm", dice="same")
    session.do({"type": "toy.answer", "character": "b", "choice": "dodge"}, actor="p2")
    undo(session, actor="gm", reason="a slip")
    session.do({"type": "toy.answer", "character": "b", "choice": "take"}, actor="p2")
    session.do({"type": "table.adjust", "name": "b.hp", "value": 9, "reason": "mercy"}, actor="gm")
    store.close()
    return path


@pytest.fixture
def database(evening: Path, tmp_path: Path) -> Path:
    """A copy of the evening that a test may play on."""
    return Path(shutil.copy(evening, tmp_path / "evening.db"))


@pytest.fixture
def cli(database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run the command line on the copy, in English unless a test says otherwise."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "TENMATSU_DEBUG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("TENMATSU_NONCES", str(database.parent / "nonces"))
    monkeypatch.setenv("TENMATSU_DB", f"sqlite:///{database}")

    def run(*words: str | Path) -> Run:
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Run(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def browser(chromium: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that shows the page as it is given away."""
    file = tmp_path_factory.mktemp("page") / "verify.html"
    file.write_text(page(), encoding="utf-8")
    with Browser(chromium) as found:
        found.open(file)
        yield found
        assert found.requests == [file.as_uri()], "the page asked for something"
