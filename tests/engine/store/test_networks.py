"""A network that is cut in every phase of an append: stored once or not at all, and told truly."""

import logging
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from cuttable import CuttableNetwork, Phase
from postgres import Server
from toytable import all_commits, check_chain, open_toy, say
from wholeness import check_audit, check_moment

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Append, Store

LEAST = 3
"""Questions of an append: the head, the rows, and the end of the transaction."""
PHASES: tuple[Phase, ...] = ("asked half", "asked", "answered half", "answered")


@pytest.fixture
def network(postgres: Server) -> Iterator[CuttableNetwork]:
    """A network before a database of its own; the folder's name is short, as a socket's must be."""
    url = postgres.make()
    with tempfile.TemporaryDirectory() as folder, CuttableNetwork(url, Path(folder)) as found:
        yield found
    postgres.give_back(url)


class Appends:
    """Has the network cut within the next append, for there nothing else is asked."""

    def __init__(self, store: Store, network: CuttableNetwork) -> None:
        self._append = store.append
        self._network = network
        self.cut: Callable[[], None] = network.mend
        store.append = self._watched  # type: ignore[method-assign]

    def _watched(self, work: Append) -> None:
        self.cut()
        self._append(work)

    def count(self, session: Session) -> int:
        """Return how often an append asks the server, its statements prepared by others before."""
        for at in range(12):
            say(session, str(at))
        return self._network.asked


@pytest.mark.parametrize("phase", PHASES)
def test_append_is_stored_once_where_the_network_comes_back(network: CuttableNetwork, phase: Phase) -> None:
    with closing(Store(network.url)) as store:
        session, appends = open_toy(store), Appends(store, network)
        questions = appends.count(session)
        assert questions >= LEAST
        for at in range(questions):
            before = session.state.number
            appends.cut = partial(network.cut_at, at, phase)
            result = say(session, f"{phase} {at}", command_id=f"c{at}")
            assert network.was_cut
            network.mend()
            assert store.find_command(session.id, f"c{at}") == ("0", before + 1)
            assert store.commit_at(session.id, "0", before + 1).hash == result.commit.hash
            assert session.head == result.commit.hash.hex()
        check_chain(session)
        check_moment(store)
        check_audit(store, session.id)


def test_connection_that_is_lost_is_told_in_one_place_alone(
    network: CuttableNetwork, caplog: pytest.LogCaptureFixture
) -> None:
    """The pool would print a trace where the connection comes back to it."""
    with closing(Store(network.url)) as store:
        session, appends = open_toy(store), Appends(store, network)
        appends.cut = partial(network.cut_at, 1, "asked", stays_down=True)
        with pytest.raises(StoreError):
            say(session, "一")
        network.mend()
        appends.cut = network.mend
        network.cut_at(0)
        with pytest.raises(StoreError):
            find_opened(store, session.id)
        network.mend()
        say(session, "二")
    warned = {record.name for record in caplog.records if record.levelno >= logging.WARNING}
    assert warned == {"tenmatsu.store"}


@pytest.mark.parametrize("phase", PHASES)
def test_append_tells_truly_what_is_known_where_the_network_stays_away(
    network: CuttableNetwork, phase: Phase
) -> None:
    codes: set[str] = set()
    with closing(Store(network.url)) as store:
        session, appends = open_toy(store), Appends(store, network)
        for at in range(appends.count(session)):
            before, state = session.state.number, session.state
            appends.cut = partial(network.cut_at, at, phase, stays_down=True)
            with pytest.raises(StoreError) as caught:
                say(session, f"{phase} {at}", command_id=f"c{at}")
            network.mend()
            appends.cut = network.mend
            codes.add(caught.value.code)
            assert session.state is state, "nothing moved in memory"
            stored = store.find_command(session.id, f"c{at}") is not None
            assert caught.value.code == "store_unsure" or not stored
            result = say(session, f"{phase} {at}", command_id=f"c{at}")
            assert result.repeated is stored
            assert len(all_commits(find_opened(store, session.id))) == before + 1
            session.reload()
        check_chain(session)
        check_moment(store)
        check_audit(store, session.id)
    assert "store_unsure" in codes, "the very end of an append was cut too"
    assert codes <= {"store_unsure", "store_lost", "store_connect"}


@pytest.mark.parametrize("phase", PHASES)
def test_read_on_a_connection_that_broke_while_it_rested_takes_another(
    network: CuttableNetwork, phase: Phase
) -> None:
    with closing(Store(network.url)) as store:
        session = open_toy(store)
        say(session)
        for read in (partial(all_commits, session), partial(store.find_session, session.id)):
            before = read()
            network.cut_at(0, phase)
            assert read() == before
            assert network.was_cut
            network.mend()


def test_read_whose_network_stays_away_tells_so(network: CuttableNetwork) -> None:
    with closing(Store(network.url)) as store:
        session = open_toy(store)
        network.cut_at(0, "asked", stays_down=True)
        with pytest.raises(StoreError) as caught:
            store.find_session(session.id)
        assert caught.value.code == "store_connect"
        network.mend()
        assert store.find_session(session.id) is not None
