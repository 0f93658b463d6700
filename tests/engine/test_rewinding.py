"""A game may forbid that its story is wound back: then undo, rulings and adoptions leave nothing of it."""

from typing import Any

import pytest
from toytable import answer, open_toy, say, strike

from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.timelines import adopt, can_undo, fork, undo


def _open(store: Store, rewinding: str) -> Session:
    return open_toy(store, options={"rewinding": rewinding})


def _dispute(session: Session, result: Result) -> None:
    about = str(result.commit.first_version)
    session.do({"type": "table.dispute", "about": about}, actor="p2")


def _rule(session: Session, rule: str = "wound_back", number: int = 1, **more: Any) -> Result:
    return session.do({"type": "table.rule", "dispute": number, "answer": rule, **more}, actor="gm")


def test_where_nothing_is_wound_back_no_action_of_the_game_is_undone(store: Store) -> None:
    session = _open(store, "never")
    strike(session)
    before = session.head
    for actor in ("p1", "gm"):
        with pytest.raises(RuleViolation) as caught:
            undo(session, actor=actor)
        assert caught.value.code == "rewinding_never"
        assert can_undo(session, actor).reason == "rewinding_never"
    assert session.head == before


def test_dice_outside_any_rule_are_not_wound_back_either(store: Store) -> None:
    session = _open(store, "never")
    session.do({"type": "table.roll", "dice": "d6"}, actor="p1")
    assert can_undo(session, "p1").reason == "rewinding_never"


@pytest.mark.parametrize("rewinding", ["never", "last"])
def test_speech_is_taken_back_whatever_the_game_says(store: Store, rewinding: str) -> None:
    session = _open(store, rewinding)
    strike(session)
    say(session)
    ends = session.table
    say(session, "いや")
    undo(session, actor="p1")
    assert session.table.characters == ends.characters
    undo(session, actor="p1")
    assert session.game.blow is not None


def test_a_value_set_by_hand_is_no_story_and_is_undone_like_words(store: Store) -> None:
    session = _open(store, "never")
    session.do({"type": "table.adjust", "name": "b.hp", "value": 3}, actor="gm")
    undo(session, actor="gm")
    assert session.game.hp["b"] == 10


def test_a_ruling_does_not_wind_back_but_corrects_a_value(store: Store) -> None:
    session = _open(store, "never")
    strike(session)
    blow = answer(session)
    _dispute(session, blow)
    with pytest.raises(RuleViolation) as caught:
        _rule(session)
    assert caught.value.code == "rewinding_never"
    assert "corrects" in caught.value.say("en")
    assert "訂正" in caught.value.say("ja")
    assert [one.number for one in session.table.open_disputes()] == [1]

    _rule(session, "corrected", name="b.hp", value=10)
    assert session.game.hp["b"] == 10
    assert not session.table.open_disputes()


def test_a_ruling_on_words_may_wind_back_where_nothing_of_the_game_came_after(store: Store) -> None:
    session = _open(store, "never")
    words = say(session)
    _dispute(session, words)
    _rule(session)
    assert session.branches[session.branch].why == "ruling"


def test_the_last_declaration_is_taken_back_where_the_game_says_so_and_no_other(store: Store) -> None:
    session = _open(store, "last")
    strike(session)
    answer(session)
    undo(session, actor="gm")
    assert session.game.blow is not None
    with pytest.raises(RuleViolation) as caught:
        undo(session, actor="gm")
    assert caught.value.code == "rewinding_last"


def test_words_behind_the_last_declaration_do_not_keep_it_from_being_taken_back(store: Store) -> None:
    session = _open(store, "last")
    strike(session)
    say(session)
    undo(session, actor="gm")
    undo(session, actor="gm")
    assert session.game.blow is None
    assert can_undo(session, "gm").reason == "rewinding_last"


def test_what_is_played_after_an_undo_may_be_taken_back_again_and_nothing_before_it(store: Store) -> None:
    session = _open(store, "last")
    strike(session)
    answer(session)
    undo(session, actor="gm")
    answer(session, "dodge")
    undo(session, actor="gm")
    assert session.game.blow is not None
    assert can_undo(session, "gm").reason == "rewinding_last"


def test_a_ruling_winds_the_last_declaration_back_where_the_game_says_so_and_no_other(store: Store) -> None:
    session = _open(store, "last")
    first = strike(session)
    last = answer(session)
    _dispute(session, first)
    _dispute(session, last)
    with pytest.raises(RuleViolation) as caught:
        _rule(session, number=1)
    assert caught.value.code == "rewinding_last"
    _rule(session, number=2)
    assert session.game.blow is not None


@pytest.mark.parametrize("rewinding", ["never", "last"])
def test_no_line_is_adopted_that_leaves_something_of_the_game_behind(store: Store, rewinding: str) -> None:
    session = _open(store, rewinding)
    early = fork(session, "前", session.version, actor="gm")
    strike(session)
    with pytest.raises(RuleViolation) as caught:
        adopt(session, early.branch, actor="gm")
    assert caught.value.code == "rewinding_never"

    late = fork(session, "後", session.version, actor="gm")
    say(session)
    adopt(session, late.branch, actor="gm")
    assert session.game.blow is not None


def test_a_whatif_line_goes_back_as_far_as_it_likes(store: Store) -> None:
    session = _open(store, "never")
    ends = session.version
    strike(session)
    whatif = fork(session, "もし", ends, actor="gm")
    assert whatif.game.blow is None


def test_most_games_wind_back_as_the_table_likes(session: Session) -> None:
    first = strike(session)
    answer(session)
    undo(session, actor="gm")
    answer(session)
    _dispute(session, first)
    _rule(session)
    assert session.game.blow is None
