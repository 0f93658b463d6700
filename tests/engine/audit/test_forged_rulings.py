"""A ruling or dispute that nobody could have made is found, though every hash fits."""

from collections.abc import Callable

import msgspec
import pytest
import sqlalchemy as sa
from evening import fixed_outside, open_toy
from forging import Told, forge, tell

from tenmatsu.engine.api import Session, Store, audit_session, undo
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.store import schema
from tenmatsu.events.table import BranchForked, DisputeOpened, DisputeRuled, TimelineAdopted

STRIKE = {"type": "toy.strike", "character": "a", "at": "b"}


@pytest.fixture
def session() -> Session:
    """A table of the toy where nobody dodges, with two blows of which the first is disputed."""
    session = open_toy(Store("sqlite://", fixed_outside()), options={"dodge": "never"})
    first = session.do(STRIKE, actor="p1").commit.first_version
    session.do(STRIKE, actor="p1")
    session.do({"type": "table.dispute", "about": str(first), "reason": "x"}, actor="p2")
    return session


def _wind_back(session: Session) -> None:
    session.do({"type": "table.rule", "dispute": 1, "answer": "wound_back"}, actor="gm")


def _found(session: Session, change: Callable[[list[Told]], None]) -> set[tuple[str, str]]:
    assert audit_session(session.store, session.id).ok
    story = tell(session.store, session.id)
    change(story)
    forge(session.store, session.id, story)
    failures = audit_session(session.store, session.id).failures
    return {(failure.check, failure.code) for failure in failures}


def test_a_ruling_told_as_it_was_passes(session: Session) -> None:
    _wind_back(session)

    assert _found(session, lambda _: None) == set()


@pytest.mark.parametrize("actor", ["p1", "p2", "s1"])
def test_a_ruling_by_somebody_but_the_gm_is_found(session: Session, actor: str) -> None:
    _wind_back(session)

    def by(story: list[Told]) -> None:
        told = story[-1]
        told.command = msgspec.structs.replace(told.command, as_=actor)
        told.header = msgspec.structs.replace(told.header, actor=actor)
        told.replace(DisputeRuled, by=actor)

    assert ("rules", "audit_now_refused") in _found(session, by)


def test_a_ruling_that_goes_back_to_another_commit_is_found(session: Session) -> None:
    _wind_back(session)

    def further(story: list[Told]) -> None:
        told = story[-1]
        before = next(one for one in story if one.was.hash.hex() == _at(told))
        earlier = next(one for one in story if one.was.hash == before.was.previous)
        told.replace(BranchForked, at=earlier.was.hash.hex())
        _move_fork(session, told.header.branch, earlier.was.hash)

    assert _found(session, further) == {("rules", "audit_now_refused")}


def _move_fork(session: Session, branch: str, digest: bytes) -> None:
    """Let the row of a line say that it leaves another commit; the rest of it is made to fit."""
    b = schema.branches.c
    with session.store.database.writing() as connection:
        where = (b.session == session.id, b.id == branch)
        connection.execute(sa.update(schema.branches).where(*where).values(fork_hash=digest))


def _at(told: Told) -> str:
    event = told.events[told.place(BranchForked)].event
    assert isinstance(event, BranchForked)
    return event.at


@pytest.mark.parametrize(
    "kind, changes",
    [
        (DisputeRuled, {"dispute": 2}),
        (DisputeRuled, {"answer": "upheld"}),
        (DisputeRuled, {"by": "p1"}),
        (BranchForked, {"why": "undo"}),
    ],
)
def test_a_ruling_that_records_other_than_it_says_is_found(
    session: Session, kind: type[DisputeRuled], changes: dict[str, object]
) -> None:
    _wind_back(session)

    found = _found(session, lambda story: story[-1].replace(kind, **changes))

    assert ("rules", "audit_outcome_differs") in found


def test_a_ruling_that_adopts_from_another_head_is_found(session: Session) -> None:
    _wind_back(session)

    def other_head(story: list[Told]) -> None:
        story[-1].replace(TimelineAdopted, head=story[-3].was.hash.hex())

    assert ("chain", "audit_adoption_wrong") in _found(session, other_head)


def test_a_ruling_on_a_dispute_that_was_answered_is_found(session: Session) -> None:
    session.do({"type": "table.rule", "dispute": 1, "answer": "upheld"}, actor="gm")

    def twice(story: list[Told]) -> None:
        again = Told(story[-1].header, story[-1].command, story[-1].events, story[-1].was)
        again.header = msgspec.structs.replace(again.header, command_id="again")
        story.append(again)

    assert ("rules", "audit_now_refused") in _found(session, twice)


@pytest.mark.parametrize("change", ["dropped", "bent"])
def test_a_dispute_left_behind_by_a_ruling_or_undo_is_found(session: Session, change: str) -> None:
    undo(session, actor="gm")

    def lose(story: list[Told]) -> None:
        if change == "dropped":
            del story[-1].events[story[-1].place(DisputeOpened)]
        else:
            story[-1].replace(DisputeOpened, by="p1")

    assert ("rules", "audit_dispute_lost") in _found(session, lose)


def test_a_dispute_that_was_never_opened_is_found_where_it_is_carried(session: Session) -> None:
    undo(session, actor="gm")

    def invent(story: list[Told]) -> None:
        told = story[-1]
        known = told.events[told.place(DisputeOpened)]
        invented = msgspec.structs.replace(known.event, dispute=2)
        told.events.insert(told.place(DisputeOpened), Recorded(invented, known.audience))

    assert ("rules", "audit_dispute_lost") in _found(session, invent)


@pytest.mark.parametrize("field", ["about", "commit"])
def test_a_dispute_about_what_is_not_there_is_found(session: Session, field: str) -> None:
    def elsewhere(story: list[Told]) -> None:
        told = story[-1]
        told.replace(DisputeOpened, **{field: "ab" * 32})
        told.command = msgspec.structs.replace(told.command, **{field: "ab" * 32})

    assert _found(session, elsewhere) == {("rules", "audit_dispute_wrong")}


def test_a_dispute_about_a_later_commit_is_found(session: Session) -> None:
    session.do({"type": "table.say", "text": "あとの言葉"}, actor="p1")

    def later(story: list[Told]) -> None:
        opened = next(one for one in story if any(isinstance(e.event, DisputeOpened) for e in one.events))
        after = story[-1].was.hash.hex()
        opened.replace(DisputeOpened, about=after, commit=after)
        opened.command = msgspec.structs.replace(opened.command, about=after, commit=after)

    assert ("rules", "audit_dispute_wrong") in _found(session, later)


def test_an_undo_of_anothers_action_is_found(session: Session) -> None:
    undo(session, actor="gm")

    def by_another(story: list[Told]) -> None:
        told = story[-1]
        told.command = msgspec.structs.replace(told.command, as_="p2")
        told.header = msgspec.structs.replace(told.header, actor="p2")

    assert ("rules", "audit_now_refused") in _found(session, by_another)


def test_an_audit_lists_disputes_with_their_answers_and_who_undid_how_often(session: Session) -> None:
    undo(session, actor="p1")
    session.do(STRIKE, actor="p1")
    undo(session, actor="gm")
    session.do({"type": "table.rule", "dispute": 1, "answer": "upheld"}, actor="gm")
    report = audit_session(session.store, session.id)

    assert report.ok
    assert [(one.number, one.by, one.answer, one.ruled_by) for one in report.disputes] == [
        (1, "p2", "upheld", "gm")
    ]
    assert report.tally.undos_by == {"p1": 1, "gm": 1}
    assert report.tally.retries_by == {"p1": 1}
