"""Decide commands: of melee rounds."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.decide.work import Work

ROUND_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}
"""By command class."""
