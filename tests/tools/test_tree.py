"""The tree of a session's lines: of any depth, and readable."""

from collections.abc import Sequence

import pytest
from clitools import Cli

from tenmatsu.engine.api import BranchRow, LineSeen
from tenmatsu.tools.cli.tree import DEEPEST, draw


def _line(number: int, parent: int | None) -> LineSeen:
    row = BranchRow(
        session="s",
        id=str(number),
        parent=None if parent is None else str(parent),
        fork_hash=b"",
        fork_number=number,
        fork_version=number,
        why="whatif",
        name=f"line {number}",
        head_number=number,
        head_version=number,
        head_hash=b"",
    )
    return LineSeen(row, number, number, "")


def _draw(parents: Sequence[int | None]) -> list[str]:
    lines = [_line(number, parent) for number, parent in enumerate(parents)]
    return [stem + seen.row.id for seen, stem in draw({line.row.id: line for line in lines})]


def test_lines_stand_below_the_line_they_leave() -> None:
    assert _draw([None, 0, 0, 1, 1, 2, 0]) == [
        "0",
        "├─ 1",
        "│  ├─ 3",
        "│  └─ 4",
        "├─ 2",
        "│  └─ 5",
        "└─ 6",
    ]


def test_deep_lines_are_numbered_in_place_of_indented() -> None:
    drawn = _draw([None, *range(20)])

    assert drawn[DEEPEST] == "   " * (DEEPEST - 1) + f"└─ {DEEPEST}"
    assert drawn[DEEPEST + 1 :] == ["   " * DEEPEST + f"└─ ({depth}) {depth}" for depth in range(13, 21)]


def test_every_deep_line_follows_the_one_it_leaves_with_one_level_more() -> None:
    chain: list[int | None] = [None, *range(DEEPEST + 2)]  # 0 to 14
    drawn = _draw([*chain, DEEPEST, DEEPEST + 1])  # 15 leaves 12, 16 leaves 13

    assert [line.lstrip(" └─") for line in drawn[DEEPEST:]] == [
        "12",
        "(13) 13",
        "(14) 14",
        "(14) 16",
        "(13) 15",
    ]


@pytest.mark.parametrize("count", [1_000, 5_000])
def test_a_thousand_forks_of_forks_are_drawn_within_the_width_of_a_page(count: int) -> None:
    drawn = _draw([None, *range(count)])

    assert len(drawn) == count + 1
    assert max(map(len, drawn)) <= 3 * (DEEPEST + 1) + 20


def test_line_whose_parent_is_not_known_stands_by_itself() -> None:
    lines = {"0": _line(0, None), "7": _line(7, 5)}

    assert [stem + seen.row.id for seen, stem in draw(lines)] == ["0", "7"]


def test_tree_of_a_chain_of_forks_is_written_at_once(cli: Cli) -> None:
    name = "if"
    for depth in range(15):
        assert cli("fork", "@last", f"d{depth}", "--branch", name).code == 0
        name = f"d{depth}"
    tree = cli("branches", "@last", "--lang", "en").out.splitlines()

    assert len(tree) == 18
    assert [line.count("(13)") for line in tree].count(1) == 1
    assert all(line.endswith(("what if", "left behind", "current")) for line in tree)


def test_line_is_renamed_before_the_tree_is_drawn(cli: Cli) -> None:
    run = cli("branches", "@last", "--rename", "if", "a better name")

    assert run.code == 0, run.err
    assert '1 "a better name" versions' in run.out
    assert cli("log", "@last", "--branch", "a better name").code == 0
    assert cli("branches", "@last", "--rename", "nowhere", "x").code == 2
    assert cli("branches", "@last", "--rename", "2", "x", "--as", "p1").code == 3
