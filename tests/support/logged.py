"""What the program logs and which spans it makes, kept for a test to read."""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tenmatsu.engine.logs import FIELDS
from tenmatsu.engine.tracing import stop_spans, trace_spans


class Kept(logging.Handler):
    """Keeps every record of the program's log."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.records.append(record)

    @property
    def fields(self) -> list[dict[str, Any]]:
        """The fields of each record."""
        return [getattr(record, FIELDS) for record in self.records]

    def of(self, event: str) -> list[dict[str, Any]]:
        """Return the fields of every event of this name."""
        return [fields for fields in self.fields if fields["event"] == event]


@contextmanager
def listening(level: int = logging.DEBUG) -> Generator[Kept]:
    """Keep what is logged meanwhile."""
    kept = Kept()
    log = logging.getLogger("tenmatsu")
    log.addHandler(kept)
    log.setLevel(level)
    try:
        yield kept
    finally:
        log.removeHandler(kept)
        log.setLevel(logging.NOTSET)


class Spans:
    """Spans that ended."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self._exporter))

    @property
    def ended(self) -> tuple[ReadableSpan, ...]:
        """All of them, in the order in which they ended."""
        return self._exporter.get_finished_spans()


@contextmanager
def spanning() -> Generator[Spans]:
    """Keep the spans that end meanwhile."""
    spans = Spans()
    trace_spans(spans.provider)
    try:
        yield spans
    finally:
        stop_spans()
        spans.provider.shutdown()
