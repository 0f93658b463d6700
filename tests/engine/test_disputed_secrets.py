"""Disputes about what not everybody sees: who sees them, and how things are named."""

from tenmatsu.engine.api import audit_session
from tenmatsu.engine.history import Viewer, read_entries, state_for
from tenmatsu.engine.session import Session
from tenmatsu.events.table import DisputeOpened


def _dispute(session: Session, about: object, actor: str) -> DisputeOpened:
    event = session.do({"type": "table.dispute", "about": str(about)}, actor=actor).events[0]
    assert isinstance(event, DisputeOpened)
    return event


def _wind_back(session: Session) -> None:
    command = {"type": "table.rule", "dispute": 1, "answer": "wound_back", "reason": "canary"}
    session.do(command, actor="gm")


def test_a_dispute_about_a_secret_is_seen_by_those_who_see_the_secret(session: Session) -> None:
    roll = session.do({"type": "table.roll", "dice": "2d6", "secret": True}, actor="p1").commit
    session.do({"type": "table.dispute", "about": str(roll.first_version), "reason": "canary"}, actor="p1")

    assert [one.number for one in state_for(session, Viewer("p1", is_gm=False)).table.disputes] == [1]
    assert state_for(session, Viewer("p2", is_gm=False)).table.disputes == ()
    told = [entry for entry in read_entries(session, Viewer("p2", is_gm=False)) if entry.event is not None]
    assert not any("canary" in str(entry.event) for entry in told)
    _wind_back(session)
    assert state_for(session, Viewer("p2", is_gm=False)).table.disputes == ()
    assert state_for(session, Viewer("p2", is_gm=False)).table.forked == "ruling"
    told = [entry for entry in read_entries(session, Viewer("p2", is_gm=False)) if entry.event is not None]
    assert not any("canary" in str(entry.event) for entry in told)
    assert audit_session(session.store, session.id).ok


def test_who_sees_only_a_sealed_entry_disputes_its_commit(session: Session) -> None:
    roll = session.do({"type": "table.roll", "dice": "2d6", "secret": True}, actor="gm").commit
    sealed = next(entry for entry in read_entries(session, Viewer("p1", is_gm=False)) if entry.sealed)
    event = _dispute(session, sealed.version, actor="p1")

    assert event.about == event.commit == roll.hash.hex()
    assert event.audience == ""


def test_what_a_player_sees_is_counted_as_they_count(session: Session) -> None:
    session.do({"type": "table.say", "text": "x", "to": ["p1"]}, actor="gm")
    session.do({"type": "table.say", "text": "y", "to": ["p1"]}, actor="gm")
    said = session.do({"type": "table.say", "text": "z"}, actor="p1").commit
    own = next(
        entry.version
        for entry in read_entries(session, Viewer("p2", is_gm=False))
        if entry.commit == said.hash.hex()
    )

    assert _dispute(session, own, actor="p2").commit == said.hash.hex()
