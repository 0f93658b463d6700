"""The order in which followers read the log, where transactions end in another order than they begin."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from storework import first_commit

from tenmatsu.engine.store import Store
from tenmatsu.engine.store.appending import Appender


@pytest.fixture
def stores(server_url: str) -> Iterator[tuple[Store, Store]]:
    """Two stores on one server, in two processes as it were."""
    with closing(Store(server_url)) as first, closing(Store(server_url)) as second:
        yield first, second


READERS: dict[str, Callable[[Store, int], list[str]]] = {
    "commits": lambda store, after: [place[1] for place in store.reader.after_position(after, 10, None)],
    "events": lambda store, after: [place[1] for place in store.reader.events_after(after, 10, None)],
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_commit_is_read_once_no_earlier_transaction_is_still_running(
    stores: tuple[Store, Store], read: Callable[[Store, int], list[str]]
) -> None:
    slow, quick = stores
    is_written, may_end = threading.Event(), threading.Event()

    def step(name: str) -> None:
        if name == "commit":
            is_written.set()
            assert may_end.wait(30)

    slow.appender = Appender(slow.database, step)
    writing = threading.Thread(target=slow.append, args=(first_commit("early"),))
    writing.start()
    try:
        assert is_written.wait(30)
        quick.append(first_commit("late"))
        seen, last = read(quick, 0), quick.reader.last_position()
    finally:
        may_end.set()
        writing.join(30)

    assert (seen, last) == ([], 0), "what was begun before it may still appear in front of it"
    assert read(quick, 0) == ["early", "late"]
    assert quick.reader.last_position() > 0
