"""Decide damage."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.decide.work import Work

DAMAGE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}
