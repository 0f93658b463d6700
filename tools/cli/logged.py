"""Lines of the program's own log, as `--verbose` shows them."""

import logging
from collections.abc import Mapping
from typing import Any

from tenmatsu.engine.api import LOG_FIELDS

NARROW = ("event", "session", "attempt", "code", "level")
"""What tells nobody of entries and lines that are kept from them: numbers count those too."""


class LoggedLines(logging.Formatter):
    """Shows when, by which part, and what; `narrow` for somebody who may not know all."""

    def __init__(self, *, narrow: bool) -> None:
        super().__init__("%(asctime)s %(name)s %(message)s")
        self._narrow = narrow

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's own name
        """Return the line of a record."""
        fields: Mapping[str, Any] = getattr(record, LOG_FIELDS, {})
        if self._narrow and fields:
            record.message = " ".join(f"{key}={fields[key]!r}" for key in NARROW if key in fields)
        return super().formatMessage(record)
