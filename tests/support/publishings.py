"""A store and what publishes it, for tests with real servers; what a stream and a store hold, to compare."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from natscluster import Cluster
from toytable import fixed_outside

from tenmatsu.engine.following import follow_commits
from tenmatsu.engine.publishing.jetstream import Publisher
from tenmatsu.engine.store import Store

PATIENT = 60.0


class Opened:
    """A store, its publishers, and all that is to be closed."""

    def __init__(self, folder: Path) -> None:
        self._url = f"sqlite:///{folder / 'table.db'}"
        self._closing: list[Any] = []
        self.store = self.open()

    def open(self) -> Store:
        """Open the database once more."""
        store = Store(self._url, fixed_outside(str(len(self._closing))))
        self._closing.append(store)
        return store

    def publisher(
        self, cluster: Cluster | None, stream: str, *, servers: Sequence[str] = (), **options: Any
    ) -> Publisher:
        """Make a publisher to a stream, on a store of its own; `servers` other than the cluster's."""
        given = servers or (cluster.servers if cluster else ())
        options.setdefault("subject", f"{stream}.commits")
        options.setdefault("patience", PATIENT)
        publisher = Publisher(self.open(), given, stream=stream, **options)
        self._closing.append(publisher)
        return publisher

    def close(self) -> None:
        """Close all that was opened."""
        for one in reversed(self._closing):
            one.close()


def publish_all(publisher: Publisher) -> None:
    """Publish to the end of the log."""
    while publisher.advance():
        pass


def in_store(store: Store) -> dict[str, list[str]]:
    """Return the hashes of each session's commits in the order of positions, by subject's end."""
    found: dict[str, list[str]] = {}
    for one in follow_commits(store, most=100_000):
        found.setdefault(one.session, []).append(one.commit.hash.hex())
    return found


def in_stream(cluster: Cluster, stream: str) -> dict[str, list[str]]:
    """Return the same of a stream, in its order."""
    found: dict[str, list[str]] = {}
    for message in cluster.messages(stream):
        event = msgspec.json.decode(message.data)
        assert message.headers["Nats-Msg-Id"] == event["id"] == event["data"]["commit"]
        session = message.subject.rpartition(".")[2]
        found.setdefault(session, []).append(event["id"])
    return found
