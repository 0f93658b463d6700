"""Run all comparisons; write them to `build/bench/bench.md` and, where asked, to a page of the docs."""

import argparse
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tenmatsu.tools.bench import (
    appending,
    auditing,
    cases,
    folding,
    following,
    lines,
    rollouts,
    server,
    systems,
)
from tenmatsu.tools.bench.measure import Comparison

_MEMORY = Path("/dev/shm")  # noqa: S108  # a memory file system, where the machine has one
Table = Comparison | list[str] | None
Section = Callable[[Path, Path], Iterator[Table]]
"""Measures on disk and in memory."""


def _append(disk: Path, memory: Path) -> Iterator[Table]:
    yield appending.append(disk, 300, 1, (0.9, 0.9), disk=True)
    yield appending.append(memory, 1_000, 1, (0.7, 0.7))
    yield appending.append(disk, 5_000, 100, (0.8, 0.8), disk=True)
    yield appending.append(memory, 5_000, 100, (0.75, 0.75))
    yield appending.together(disk, 400)
    yield appending.against_peers(memory, 300, 1)
    yield appending.against_peers(memory, 2_000, 100)


def _fold(_disk: Path, memory: Path) -> Iterator[Table]:
    long = folding.Long(memory)
    yield folding.fold(long)
    yield folding.load(long)
    yield folding.state_at(long)
    yield folding.branch(memory)
    yield folding.against_peers(memory)
    yield folding.memory(memory)


def _lines(disk: Path, memory: Path) -> Iterator[Table]:
    yield lines.forks(disk)
    yield from lines.deep_lines(lines.Deep(memory, 300))


def _follow(_disk: Path, memory: Path) -> Iterator[Table]:
    yield following.catch_up(memory)
    yield following.rebuild_all(memory)


def _audit(_disk: Path, memory: Path) -> Iterator[Table]:
    yield auditing.chain(memory)
    yield auditing.audit(memory)
    yield auditing.audit_demo(memory)


def _server(_disk: Path, _memory: Path) -> Iterator[Table]:
    yield from server.compare_all()


def _games(_disk: Path, memory: Path) -> Iterator[Table]:
    yield systems.folds(memory)


def _rest(_disk: Path, memory: Path) -> Iterator[Table]:
    yield cases.dice()
    yield cases.notation()
    fight = rollouts.Fight(memory)
    yield rollouts.against_bare(fight)
    yield rollouts.in_bulk(fight)
    yield cases.start_up()


SECTIONS: dict[str, Section] = {
    "append": _append,
    "fold": _fold,
    "lines": _lines,
    "follow": _follow,
    "audit": _audit,
    "server": _server,
    "games": _games,
    "rest": _rest,
}


def main() -> int:
    """Print every table as it is ready."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], default=[])
    parser.add_argument("--write", type=Path, help="the page of the docs whose figures are replaced")
    given = parser.parse_args()
    target = Path("build/bench")
    target.mkdir(parents=True, exist_ok=True)
    text = [
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.machine()}.",
        "Medians of alternating rounds; a ratio compares within one run on one machine.",
        "",
    ]
    print("\n".join(text), flush=True)
    disk = Path(tempfile.mkdtemp(dir=target))
    memory = Path(tempfile.mkdtemp(dir=_MEMORY if _MEMORY.is_dir() else target))
    try:
        for name in given.sections or SECTIONS:
            for table in SECTIONS[name](disk, memory):
                told = [] if table is None else table if isinstance(table, list) else table.lines()
                text += told
                print("\n".join(told), flush=True)
    finally:
        shutil.rmtree(disk, ignore_errors=True)
        shutil.rmtree(memory, ignore_errors=True)
    (target / "bench.md").write_text("\n".join(text), encoding="utf-8")
    if given.write is not None:
        _replace(given.write, text)
    return 0


_MARK = "<!-- figures -->\n"


def _replace(page: Path, text: list[str]) -> None:
    """Put figures in place of those of a page: all behind its mark."""
    head = page.read_text(encoding="utf-8").partition(_MARK)[0]
    page.write_text(head + _MARK + "\n" + "\n".join(text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
