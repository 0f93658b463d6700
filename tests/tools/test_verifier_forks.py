"""The page that verifies a log follows forks: of lines that hold the commit left, or inherited it."""

from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from toytable import fixed_outside, open_toy, say
from verifying import check

from tenmatsu.engine.api import Store, export_log, fork, undo
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.opened_lines import new_branch, store_move
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.commands import Fork
from tenmatsu.engine.timelines import commit_ending
from tenmatsu.events.table import BranchForked, BranchNamed


def _open() -> Session:
    return open_toy(Store("sqlite://", fixed_outside()))


def _checked(browser: Browser, session: Session, path: Path) -> dict[str, Any]:
    session.reload()
    with path.open("wb") as file:
        export_log(session, file)
    session.store.close()
    report: dict[str, Any] = check(browser, path.read_bytes())
    return report


def test_forks_of_inherited_parts_are_whole(browser: Browser, tmp_path: Path) -> None:
    session = _open()
    early = session.version
    say(session)
    undo(session, actor="gm")
    say(session)
    line = session
    for depth in range(3):
        line = fork(line, f"late {depth}", line.version, actor="gm")
        fork(line, f"early {depth}", early, actor="gm", dice="same")
    report = _checked(browser, session, tmp_path / "log.jsonl")

    assert report["problems"] == []
    assert report["ok"]


@pytest.mark.parametrize("named", ["1", "2", "77"])
def test_fork_of_a_line_without_the_commit_left_is_wrong(
    browser: Browser, tmp_path: Path, named: str
) -> None:
    session = _open()
    fork(session, "stranger", session.version, actor="gm")
    say(session)
    commit = commit_ending(session, session.version)
    branch = new_branch(session, commit, "whatif", "forged", session.branches)
    events = [
        Recorded(BranchForked(parent=named, at=commit.hash.hex(), why="whatif")),
        Recorded(BranchNamed(branch=branch.id, name="forged")),
    ]
    before = LineState(version=commit.last_version, number=commit.number, hash=commit.hash)
    store_move(session, before, Fork(as_="gm", name="forged", at=commit.hash.hex()), events, branch=branch)
    report = _checked(browser, session, tmp_path / "log.jsonl")

    assert [one["code"] for one in report["problems"]] == ["fork_wrong"]
