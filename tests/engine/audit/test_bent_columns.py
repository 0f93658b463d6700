"""A column that holds what it never should is found, not stumbled over."""

from typing import Any

import pytest
from evening import fixed_outside, play_evening
from unguarded import unguarded

from tenmatsu.engine.api import Store, audit_session


@pytest.mark.parametrize("value", ["x", "", b"\xff\xfe", 1.5])
@pytest.mark.parametrize(
    "column", ["commits.number", "commits.first_version", "commits.events", "events.version", "events.number"]
)
def test_something_else_in_place_of_a_number_is_found(column: str, value: Any) -> None:
    store = Store("sqlite://", fixed_outside())
    session = play_evening(store)
    table, _, name = column.partition(".")
    with unguarded(store) as connection:
        change = f"UPDATE {table} SET {name} = ? WHERE branch = '0' AND number = 5"
        connection.exec_driver_sql(change, (value,))

    assert "versions" in {failure.check for failure in audit_session(store, session.id).failures}


def test_a_text_that_is_none_is_found() -> None:
    store = Store("sqlite://", fixed_outside())
    session = play_evening(store)
    with unguarded(store) as connection:
        connection.exec_driver_sql(
            "UPDATE commits SET actor = CAST(x'ff' AS TEXT) WHERE branch = '0' AND number = 5"
        )

    assert "versions" in {failure.check for failure in audit_session(store, session.id).failures}
