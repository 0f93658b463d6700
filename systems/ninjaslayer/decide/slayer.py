"""Decide the commands of the part `slayer`."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.decide.work import Work

SLAYER_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}
