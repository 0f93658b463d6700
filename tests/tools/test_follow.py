"""`follow` and `publish` at the command line, and what `doctor` says of them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from clitools import DONE, USAGE, Cli
from natscluster import Cluster

from tenmatsu.engine.api import find_opened, follow_commits, open_store
from tenmatsu.tools.cli.lags import is_old, local_time

MODELS = ["model:rolls", "model:timeline", "model:value_histories"]


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    """One NATS server."""
    found = Cluster(1)
    yield found
    found.stop()


def _hashes(database: Path) -> list[str]:
    store = open_store(f"sqlite:///{database}")
    found = [one.commit.hash.hex() for one in follow_commits(store, most=10_000)]
    store.close()
    return found


def _stream(server: Cluster, name: str) -> list[str]:
    return [msgspec.json.decode(one.data)["id"] for one in server.messages(name)]


def test_follow_once_brings_all_models_to_the_end_of_the_log(cli: Cli, database: Path) -> None:
    found = cli("follow", "--once", "--json").json
    commits = len(_hashes(database))

    assert [one["name"] for one in found] == MODELS
    assert {(one["done"], one["waiting"]) for one in found} == {(commits, 0)}
    assert cli("follow", "--once").out.splitlines() == [
        "model:rolls:            up to date",
        "model:timeline:         up to date",
        "model:value_histories:  up to date",
    ]
    assert {one["done"] for one in cli("follow", "--once", "--json").json} == {0}


def test_follow_anew_does_all_again_beside_the_old_one(cli: Cli, database: Path) -> None:
    cli("follow", "rolls", "--once")
    found = cli("follow", "rolls", "--once", "--anew", "--json").json

    assert [(one["name"], one["done"]) for one in found] == [("model:rolls", len(_hashes(database)))]


def test_follow_of_an_unknown_model_names_the_known_ones(cli: Cli) -> None:
    found = cli("follow", "nonsense")

    assert found.code == USAGE
    assert "rolls, timeline, value_histories" in found.err


def test_doctor_shows_how_far_followers_are_behind(cli: Cli, database: Path) -> None:
    assert cli("doctor", "--json").json["database"]["followers"] == []
    cli("follow", "rolls", "--once")
    cli("do", "@last", "say", "text=x")
    found = cli("doctor", "--json")
    (one,) = found.json["database"]["followers"]

    assert found.code == DONE
    assert (one["name"], one["waiting"]) == ("model:rolls", 1)
    assert "model:rolls: 1 commits wait since 20" in cli("doctor").out
    assert "件待ち" in cli("doctor", "--lang", "ja").out


def test_doctor_speaks_up_when_a_follower_stands_still(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("follow", "rolls", "--once")
    cli("do", "@last", "say", "text=x")
    monkeypatch.setattr("tenmatsu.tools.cli.lags._STANDS_STILL", timedelta(minutes=-1))
    found = cli("doctor", "--json")

    assert found.code == USAGE
    assert [one["code"] for one in found.json["problems"]] == ["doctor_follower_behind"]
    assert "model:rolls is behind: 1 commits" in found.json["problems"][0]["message"]


def test_time_that_nobody_can_read_is_shown_as_it_is_and_is_not_old() -> None:
    now = datetime.now().astimezone()

    assert local_time("half past nine in the evening") == "half past nine i"
    assert not is_old("half past nine", now)
    assert not is_old("2026-01-01T00:00:00", now)
    assert not is_old(None, now)
    assert is_old((now - timedelta(minutes=11)).isoformat(), now)
    assert not is_old((now + timedelta(days=1)).isoformat(), now)


def test_follower_that_is_forgotten_is_spoken_of_no_more(cli: Cli) -> None:
    cli("follow", "--once")
    assert cli("follow", "rolls", "timeline", "--forget").out == "Forgotten: model:rolls, model:timeline\n"

    assert [one["name"] for one in cli("doctor", "--json").json["database"]["followers"]] == MODELS[2:]
    assert cli("follow", "rolls", "--forget", "--json").json == {"forgotten": []}
    assert cli("follow", "rolls", "--forget").out == "Nothing follows under this name: model:rolls\n"


def test_publish_once_sends_every_commit_that_all_know_of(cli: Cli, database: Path, server: Cluster) -> None:
    address = ",".join(server.servers)
    found = cli("publish", "--nats", address, "--stream", "once", "--subject", "once.c", "--once", "--json")

    assert found.code == DONE
    (one,) = found.json
    assert (one["name"], one["waiting"]) == ("nats:once", 0)
    assert _stream(server, "once") == _hashes(database)


def test_publish_from_now_leaves_out_what_is_there(
    cli: Cli, database: Path, server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENMATSU_NATS", server.servers[0])
    words = ("publish", "--stream", "now", "--subject", "now.c", "--once", "--from-now")
    assert cli(*words).out == "nats:now:  up to date\n"
    cli("do", "@last", "say", "text=x")
    cli(*words)

    assert _stream(server, "now") == _hashes(database)[-1:]
    assert cli("publish", "--stream", "now", "--forget").out == "Forgotten: nats:now\n"


def test_publish_without_a_server_says_how_to_name_one(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TENMATSU_NATS", raising=False)
    found = cli("publish", "--once")

    assert found.code == USAGE
    assert "TENMATSU_NATS" in found.err


def test_redaction_names_the_streams_that_hold_a_copy(cli: Cli, server: Cluster) -> None:
    cli("do", "@last", "say", "text=forget this")
    cli("publish", "--nats", server.servers[0], "--stream", "copies", "--subject", "copies.c", "--once")
    version = cli("show", "@last", "--json").json["version"]
    found = cli("redact", "@last", str(version), "--yes", "--json").json

    assert found["copies"] == ["nats:copies"]


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGTERM])
def test_publisher_at_work_sends_what_comes_and_ends_when_it_is_asked_to(
    database: Path, server: Cluster, ended_by: signal.Signals
) -> None:
    stream = ended_by.name
    words = ["publish", "--nats", server.servers[0], "--stream", stream, "--subject", f"{stream}.c"]
    program = [sys.executable, "-m", "tenmatsu.tools.cli.main", *words]
    environment = os.environ | {"TENMATSU_DB": f"sqlite:///{database}", "LANG": "C.UTF-8"}
    process = subprocess.Popen(program, stdout=subprocess.PIPE, env=environment, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == f"Following: nats:{stream} (Ctrl+C ends it)\n"
    store = open_store(f"sqlite:///{database}")
    find_opened(store, "@last").do({"type": "table.say", "text": "x"}, actor="gm")
    store.close()
    end = time.monotonic() + 60
    while len(_stream(server, stream)) < len(_hashes(database)) and time.monotonic() < end:
        time.sleep(0.1)
    process.send_signal(ended_by)
    out, _ = process.communicate(timeout=60)

    assert process.returncode == DONE
    assert out == f"nats:{stream}:  up to date\n"
    assert _stream(server, stream) == _hashes(database)
