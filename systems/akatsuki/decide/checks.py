"""Decide checks."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.decide.work import Work

CHECK_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}
