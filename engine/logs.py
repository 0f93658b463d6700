"""
Structured logging: stable event names, by structlog onto the standard library's loggers.

No line holds words, names of people, dice, keys or passwords: only ids, counts, hashes and codes.
"""

import logging
from collections.abc import Mapping
from typing import Any

import structlog

FIELDS = "tenmatsu"
"""The attribute of a log record under which its event and fields stand as they are, for other formats."""
Field = str | int | float | bytes | None
_ROOM = "tenmatsu"
_NOWHERE = logging.NullHandler()
"""Without it the standard library would print warnings by itself."""
_SHOWN = 12
_as_text = structlog.processors.KeyValueRenderer(key_order=["event", "session"], drop_missing=True)


class Log:
    """Logs events under stable names; while nobody listens an event costs one look at a level."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)
        bound: structlog.stdlib.BoundLogger = structlog.wrap_logger(
            self._logger,
            processors=[structlog.stdlib.add_log_level, _show_hashes, _render],
            wrapper_class=structlog.stdlib.BoundLogger,
        ).bind()
        self._bound = bound

    @property
    def hears_debug(self) -> bool:
        """Whether somebody listens to what happens all the time: hot paths look before they gather fields."""
        return self._logger.isEnabledFor(logging.DEBUG)

    def debug(self, event: str, /, **fields: Field) -> None:
        """Log what happens all the time."""
        if self._logger.isEnabledFor(logging.DEBUG):
            self._bound.debug(event, **fields)

    def info(self, event: str, /, **fields: Field) -> None:
        """Log what happens now and then."""
        if self._logger.isEnabledFor(logging.INFO):
            self._bound.info(event, **fields)

    def warning(self, event: str, /, **fields: Field) -> None:
        """Log what somebody should look into."""
        if self._logger.isEnabledFor(logging.WARNING):
            self._bound.warning(event, **fields)


def make_log(name: str) -> Log:
    """Return a logger that prints nothing unless the program that embeds us configures `logging`."""
    logging.getLogger(_ROOM).addHandler(_NOWHERE)
    return Log(name)


def _show_hashes(_logger: Any, _level: str, fields: Any) -> Any:
    """Put the start of a hash, in hex, in place of its bytes: only for those who listen."""
    for key, value in fields.items():
        if isinstance(value, bytes):
            fields[key] = value.hex()[:_SHOWN]
    return fields


def _render(logger: Any, level: str, fields: Any) -> tuple[tuple[str], Mapping[str, Any]]:
    """Return the message of a record, and its fields beside it."""
    return (_as_text(logger, level, dict(fields)),), {"extra": {FIELDS: dict(fields)}}
