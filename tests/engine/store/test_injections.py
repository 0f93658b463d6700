"""Orders in a text stay text, in every field that people fill in, on every database."""

import logging
from typing import Any

import pytest
from injections import INJECTIONS, LINES
from toytable import check_chain, dump, fixed_outside, open_toy

from tenmatsu.engine.api import (
    Participant,
    RuleViolation,
    Session,
    Store,
    UsageError,
    audit_session,
    check_token,
    find_opened,
    fork,
    open_session,
    undo,
)
from tenmatsu.engine.store import schema
from tenmatsu.events.table import Said


def _tables(store: Store) -> set[str]:
    with store.database.reading() as connection:
        return set(store.database.dialect.tables(connection))


def _hostile_table(store: Store) -> Session:
    people = [Participant("gm", INJECTIONS[0], "gm")]
    people += [Participant(f"p{at}", name) for at, name in enumerate(INJECTIONS, 1)]
    session = open_session(store, LINES, "toy", participants=people)
    session.do({"type": "toy.enter", "character": "a"}, actor="gm")
    return session


def test_every_text_comes_back_as_it_was_written_and_nothing_else_happens(store: Store) -> None:
    session = _hostile_table(store)
    tables = _tables(store)
    for at, text in enumerate(INJECTIONS, 1):
        session.do({"type": "table.say", "text": text}, actor=f"p{at}")
        session.do({"type": "table.note", "text": text}, actor=f"p{at}")
        session.do({"type": "table.say", "text": text, "to": ["p1"]}, actor="gm")
    session.do({"type": "table.open_scene", "title": LINES}, actor="gm")
    session.do({"type": "table.narrate", "text": LINES}, actor="gm")
    session.do({"type": "table.adjust", "name": "a.hp", "value": 3, "reason": LINES}, actor="gm")
    session.do({"type": "table.take_character", "character": "b", "name": LINES}, actor="p1")
    fork(session, INJECTIONS[0], session.version, actor="gm")
    fork(session, INJECTIONS[4], session.version, actor="gm")
    undo(session, actor="gm", reason=LINES)

    again = find_opened(store, session.id)
    check_chain(again)
    assert audit_session(store, session.id).failures == ()
    assert _tables(store) == tables >= {table.name for table in schema.LOG_TABLES}
    assert again.table.title == LINES
    assert again.names()["p3"] == INJECTIONS[2]
    assert {row.name for row in again.branches.values()} >= {INJECTIONS[0], INJECTIONS[4]}
    said = [event.text for event in _events(again) if isinstance(event, Said)]
    assert [text for text in said if text in INJECTIONS] == [text for text in INJECTIONS for _ in range(2)]


def _events(session: Session) -> list[Any]:
    return [
        session.folder.decode(item.data)
        for commit in store_commits(session)
        for item in commit.events
        if item.data is not None
    ]


def store_commits(session: Session) -> list[Any]:
    """Return the commits of a session's line."""
    return list(session.store.commits(session.id, session.segments()))


@pytest.mark.parametrize("text", [*INJECTIONS, LINES, "a\0b", "%", "_", "\udcff", "@", "x" * 100_000])
def test_an_order_names_no_session_line_token_or_command(store: Store, text: str) -> None:
    session = open_toy(store)
    before = dump(store)
    with pytest.raises(UsageError):
        find_opened(store, text)
    with pytest.raises(UsageError):
        find_opened(store, session.id, text)
    with pytest.raises((UsageError, RuleViolation)):
        session.do({"type": "table.say", "text": "x"}, actor=text)
    assert check_token(session, text) is None
    assert dump(store) == before


@pytest.mark.parametrize("text", INJECTIONS)
def test_an_order_as_a_command_id_is_an_id_or_refused(store: Store, text: str) -> None:
    session = open_toy(store)
    command = {"type": "table.say", "text": "x"}
    if len(text) > 64 or not text.isprintable():
        with pytest.raises(UsageError):
            session.do(command, actor="gm", command_id=text)
        return
    first = session.do(command, actor="gm", command_id=text)

    assert session.do(command, actor="gm", command_id=text).commit.hash == first.commit.hash
    assert not session.do(command, actor="gm", command_id="x' OR '1'='1").repeated


@pytest.mark.parametrize("name", ["a\0b", "\0"])
def test_a_name_that_no_server_can_hold_is_refused_on_every_database(store: Store, name: str) -> None:
    session = open_toy(store)
    before = dump(store)
    with pytest.raises(UsageError):
        open_session(store, "題", "toy", participants=[Participant("gm", name, "gm")])
    with pytest.raises(UsageError):
        fork(session, name, session.version, actor="gm")
    with pytest.raises(UsageError):
        session.do({"type": "table.name_line", "name": name}, actor="gm")
    assert dump(store) == before


def test_a_text_with_a_nul_in_it_is_kept_as_it_is(store: Store) -> None:
    session = open_toy(store)
    session.do({"type": "table.say", "text": "a\0b"}, actor="p1")

    assert isinstance(said := _events(find_opened(store, session.id))[-1], Said)
    assert said.text == "a\0b"


def test_what_people_type_stands_in_no_line_of_the_programs_own_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG):
        store = Store("sqlite://", fixed_outside())
        session = _hostile_table(store)
        session.do({"type": "table.say", "text": LINES}, actor="p1")
        undo(session, actor="gm", reason=LINES)
        store.close()
    shown = "\n".join(record.getMessage() for record in caplog.records)

    assert not [text for text in INJECTIONS if text in shown]
    assert all("\n" not in record.getMessage() for record in caplog.records)
