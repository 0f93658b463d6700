"""A command id counts once in a session, whatever the line."""

import pytest
from toytable import answer, dump, open_toy, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.errors import ConcurrencyConflict, UsageError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session


def test_same_command_id_returns_the_first_result_and_stores_nothing(session: Session) -> None:
    first = strike(session, command_id="x")
    rows, state = dump(session.store), session.state
    again = strike(session, command_id="x")

    assert again.repeated
    assert again.events == first.events
    assert again.commit.hash == first.commit.hash
    assert dump(session.store) == rows
    assert session.state is state


def test_repeat_is_answered_although_the_command_would_be_refused_by_now(session: Session) -> None:
    first = strike(session, command_id="x")

    assert session.pending(), "another strike would be refused"
    assert strike(session, command_id="x").events == first.events
    session.do({"type": "table.close_session"}, actor="gm")
    assert strike(session, command_id="x").repeated


def test_repeat_is_answered_by_another_process(session: Session) -> None:
    first = strike(session, command_id="x")
    again = strike(find_opened(session.store, session.id), command_id="x")

    assert again.repeated
    assert again.events == first.events


def test_session_that_had_not_seen_the_first_answers_a_repeat(session: Session) -> None:
    other = find_opened(session.store, session.id)
    first = strike(session, command_id="x")
    again = strike(other, command_id="x")

    assert again.repeated
    assert again.commit.hash == first.commit.hash


@pytest.mark.parametrize("actor,text", [("p1", "other"), ("p2", "text")])
def test_same_command_id_with_other_content_is_refused(session: Session, actor: str, text: str) -> None:
    say(session, "text", actor="p1", command_id="x")
    rows = dump(session.store)
    with pytest.raises(ConcurrencyConflict) as caught:
        say(session, text, actor=actor, command_id="x")

    assert caught.value.code == "command_id_reused"
    assert caught.value.exit_code == 4
    assert dump(session.store) == rows


def test_command_id_counts_on_every_line_of_the_session(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="p1")
    first = say(session, "text", command_id="x")
    rows = dump(session.store)
    again = say(whatif, "text", command_id="x")

    assert again.repeated
    assert again.commit.branch == first.commit.branch == "0"
    with pytest.raises(ConcurrencyConflict):
        say(whatif, "other", command_id="x")
    assert dump(session.store) == rows


def test_command_id_of_an_undone_command_stays_used(session: Session) -> None:
    first = strike(session, command_id="x")
    timelines.undo(session, actor="gm")
    again = strike(session, command_id="x")

    assert again.repeated
    assert again.commit.hash == first.commit.hash
    assert session.game.blow is None, "the repeat was not played on the new line"


def test_command_ids_of_two_sessions_do_not_meet(session: Session) -> None:
    other = open_toy(session.store)

    assert not say(session, "text", command_id="x").repeated
    assert not say(other, "other text", command_id="x").repeated


def test_repeat_on_a_head_that_moved_on_is_still_answered(session: Session) -> None:
    head = session.head
    first = strike(session, command_id="x", expected=head)
    answer(session)

    assert strike(session, command_id="x", expected=head).events == first.events


@pytest.mark.parametrize("command_id", ["\udcff", "x" * 65, "a\nb", "\x00"])
def test_command_id_that_cannot_be_kept_is_refused(session: Session, command_id: str) -> None:
    rows = dump(session.store)
    with pytest.raises(UsageError) as caught:
        say(session, command_id=command_id)

    assert caught.value.code == "command_id_wrong"
    assert dump(session.store) == rows


def test_commands_without_an_id_are_never_taken_for_repeats(session: Session) -> None:
    assert say(session, "text").commit.hash != say(session, "text").commit.hash
