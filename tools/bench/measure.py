"""Run contenders in turn and compare them with a base."""

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

ROUNDS = 5
WorkT = TypeVar("WorkT")


class Row(msgspec.Struct, frozen=True):
    """One contender: units a second (median), and its ratio to the base."""

    name: str
    rate: float
    ratio: float
    low: float
    high: float


class Comparison(msgspec.Struct, frozen=True):
    """A question that was measured, and every contender's answer."""

    title: str
    unit: str
    base: str
    rows: tuple[Row, ...]
    aim: str = ""

    def lines(self) -> list[str]:
        """Return it as lines of a Markdown table."""
        head = [
            f"### {self.title}",
            "",
            f"| contender | {self.unit}/s | ratio | ratios of the rounds |",
            "|---|---|---|---|",
        ]
        rows = [
            f"| {row.name} | {row.rate:,.0f} | {row.ratio:.2f} | {row.low:.2f} to {row.high:.2f} |"
            for row in self.rows
        ]
        return [*head, *rows, "", *([f"Aim: {self.aim}.", ""] if self.aim else [])]


Contender = Callable[[], tuple[int, float]]
"""Does its work once and returns how many units it did, and in how many seconds."""


def timed(units: int, work: Callable[[], object]) -> tuple[int, float]:
    """Return the units and the seconds that `work` takes, without the collector's pauses."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        work()
        return units, time.perf_counter() - start
    finally:
        gc.enable()


def compare(
    title: str, unit: str, contenders: dict[str, Contender], *, aim: str = "", rounds: int = ROUNDS
) -> Comparison:
    """Return how the contenders compare with the first of them, each round in another order."""
    names = list(contenders)
    rates: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        at = turn % len(names)
        for name in names[at:] + names[:at]:
            units, seconds = contenders[name]()
            rates[name].append(units / seconds)
    base = rates[names[0]]
    rows: list[Row] = []
    for name in names:
        ratios = [one / other for one, other in zip(rates[name], base, strict=True)]
        rate = statistics.median(rates[name])
        rows.append(Row(name, rate, statistics.median(ratios), min(ratios), max(ratios)))
    return Comparison(title, unit, names[0], tuple(rows), aim)


def each(work: Callable[[WorkT], None], pieces: Iterable[WorkT]) -> None:
    """Do the work once for each piece."""
    for piece in pieces:
        work(piece)
