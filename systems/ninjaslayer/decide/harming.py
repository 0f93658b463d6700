"""Decide the commands of the part `damage`."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.decide.work import Work

DAMAGE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}
