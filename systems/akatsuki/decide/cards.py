"""Decide cards."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.decide.work import Work

CARD_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}
