"""
Spans for OpenTelemetry (extra `otel`): none until the program that embeds us asks for them.

A span holds ids, counts and codes, as the log does; never a message, for those name what was wrong.
"""

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from tenmatsu.engine.errors import ConcurrencyConflict, RuleViolation, TenmatsuError, UsageError

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer, TracerProvider

_ROOM = "tenmatsu"
_ANSWERS = (RuleViolation, UsageError, ConcurrencyConflict)
"""What is no fault of ours: whoever asked is told."""
_NOTHING: AbstractContextManager[None] = nullcontext()


class Tracing:
    """Where spans go."""

    def __init__(self) -> None:
        self.tracer: Tracer | None = None
        """None while no spans are asked for: the hottest paths look here themselves."""


TRACING = Tracing()


def trace_spans(provider: "TracerProvider | None" = None) -> None:
    """
    Make spans from now on, in the whole program, for this provider or for the one set globally.

    `UsageError` where the extra `otel` is not installed.
    """
    try:
        from opentelemetry import trace
    except ImportError as error:
        raise UsageError("spans_driver") from error
    TRACING.tracer = trace.get_tracer(_ROOM, tracer_provider=provider)


def stop_spans() -> None:
    """Make no more spans."""
    TRACING.tracer = None


def trace_context() -> dict[str, str]:
    """Return `traceparent` and `tracestate` (W3C Trace Context) of the span that is active, where one is."""
    if TRACING.tracer is None:
        return {}
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    found: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(found)
    return found


def span(name: str, /, **fields: str | int) -> AbstractContextManager[None]:
    """Return what is entered around a piece of work; it does nothing while no spans are asked for."""
    tracer = TRACING.tracer
    return _NOTHING if tracer is None else _spanned(tracer, name, fields)


@contextmanager
def _spanned(tracer: "Tracer", name: str, fields: dict[str, str | int]) -> Generator[None]:
    from opentelemetry.trace import Status, StatusCode

    given = {f"{_ROOM}.{key}": value for key, value in fields.items()}
    # the message and the stack of an error hold what people wrote: only its code is told
    with tracer.start_as_current_span(
        f"{_ROOM}.{name}", attributes=given, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield
        except BaseException as error:
            code = error.code if isinstance(error, TenmatsuError) else type(error).__name__
            current.set_attribute("error.type", code)
            if not isinstance(error, _ANSWERS):
                current.set_status(Status(StatusCode.ERROR))
            raise
