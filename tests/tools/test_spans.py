"""Spans are asked for at the command line by the variables that OpenTelemetry names."""

import errno
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from clitools import DONE, USAGE, Cli, Run, committed
from collector import collecting
from logged import Spans
from opentelemetry import trace

from tenmatsu.engine.tracing import TRACING
from tenmatsu.tools.cli import spans

SAY = ("do", "@last", "say", "text=CANARY-word")


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Leave out what the machine's own environment asks for."""
    for name in ("OTEL_TRACES_EXPORTER", "OTEL_SDK_DISABLED", "OTEL_EXPORTER_OTLP_PROTOCOL", "TRACEPARENT"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def _spans(found: Run) -> dict[str, dict[str, Any]]:
    """Return the spans on stderr by their names."""
    told = [json.loads(line) for line in found.err.splitlines()]
    assert len({one["name"] for one in told}) == len(told)
    return {one["name"]: one for one in told}


def test_spans_of_a_command_hang_together_on_stderr_and_leave_stdout_alone(
    cli: Cli, asked: pytest.MonkeyPatch
) -> None:
    plain = cli(*SAY, "--json")
    asked.setenv("OTEL_TRACES_EXPORTER", "console")
    found = cli(*SAY, "--json")
    told = _spans(found)
    root, attempt = told["tenmatsu.command"], told["tenmatsu.do"]

    assert (plain.err, found.code) == ("", DONE)
    assert found.json.keys() == plain.json.keys()
    assert (root["parent_id"], root["attributes"]) == (None, {"tenmatsu.name": "do"})
    assert attempt["parent_id"] == told["tenmatsu.load"]["parent_id"] == root["context"]["span_id"]
    assert told["tenmatsu.append"]["parent_id"] == attempt["context"]["span_id"]
    assert root["resource"]["attributes"].keys() == {"service.name", "service.version"}
    assert TRACING.tracer is None


@pytest.mark.parametrize(
    "variables",
    [{}, {"OTEL_TRACES_EXPORTER": "none"}, {"OTEL_TRACES_EXPORTER": ""}, {"OTEL_SDK_DISABLED": "true"}],
)
def test_nothing_asks_for_spans_by_itself(
    database: Path, asked: pytest.MonkeyPatch, variables: dict[str, str]
) -> None:
    for name, value in variables.items():
        asked.setenv(name, value)
    asked.setenv("TENMATSU_DB", f"sqlite:///{database}")
    code = (
        "import sys; from tenmatsu.tools.cli.main import main; assert main(['sessions']) == 0\n"
        "print(sorted(name for name in sys.modules if name.startswith('opentelemetry')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"
    assert done.stderr == ""


def test_service_is_named_as_the_environment_says(cli: Cli, asked: pytest.MonkeyPatch) -> None:
    asked.setenv("OTEL_TRACES_EXPORTER", "console")
    asked.setenv("OTEL_SERVICE_NAME", "bot")
    asked.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=club")
    asked.setenv("OTEL_EXPERIMENTAL_RESOURCE_DETECTORS", "process,otel")
    resource = _spans(cli(*SAY))["tenmatsu.command"]["resource"]["attributes"]

    assert resource["service.name"] == "bot"
    assert resource["deployment.environment.name"] == "club"
    assert not [name for name in resource if name.startswith("process.")]


def test_spans_stand_below_the_span_that_the_environment_names(cli: Cli, asked: pytest.MonkeyPatch) -> None:
    asked.setenv("OTEL_TRACES_EXPORTER", "console")
    asked.setenv("TRACEPARENT", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    root = _spans(cli(*SAY))["tenmatsu.command"]

    assert root["parent_id"] == "0xb7ad6b7169203331"
    assert root["context"]["trace_id"] == "0x0af7651916cd43dd8448eb211c80319c"


def test_spans_are_sent_to_a_collector_and_hold_no_word(cli: Cli, asked: pytest.MonkeyPatch) -> None:
    asked.setenv("OTEL_TRACES_EXPORTER", "otlp")
    with collecting() as collector:
        asked.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address)
        asked.setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-key=abc")
        found = cli(*SAY)
    (sent,) = collector.sent

    assert (found.code, found.err) == (DONE, "")
    assert (sent.path, sent.headers["x-key"]) == ("/v1/traces", "abc")
    assert sorted(sent.names) == ["tenmatsu.append", "tenmatsu.command", "tenmatsu.do", "tenmatsu.load"]
    for secret in (b"CANARY", b"Mori", b"evening.db"):
        assert secret not in sent.body


def test_followers_batches_are_traces_of_their_own(cli: Cli, asked: pytest.MonkeyPatch) -> None:
    asked.setenv("OTEL_TRACES_EXPORTER", "console")
    told = [json.loads(line) for line in cli("follow", "rolls", "--once").err.splitlines()]
    batches = [one for one in told if one["name"] == "tenmatsu.follow"]

    assert batches
    assert {one["parent_id"] for one in batches} == {None}


def test_collector_that_refuses_is_told_of_once_and_its_key_is_not(
    cli: Cli, asked: pytest.MonkeyPatch
) -> None:
    asked.setenv("OTEL_TRACES_EXPORTER", "otlp")
    with collecting(401) as collector:
        asked.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"{collector.address}/CANARY-path")
        asked.setenv("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20CANARY-key")
        found = cli(*SAY)

    said = "The collector did not take the spans (HTTP 401). Check the variables OTEL_EXPORTER_OTLP_…\n"
    assert (found.code, found.err) == (DONE, said)


def test_collector_that_does_not_answer_is_told_of_once_and_holds_nobody_up(
    cli: Cli, asked: pytest.MonkeyPatch
) -> None:
    asked.setattr(spans, "_PATIENCE", 0.2)
    asked.setenv("OTEL_TRACES_EXPORTER", "otlp")
    asked.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://CANARY:CANARY@127.0.0.1:1")
    found = cli(*SAY)

    said = "The spans could not be sent. Check OTEL_EXPORTER_OTLP_ENDPOINT, and that the collector runs.\n"
    assert (found.code, found.err) == (DONE, said)


@pytest.mark.parametrize(
    "variable, told",
    [("OTEL_BSP_MAX_QUEUE_SIZE", "OTEL_BSP_MAX_QUEUE_SIZE"), ("OTEL_EXPORTER_OTLP_HEADERS", "OTEL_…")],
)
def test_setting_that_cannot_be_used_is_taken_as_left_out_and_told_without_its_value(
    cli: Cli, asked: pytest.MonkeyPatch, variable: str, told: str
) -> None:
    asked.setenv("OTEL_TRACES_EXPORTER", "otlp")
    asked.setenv(variable, "CANARY")
    with collecting() as collector:
        asked.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address)
        found = cli(*SAY)

    said = f"A setting for spans cannot be used, and is taken as left out. Check the variable {told}\n"
    assert (found.code, found.err) == (DONE, said)
    assert len(collector.sent) == 1


