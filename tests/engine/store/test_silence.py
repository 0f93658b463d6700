"""A network that falls silent and closes nothing is noticed, and told as one that was cut."""

from collections.abc import Callable
from contextlib import closing

import pytest
import sqlalchemy as sa
from cuttable import CuttableNetwork
from postgres import Server
from silence import NoRight, in_own_network, set_network
from toytable import check_chain, open_toy, say
from wholeness import check_audit, check_moment

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.postgres_connecting import Connector

SOON = {
    "tcp_user_timeout": "1000",
    "keepalives_idle": "1",
    "keepalives_interval": "1",
    "keepalives_count": "1",
}
"""The shortest times after which a connection is taken for lost."""
Play = Callable[[CuttableNetwork, Session], None]


def _fall_silent() -> None:
    set_network(up=False)


def _on_a_silent_network(postgres: Server, play: Play) -> None:
    """Play on a network that can fall silent; all must be whole behind it."""
    url = postgres.make()

    def work() -> None:
        with CuttableNetwork(url, fall_silent=_fall_silent) as network:
            address = sa.make_url(network.url).update_query_dict(SOON)
            with closing(Store(address.render_as_string(hide_password=False))) as store:
                session = open_toy(store)
                for at in range(12):
                    say(session, str(at), command_id=str(at))
                play(network, session)
                session.reload()
                check_chain(session)
                check_moment(store)
                check_audit(store, session.id)

    try:
        in_own_network(work)
    except NoRight:
        pytest.skip("no right to have a network of its own: none fell silent")
    postgres.give_back(url)


def test_question_that_goes_nowhere_is_noticed_and_nothing_is_stored(postgres: Server) -> None:
    def play(_network: CuttableNetwork, session: Session) -> None:
        state = session.state
        _fall_silent()
        with pytest.raises(StoreError) as caught:
            say(session, "一", command_id="c")
        set_network(up=True)

        assert caught.value.code in ("store_lost", "store_connect")
        assert session.state is state, "nothing moved in memory"
        assert not say(session, "一", command_id="c").repeated

    _on_a_silent_network(postgres, play)


def test_answer_that_never_comes_is_noticed_and_told_as_unsure(postgres: Server) -> None:
    def play(network: CuttableNetwork, session: Session) -> None:
        network.mend()
        say(session, "一", command_id="b")
        network.cut_at(network.asked - 1, "silent")
        with pytest.raises(StoreError) as caught:
            say(session, "二", command_id="c")
        set_network(up=True)
        network.mend()

        assert caught.value.code == "store_unsure"
        assert say(session, "二", command_id="c").repeated, "the end of the transaction had come through"

    _on_a_silent_network(postgres, play)


def test_silence_breaks_a_connection_after_twenty_seconds_unless_the_address_says_otherwise(
    postgres: Server,
) -> None:
    def asked(more: dict[str, str]) -> dict[str, str]:
        address = sa.make_url(postgres.make_empty()).set(drivername="postgresql+psycopg")
        with closing(Connector(address.update_query_dict(more), "here").connect()) as connection:
            return dict(connection.info.get_parameters())

    usual, soon = asked({}), asked(SOON)
    assert usual["tcp_user_timeout"] == "20000"
    assert [int(usual[f"keepalives_{name}"]) for name in ("idle", "interval", "count")] == [10, 5, 2]
    assert {name: soon[name] for name in SOON} == SOON
