"""Play a job's games on a Dask cluster."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from itertools import islice
from socket import create_connection
from typing import Any, Protocol, cast
from urllib.parse import urlsplit

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.rollouts.job import Job, play_chunk
from tenmatsu.engine.rollouts.tally import Tally
from tenmatsu.engine.rollouts.workers import Progress, chunks

WAIT = 10
"""Seconds in which the scheduler must answer, and have a worker."""
AHEAD = 4
"""Chunks that wait for each thread of the cluster."""


class Waiting(Protocol):
    """A chunk that is played somewhere (of Dask, which is annotated in part only)."""

    key: str

    def result(self) -> Tally:
        """Return what became of its games."""
        ...


class Ended(Protocol):
    """Yields chunks as they end, those added meanwhile too."""

    def add(self, future: Waiting) -> None:
        """Wait for one more."""
        ...

    def __iter__(self) -> Iterator[Waiting]: ...


class Client(Protocol):
    """What is used of Dask's client."""

    def submit(self, call: Callable[..., Tally], *given: object, pure: bool) -> Waiting:
        """Let a worker call something."""
        ...

    def nthreads(self) -> dict[str, int]:
        """Return the threads of each worker."""
        ...

    def wait_for_workers(self, n_workers: int, timeout: float) -> None:
        """Wait until there are so many."""
        ...


def play_on_cluster(
    job: Job, games: int, address: str, progress: Progress | None = None, chunk: int | None = None
) -> Tally:
    """
    Play all games on the workers of the scheduler at an address.

    They need the same release of Tenmatsu, and get the whole state that is played on. Raises
    `UsageError` where Dask is not installed, or the scheduler cannot be reached or has no worker.
    """
    job = job.to_travel()
    try:
        dask: Any = import_module("distributed")
    except ImportError as error:
        raise UsageError("rollout_dask_missing") from error
    try:
        _knock(address)
        connection: Any = dask.Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise UsageError("rollout_scheduler", address=address, reason=_reason(error)) from error
    with cast("AbstractContextManager[Client]", connection) as client:
        try:
            client.wait_for_workers(1, timeout=WAIT)
        except TimeoutError as error:
            raise UsageError("rollout_no_worker", address=address) from error
        threads = sum(client.nthreads().values())
        ended: Ended = dask.as_completed(loop=connection.loop)
        return _play(client, ended, job, games, chunks(games, threads, chunk), AHEAD * threads, progress)


def _play(
    client: Client,
    ended: Ended,
    job: Job,
    games: int,
    shared: Iterator[tuple[int, int]],
    ahead: int,
    progress: Progress | None,
) -> Tally:
    tally, done = Tally.of(job.choices), 0
    sizes: dict[str, int] = {}

    def submit(parts: Iterable[tuple[int, int]]) -> None:
        for first, count in parts:
            future = client.submit(play_chunk, job, first, count, pure=False)
            sizes[future.key] = count
            ended.add(future)

    submit(islice(shared, ahead))
    for future in ended:
        tally.merge(future.result())
        done += sizes.pop(future.key)
        submit(islice(shared, 1))
        if progress is not None:
            progress(done, games)
    return tally


def _knock(address: str) -> None:
    """
    Raise `OSError` or `ValueError` where nobody listens at an address.

    A Dask client that fails to connect closes itself whenever it is collected, by whatever thread, and may
    wait for itself then; so none is made in vain.
    """
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if not parts.hostname or parts.port is None:
        raise ValueError("host and port are needed, as in tcp://127.0.0.1:8786")
    create_connection((parts.hostname, parts.port), timeout=WAIT).close()


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
