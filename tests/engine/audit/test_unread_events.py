"""An event that is not to be read is told; one whose name is known fails."""

from toytable import append_raw

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.commands import Narrate
from tenmatsu.events.base import Event


class _Bent(Event, frozen=True, kw_only=True, tag="table.narrated"):
    by: int


class _Later(Event, frozen=True, kw_only=True, tag="table.sung"):
    by: str


def test_event_of_a_known_name_with_other_fields_fails(session: Session) -> None:
    commit = append_raw(session, Narrate(as_="gm", text="夜"), Recorded(_Bent(by=1)))
    report = audit_session(session.store, session.id)

    assert [(one.check, one.code, one.commit) for one in report.failures] == [
        ("decode", "audit_not_decoded", commit.hash.hex())
    ]


def test_event_of_an_unknown_name_is_told_and_its_command_is_not_judged(session: Session) -> None:
    append_raw(session, Narrate(as_="gm", text="夜"), Recorded(_Later(by="gm")))
    report = audit_session(session.store, session.id)

    assert report.ok
    assert [one.code for one in report.unchecked] == ["audit_unknown_event", "audit_not_decided"]
