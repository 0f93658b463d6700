"""A Dask cluster plays the same games: here a real one, of two worker processes on this machine."""

import os
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
import pytest
from playout import make_brawl, open_brawl, strike_at

from tenmatsu.engine.api import Store, UsageError, roll_out
from tenmatsu.engine.rollouts import cluster
from tenmatsu.engine.rollouts.cluster import play_on_cluster
from tenmatsu.engine.rollouts.workers import play_here


def _start(workers: int) -> Any:
    """Return a cluster on the loopback address, its ports wherever there is room."""
    return import_module("distributed").LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address=None,
        scheduler_kwargs={"dashboard": False},
    )


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with two workers, processes of one thread each."""
    with _start(2) as started:
        yield str(started.scheduler_address)


def test_a_cluster_of_two_gives_the_report_of_one_process(store: Store, scheduler: str) -> None:
    session = open_brawl(store)
    asked: dict[str, Any] = {"moves": strike_at("b", "c"), "games": 90}
    told: list[tuple[int, int]] = []
    far = roll_out(session, scheduler=scheduler, progress=lambda done, of: told.append((done, of)), **asked)
    assert far == roll_out(session, workers=1, **asked)
    assert told[-1] == (90, 90)
    assert len(told) > 2


def test_its_workers_are_two_other_processes(scheduler: str) -> None:
    with import_module("distributed").Client(scheduler, set_as_default=False) as client:
        found = set(client.run(os.getpid).values())
    assert len(found | {os.getpid()}) == 3


def test_more_chunks_than_wait_at_once_are_all_played(store: Store, scheduler: str) -> None:
    job = make_brawl(open_brawl(store))
    assert play_on_cluster(job, 60, scheduler, chunk=2) == play_here(job, 60)


def test_where_no_scheduler_answers_that_is_said(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT", 1)
    for address in ("tcp://127.0.0.1:9", "no address"):
        with pytest.raises(UsageError) as refused:
            roll_out(open_brawl(store), games=5, scheduler=address)
        assert refused.value.code == "rollout_scheduler"
        assert address in refused.value.say("en")


def test_a_cluster_without_workers_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT", 1)
    with _start(0) as empty:
        with pytest.raises(UsageError) as refused:
            roll_out(open_brawl(store), games=5, scheduler=empty.scheduler_address)
        assert refused.value.code == "rollout_no_worker"


def test_without_dask_it_is_said_how_to_install_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_none(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(cluster, "import_module", find_none)
    with pytest.raises(UsageError) as refused:
        roll_out(open_brawl(store), games=5, scheduler="tcp://127.0.0.1:9")
    assert refused.value.code == "rollout_dask_missing"
    assert "tenmatsu[dask]" in refused.value.say("ja")


def test_a_system_that_cannot_travel_is_refused_before_anything_is_sent(store: Store) -> None:
    job = msgspec.structs.replace(make_brawl(open_brawl(store)), system=_Here())
    with pytest.raises(UsageError) as refused:
        play_on_cluster(job, 5, "tcp://127.0.0.1:9")
    assert refused.value.code == "rollout_system_here"


class _Here:
    """What cannot be pickled."""

    id = "here"

    def __reduce__(self) -> str:
        raise TypeError(self.id)
