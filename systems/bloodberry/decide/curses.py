"""Decide curse checks, losses and healing."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.decide.work import Work

CURSE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}
