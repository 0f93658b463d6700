"""Structured logging: stable event names, by structlog onto the standard library's loggers."""

import logging

import structlog

_ROOM = "tenmatsu"
_NOWHERE = logging.NullHandler()
"""Without it the standard library would print warnings by itself."""


def make_log(name: str) -> structlog.stdlib.BoundLogger:
    """Return a logger that prints nothing unless the program that embeds us configures `logging`."""
    logging.getLogger(_ROOM).addHandler(_NOWHERE)
    log: structlog.stdlib.BoundLogger = structlog.wrap_logger(
        logging.getLogger(name),
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.add_log_level,
            structlog.processors.KeyValueRenderer(key_order=["event", "session"]),
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return log
