"""Spans for OpenTelemetry: none until they are asked for, and no word of anybody in them."""

import subprocess
import sys

import pytest
from logged import spanning
from opentelemetry.trace import StatusCode
from toytable import say, strike

from tenmatsu.engine.errors import Fault, RuleViolation, UsageError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Append
from tenmatsu.engine.tracing import span, stop_spans, trace_spans


def test_while_no_spans_are_asked_for_there_is_one_thing_that_does_nothing() -> None:
    assert span("one", session="a") is span("other")


def test_program_does_not_load_opentelemetry_by_itself() -> None:
    code = (
        "import sys, tenmatsu.engine.api as api\n"
        "store = api.open_store()\n"
        "api.open_session(store, 't', 'ukiyozoshi', participants=[api.Participant('gm', 'G', 'gm')])\n"
        "print(sorted(name for name in sys.modules if name.startswith('opentelemetry')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_attempts_hold_the_appends_that_they_come_to(session: Session) -> None:
    other = find_opened(session.store, session.id)
    say(other)
    with spanning() as spans:
        say(session)

    told = [(one.name, dict(one.attributes or {}).get("tenmatsu.attempt")) for one in spans.ended]
    assert [one for one in told if one[0] != "tenmatsu.load"] == [
        ("tenmatsu.append", None),
        ("tenmatsu.do", 1),
        ("tenmatsu.append", None),
        ("tenmatsu.do", 2),
    ]
    append, attempt = spans.ended[-2:]
    assert append.parent is not None
    assert attempt.context is not None
    assert append.parent.span_id == attempt.context.span_id
    assert dict(attempt.attributes or {})["tenmatsu.session"] == session.id


def test_loads_and_snapshots_have_spans(session: Session) -> None:
    with spanning() as spans:
        session.keep_snapshot()
        find_opened(session.store, session.id)

    assert [one.name for one in spans.ended][:2] == ["tenmatsu.snapshot", "tenmatsu.pack"]
    assert "tenmatsu.load" in [one.name for one in spans.ended]


def test_refusal_is_an_answer_told_by_its_code_alone(session: Session) -> None:
    strike(session)
    with spanning() as spans, pytest.raises(RuleViolation) as caught:
        strike(session)

    (attempt,) = spans.ended
    assert dict(attempt.attributes or {})["error.type"] == caught.value.code
    assert attempt.status.status_code is StatusCode.UNSET
    assert not attempt.events


@pytest.mark.parametrize(
    "error, told", [(Fault("CANARY"), "Fault"), (OSError("CANARY"), "OSError")], ids=["fault", "other"]
)
def test_what_breaks_is_an_error_told_without_its_message(
    session: Session, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def broken(_work: Append) -> None:
        raise error

    monkeypatch.setattr(session.store, "append", broken)
    with spanning() as spans, pytest.raises(type(error)):
        say(session)

    (attempt,) = spans.ended
    assert dict(attempt.attributes or {})["error.type"] == told
    assert attempt.status.status_code is StatusCode.ERROR
    assert "CANARY" not in attempt.to_json()


def test_spans_end_when_they_are_no_longer_asked_for(session: Session) -> None:
    with spanning() as spans:
        say(session)
        before = len(spans.ended)
        stop_spans()
        say(session)

    assert len(spans.ended) == before > 0


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(UsageError) as caught:
        trace_spans()

    assert "tenmatsu[otel]" in caught.value.say("en")
