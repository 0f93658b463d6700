"""Run contenders in turn, compare them with a base, and hold the ratios to aims."""

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
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


class Aim(msgspec.Struct, frozen=True):
    """What a contender is to reach: so many times the rate of another, the median of the rounds' ratios."""

    contender: str
    of: str
    at_least: float


class Verdict(msgspec.Struct, frozen=True):
    """An aim and what came of it."""

    aim: Aim
    ratio: float

    @property
    def met(self) -> bool:
        """Whether it was reached, to two digits as it is shown."""
        return round(self.ratio, 2) >= self.aim.at_least

    def line(self) -> str:
        """Return it as a line of Markdown."""
        word = "met" if self.met else "**not met**"
        aim = self.aim
        return f"- {aim.contender}: at least {aim.at_least:g} of “{aim.of}”: {self.ratio:.2f}, {word}"


class Comparison(msgspec.Struct, frozen=True):
    """A question that was measured, and every contender's answer."""

    title: str
    unit: str
    rows: tuple[Row, ...]
    verdicts: tuple[Verdict, ...] = ()
    note: str = ""

    def lines(self) -> list[str]:
        """Return it as lines of a Markdown table, aims below."""
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
        aims = [verdict.line() for verdict in self.verdicts]
        return [*head, *rows, "", *([*aims, ""] if aims else []), *([self.note, ""] if self.note else [])]


Contender = Callable[[], tuple[int, float]]
"""Does its work once and returns how many units it did, and in how many seconds."""


def timed(units: int, work: Callable[[], object], *, waits: bool = False) -> tuple[int, float]:
    """
    Return the units and the seconds that `work` takes, without the collector's pauses.

    The seconds are those of this process on its processors, which what else the machine does hardly
    touches; of what `waits` for a disk, a server or another thread, they are those of the clock.
    """
    clock = time.perf_counter if waits else time.process_time
    gc.collect()
    gc.disable()
    try:
        start = clock()
        work()
        return units, clock() - start
    finally:
        gc.enable()


def compare(
    title: str,
    unit: str,
    contenders: Mapping[str, Contender],
    *,
    aims: Sequence[Aim] = (),
    rounds: int = ROUNDS,
    note: str = "",
) -> Comparison:
    """Return how the contenders compare with the first of them, each round in another order."""
    names = list(contenders)
    rates: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds):
        at = turn % len(names)
        for name in names[at:] + names[:at]:
            units, seconds = contenders[name]()
            rates[name].append(units / seconds)
    rows: list[Row] = []
    for name in names:
        ratios = _ratios(rates, name, names[0])
        rate = statistics.median(rates[name])
        rows.append(Row(name, rate, statistics.median(ratios), min(ratios), max(ratios)))
    verdicts = [
        Verdict(aim, statistics.median(_ratios(rates, aim.contender, aim.of)))
        for aim in aims
        if aim.contender in rates and aim.of in rates
    ]
    return Comparison(title, unit, tuple(rows), tuple(verdicts), note)


def _ratios(rates: Mapping[str, Sequence[float]], name: str, base: str) -> list[float]:
    return [one / other for one, other in zip(rates[name], rates[base], strict=True)]


def each(work: Callable[[WorkT], object], pieces: Iterable[WorkT]) -> None:
    """Do the work once for each piece."""
    for piece in pieces:
        work(piece)
