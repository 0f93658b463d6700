"""What leaves by an outbox proves itself, holds no secret, and is a CloudEvent as its specification says."""

import io
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import canaries
import msgspec
import pytest
from canaries import ALL
from logged import spanning
from natscluster import Cluster
from opentelemetry import context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from toytable import fixed_outside, open_toy, say

from tenmatsu.engine.following import follow_commits
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import export_log, import_log
from tenmatsu.engine.portable.lines import ITEM_KINDS
from tenmatsu.engine.publishing import Outbox, make_event
from tenmatsu.engine.publishing.jetstream import Publisher
from tenmatsu.engine.publishing.outbox import NOBODY
from tenmatsu.engine.sight import Viewer
from tenmatsu.engine.store import Store
from tenmatsu.events.digests import ItemKind, commit_hash, item_digest, open_digest

LARGE = 2**20


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An evening with a canary in every secret."""
    canaries.play(tmp_path / "evening.db", fixed_outside())
    found = Store(f"sqlite:///{tmp_path / 'evening.db'}")
    yield found
    found.close()


def _leaving(store: Store) -> list[dict[str, Any]]:
    collected = Outbox(store, LARGE).collect(follow_commits(store, most=10_000))
    return [msgspec.json.decode(one.payload) for leaving in collected.values() for one in leaving]


def test_every_event_is_a_cloud_event(store: Store) -> None:
    session = store.sessions()[0].id
    for event in _leaving(store):
        assert set(event) - {"time"} == {
            "specversion",
            "id",
            "source",
            "type",
            "subject",
            "datacontenttype",
            "data",
        }
        assert event["specversion"] == "1.0"
        assert event["source"] == f"/tenmatsu/sessions/{session}"
        assert event["type"] == "tenmatsu.commit"
        assert event["datacontenttype"] == "application/json"
        assert all(isinstance(event[name], str) and event[name] for name in event if name != "data")
        if "time" in event:
            assert datetime.fromisoformat(event["time"]).tzinfo is not None


def test_events_name_no_trace_while_no_spans_are_made(store: Store) -> None:
    assert [event for event in _leaving(store) if {"traceparent", "tracestate"} & set(event)] == []


def test_events_name_the_span_that_is_active_when_they_are_made(store: Store) -> None:
    given = {"traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "tracestate": "host=x"}
    token = context.attach(TraceContextTextMapPropagator().extract(given))
    with spanning():
        events = _leaving(store)
    context.detach(token)

    assert {(event["traceparent"], event["tracestate"]) for event in events} == {tuple(given.values())}


def test_ids_are_the_hashes_of_the_commits_that_everybody_knows_of(store: Store) -> None:
    session = find_opened(store, "@last")
    known = {row.id for row in session.branches.values() if "CANARY" not in row.name}
    commits = [one.commit for one in follow_commits(store, most=10_000) if one.commit.branch in known]

    assert len(known) == len(session.branches) - 1
    assert [event["id"] for event in _leaving(store)] == [commit.hash.hex() for commit in commits]


def test_no_secret_is_in_what_leaves(tmp_path: Path) -> None:
    kept = canaries.play(tmp_path / "evening.db", fixed_outside())
    store = Store(f"sqlite:///{tmp_path / 'evening.db'}")
    collected = Outbox(store, LARGE).collect(follow_commits(store, most=10_000))
    names = store.names(store.sessions()[0].id).values()
    store.close()
    text = "".join(one.payload.decode() for leaving in collected.values() for one in leaving)

    assert [word for one in kept.values() if one.heard_by != ALL for word in one.words if word in text] == []
    assert [name for name in names if f'"{name}"' in text] == []
    assert '"pad"' not in text
    assert '"groups"' not in text
    assert "Bridge" in text


def test_each_hash_follows_from_what_left(store: Store) -> None:
    for event in _leaving(store):
        data, digests = event["data"], list[bytes]()
        for item in data["open"]:
            kind: ItemKind = next(name for name in ITEM_KINDS if name in item)
            if item[kind] is None:
                digests.append(bytes.fromhex(item["digest"]))
            else:
                digests.append(item_digest(kind, bytes.fromhex(item["salt"]), item[kind].encode()))
        opened, closed = open_digest(digests), bytes.fromhex(data["closed"])

        assert commit_hash(bytes.fromhex(data["prev"]), opened, closed).hex() == data["commit"] == event["id"]


def test_data_are_the_lines_of_an_export_for_somebody_whom_no_audience_names(store: Store) -> None:
    session = find_opened(store, "@last")
    file = io.BytesIO()
    export_log(session, file, NOBODY)
    exported = {
        line["commit"]: line
        for line in map(msgspec.json.decode, file.getvalue().splitlines())
        if "commit" in line
    }
    beside = {"tenmatsu": "log/1", "session": session.id, "system": "toy"}

    assert {event["id"]: event["data"] for event in _leaving(store)} == {
        commit: beside | line for commit, line in exported.items()
    }


def test_time_of_a_hidden_commit_does_not_leave(store: Store) -> None:
    hidden = {
        one.commit.hash.hex() for one in follow_commits(store, most=10_000) if one.commit.header.audience
    }
    events = _leaving(store)

    assert {event["id"] for event in events if "time" not in event} == {
        event["id"] for event in events if event["id"] in hidden
    }
    assert any("time" not in event for event in events)


def test_redacted_words_do_not_leave(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'table.db'}", fixed_outside())
    session = open_toy(store)
    said = say(session, "忘れてほしい").commit
    session.do({"type": "table.redact", "what": [session.version]}, actor="gm")
    events = {event["id"]: event["data"] for event in _leaving(store)}
    store.close()

    assert "忘れてほしい" not in str(events)
    assert {"event": None, "digest": said.events[0].digest.hex(), "type": "table.said"} in events[
        said.hash.hex()
    ]["open"]


def test_log_that_was_imported_for_reading_only_stays(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "p1.jsonl"
    with path.open("wb") as file:
        export_log(find_opened(store, "@last"), file, Viewer("p1", is_gm=False))
    other = Store(f"sqlite:///{tmp_path / 'other.db'}")
    import_log(other, path)
    batch = follow_commits(other, most=10_000)
    collected = Outbox(other, LARGE).collect(batch)
    other.close()

    assert batch
    assert collected == {}


def test_header_that_cannot_be_read_gives_no_time(store: Store) -> None:
    commit = follow_commits(store)[0].commit
    assert make_event(commit, "toy").time
    spoilt = msgspec.structs.replace(commit, header=msgspec.structs.replace(commit.header, data=b"{"))

    assert make_event(spoilt, "toy").time == ""


def test_nothing_secret_reaches_the_stream(tmp_path: Path) -> None:
    kept = canaries.play(tmp_path / "evening.db", fixed_outside())
    store = Store(f"sqlite:///{tmp_path / 'evening.db'}")
    server = Cluster(1)
    publisher = Publisher(store, server.servers, patience=60)
    try:
        while publisher.advance():
            pass
        found = server.messages("TENMATSU")
    finally:
        publisher.close()
        server.stop()
        store.close()
    text = "".join(f"{one.subject} {one.headers} {one.data.decode()}" for one in found)

    assert found
    assert [word for one in kept.values() if one.heard_by != ALL for word in one.words if word in text] == []
