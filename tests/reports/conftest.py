"""Evenings of the toy, the command line on one of them, and the rows that people reported."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from clitools import Cli, Run
from toytable import fixed_outside, open_toy

from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.tools.cli.main import main

ROWS = Path(__file__).parents[3] / "shared" / "reports.md"
_ROW = re.compile(r"^\| ([A-E]\d+) \|", re.MULTILINE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file with a fixed clock and entropy."""
    found = Store(f"sqlite:///{tmp_path / 'evening.db'}", fixed_outside())
    yield found
    found.close()


@pytest.fixture
def session(store: Store) -> Session:
    """An opened session of the toy: `p1` plays `a`, `p2` plays `b`, both with 10 hit points."""
    return open_toy(store)


@pytest.fixture
def cli(
    session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Cli:
    """Run the command line on that session's database, in English unless a test says otherwise."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "TENMATSU_DEBUG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("TENMATSU_DB", f"sqlite:///{tmp_path / 'evening.db'}")

    def run(*words: str | Path | int) -> Run:
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        return Run(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def rows() -> list[str]:
    """The ids of the rows of parts A to E; without the page the test is skipped."""
    if not ROWS.is_file():
        pytest.skip("no ../shared/reports.md")
    return _ROW.findall(ROWS.read_text(encoding="utf-8"))
