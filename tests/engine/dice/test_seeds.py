"""A seed that does not make what was committed rolls nothing."""

import pytest
import sqlalchemy as sa
from toytable import open_toy

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import Store, schema


def test_a_damaged_seed_is_refused_before_a_roll_that_nobody_could_prove() -> None:
    store = Store("sqlite://")
    session = open_toy(store)
    with store.database.writing() as connection:
        one = schema.ring_seeds.c.ring == "o1"
        connection.execute(sa.update(schema.ring_seeds).where(one).values(seed=bytes(32)))
    session = find_opened(store, session.id)
    version = session.version

    with pytest.raises(StoreError) as caught:
        session.do({"type": "table.roll", "dice": "2d6"}, actor="gm")

    assert caught.value.code == "seed_lost"
    assert find_opened(store, session.id).version == version
