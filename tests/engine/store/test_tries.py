"""docs/reliability.md says how often each fault is tried, and that is how often it is."""

import re
from pathlib import Path

import pytest
import tries
from tries import Tries

TOLD = {
    "at one session": tries.COMMANDS,
    "at 50 sessions": tries.COMMANDS,
    "of the writer": tries.WRITER_KILLED,
    "of a server process": tries.SERVER_KILLED,
    "log cut": tries.LOG_CUTS,
    "the file cut": tries.FILE_CUTS,
    "of the file flipped": tries.FLIPS,
    "log flipped": tries.FLIPS,
    "disk full at any size": tries.LIMITS,
    "full under a server's tables": tries.ROOMS,
}
"""What is told of a fault, and how often it is tried."""


@pytest.fixture
def rows(repository: Path) -> list[list[str]]:
    """The cells of the table."""
    lines = (repository / "docs" / "reliability.md").read_text(encoding="utf-8").splitlines()
    return [line.strip("| ").split(" | ") for line in lines if line.startswith("|") and "pytest" in line]


@pytest.mark.parametrize("fault", TOLD)
def test_page_says_how_often_a_fault_is_tried(rows: list[list[str]], fault: str) -> None:
    (row,) = [row for row in rows if fault in row[0]]
    often: Tries = TOLD[fault]

    assert str(often.always) in row[2].replace(",", "")
    assert str(often.long) in row[3].replace(",", "")


def test_players_and_sessions_are_as_many_as_the_page_says(rows: list[list[str]]) -> None:
    assert tries.PLAYERS == (8, 8)
    assert any(f"{tries.PLAYERS.now} processes at {tries.SESSIONS} sessions" in row[0] for row in rows)


def test_each_command_names_a_file_that_is_there(rows: list[list[str]], repository: Path) -> None:
    for row in rows:
        command = row[-1].strip("`").split()
        assert command[0] == "pytest"
        assert (repository / command[1]).is_file()


def test_each_command_chooses_the_one_test_of_its_row(rows: list[list[str]], repository: Path) -> None:
    for row in rows:
        _, file, *chosen = row[-1].strip("`").split()
        if chosen:
            word = chosen[-1]
            names = re.findall(
                r"^def (test_\w+)", (repository / file).read_text(encoding="utf-8"), re.MULTILINE
            )
            assert word not in file, "a word of the file's name chooses every test in it"
            assert len([name for name in names if word in name]) == 1, row[-1]
