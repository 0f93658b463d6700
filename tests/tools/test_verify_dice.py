"""A second verifier of sixty plain lines finds what the engine finds, and nothing else."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bending import BENDS, Line, Named, end_anew, hash_anew, read_lines, witnessed_log
from evening import fixed_outside, play_evening
from manyrolls import ManyRolls

from tenmatsu.engine.api import Store, TenmatsuError, audit_file, export_log, undo, viewer_of

MOST_LINES = 60
WAYS = {"the last line alone": end_anew, "every hash": hash_anew}
CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "a name": lambda log: log.replace("太郎".encode(), "次郎".encode(), 1),
    "the last byte": lambda log: log[:-2],
    "the last line": lambda log: b"\n".join(log.split(b"\n")[:-2]) + b"\n",
}


@pytest.fixture(scope="session")
def program(repository: Path) -> Path:
    """The verifier."""
    return repository / "tools" / "verify_dice.py"


@pytest.fixture(scope="module")
def good() -> bytes:
    """A log with all that dice can do."""
    return witnessed_log()


def _verify(program: Path, log: bytes) -> tuple[int, list[str]]:
    """Run it as an outsider would: by a bare Python, from the file alone."""
    command = [sys.executable, "-I", "-S", str(program)]
    done = subprocess.run(command, input=log, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stderr.decode().splitlines()


def _name(named: Named) -> str:
    """Return how a verifier names a commit or a roll."""
    return f"{named[0]} {named[1]}" if isinstance(named, tuple) else named["commit"][:12]


def test_it_is_short_and_needs_nothing_but_the_standard_library(program: Path) -> None:
    text = program.read_text(encoding="utf-8")
    tree = ast.parse(text)
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    assert len(text.splitlines()) <= MOST_LINES
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    assert "__import__" not in text
    assert "importlib" not in text


@pytest.mark.parametrize("viewer", [None, "gm", "p1", "p2", "s1"])
def test_it_finds_nothing_in_honest_logs_whole_or_seen(program: Path, tmp_path: Path, viewer: str) -> None:
    session = play_evening(Store("sqlite://", fixed_outside()))
    path = tmp_path / "log.jsonl"
    with path.open("wb") as file:
        export_log(session, file, viewer_of(session, viewer))

    assert _verify(program, path.read_bytes()) == (0, [])


def test_it_finds_nothing_in_an_honest_log_with_links_and_words(program: Path, good: bytes) -> None:
    assert _verify(program, good) == (0, [])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bend", BENDS)
def test_it_names_the_commit_or_roll_that_is_bent_as_the_engine_does(
    program: Path, good: bytes, tmp_path: Path, bend: str, way: str
) -> None:
    lines = read_lines(good)
    named = BENDS[bend](lines)
    log = WAYS[way](lines)

    code, found = _verify(program, log)

    assert code == 1
    assert any(_name(named) in line for line in found), found
    assert _engine_names(tmp_path / "bent.jsonl", log, lines, named, way)


def _engine_names(path: Path, log: bytes, lines: list[Line], named: Named, way: str) -> bool:
    """Return whether the engine names the same; of a file it names the first commit that does not hold."""
    path.write_bytes(log)
    if way == "the last line alone":
        with pytest.raises(TenmatsuError) as caught:
            audit_file(path)
        told = str(caught.value.details["commit"])
        return any(line.get("commit", "").startswith(told) for line in lines) and told != "-"
    failures = [failure for failure in audit_file(path).failures if failure.check == "dice"]
    if isinstance(named, tuple):
        return any((one.details.get("ring"), one.details.get("index")) == named for one in failures)
    return any(one.commit == named["commit"] for one in failures)


def test_it_agrees_with_the_engine_on_ten_thousand_honest_rolls(program: Path) -> None:
    rolls = ManyRolls(10_000, seed=1)

    assert rolls.engine_finds() == (set(), set())
    assert _verify(program, rolls.data) == (0, [])


def test_it_agrees_with_the_engine_on_every_one_of_ten_thousand_rolls_of_which_many_are_bent(
    program: Path,
) -> None:
    rolls = ManyRolls(10_000, seed=2, bent=5)
    wrong, missing = rolls.engine_finds()

    _, found = _verify(program, rolls.data)

    named = {match[1] for line in found if (match := re.match("commit ([0-9a-f]{12})", line))}
    left = {(match[1], int(match[2])) for line in found if (match := re.match(r"(o\d+) (\d+): left", line))}
    assert len(wrong) > 1_000
    assert named == {digest[:12] for digest in wrong}
    assert left == missing


def test_rings_given_up_are_no_rolls_taken_away(program: Path, tmp_path: Path) -> None:
    session = play_evening(Store("sqlite://", fixed_outside()))
    roll = {"type": "table.roll", "dice": "1d6"}
    for why in ("renewed", "moved"):
        session.do({"type": "table.renew_dice", "why": why}, actor="gm")
        session.do(roll, actor="gm")
        undo(session, actor="gm")
        session.do(roll, actor="gm")
    path = tmp_path / "log.jsonl"
    with path.open("wb") as file:
        export_log(session, file)

    assert _verify(program, path.read_bytes()) == (0, [])


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_was_cut_or_changed_elsewhere_fails(program: Path, good: bytes, change: str) -> None:
    command = [sys.executable, "-I", "-S", str(program)]
    log = CHANGES[change](good)

    assert subprocess.run(command, input=log, capture_output=True, check=False).returncode == 1
