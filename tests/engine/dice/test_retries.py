"""An undo is never a silent reroll: the next roll of a check names the one left behind."""

import sqlalchemy as sa
from toytable import all_commits, answer, only, roll, say, strike
from unguarded import unguarded

from tenmatsu.engine import timelines
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import schema
from tenmatsu.events.table import Rolled


def _digest(session: Session) -> str:
    """Return the digest of the newest roll of the line."""
    items = [item for commit in all_commits(session) for item in commit.events]
    return [item.digest.hex() for item in items if isinstance(session.folder.decode(item.data), Rolled)][-1]


def test_first_roll_of_a_check_stands_for_none(session: Session) -> None:
    assert only(strike(session).events).retry_of is None


def test_same_check_after_an_undo_names_the_roll_left_behind(session: Session) -> None:
    strike(session)
    left = _digest(session)
    timelines.undo(session, actor="gm")

    assert only(strike(session).events).retry_of == left


def test_link_is_made_once(session: Session) -> None:
    strike(session)
    timelines.undo(session, actor="gm")
    strike(session)
    answer(session)

    assert only(strike(session).events).retry_of is None


def test_other_check_or_other_roller_is_no_retry(session: Session) -> None:
    roll(session, actor="p1", secret=False)
    timelines.undo(session, actor="gm")

    assert roll(session, actor="p2").retry_of is None
    assert only(strike(session).events).retry_of is None


def test_table_talk_between_does_not_hide_the_retry(session: Session) -> None:
    strike(session)
    left = _digest(session)
    timelines.undo(session, actor="gm")
    for _ in range(3):
        say(session)

    assert only(strike(session).events).retry_of == left


def test_link_is_the_same_for_a_session_opened_anew(session: Session) -> None:
    strike(session)
    left = _digest(session)
    timelines.undo(session, actor="gm")

    assert only(strike(find_opened(session.store, session.id)).events).retry_of == left


def test_third_roll_of_a_check_names_the_second(session: Session) -> None:
    digests: list[str] = []
    for _ in range(3):
        rolled = only(strike(session).events)
        assert rolled.retry_of == (digests[-1] if digests else None)
        digests.append(_digest(session))
        timelines.undo(session, actor="gm")
    strike(session)
    answer(session)

    assert only(strike(session).events).retry_of is None, "the check was rolled four times over, and once"


def test_two_checks_undone_one_after_the_other_are_linked_in_their_order(session: Session) -> None:
    strike(session)
    first = _digest(session)
    answer(session)
    strike(session)
    second = _digest(session)
    for _ in range(3):
        timelines.undo(session, actor="gm")

    assert only(strike(session).events).retry_of == first
    answer(session)
    assert only(strike(session).events).retry_of == second


def test_roll_before_the_undone_one_is_not_linked_again(session: Session) -> None:
    strike(session)
    answer(session)
    strike(session)
    second = _digest(session)
    timelines.undo(session, actor="gm")

    assert only(strike(session).events).retry_of == second


def test_entered_dice_after_an_undo_are_linked_too(session: Session) -> None:
    strike(session)
    left = _digest(session)
    timelines.undo(session, actor="gm")
    rolled = only(strike(session, dice=[6, 6]).events)

    assert rolled.source == "entered"
    assert rolled.retry_of == left


def test_line_taken_back_is_no_retry_of_itself(session: Session) -> None:
    strike(session)
    timelines.undo(session, actor="gm")
    strike(session)
    timelines.adopt(session, "0", actor="gm")
    answer(session)

    assert only(strike(session).events).retry_of is None, "the first strike stands; its retry is left"


def test_check_made_on_a_line_that_was_left_again_is_linked(session: Session) -> None:
    strike(session)
    timelines.undo(session, actor="gm")
    strike(session)
    answer(session)
    strike(session)
    left = _digest(session)
    timelines.adopt(session, "0", actor="gm")
    answer(session)

    assert only(strike(session).events).retry_of == left


def test_adopted_whatif_line_is_no_way_around_the_link(session: Session) -> None:
    before = session.version
    strike(session)
    left = _digest(session)
    timelines.fork(session, "もう一度", before, actor="gm")
    timelines.adopt(session, "もう一度", actor="gm")

    assert only(strike(session).events).retry_of == left


def test_undo_on_an_adopted_whatif_line_is_linked(session: Session) -> None:
    timelines.fork(session, "もしも", session.version, actor="gm")
    timelines.adopt(session, "もしも", actor="gm")
    strike(session)
    left = _digest(session)
    timelines.undo(session, actor="gm")

    assert only(strike(session).events).retry_of == left


def test_rolls_of_whatif_lines_are_no_rolls_of_the_table(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    strike(whatif)
    say(session)
    timelines.undo(session, actor="gm")

    assert only(strike(session).events).retry_of is None
    assert only(answer(whatif, "dodge").events).retry_of is None


def test_damaged_roll_on_a_left_line_does_not_lock_the_session(session: Session) -> None:
    strike(session)
    timelines.undo(session, actor="gm")
    with unguarded(session.store) as connection:
        rolls = schema.events.c.type == "table.rolled"
        connection.execute(sa.update(schema.events).where(rolls).values(data=b'{"type":"table.rolled"}'))
    found = find_opened(session.store, session.id)

    assert only(strike(found).events).retry_of is None
