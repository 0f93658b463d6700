"""A node of a real cluster dies while commits are published: nothing lost, nothing twice, the order kept."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from natscluster import Cluster
from publishings import Opened, in_store, in_stream
from toytable import open_toy, say

from tenmatsu.engine.followers import measure_lag, run_followers
from tenmatsu.engine.publishing.jetstream import Publisher
from tenmatsu.engine.store import Store


@pytest.fixture(scope="module")
def three() -> Iterator[Cluster]:
    """Three servers that hold together."""
    servers = Cluster(3)
    yield servers
    servers.stop()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """A store in a file and what publishes it."""
    found = Opened(tmp_path)
    yield found
    found.close()


def _wait_for_end(store: Store, seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while [one.commits for one in measure_lag(store)] != [0]:
        assert time.monotonic() < end, "the publisher does not come to the end"
        time.sleep(0.05)


@pytest.mark.parametrize("victim", ["leader of the stream", "server that is talked to"])
def test_node_that_is_killed_loses_nothing_doubles_nothing_and_keeps_the_order(
    three: Cluster, opened: Opened, victim: str
) -> None:
    stream = victim.partition(" ")[0]
    sessions = [open_toy(opened.store) for _ in range(5)]
    publisher = opened.publisher(three, stream, replicas=3, most=20)
    publisher.advance()
    stop, killed = threading.Event(), threading.Event()

    def write() -> None:
        """Append before and after the kill, until some was published without the node."""
        for number in range(40):
            for session in sessions:
                say(session, str(number))
            if number == 10:
                killed.wait(60)

    writer = threading.Thread(target=write, daemon=True)
    watched = opened.open()
    running = threading.Thread(target=run_followers, args=(watched, [publisher], stop), daemon=True)
    name = three.leader(stream) if stream == "leader" else _talked_to(three, publisher)
    running.start()
    writer.start()
    while measure_lag(watched)[0].position < 60:
        time.sleep(0.01)
    three.kill(name)
    killed.set()
    try:
        writer.join(60)
        _wait_for_end(watched)
        assert in_stream(three, stream) == in_store(watched)
    finally:
        stop.set()
        running.join(90)
        three.start(name)
        three.wait_until_ready()


def _talked_to(cluster: Cluster, publisher: Publisher) -> str:
    client = publisher._client  # pyright: ignore[reportPrivateUsage]
    assert client is not None
    assert client.connected_url is not None
    return next(name for name, port in cluster.ports.items() if port == client.connected_url.port)
