"""A log cannot be hidden from the audit by taking its lines off the list."""

from evening import fixed_outside, play_evening

from tenmatsu.engine.api import Store, audit_session


def _codes(store: Store, session: str) -> set[str]:
    return {failure.code for failure in audit_session(store, session).failures}


def test_a_line_taken_off_the_list_is_found_by_its_rows() -> None:
    store = Store("sqlite://", fixed_outside())
    session = play_evening(store)
    with store.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM branches WHERE id = '2'")

    assert "audit_unlisted" in _codes(store, session.id)


def test_a_session_without_any_commit_is_no_log() -> None:
    store = Store("sqlite://", fixed_outside())
    session = play_evening(store)
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE sessions SET id = 'ffffffff-0000-4000-8000-000000000000'")

    assert "audit_empty" in _codes(store, "ffffffff")
    assert session.id != "ffffffff"
