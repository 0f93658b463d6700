"""Disputes and rulings: who may, what is pending, the three answers, and what survives on which line."""

from typing import Any

import pytest

from tenmatsu.engine.api import audit_session
from tenmatsu.engine.errors import ConcurrencyConflict, RuleViolation, UsageError
from tenmatsu.engine.history import read_entries
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.table.disputes import Rule
from tenmatsu.engine.timelines import adopt, fork, undo
from tenmatsu.events.table import (
    Adjusted,
    BranchForked,
    DisputeOpened,
    DisputeRuled,
    Noted,
    Rolled,
    TimelineAdopted,
)


def _strike(session: Session) -> Result:
    return session.do({"type": "toy.strike", "character": "a", "at": "b"}, actor="p1")


def _take(session: Session) -> Result:
    return session.do({"type": "toy.answer", "character": "b", "choice": "take"}, actor="p2")


def _dispute(session: Session, about: object, actor: str = "p2", reason: str = "") -> DisputeOpened:
    command = {"type": "table.dispute", "about": str(about), "reason": reason}
    event = session.do(command, actor=actor).events[0]
    assert isinstance(event, DisputeOpened)
    return event


def _rule(session: Session, answer: str, number: int = 1, actor: str = "gm", **more: Any) -> Result:
    return session.do({"type": "table.rule", "dispute": number, "answer": answer, **more}, actor=actor)


def _code(session: Session, command: dict[str, Any], actor: str) -> str:
    with pytest.raises((RuleViolation, UsageError)) as caught:
        session.do(command, actor=actor)
    return caught.value.code


def _open(session: Session) -> list[int]:
    return [one.number for one in session.table.open_disputes()]


def _tags(session: Session) -> list[str]:
    return [entry.tag for entry in read_entries(session)]


def test_a_dispute_names_the_event_and_its_commit_and_stops_nobody(session: Session) -> None:
    roll = _strike(session)
    event = _dispute(session, roll.commit.first_version, reason="数え違い")

    assert event.about == roll.commit.events[0].digest.hex()
    assert event.commit == roll.commit.hash.hex()
    assert _open(session) == [1]
    assert _take(session).events, "play goes on"


def test_the_reason_stands_beside_it_and_can_be_redacted(session: Session) -> None:
    roll = _strike(session)
    command = {"type": "table.dispute", "about": str(roll.commit.first_version), "reason": "数え違い"}
    opened, noted = session.do(command, actor="p2").events

    assert isinstance(noted, Noted)
    assert (noted.by, noted.text) == ("p2", "数え違い")
    assert type(noted).redactable
    assert not type(opened).redactable


@pytest.mark.parametrize("digits", [8, 20, 64])
def test_a_digest_or_a_commit_names_what_is_disputed_too(session: Session, digits: int) -> None:
    commit = _strike(session).commit
    by_commit = _dispute(session, commit.hash.hex()[:digits])
    by_digest = _dispute(session, commit.events[-1].digest.hex()[:digits].upper())

    assert by_commit.about == by_commit.commit == commit.hash.hex()
    assert (by_digest.about, by_digest.commit) == (commit.events[-1].digest.hex(), commit.hash.hex())


@pytest.mark.parametrize(
    "about, code",
    [
        ("0", "version_unknown"),
        ("999", "version_unknown"),
        ("abc", "dispute_about_unknown"),
        ("f" * 64, "dispute_about_unknown"),
        ("お竜の出目", "dispute_about_unknown"),
    ],
)
def test_what_is_not_there_cannot_be_disputed(session: Session, about: str, code: str) -> None:
    assert _code(session, {"type": "table.dispute", "about": about}, "p1") == code


def test_the_same_thing_is_disputed_once_until_it_is_ruled_on(session: Session) -> None:
    version = _strike(session).commit.first_version
    _dispute(session, version)

    assert _code(session, {"type": "table.dispute", "about": str(version)}, "p1") == "dispute_open_already"
    _rule(session, "upheld")
    assert _dispute(session, version).dispute == 2


