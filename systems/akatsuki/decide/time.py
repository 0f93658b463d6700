"""Decide time."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.decide.work import Work

TIME_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}


def run_time(work: Work) -> None:
    """Let the clock go on where it stopped for checks."""