def test_whoever_ends_the_wait_for_a_collector_sees_no_trace(
    cli: Cli, database: Path, asked: pytest.MonkeyPatch
) -> None:
    def stop(*_args: object) -> bool:
        raise KeyboardInterrupt

    before = committed(database)
    asked.setattr(spans, "_send_rest", stop)
    asked.setenv("OTEL_TRACES_EXPORTER", "console")
    found = cli(*SAY)

    assert found.code == DONE
    assert len(committed(database)) == len(before) + 1


@pytest.mark.parametrize("missing", ["opentelemetry", "opentelemetry.sdk.trace"])
def test_without_the_extra_a_sentence_says_what_to_install_and_nothing_is_done(
    cli: Cli, database: Path, asked: pytest.MonkeyPatch, missing: str
) -> None:
    before = committed(database)
    asked.setenv("OTEL_TRACES_EXPORTER", "otlp")
    asked.setitem(sys.modules, missing, None)
    found = cli(*SAY)

    assert found.code == USAGE
    assert "pip install 'tenmatsu[otel]'" in found.err
    assert len(found.err.splitlines()) == 1
    assert committed(database) == before


@pytest.mark.parametrize(
    "variables, said",
    [
        (
            {"OTEL_TRACES_EXPORTER": "zonk"},
            "There is no exporter for zonk, which OTEL_TRACES_EXPORTER asks for.",
        ),
        (
            {"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "zonk"},
            "There is no exporter for otlp (OTEL_EXPORTER_OTLP_PROTOCOL=zonk)",
        ),
        (
            {"OTEL_TRACES_EXPORTER": "otlp", "OTEL_BSP_MAX_QUEUE_SIZE": "1"},
            "The settings do not let spans be sent to otlp (max_export_batch_size must be",
        ),
        (
            {"OTEL_TRACES_EXPORTER": "console", "OTEL_SPAN_EVENT_COUNT_LIMIT": "zonk"},
            "The settings do not let spans be sent to console (OTEL_SPAN_EVENT_COUNT_LIMIT must be",
        ),
    ],
    ids=["exporter", "protocol", "settings", "limits"],
)
def test_what_cannot_be_sent_to_is_named_and_nothing_is_done(
    cli: Cli, database: Path, asked: pytest.MonkeyPatch, variables: dict[str, str], said: str
) -> None:
    before = committed(database)
    for name, value in variables.items():
        asked.setenv(name, value)
    found = cli(*SAY)

    assert found.code == USAGE
    assert found.err.startswith(said)
    assert committed(database) == before


def test_where_opentelemetry_is_set_up_already_spans_go_there(cli: Cli, asked: pytest.MonkeyPatch) -> None:
    kept = Spans()
    asked.setattr(trace, "get_tracer_provider", lambda: kept.provider)
    asked.setenv("OTEL_TRACES_EXPORTER", "console")
    found = cli(*SAY)

    assert found.err == ""
    assert kept.ended[-1].name == "tenmatsu.command"


class _Full(io.StringIO):
    """Takes no more."""

    def write(self, _text: str) -> int:
        """Say so."""
        raise OSError(errno.ENOSPC, "No space left on device")


def test_stderr_that_takes_no_more_stops_no_command(
    cli: Cli, database: Path, asked: pytest.MonkeyPatch
) -> None:
    before = committed(database)
    asked.setenv("OTEL_TRACES_EXPORTER", "console")
    asked.setattr(sys, "stderr", _Full())

    assert cli(*SAY).code == DONE
    assert len(committed(database)) == len(before) + 1
