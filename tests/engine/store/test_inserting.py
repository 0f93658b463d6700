"""The rows of a commit, however many events it has."""

import pytest
import sqlalchemy as sa
from storework import first_commit, next_commit

from tenmatsu.engine.store import Store, lineage, schema
from tenmatsu.engine.store.inserting import MANY
from tenmatsu.engine.store.log_rows import event_rows


@pytest.mark.parametrize("count", [1, 2, MANY - 1, MANY, MANY + 1, MANY + 2, 2 * MANY, 2 * MANY + 5])
def test_commit_of_any_number_of_events_is_stored_whole_and_in_order(store: Store, count: int) -> None:
    first = first_commit()
    store.append(first)
    work = next_commit(first.commit, "many", [f"{number}" for number in range(count)])
    store.append(work)

    _, commit = store.commits("s1", lineage(store.branches("s1"), "0"))
    assert (commit.hash, commit.events) == (work.commit.hash, work.commit.events)
    e = schema.events.c
    statement = sa.select(schema.events).where(e.session == "s1", e.number == 2).order_by(e.version)
    with store.database.reading() as connection:
        assert [tuple(row) for row in connection.execute(statement)] == event_rows(work.commit)