def test_spectators_dispute_nothing_and_players_rule_nothing(session: Session) -> None:
    version = _strike(session).commit.first_version

    assert _code(session, {"type": "table.dispute", "about": str(version)}, "guest") == "spectators_watch"
    _dispute(session, version)
    for answer in ("upheld", "corrected", "wound_back"):
        command = {"type": "table.rule", "dispute": 1, "answer": answer, "name": "", "reason": "私が"}
        assert _code(session, command, "p1") == "gm_only"


def test_upheld_changes_nothing_but_that_it_is_answered(session: Session) -> None:
    _dispute(session, _strike(session).commit.first_version)
    before = session.game
    ruled, noted = _rule(session, "upheld", reason="規則どおり").events

    assert ruled == DisputeRuled(dispute=1, by="gm", answer="upheld")
    assert noted == Noted(by="gm", text="規則どおり")
    assert session.game == before
    assert _open(session) == []
    assert _code(session, {"type": "table.rule", "dispute": 1, "answer": "upheld"}, "gm") == "dispute_ruled"


def test_corrected_sets_a_value_in_the_same_commit(session: Session) -> None:
    _strike(session)
    _dispute(session, _take(session).commit.first_version)
    old = session.game.hp["b"]
    ruled, adjusted = _rule(session, "corrected", name="b.hp", value=9).events

    assert ruled == DisputeRuled(dispute=1, by="gm", answer="corrected")
    assert adjusted == Adjusted(name="b.hp", old=old, new=9)
    assert session.game.hp["b"] == 9
    assert audit_session(session.store, session.id).adjustments[0].dispute == 1


@pytest.mark.parametrize(
    "fields, code",
    [
        ({"answer": "corrected"}, "ruling_value"),
        ({"answer": "upheld", "name": "b.hp", "value": 3}, "ruling_value"),
        ({"answer": "wound_back", "name": "b.hp", "value": 3}, "ruling_value"),
        ({"answer": "corrected", "name": "b.luck", "value": 3}, "adjust_unknown"),
        ({"answer": "corrected", "name": "b.hp", "value": "three"}, "adjust_type"),
    ],
)
def test_a_ruling_takes_a_value_where_it_corrects_and_only_there(
    session: Session, fields: dict[str, Any], code: str
) -> None:
    _dispute(session, _strike(session).commit.first_version)

    assert _code(session, {"type": "table.rule", "dispute": 1, **fields}, "gm") == code
    assert _code(session, {"type": "table.rule", "dispute": 7, "answer": "upheld"}, "gm") == "dispute_unknown"
    assert _open(session) == [1]


def test_wound_back_goes_on_before_the_disputed_commit_and_keeps_both_in_the_log(session: Session) -> None:
    ends = session.version
    roll = _strike(session)
    _take(session)
    session.do({"type": "table.say", "text": "待った"}, actor="p2")
    event = _dispute(session, roll.commit.first_version)
    left, head = session.branch, session.head
    result = _rule(session, "wound_back", reason="そのとおり")

    assert [type(one) for one in result.events] == [
        BranchForked,
        DisputeOpened,
        TimelineAdopted,
        DisputeRuled,
        Noted,
    ]
    forked, carried, adopted, ruled = result.events[:4]
    assert isinstance(forked, BranchForked)
    assert (forked.why, forked.at) == ("ruling", roll.commit.previous.hex())
    assert isinstance(carried, DisputeOpened)
    assert carried.carried
    assert (carried.about, carried.commit, carried.by) == (event.about, event.commit, "p2")
    assert isinstance(adopted, TimelineAdopted)
    assert (adopted.left, adopted.head) == (left, head)
    assert ruled == DisputeRuled(dispute=1, by="gm", answer="wound_back")
    assert session.branch != left
    assert session.is_current
    assert session.branches[session.branch].why == "ruling"
    assert session.version == ends + len(result.events)
    assert session.game.blow is None
    assert session.game.hp["b"] == 10
    assert "toy.struck" not in _tags(session)
    assert "toy.struck" in _tags(session.on(left)), "the left line stays readable"
    assert _open(session) == []
    assert audit_session(session.store, session.id).ok


