"""Play a job's games in this process, or on all its cores."""

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from typing import TypeVar

from tenmatsu.engine.rollouts.job import Job, play_chunk
from tenmatsu.engine.rollouts.tally import Tally

CHUNK = 100
"""Games played in a row before a worker tells of them, where there are many."""
WORTH_CORES = 400
"""Games, over all choices, below which starting processes takes longer than playing."""

ResultT = TypeVar("ResultT")
Part = tuple[Job, int, int]
"""A job, the number of the first of its games to play, and how many."""
Progress = Callable[[int, int], None]
"""Called with the games' numbers done and all of them."""


def count_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def chunks(games: int, workers: int, chunk: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield (first number, count) of the chunks in which games are shared out."""
    size = chunk or max(1, min(CHUNK, games // (4 * workers)))
    for first in range(0, games, size):
        yield first, min(size, games - first)


def play_here(job: Job, games: int, progress: Progress | None = None, chunk: int | None = None) -> Tally:
    """Play all games in this process."""
    tally, done = Tally.of(job.choices), 0
    for first, count in chunks(games, 1, chunk):
        tally.merge(play_chunk(job, first, count))
        done += count
        if progress is not None:
            progress(done, games)
    return tally


def play_on_cores(
    job: Job, games: int, workers: int, progress: Progress | None = None, chunk: int | None = None
) -> Tally:
    """
    Play all games in so many processes.

    They are started afresh (`spawn`), so a program that calls this does so behind
    `if __name__ == "__main__":`. An interrupt ends them once the chunks under way are played.
    """
    job = job.to_travel()
    tally, done = Tally.of(job.choices), 0
    parts = ((job, *part) for part in chunks(games, workers, chunk))
    with closing(share_out(play_chunk, parts, workers)) as ended:
        for (_, _, count), played in ended:
            tally.merge(played)
            done += count
            if progress is not None:
                progress(done, games)
    return tally


def share_out(
    call: Callable[[Job, int, int], ResultT], parts: Iterator[Part], workers: int
) -> Generator[tuple[Part, ResultT]]:
    """Yield parts of jobs with what a call made of them in so many processes, as they end; to be closed."""
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from multiprocessing import get_context

    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=_ignore_interrupts) as pool:
        with _no_interrupts():
            waiting = {pool.submit(call, *part): part for part in islice(parts, 2 * workers)}
        try:
            while waiting:
                ended: set[Future[ResultT]] = wait(waiting, return_when=FIRST_COMPLETED).done
                for future in ended:
                    yield waiting.pop(future), future.result()
                for part in islice(parts, len(ended)):
                    waiting[pool.submit(call, *part)] = part
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _ignore_interrupts() -> None:
    """Leave it to the process that started the workers to end them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _no_interrupts() -> Generator[None]:
    """Let what is started meanwhile begin with interrupts ignored, so that it never dies half started."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
