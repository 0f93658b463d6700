"""A collector of spans for tests: it takes what OTLP sends over HTTP, or answers with an error."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


class Sent(NamedTuple):
    """What came in one request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def resources(self) -> list[Any]:
        """The resources, each with its spans."""
        return list(ExportTraceServiceRequest.FromString(self.body).resource_spans)

    @property
    def names(self) -> list[str]:
        """The names of all spans."""
        return [span.name for one in self.resources for scope in one.scope_spans for span in scope.spans]


class Collector(HTTPServer):
    """Takes requests one after another."""

    def __init__(self, status: int) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = status
        self.sent: list[Sent] = []

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        """Keep a request."""
        collector = self.server
        assert isinstance(collector, Collector)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        collector.sent.append(Sent(self.path, dict(self.headers.items()), body))
        self.send_response(collector.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's own name
        """Say nothing."""


@contextmanager
def collecting(status: int = 200) -> Generator[Collector]:
    """Take spans meanwhile, and answer with this status."""
    with Collector(status) as collector:
        thread = threading.Thread(target=collector.serve_forever)
        thread.start()
        try:
            yield collector
        finally:
            collector.shutdown()
            thread.join()