def test_a_roll_after_a_ruling_names_the_one_that_was_wound_back(session: Session) -> None:
    roll = _strike(session)
    _take(session)
    _dispute(session, roll.commit.first_version)
    _rule(session, "wound_back")
    again = _strike(session).events[0]

    assert isinstance(again, Rolled)
    assert again.retry_of == roll.commit.events[0].digest.hex()
    first = roll.events[0]
    assert isinstance(first, Rolled)
    assert again.index is not None
    assert first.index is not None
    assert again.index > first.index, "no key is used twice"
    assert audit_session(session.store, session.id).ok


def test_a_ruling_repeated_under_its_command_id_is_done_once(session: Session) -> None:
    _dispute(session, _strike(session).commit.first_version)
    command = {"type": "table.rule", "dispute": 1, "answer": "wound_back"}
    first = session.do(command, actor="gm", command_id="r1")
    again = session.do(command, actor="gm", command_id="r1")

    assert again.repeated
    assert again.commit.hash == first.commit.hash
    assert session.store.find_session(session.id).adoptions == 1


def test_a_ruling_on_a_head_that_moved_on_is_a_conflict(session: Session) -> None:
    _dispute(session, _strike(session).commit.first_version)
    seen = session.head
    session.do({"type": "table.say", "text": "x"}, actor="p1")
    command = {"type": "table.rule", "dispute": 1, "answer": "wound_back"}

    with pytest.raises(ConcurrencyConflict):
        session.do(command, actor="gm", expected=seen)
    assert _open(session) == [1]


def test_the_opening_cannot_be_wound_back(session: Session) -> None:
    _dispute(session, 1)

    assert _code(session, {"type": "table.rule", "dispute": 1, "answer": "wound_back"}, "gm") == (
        "nothing_to_undo"
    )


def test_disputes_are_for_the_tables_own_line(session: Session) -> None:
    _dispute(session, _strike(session).commit.first_version)
    line = fork(session, "もしも", session.version, actor="gm")

    assert _code(line, {"type": "table.dispute", "about": "5"}, "gm") == "dispute_elsewhere"
    assert _code(line, {"type": "table.rule", "dispute": 1, "answer": "upheld"}, "gm") == "dispute_elsewhere"
    wound_back = {"type": "table.rule", "dispute": 1, "answer": "wound_back"}
    assert _code(line, wound_back, "gm") == "undo_elsewhere"


def test_an_undo_passes_by_a_dispute_and_takes_it_along(session: Session) -> None:
    roll = _strike(session)
    _dispute(session, roll.commit.first_version)
    plan = undo(session, actor="p1")

    assert plan.leaves.hash == roll.commit.hash
    assert _open(session) == [1]
    assert audit_session(session.store, session.id).ok
    wound_back = {"type": "table.rule", "dispute": 1, "answer": "wound_back"}
    assert _code(session, wound_back, "gm") == "dispute_left_behind"
    _rule(session, "upheld")
    assert audit_session(session.store, session.id).ok


def test_an_undone_ruling_leaves_the_dispute_open(session: Session) -> None:
    _dispute(session, _strike(session).commit.first_version)
    _rule(session, "corrected", name="b.hp", value=3)
    undo(session, actor="gm")

    assert _open(session) == [1]
    assert session.game.hp["b"] == 10
    assert audit_session(session.store, session.id).ok
    _rule(session, "upheld")
    assert audit_session(session.store, session.id).ok


def test_every_dispute_goes_along_with_an_undo_a_ruling_or_an_adoption(session: Session) -> None:
    first = _strike(session).commit.first_version
    _take(session)
    line = fork(session, "もしも", session.version, actor="gm")
    _dispute(session, first)
    _dispute(session, first + 1, actor="p1")
    _rule(session, "upheld", 2)
    adopt(session, line.branch, actor="gm")

    assert [(one.number, one.answer) for one in session.table.disputes] == [(1, None), (2, "upheld")]
    _rule(session, "wound_back", 1)
    assert [(one.number, one.answer) for one in session.table.disputes] == [(1, "wound_back"), (2, "upheld")]
    assert _dispute(session, 3).dispute == 3, "a number stands for one dispute"
    assert audit_session(session.store, session.id).ok


def test_commands_as_values_are_read_alike(session: Session) -> None:
    _dispute(session, _strike(session).commit.first_version)
    session.do(Rule(dispute=1, answer="upheld"), actor="gm")

    assert _open(session) == []
