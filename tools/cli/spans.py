"""Spans of a run of the command line, asked for by the environment variables that OpenTelemetry names."""

import logging
import os
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points, version
from typing import TYPE_CHECKING, Any

from tenmatsu.engine.api import stop_spans, trace_spans
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.language import Lang
from tenmatsu.tools.cli.output import warn
from tenmatsu.tools.cli.words import CliError, say

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SpanExporter

ASKED = "OTEL_TRACES_EXPORTER"
_PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL"
_OTLP = {"http/protobuf": "otlp_proto_http", "http/json": "otlp_json_http", "grpc": "otlp_proto_grpc"}
_INSTALLED = "opentelemetry_traces_exporter"
"""The entry points under which exporters are found."""
_PATIENCE = 2.0
"""Seconds that a command waits at its end for a collector that does not answer."""


def find_exporters() -> list[str]:
    """Return the exporters that the environment asks for; nothing asks for any by itself."""
    if os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return []
    names = [name.strip() for name in os.environ.get(ASKED, "").split(",")]
    return [name for name in names if name not in ("", "none")]


@contextmanager
def spans_made(names: list[str], lang: Lang) -> Generator[None]:
    """Make spans meanwhile, for exporters by these names; what has not left when it ends is sent then."""
    try:
        from opentelemetry import context, trace
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
    except ImportError as error:
        raise UsageError("spans_driver") from error
    given = {name: os.environ.get(name.upper(), "") for name in ("traceparent", "tracestate")}
    token = context.attach(TraceContextTextMapPropagator().extract(given))
    try:
        if isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
            with _provided(names, lang) as provider:
                trace_spans(provider)
                yield
        else:  # whoever started us has set OpenTelemetry up already
            trace_spans()
            yield
    finally:
        stop_spans()
        context.detach(token)


@contextmanager
def _provided(names: list[str], lang: Lang) -> "Generator[TracerProvider]":
    try:
        from opentelemetry.sdk.resources import OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
    except ImportError as error:
        raise UsageError("spans_driver") from error
    except ValueError as error:  # some settings are read with the module
        raise _not_set(names, error) from error
    # no other detector is asked: some tell the words of the command line
    ours = Resource({"service.name": "tenmatsu", "service.version": version("tenmatsu")})
    with _listened_to(lang) as lost:
        try:
            provider = TracerProvider(resource=ours.merge(OTELResourceDetector().detect()))
        except Exception as error:
            raise _not_set(names, error) from error
        exporters = [_add(provider, name) for name in names]
        lost.ready = True
        try:
            yield provider
        finally:
            if not _send_rest(provider, exporters):
                lost.tell()


def _not_set(names: list[str], reason: Exception) -> CliError:
    return CliError("spans_settings", exporter=", ".join(names), reason=reason)


def _add(provider: "TracerProvider", name: str) -> "SpanExporter":
    """Add an exporter to a provider; what the program writes for others, on stdout, is left alone."""
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SimpleSpanProcessor

    if name == "console":
        console = ConsoleSpanExporter(out=sys.stderr, formatter=lambda span: f"{span.to_json(indent=None)}\n")
        provider.add_span_processor(SimpleSpanProcessor(console))
        return console
    protocol = os.environ.get("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") or os.environ.get(_PROTOCOL)
    wanted = _OTLP.get(protocol or "http/protobuf", "") if name == "otlp" else name
    (found,) = entry_points(group=_INSTALLED, name=wanted) or (None,)
    if found is None:
        shown = name if name != "otlp" or not protocol else f"{name} ({_PROTOCOL}={protocol})"
        raise CliError("spans_unknown", variable=ASKED, exporter=shown)
    try:
        exporter: SpanExporter = found.load()()
        provider.add_span_processor(BatchSpanProcessor(exporter))
    except Exception as error:
        raise _not_set([name], error) from error
    return exporter


def _send_rest(provider: "TracerProvider", exporters: "list[SpanExporter]") -> bool:
    """Send what has not left; return whether that came to an end: a collector may not answer."""
    ending = threading.Thread(target=provider.shutdown, daemon=True)
    ending.start()
    ending.join(_PATIENCE)
    if not ending.is_alive():
        return True
    for exporter in exporters:
        exporter.shutdown()
    ending.join(_PATIENCE / 10)  # one that tries again by itself ends now, with a word to the log
    return False


@contextmanager
def _listened_to(lang: Lang) -> "Generator[_Lost]":
    """Say once that spans were lost, in place of what OpenTelemetry logs about each attempt."""
    logger, lost = logging.getLogger("opentelemetry"), _Lost(lang)
    kept = logger.propagate
    logger.addHandler(lost)
    logger.propagate = False
    try:
        yield lost
    finally:
        logger.removeHandler(lost)
        logger.propagate = kept


class _Lost(logging.Handler):
    """
    Tells of the first failure; its own words may name an address with a token in it.

    Until all is `ready`, what fails is a setting that is then taken as left out.
    """

    def __init__(self, lang: Lang) -> None:
        super().__init__()
        self.ready = False
        self._lang: Lang = lang
        self._lost = False
        self._told: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Tell of a setting by its name, or that spans were lost, with the collector's answer if there is."""
        given: Any = record.args if isinstance(record.args, tuple) else ()
        if not self.ready:
            named = (one for one in given if isinstance(one, str) and one.startswith("OTEL_"))
            self._tell("spans_setting", variable=next(named, "OTEL_…"))
        elif record.levelno >= logging.ERROR:
            self.tell(next((one for one in given if isinstance(one, int)), 0))

    def tell(self, status: int = 0) -> None:
        """Tell that spans were lost."""
        if not self._lost:
            self._lost = True
            self._tell("spans_refused" if status else "spans_lost", status=status)

    def _tell(self, key: str, **details: object) -> None:
        said = say(key, self._lang, **details)
        if said not in self._told:
            self._told.add(said)
            with suppress(OSError):  # it may be stderr that takes no more
                warn(said)
