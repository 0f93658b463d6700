"""What is published to a real JetStream: every commit, once, a session's in their order, whatever dies."""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import nats.errors
import pytest
from logged import spanning
from nats.js import JetStreamContext
from nats.js.errors import BadRequestError, ServiceUnavailableError
from natscluster import Cluster
from publishings import Opened, in_store, in_stream, publish_all
from toytable import open_toy, say

from tenmatsu.engine import timelines
from tenmatsu.engine.errors import StoreError, UsageError
from tenmatsu.engine.followers import measure_lag
from tenmatsu.engine.following import follow_commits
from tenmatsu.engine.publishing.connection import show_server, told_reason
from tenmatsu.engine.publishing.jetstream import Publisher, subject_of
from tenmatsu.engine.session import Session
from tenmatsu.engine.store.followers import Followers


@pytest.fixture(scope="module")
def alone() -> Iterator[Cluster]:
    """One server, which takes no large messages."""
    server = Cluster(1, payload=2**16)
    yield server
    server.stop()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """A store in a file and what publishes it."""
    found = Opened(tmp_path)
    yield found
    found.close()


def test_published_anew_after_days_nothing_comes_twice(alone: Cluster, opened: Opened) -> None:
    alone.make_stream(name="days", subjects=["days.commits.>"], duplicate_window=0.1)
    session = open_toy(opened.store)
    publish_all(opened.publisher(alone, "days"))
    whole = in_store(opened.store)
    assert in_stream(alone, "days") == whole
    time.sleep(0.3)
    Followers(opened.store.database).drop("nats:days")
    say(session)
    publish_all(opened.publisher(alone, "days", most=3))

    assert in_stream(alone, "days") == in_store(opened.store) != whole


