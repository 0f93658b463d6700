"""Run all comparisons and write them to `build/bench/bench.md`."""

import platform
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tenmatsu.tools.bench import cases, lines, rollouts, systems

_MEMORY = Path("/dev/shm")  # noqa: S108  # a memory file system, where the machine has one


def main() -> int:
    """Print every table as it is ready."""
    target = Path("build/bench")
    target.mkdir(parents=True, exist_ok=True)
    head = [
        "# Benchmarks",
        "",
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.machine()}.",
        "Medians of alternating rounds; a ratio compares within one run on one machine.",
        "",
    ]
    text = head.copy()
    print("\n".join(head), flush=True)

    def show(lines: list[str]) -> None:
        text.extend(lines)
        print("\n".join(lines), flush=True)

    with tempfile.TemporaryDirectory(dir=target) as disk:
        show(cases.append(Path(disk), "on disk", 300, "at least 0.9 of the bare limit").lines())
    place = _MEMORY if _MEMORY.is_dir() else target
    with tempfile.TemporaryDirectory(dir=place) as memory:
        _measure_in_memory(Path(memory), show)
    (target / "bench.md").write_text("\n".join(text), encoding="utf-8")
    return 0


def _measure_in_memory(place: Path, show: Callable[[list[str]], None]) -> None:
    show(cases.append(place, "in memory", 1_000, "at least 0.7 of the bare limit").lines())
    show(cases.append_many(place, "in memory").lines())
    long = cases.Long(place)
    show(cases.replay(long).lines())
    show(cases.state_at(long).lines())
    show(lines.forks(place).lines())
    for comparison in lines.deep_lines(lines.Deep(place)):
        show(comparison.lines())
    show(systems.folds(place).lines())
    show(cases.audit(place).lines())
    show(cases.dice().lines())
    show(cases.notation().lines())
    fight = rollouts.Fight(place)
    show(rollouts.against_bare(fight).lines())
    show(rollouts.in_bulk(fight))
    show(cases.start_up())


if __name__ == "__main__":
    sys.exit(main())
