"""
What the log and the spans cost while nobody asked for them, beside an append in memory.

`python -m tenmatsu.tools.bench.observing` prints it: nanoseconds of one call, and the share of a command.
"""

import statistics
import timeit
from collections.abc import Callable

from tenmatsu.engine.api import open_store
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.tracing import TRACING, span
from tenmatsu.tools.bench.material import Writer, mixed_events, open_evening

_ROUNDS, _CALLS, _COMMITS = 9, 50_000, 400
_measured = make_log("tenmatsu.engine")


def _line() -> None:
    _measured.debug("packed", session="s", branch="0", packs=1)


def _span() -> None:
    with span("append", session="s", branch="0"):
        pass


def _hot() -> None:
    if TRACING.tracer is not None or _measured.hears_debug:  # as an append does
        raise AssertionError("nobody asked")


def _nothing() -> None:
    """Call a function and nothing else: what the loop itself costs."""


def _time_call(work: Callable[[], None]) -> float:
    """Return the seconds of one call, the loop's own taken off."""
    rounds = [
        (timeit.timeit(work, number=_CALLS) - timeit.timeit(_nothing, number=_CALLS)) / _CALLS
        for _ in range(_ROUNDS)
    ]
    return max(0.0, statistics.median(rounds))


def _time_append() -> float:
    """Return the seconds of one append of one event in memory."""
    store = open_store("sqlite://")
    writer = Writer(open_evening(store))
    events = iter(list(mixed_events(_ROUNDS * _COMMITS)))
    rounds = [
        timeit.timeit(lambda: writer.append([next(events)]), number=_COMMITS) / _COMMITS
        for _ in range(_ROUNDS)
    ]
    store.close()
    return statistics.median(rounds)


def measure() -> dict[str, float]:
    """Return the seconds of a line, a span, an append's own look, and of an append."""
    calls = {"line": _line, "span": _span, "look": _hot}
    return {**{name: _time_call(work) for name, work in calls.items()}, "append": _time_append()}


def main() -> None:
    """Print it."""
    found = measure()
    for name, seconds in found.items():
        print(f"{name:>8} {seconds * 1e9:10,.0f} ns")
    print(f"an append looks once for both: {found['look'] / found['append']:.2%} of it")


if __name__ == "__main__":
    main()