def test_crash_before_the_checkpoint_moves_sends_nothing_twice(
    alone: Cluster, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone.make_stream(name="crash", subjects=["crash.commits.>"], duplicate_window=0.1)
    open_toy(opened.store)
    publisher = opened.publisher(alone, "crash", most=2)
    publisher.advance()

    def crash(*_args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Followers, "move", crash)
    with pytest.raises(KeyboardInterrupt):
        publisher.advance()
    monkeypatch.undo()
    time.sleep(0.3)
    assert measure_lag(opened.store)[0].commits == len(follow_commits(opened.store)) - 2
    publish_all(opened.publisher(alone, "crash", most=5))

    assert in_stream(alone, "crash") == in_store(opened.store)


def test_stored_without_an_answer_nothing_is_sent_twice(
    alone: Cluster, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone.make_stream(name="mute", subjects=["mute.commits.>"], duplicate_window=0.1)
    session = open_toy(opened.store)
    for number in range(5):
        say(session, str(number))
    publisher = opened.publisher(alone, "mute")
    sent: list[str] = []
    publish = JetStreamContext.publish

    async def lose_answers(self: Any, subject: str, *args: Any, **named: Any) -> Any:
        sent.append(subject)
        answer = await publish(self, subject, *args, **named)
        if len(sent) % 3 == 0:
            raise nats.errors.TimeoutError
        return answer

    monkeypatch.setattr(JetStreamContext, "publish", lose_answers)
    publish_all(publisher)

    assert in_stream(alone, "mute") == in_store(opened.store)
    assert len(sent) == session.state.number


def test_two_publishers_at_once_bring_each_commit_once_and_in_order(alone: Cluster, opened: Opened) -> None:
    sessions = [open_toy(opened.store) for _ in range(3)]
    for number in range(20):
        for session in sessions:
            say(session, str(number))
    publishers = [opened.publisher(alone, "both", most=7) for _ in range(2)]
    threads = [threading.Thread(target=publish_all, args=(one,), daemon=True) for one in publishers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert in_stream(alone, "both") == in_store(opened.store)


def test_forks_and_undos_are_published_as_they_came_about(alone: Cluster, opened: Opened) -> None:
    session = open_toy(opened.store)
    say(session)
    timelines.fork(session, "別の夜", session.version, actor="gm")
    timelines.undo(session, actor="gm")
    publish_all(opened.publisher(alone, "forks"))

    events = [msgspec.json.decode(one.data) for one in alone.messages("forks")]
    assert in_stream(alone, "forks") == in_store(opened.store)
    assert {event["subject"] for event in events} == {"0", "1", "2"}


def test_published_events_carry_the_context_of_the_followers_span(alone: Cluster, opened: Opened) -> None:
    session = open_toy(opened.store)
    with spanning() as spans:
        publish_all(opened.publisher(alone, "traced"))
    count = session.state.number
    say(session)
    publish_all(opened.publisher(alone, "traced"))
    (span,) = [one.context for one in spans.ended if one.name == "tenmatsu.follow"]
    events = [msgspec.json.decode(one.data) for one in alone.messages("traced")]

    assert span is not None
    for event in events[:count]:
        _, trace, parent, _ = event["traceparent"].split("-")
        assert (int(trace, 16), int(parent, 16)) == (span.trace_id, span.span_id)
    (later,) = events[count:]
    assert "traceparent" not in later


def test_commit_too_large_for_the_servers_is_told_of(alone: Cluster, opened: Opened) -> None:
    session = open_toy(opened.store)
    narrated = session.do({"type": "table.narrate", "text": "長" * 9_000}, actor="gm").commit
    large = session.do({"type": "table.narrate", "text": "長" * 15_000}, actor="gm").commit
    say(session)
    publish_all(opened.publisher(alone, "large"))
    events = {
        event["id"]: event["data"]
        for event in (msgspec.json.decode(one.data) for one in alone.messages("large"))
    }

    assert in_stream(alone, "large") == in_store(opened.store)
    assert "open" in events[narrated.hash.hex()]
    told = events[large.hash.hex()]
    assert told["prev"] == narrated.hash.hex()
    assert told["bytes"] > 2**16
    assert "open" not in told


def test_stream_that_somebody_else_is_ahead_in_goes_on_behind_it(alone: Cluster, opened: Opened) -> None:
    session = open_toy(opened.store)
    publish_all(opened.publisher(alone, "ahead"))
    subject = subject_of("ahead.commits", session.id)
    alone.send([(subject, b'{"id":"x"}', {"Nats-Msg-Id": "not of this database"})])
    say(session)
    publish_all(opened.publisher(alone, "ahead"))

    found = [one.headers["Nats-Msg-Id"] for one in alone.messages("ahead")]
    mine = in_store(opened.store)[session.id]
    assert found == [*mine[:-1], "not of this database", mine[-1]]


def test_stream_for_something_else_is_left_alone(alone: Cluster, opened: Opened) -> None:
    alone.make_stream(name="others", subjects=["orders.>"])
    open_toy(opened.store)
    with pytest.raises(UsageError) as caught:
        opened.publisher(alone, "others").advance()

    assert caught.value.code == "publish_stream"
    assert alone.messages("others") == []


@pytest.mark.parametrize(
    "options, reason",
    [
        ({"subject": "taken.commits"}, "subjects overlap with an existing stream"),
        ({"replicas": 3}, "replicas > 1 not supported in non-clustered mode"),
    ],
)
def test_stream_that_the_servers_refuse_is_told_of_at_once_with_their_reason(
    alone: Cluster, opened: Opened, options: dict[str, Any], reason: str
) -> None:
    publish_all(opened.publisher(alone, "taken"))
    with pytest.raises(UsageError) as caught:
        opened.publisher(alone, "refused", **options).open()

    assert caught.value.code == "publish_refused"
    assert reason in caught.value.say("en")


def test_servers_without_jetstream_are_told_of_in_a_word() -> None:
    assert told_reason(ServiceUnavailableError()) == "ServiceUnavailableError"
    assert told_reason(BadRequestError(code=400, description="no")) == "no"


@pytest.mark.parametrize("address", ["nats://me:CANARY/x@127.0.0.1:1", "nats://[::1"])
def test_address_that_is_none_is_told_of_without_its_secrets(opened: Opened, address: str) -> None:
    with pytest.raises(UsageError) as caught:
        opened.publisher(None, "none", servers=[address], patience=0.3).open()

    assert caught.value.code == "publish_address"
    assert "CANARY" not in caught.value.say("en")


@pytest.mark.parametrize(
    "options", [{"stream": "a.b"}, {"stream": ""}, {"subject": "a..b"}, {"subject": "a.>"}, {"subject": "*"}]
)
def test_names_that_nats_would_take_for_something_else_are_refused(
    opened: Opened, options: dict[str, Any]
) -> None:
    with pytest.raises(UsageError) as caught:
        Publisher(opened.store, ["nats://127.0.0.1:1"], **options)

    assert caught.value.code == "publish_name"


def test_servers_that_do_not_answer_are_named_without_their_secrets(opened: Opened) -> None:
    open_toy(opened.store)
    publisher = Publisher(
        opened.store, ["nats://me:secret@127.0.0.1:1", "nats://token@[::1]:1"], patience=0.3
    )
    try:
        with pytest.raises(StoreError) as caught:
            publisher.advance()
    finally:
        publisher.close()

    assert caught.value.code == "publish_lost"
    for lang in ("ja", "en"):
        said = caught.value.say(lang)
        assert "nats://***@127.0.0.1:1, nats://***@[::1]:1" in said
        assert "secret" not in said
        assert "token" not in said
    assert measure_lag(opened.store) == []


def test_servers_that_die_are_given_up_and_what_waits_is_sent_later(tmp_path: Path, opened: Opened) -> None:
    server = Cluster(1)
    try:
        session = open_toy(opened.store)
        publisher = opened.publisher(server, "later", patience=1.0)
        publish_all(publisher)
        server.kill("n0")
        say(session)
        with pytest.raises(StoreError) as caught:
            publisher.advance()
        assert caught.value.code == "publish_lost"
        assert [one.commits for one in measure_lag(opened.store)] == [1]
        server.start("n0")
        server.wait_until_ready()
        end = time.monotonic() + 60
        while measure_lag(opened.store)[0].commits and time.monotonic() < end:
            with suppress(StoreError):
                publisher.advance()

        assert in_stream(server, "later") == in_store(opened.store)
    finally:
        server.stop()


@pytest.mark.parametrize(
    "session, subject",
    [
        ("0b5e55ed-0000-4000-8000-000000000001", "t.c.0b5e55ed-0000-4000-8000-000000000001"),
        ("夜", "t.c.~e5a49c"),
        ("a.b", "t.c.~612e62"),
        (">", "t.c.~3e"),
        ("", "t.c.~"),
    ],
)
def test_subject_of_any_session_is_one_token_behind_the_prefix(session: str, subject: str) -> None:
    assert subject_of("t.c", session) == subject
    assert len(subject.split(".")) == 3


def test_address_is_shown_without_user_password_and_token() -> None:
    assert show_server("nats://me:pa/ss@host:4222") == "nats://***@host:4222"
    assert show_server("tls://token@host") == "tls://***@host"
    assert show_server("nats://host:4222") == "nats://host:4222"


def test_session_is_published_to_its_own_subject(alone: Cluster, opened: Opened) -> None:
    sessions: list[Session] = [open_toy(opened.store) for _ in range(2)]
    publish_all(opened.publisher(alone, "own"))

    assert {one.subject for one in alone.messages("own")} == {
        f"own.commits.{session.id}" for session in sessions
    }
